import { useQuery } from '@tanstack/react-query';
import { Announcements } from '../announcements/Announcements.tsx';
import { Pauses } from '../announcements/Pauses.tsx';
import { meQuery } from '../api/queries.ts';
import { formatMoment } from '../ui/dates.ts';
import { Notice } from '../ui/Notice.tsx';
import { StationManagement } from '../setup/StationManagement.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { HearItFirst } from './HearItFirst.tsx';
import { promisedAt } from './Journey.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';
import { ProgrammeCard } from './ProgrammeCard.tsx';

/** `/members/sound`: the setup, and what the station plays. */
export function SoundPage() {
  const me = useQuery(meQuery);
  return (
    <MemberPage
      title="Sound"
      description="What your station plays, and what you told us about it."
      lead="What your station plays, and what you told us about it."
    >
      <OfStation>
        {(station) => (
          <>
            {station.is_on_air_here ? (
              <>
                {station.status === 'setup_pending' ? (
                  <HearItFirst isStarter={station.starter_since !== null} />
                ) : null}
                {station.status === 'active' && station.starter_since !== null ? (
                  <StarterNotice />
                ) : null}
                <ProgrammeCard station={station} />
                <Announcements />
                <Pauses />
              </>
            ) : null}
            <Loaded query={me} failure="Failed to load your profile">
              {({ profile }) => <StationManagement station={station} profile={profile} />}
            </Loaded>
          </>
        )}
      </OfStation>
    </MemberPage>
  );
}

/** Until when the team replaces the starter programme. */
function StarterNotice() {
  const { data } = useQuery(meQuery);
  const due = data ? promisedAt(data.profile) : null;
  const by = due === null ? '' : ` by ${formatMoment(new Date(due).toISOString())}`;
  return (
    <Notice kind="neutral" title="A starter programme is playing">
      It is music for a place like yours. Our team builds your own programme and replaces it{by}.
    </Notice>
  );
}
