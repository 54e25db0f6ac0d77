import { DEMO_STATION_SLUG } from '@stationhouse/platform-api/contract/stations/values';
import { useEffect, useRef } from 'react';
import { definePlayer } from '../embed/define-player.ts';
import { DEFAULT_SETTINGS } from '../embed/embed-settings.ts';
import { scriptTag } from '../embed/snippets.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { publicUrl } from '../ui/public-url.ts';
import { Section } from '../ui/Section.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { home } from './content/home.ts';

const line = scriptTag({
  home: publicUrl,
  // The page is built before the station exists: its slug stands for its id.
  station: { public_id: DEMO_STATION_SLUG },
  settings: DEFAULT_SETTINGS,
});

/** The embed line of the demo station beside the player that it creates. */
export function EmbedSection() {
  const { heading, text, developers } = home.embed;
  return (
    <Section id="embed">
      <div className="grid grid-cols-1 items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 className="max-w-[18ch] text-heading">{heading}</h2>
          <p className="mt-4 max-w-[50ch] text-lead text-muted">{text}</p>
          <pre className="mt-7 rounded-card border border-line bg-surface p-5 font-mono text-small leading-relaxed whitespace-pre-wrap">
            <code className="wrap-anywhere">{line}</code>
          </pre>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            <CopyButton text={line} byHand="Select the line and copy it yourself.">
              Copy
            </CopyButton>
            <p>
              {developers}{' '}
              <a href="/docs" className="link">
                Read the reference
              </a>
            </p>
          </div>
        </div>
        <LivePlayer />
      </div>
    </Section>
  );
}

// Without the script the place stays empty; the line beside it still works.
const leaveEmpty = () => undefined;

/** The SDK's element, fetched when it is about to be visible. Its place is reserved. */
function LivePlayer() {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  useEffect(() => {
    if (isSeen) definePlayer().catch(leaveEmpty);
  }, [isSeen]);
  return (
    <div
      ref={place}
      className="h-[450px] w-[300px] max-w-full overflow-hidden rounded-card border border-line bg-surface shadow-float max-lg:mx-auto"
    >
      <station-player station={DEMO_STATION_SLUG} api-base={publicUrl} />
    </div>
  );
}
