import type { Station } from '@stationhouse/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { publicUrl } from '../ui/public-url.ts';
import { useSeen } from '../ui/use-seen.ts';
import { definePlayer } from './define-player.ts';
import type { EmbedSettings } from './embed-settings.ts';
import { optionsOf } from './snippets.ts';

interface PlayerPreviewProps {
  station: Station;
  settings: EmbedSettings;
}

/**
 * The real player as it will be pasted, on a drawn website. It has its real size, or as much of it as there is room for.
 * It is fetched when it is about to be visible.
 */
export function PlayerPreview({ station, settings }: PlayerPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const [isUnreachable, setUnreachable] = useState(false);
  const room = useWidth(place);
  useEffect(() => {
    if (isSeen) definePlayer().catch(() => setUnreachable(true));
  }, [isSeen]);
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-lead">Preview</h3>
      {isUnreachable ? (
        <p role="status" className="text-muted">
          The preview could not be loaded. Check your connection. The code still works.
        </p>
      ) : null}
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <WebsiteTop />
        <div ref={place} className="mx-4 sm:mx-6">
          {isUnreachable ? null : (
            <station-player
              station={station.station_slug}
              api-base={publicUrl}
              {...Object.fromEntries(
                optionsOf({ station, settings }).map(([name, value]) => [
                  name,
                  /^[\da-f]+$/i.test(value) ? `#${value}` : value,
                ]),
              )}
              // React sets the style by script, which the page's CSP allows.
              style={{
                width: settings.width,
                height: settings.height,
                ...(room < settings.width && { zoom: room / settings.width }),
              }}
              className="block"
            />
          )}
        </div>
        <WebsiteEnd />
      </div>
    </div>
  );
}

/** The width of an element in px; unknown widths have room for everything. */
function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(Infinity);
  useEffect(() => {
    if (!place.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(entry?.contentRect.width ?? Infinity),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** The beginning of a website: its window, a heading and a few lines. */
function WebsiteTop() {
  return (
    <div aria-hidden="true">
      <div className="flex gap-1.5 border-b border-line bg-sunken px-4 py-2.5">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="size-2.5 rounded-full bg-line" />
        ))}
      </div>
      <div className="flex flex-col gap-3 p-4 sm:px-6">
        <span className="h-4 w-2/5 rounded-full bg-line" />
        <span className="h-2.5 w-4/5 rounded-full bg-sunken" />
      </div>
    </div>
  );
}

/** Its end: the beginning of the next lines. */
function WebsiteEnd() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 p-4 sm:px-6">
      <span className="h-2.5 w-3/5 rounded-full bg-sunken" />
    </div>
  );
}
