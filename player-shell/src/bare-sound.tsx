import type { StationPage } from './station-page.ts';

/** The browser's own player, for a page whose scripts do not run. */
export function BareSound({ station }: Pick<StationPage, 'station'>) {
  return (
    station && (
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a music station has no words to caption */}
        <audio controls preload="none" src={station.stream_url} />
      </noscript>
    )
  );
}
