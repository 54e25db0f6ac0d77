import type { Playlist, Profile, StationSchedule } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openClient } from '../../api/client.ts';
import { PlayLog } from '../../programme/PlayLog.tsx';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminArea } from '../AdminArea.tsx';
import { customerQuery, invalidateAdmin } from '../queries.ts';
import { radioIdsQuery } from '../voices/queries.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { lacksOf, type Lack } from './Asked.tsx';
import { faultsOf, type DraftFault } from './draft-faults.ts';
import { Faults } from './Faults.tsx';
import { History } from './History.tsx';
import { MusicHours } from './MusicHours.tsx';
import { OnAirNow } from './OnAirNow.tsx';
import { Preview } from './Preview.tsx';
import { Failure, PublishDialog } from './PublishDialog.tsx';
import { programmeOf, scheduleQuery } from './queries.ts';
import { SpeechFields } from './SpeechFields.tsx';
import { SaveDraft } from './SaveDraft.tsx';
import { useDraft, type Draft } from './use-draft.ts';
import { useLeavingQuestion } from './use-leaving-question.ts';
import { usePlaylists } from './use-playlists.ts';

/** `/admin/schedule?customer={user_id}`: what a customer's station airs. */
export const SchedulePage = () => (
  <AdminArea
    title="Schedule"
    description="What a station airs: its music, radio IDs, breaks and fixed items, with a preview."
    heading="Schedule"
  >
    <Schedule />
  </AdminArea>
);

/** The schedule of the customer in the address. */
export function Schedule() {
  const [params] = useSearchParams();
  const userId = params.get('customer');
  return userId === null ? <NoStation /> : <OfCustomer key={userId} userId={userId} />;
}

const NoStation = () => (
  <EmptyState
    title="No station chosen"
    action={<ButtonLink to="/admin/stations">Go to the customers</ButtonLink>}
  >
    Open a customer with a station, and press “Schedule”.
  </EmptyState>
);

function OfCustomer({ userId }: { userId: string }) {
  const query = useQuery(customerQuery(userId));
  return (
    <Loaded query={query} failure="Failed to load customer data.">
      {({ station, profile }) =>
        station ? <OfStation stationId={station.id} profile={profile} /> : <NoStation />
      }
    </Loaded>
  );
}

function OfStation({ stationId, profile }: { stationId: string; profile: Profile }) {
  const query = useQuery(scheduleQuery(stationId));
  return (
    <Loaded query={query} failure="Failed to load the schedule.">
      {(schedule) => <Editor schedule={schedule} profile={profile} />}
    </Loaded>
  );
}

interface EditorProps {
  schedule: StationSchedule;
  /** Of the customer, with the wishes of the setup form. */
  profile: Profile;
}

function Editor({ schedule, profile }: EditorProps) {
  const draft = useDraft(schedule);
  const [params, setParams] = useSearchParams();
  const { station } = schedule;
  useLeavingQuestion(draft);
  const playlists = usePlaylists(schedule);
  const faults = faultsOf(draft.draft, playlists.data);
  const spoken = useQuery(radioIdsQuery(station.user_id));
  const lines = (spoken.data?.data ?? []).filter(({ is_outdated }) => !is_outdated);
  const lacks = lacksOf({ draft: draft.draft, profile, assets: schedule.assets, lines });
  const parts = { schedule, draft, faults, lacks };
  return (
    <div className="flex flex-col gap-6">
      <Header {...parts} />
      {schedule.held ? <Held held={schedule.held} /> : null}
      {station.is_on_air_here ? <OnAirNow schedule={schedule} /> : null}
      <Tabs
        label="Schedule"
        value={params.get('tab') ?? 'draft'}
        onChange={(tab) => {
          const next = new URLSearchParams(params);
          next.set('tab', tab);
          setParams(next, { replace: true, preventScrollReset: true });
        }}
        tabs={[
          {
            value: 'draft',
            label: 'Draft and preview',
            content: <DraftAndPreview {...parts} playlists={playlists} profile={profile} />,
          },
          {
            value: 'log',
            label: 'Play log',
            content: station.is_on_air_here ? (
              <PlayLog source={programmeOf(station.id)} zone={schedule.draft.zone} />
            ) : (
              <EmptyState title="Not on air yet">
                The log begins with the first item that airs.
              </EmptyState>
            ),
          },
          { value: 'history', label: 'History', content: <History schedule={schedule} /> },
        ]}
      />
    </div>
  );
}

interface HeaderProps {
  schedule: StationSchedule;
  draft: Draft;
  /** They keep the draft from being computed. */
  faults: readonly DraftFault[];
  /** Wishes of the customer that the draft lacks. */
  lacks: readonly Lack[];
}

function Header({ schedule, draft, faults, lacks }: HeaderProps) {
  const { station, newest, has_changes } = schedule;
  const [isPublishing, setPublishing] = useState(false);
  const { save, isDirty } = draft;
  const reasonId = useId();
  const lacksIds = lacks.some(({ part }) => part === 'radio_ids') && !draft.draft.radio_ids;
  const action = [
    station.is_on_air_here ? 'Publish' : 'Put on air',
    ...(lacksIds ? ['without radio IDs'] : []),
  ].join(' ');
  const publishes = !station.is_on_air_here || has_changes || isDirty;
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <ButtonLink
            to={`/admin?${new URLSearchParams({ customer: station.user_id, dialog: 'view' })}`}
            kind="quiet"
            size="small"
            className="-ms-3.5"
          >
            <ChevronLeft aria-hidden="true" />
            Customer
          </ButtonLink>
          <h2 className="text-title wrap-anywhere">
            {station.station_name ?? station.station_slug}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-muted">
            <StatusBadge status={station.status} />
            {[
              station.package_name,
              newest === null || !station.is_on_air_here
                ? 'not on air from here'
                : `revision ${newest.number}, ${formatMoment(newest.published_at)}`,
            ]
              .filter((part) => part !== null)
              .join(', ')}
            {isDirty ? <Badge kind="attention">Not saved</Badge> : null}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isDirty ? <SaveDraft draft={draft} /> : null}
          {station.is_on_air_here ? <TakeOffAir schedule={schedule} /> : null}
          {publishes ? (
            <Button
              disabled={faults.length > 0}
              aria-describedby={reasonId}
              onClick={() => setPublishing(true)}
            >
              {action}…
            </Button>
          ) : (
            <p className="self-center text-small text-muted">This is on air.</p>
          )}
        </div>
      </div>
      {publishes && faults.length > 0 ? (
        <div id={reasonId} className="text-small text-bad sm:text-end">
          <Faults faults={faults} onShow={draft.show} />
        </div>
      ) : null}
      {isPublishing ? (
        <PublishDialog
          schedule={schedule}
          draft={draft}
          action={action}
          onClose={() => setPublishing(false)}
        />
      ) : (
        <Failure error={save.error} stationId={station.id} onReload={save.reset} />
      )}
    </header>
  );
}

function TakeOffAir({ schedule: { station, newest } }: { schedule: StationSchedule }) {
  const queries = useQueryClient();
  return (
    <AlertDialog
      title="Take the station off air?"
      trigger={<Button kind="secondary">Take off air</Button>}
      action="Take off air"
      busyText="Taking off air..."
      failureText="Failed to take it off air"
      danger
      onConfirm={async () => {
        const { schedules } = (await openClient()).admin;
        await schedules.takeOffAir(station.id, { newest: newest?.number ?? null });
        toast({ title: 'The station is off air', kind: 'good' });
        await invalidateAdmin(queries);
      }}
    >
      Its stream ends, and a live station becomes inactive: the customer gets a mail. The draft and
      the history stay.
    </AlertDialog>
  );
}

function Held({ held: { since, problems } }: { held: NonNullable<StationSchedule['held']> }) {
  return (
    <Notice
      kind="bad"
      title={`This station stays on older versions of its playlists since ${formatMoment(since)}`}
    >
      The new versions would break its rules: {problems.map(({ message }) => message).join(' ')}
    </Notice>
  );
}

interface DraftAndPreviewProps extends HeaderProps {
  profile: Profile;
  playlists: UseQueryResult<Playlist[]>;
}

function DraftAndPreview({ playlists, profile, ...parts }: DraftAndPreviewProps) {
  const { schedule, draft } = parts;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Loaded query={playlists} failure="Failed to load the playlists.">
          {(all) =>
            all.length === 0 ? (
              <Card id="schedule-playlists" title="Music">
                <EmptyState
                  title="No playlists yet"
                  action={<ButtonLink to="/admin/playlists">Make a playlist</ButtonLink>}
                >
                  A station needs at least one.
                </EmptyState>
              </Card>
            ) : (
              <MusicHours
                draft={draft}
                playlists={all}
                profile={profile}
                stationId={schedule.station.id}
              />
            )
          }
        </Loaded>
        <SpeechFields draft={draft} assets={schedule.assets} profile={profile} />
      </div>
      <div className="min-w-0 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto">
        <Preview {...parts} />
      </div>
    </div>
  );
}
