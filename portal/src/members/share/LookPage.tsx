import type { Station } from '@stationhouse/sdk/client';
import { LookCard } from '../../stations/LookCard.tsx';
import { useCurrentTrack } from '../NowPlaying.tsx';
import { SharePart } from './SharePart.tsx';

/** `/members/share/look`: the colours and pictures of everything that listeners see. */
export const LookPage = () => (
  <SharePart name="Look" description="The colours and pictures of your page, screens and players.">
    {(station) => <Look station={station} />}
  </SharePart>
);

function Look({ station }: { station: Station }) {
  return <LookCard station={station} track={useCurrentTrack(station)} />;
}
