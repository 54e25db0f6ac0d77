import { useEffect, useRef, useState } from 'react';
import { useSeen } from '../ui/use-seen.ts';
import { definePlayer } from './define-player.ts';
import type { EmbedSettings } from './embed-settings.ts';

interface PlayerPreviewProps {
  station_slug: string;
  settings: EmbedSettings;
}

/** The real player with these settings, in its real size. It is fetched when it is about to be visible. */
export function PlayerPreview({ station_slug, settings }: PlayerPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (isSeen) definePlayer().catch(() => setUnreachable(true));
  }, [isSeen]);
  return (
    <div className="min-w-0">
      <h3 className="mb-4 text-lead">Preview</h3>
      <div ref={place} className="overflow-x-auto rounded-card bg-sunken py-4 sm:p-6">
        {isUnreachable ? (
          <p role="status" className="px-4 text-muted">
            The preview could not be loaded. Check your connection. The code below still works.
          </p>
        ) : (
          <station-player
            station={station_slug}
            theme={settings.theme}
            {...(settings.theme === 'light' && {
              background: settings.background_color,
              button: settings.play_button_color,
              font: settings.font_color,
            })}
            logo={String(settings.show_logo)}
            song={String(settings.show_current_song)}
            // React sets the style by script, which the page's CSP allows.
            style={{ width: settings.width, height: settings.height }}
            className="mx-auto block shadow-float"
          />
        )}
      </div>
    </div>
  );
}
