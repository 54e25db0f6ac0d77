import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Announcements } from '../announcements/Announcements.tsx';
import { Pauses } from '../announcements/Pauses.tsx';
import { business } from '../api/business.ts';
import { stationQuery } from '../api/queries.ts';
import { StatusList } from '../locations/StatusList.tsx';
import { NowAndNext } from '../programme/NowAndNext.tsx';
import { nowQuery } from '../programme/queries.ts';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { MemberPage } from './MemberPage.tsx';
import { NowPlaying } from './NowPlaying.tsx';
import { ownProgramme, SkipSong } from './ProgrammeCard.tsx';

/** `/members` for staff: what is on air, and what they can do about it, in the order of use on a phone. */
export function StaffScreen() {
  const query = useQuery(stationQuery);
  return (
    <MemberPage
      title={query.data?.station_name ?? 'On air'}
      description="What is on air, announcements and pauses."
    >
      <Loaded query={query} failure="Failed to load station">
        {(station) => (station ? <OnAir station={station} /> : null)}
      </Loaded>
      <StatusList />
    </MemberPage>
  );
}

/** Staff of some locations announce there, and change nothing that is heard in all of them. */
const actsEverywhere = business?.location_ids === null;

const OFF_AIR = 'The station is off air just now.';

function OnAir({ station }: { station: Station }) {
  if (!station.is_on_air_here) {
    return station.status === 'active' ? (
      <NowPlaying station={station} />
    ) : (
      <Notice kind="neutral" title={OFF_AIR}>
        You can act here once it is on air.
      </Notice>
    );
  }
  return (
    <>
      <OnAirNow />
      <Announcements />
      {actsEverywhere ? <Pauses /> : null}
    </>
  );
}

function OnAirNow() {
  const query = useQuery(nowQuery(ownProgramme));
  return (
    <Card title="On air now">
      <Loaded query={query} failure="Failed to load the programme">
        {({ zone, now, next }) => (
          <>
            <NowAndNext now={now} next={next} zone={zone} silence={OFF_AIR} />
            {now?.kind === 'music' && actsEverywhere ? <SkipSong song={now} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}
