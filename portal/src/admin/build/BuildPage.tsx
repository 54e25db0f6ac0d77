import type { CustomerDetails, StationSchedule } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { DAY_MS } from '@stationhouse/platform-api/contract/time';
import { DayView } from '../../programme/DayView.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState, Loaded, Loading, Skeleton } from '../../ui/Loaded.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { AdminArea } from '../AdminArea.tsx';
import { CustomerLink, CustomerLoaded, customerName } from '../Customer.tsx';
import { customerQuery } from '../queries.ts';
import { faultsOf } from '../schedule/draft-faults.ts';
import { LONG_PAUSE_MS, PAUSE_MS } from '../schedule/Preview.tsx';
import { previewQuery, promiseQuery, scheduleQuery } from '../schedule/queries.ts';
import { useDraft } from '../schedule/use-draft.ts';
import { useLeavingQuestion } from '../schedule/use-leaving-question.ts';
import { usePlaylists } from '../schedule/use-playlists.ts';
import { launchTime, useNow } from '../time-words.ts';
import { useSpeakLines } from '../voices/use-speak-lines.ts';
import { AskedFor } from './AskedFor.tsx';
import { wishesOf } from './verdict.ts';
import { VerdictCard } from './VerdictCard.tsx';
import { WeekCard } from './WeekCard.tsx';

/** How often files that are prepared for the air are looked at, in ms. */
const FILES_EVERY_MS = 5_000;

const PREVIEW_HOURS = 24;

/** The verdict, which phones show below the rest. */
const VERDICT_ID = 'verdict';

/** `/admin/customers/{user_id}/build`: a station from the setup form to on air. */
export function BuildPage() {
  const { userId = '' } = useParams();
  return (
    <AdminArea
      title="Build a station"
      description="What a customer asked for, the programme made of it, and what is missing."
      heading={<Name userId={userId} />}
    >
      <Build key={userId} userId={userId} />
    </AdminArea>
  );
}

/** The station’s name, as soon as the page below has loaded it. */
function Name({ userId }: { userId: string }) {
  const { data } = useQuery({ ...customerQuery(userId), enabled: false });
  const name = data?.station?.station_name ?? data?.profile.station_name_request;
  return name ? `Build ${name}` : 'Build a station';
}

/** Left what was asked for, in the middle the programme, on the right the verdict. */
export function Build({ userId }: { userId: string }) {
  return (
    <CustomerLoaded userId={userId}>
      {(customer) =>
        customer.station ? (
          <OfStation customer={customer} stationId={customer.station.id} />
        ) : (
          <EmptyState
            title="No station yet"
            action={<ButtonLink to="/admin">Go to Today</ButtonLink>}
          >
            This customer has not bought a station.
          </EmptyState>
        )
      }
    </CustomerLoaded>
  );
}

interface OfStationProps {
  customer: CustomerDetails;
  stationId: string;
}

function OfStation({ customer, stationId }: OfStationProps) {
  const query = useQuery({
    ...scheduleQuery(stationId),
    // Another admin may have saved it, and the library may have more music.
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.assets.some(({ is_ready }) => !is_ready) ? FILES_EVERY_MS : false,
  });
  return (
    <Loaded query={query} failure="Failed to load the schedule.">
      {(schedule) => <Builder customer={customer} schedule={schedule} />}
    </Loaded>
  );
}

interface BuilderProps {
  customer: CustomerDetails;
  schedule: StationSchedule;
}

function Builder({ customer, schedule }: BuilderProps) {
  const { profile } = customer;
  const { station } = schedule;
  const draft = useDraft(schedule);
  useLeavingQuestion(draft);
  const playlists = usePlaylists(schedule);
  const speech = useSpeakLines({ userId: station.user_id, stationId: station.id });
  const isQueued = station.status === 'setup_pending' || station.starter_since !== null;
  useEarlySpeech(speech, isQueued && profile.setup_form_submitted);

  const faults = faultsOf(draft.draft, playlists.data);
  const isComplete = faults.length === 0 && playlists.data !== undefined;
  const rested = useRested(draft.draft, LONG_PAUSE_MS);
  const promise = useQuery({ ...promiseQuery(station.id, rested), enabled: isComplete });
  const isChecking = isComplete && (promise.isFetching || rested !== draft.draft);
  const check = isComplete && !isChecking ? promise.data : undefined;
  const wishes = wishesOf({
    profile,
    draft: draft.draft,
    assets: schedule.assets,
    lines: speech.isLoaded ? speech.lines : undefined,
    isSpeaking: speech.isSpeaking,
    music: check?.music,
    isUncountable: !isComplete || promise.isError,
    nameOf: (id) => playlists.data?.find((each) => each.id === id)?.name ?? 'another playlist',
  });
  const { day, error: dayError, opened } = useNextDay(schedule, draft.draft, isComplete);
  return (
    <>
      <Head customer={customer} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] min-[88rem]:grid-cols-[17rem_minmax(0,1fr)_23rem]">
        <AskedFor customer={customer} />
        <div className="flex min-w-0 flex-col gap-5">
          <Loaded query={playlists} failure="Failed to load the playlists.">
            {(all) => <WeekCard schedule={schedule} draft={draft} playlists={all} day={day} />}
          </Loaded>
          {isComplete ? (
            <Card
              title="The first 24 hours"
              description="Exactly what airs if you put it on air now."
            >
              {dayError ? <ErrorState title="The preview failed" failure={dayError} /> : null}
              {day || dayError ? null : (
                <Loading text="Computing the day...">
                  <Skeleton className="h-40 w-full" />
                </Loading>
              )}
              {day ? (
                <DayView
                  choice={null}
                  zone={draft.draft.zone}
                  start={opened}
                  end={opened + DAY_MS}
                  day={day}
                  blocks={draft.week.blocks}
                />
              ) : null}
            </Card>
          ) : null}
        </div>
        <div
          id={VERDICT_ID}
          tabIndex={-1}
          className="min-w-0 outline-none lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto min-[88rem]:col-start-3 min-[88rem]:row-span-1"
        >
          <VerdictCard
            schedule={schedule}
            draft={draft}
            wishes={wishes}
            speech={speech}
            faults={faults}
            hasPlaylist={playlists.data && playlists.data.length > 0}
            check={check}
            checkError={isComplete && !isChecking ? promise.error : null}
            onCheck={() => void promise.refetch()}
          />
        </div>
      </div>
    </>
  );
}

/** Speaks the missing lines when the page opens, if the voice is free and no line has been spoken yet. */
function useEarlySpeech({ canBegin, speak }: ReturnType<typeof useSpeakLines>, isWanted: boolean) {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isWanted || !canBegin || hasBegun.current) return;
    hasBegun.current = true;
    speak();
  }, [isWanted, canBegin, speak]);
}

/** The next 24 hours of a draft. */
function useNextDay(
  { station }: StationSchedule,
  draft: StationSchedule['draft'],
  enabled: boolean,
) {
  // So that each answer is about the same span.
  const [opened] = useState(() => Date.now());
  const rested = useRested(draft, PAUSE_MS);
  const { data, error } = useQuery({
    ...previewQuery(station.id, { draft: rested, from: null, hours: PREVIEW_HOURS }),
    enabled,
  });
  return { day: enabled && !error ? data : undefined, error: enabled ? error : null, opened };
}

/** The way back, the customer, and the time left. */
function Head({ customer }: { customer: CustomerDetails }) {
  const now = useNow();
  const { user, profile, station } = customer;
  const { setup_form_submitted_at: submittedAt } = profile;
  const isWaiting = station?.status === 'setup_pending' || Boolean(station?.starter_since);
  const clock = isWaiting && submittedAt !== null ? launchTime(submittedAt, now) : null;
  return (
    <p className="-mt-3 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1">
      <ButtonLink to="/admin" kind="quiet" size="small" className="-ms-3">
        <ChevronLeft aria-hidden="true" />
        Today
      </ButtonLink>
      <span className="min-w-0 wrap-anywhere">
        <CustomerLink userId={user.id}>{customerName(profile)}</CustomerLink>
        {station?.package_name ? (
          <span className="text-muted"> · {station.package_name}</span>
        ) : null}
      </span>
      {clock ? (
        <span className={clock.isLate ? 'tabular font-semibold text-bad' : 'tabular text-muted'}>
          {clock.words}
        </span>
      ) : null}
      <a href={`#${VERDICT_ID}`} className="link lg:hidden">
        Go to the verdict
      </a>
    </p>
  );
}
