import type { Station } from '@stationhouse/sdk/client';
import { WallMessageCard } from '../../stations/WallMessageCard.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useCurrentTrack } from '../NowPlaying.tsx';
import { pageOf, withoutScheme } from '../PlayEverywhere.tsx';
import { SharePart } from './SharePart.tsx';

/** `/members/share/screens`: the message on the station's TVs, and their address. */
export const ScreensPage = () => (
  <SharePart name="Screens" description="What your TVs show beside the music, and their address.">
    {(station) => <Screens station={station} />}
  </SharePart>
);

function Screens({ station }: { station: Station }) {
  return (
    <WallMessageCard station={station} track={useCurrentTrack(station)}>
      {station.status === 'active' ? <TvAddress station={station} /> : null}
    </WallMessageCard>
  );
}

/** The address to type into the browser of a TV. */
function TvAddress({ station }: { station: Station }) {
  const tv = pageOf(station, 'tv');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-muted">
        Type this address into the TV’s browser:{' '}
        <span className="font-semibold wrap-anywhere text-ink select-all">{withoutScheme(tv)}</span>
        . An old TV?{' '}
        <a href={pageOf(station, 'tv-static')} target="_blank" rel="noopener" className="link">
          Use the simple page
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        .
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton size="small" text={tv} byHand="Select the address and copy it yourself.">
          Copy address
        </CopyButton>
        <ButtonLink href={tv} newTab kind="secondary" size="small">
          Open the TV page
        </ButtonLink>
      </div>
    </div>
  );
}
