import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useSearchParams } from 'react-router-dom';
import { SOUND_PATH } from '../api/member-paths.ts';
import { stationQuery } from '../api/queries.ts';
import { NowAndNext } from '../programme/NowAndNext.tsx';
import { PlayLog } from '../programme/PlayLog.tsx';
import { ProgrammeDay } from '../programme/ProgrammeDay.tsx';
import { Promised } from '../programme/Promised.tsx';
import { SpotProofs } from '../programme/SpotProofs.tsx';
import { nowQuery } from '../programme/queries.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { MemberPage } from './MemberPage.tsx';
import { isHeard, ownProgramme, ownPromises } from './ProgrammeCard.tsx';

/** `/members/programme`: what a member's station on air here plays, and what it played. */
export function ProgrammePage() {
  const query = useQuery(stationQuery);
  return (
    <MemberPage
      title="Programme"
      description="What your station airs today, and what it has aired."
      back={
        <ButtonLink to={SOUND_PATH} kind="quiet" size="small" className="mb-1 -ms-3 md:-ms-3.5">
          <ChevronLeft aria-hidden="true" />
          Sound
        </ButtonLink>
      }
    >
      <Loaded query={query} failure="Failed to load station">
        {(station) => (station?.is_on_air_here ? <OnAirHere station={station} /> : <Elsewhere />)}
      </Loaded>
    </MemberPage>
  );
}

const Elsewhere = () => (
  <EmptyState
    title="No programme here"
    action={<ButtonLink to={SOUND_PATH}>Go to Sound</ButtonLink>}
  >
    A station has a programme once we put it on air. A stream from elsewhere has none that we know.
  </EmptyState>
);

const SILENCE: Partial<Record<Station['status'], string>> = {
  suspended: 'Your station is off air, because a payment is missing.',
  inactive: 'Your station is off air.',
};

function OnAirHere({ station }: { station: Station }) {
  const query = useQuery(nowQuery(ownProgramme));
  const [params, setParams] = useSearchParams();
  return (
    <Loaded query={query} failure="Failed to load the programme">
      {({ now, next, zone }) => (
        <div className="flex flex-col gap-6">
          {station.status === 'setup_pending' ? (
            <Notice kind="neutral" title="Your station is not live yet">
              Listeners hear this programme once we have put your station live.
            </Notice>
          ) : null}
          <Card title="On air now">
            <NowAndNext
              now={now}
              next={next}
              zone={zone}
              silence={SILENCE[station.status] ?? 'The stream begins in a few seconds.'}
            />
          </Card>
          <Tabs
            label="Programme"
            value={params.get('tab') ?? 'day'}
            onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
            tabs={[
              {
                value: 'day',
                label: 'What airs',
                content: (
                  <Card
                    title="Day by day"
                    description={`In the order in which it airs. Times are in ${zone.replaceAll('_', ' ')}.`}
                  >
                    {isHeard(station) ? (
                      <ProgrammeDay source={ownProgramme} zone={zone} now={query.dataUpdatedAt} />
                    ) : (
                      <EmptyState title="Nothing airs while your station is off air">
                        The play log has what aired before.
                      </EmptyState>
                    )}
                  </Card>
                ),
              },
              {
                value: 'log',
                label: 'Play log',
                content: <PlayLog source={ownProgramme} zone={zone} />,
              },
              {
                value: 'promised',
                label: 'As promised',
                content: <Promised source={ownPromises} />,
              },
              {
                value: 'proof',
                label: 'Proof of play',
                content: <SpotProofs zone={zone} />,
              },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}
