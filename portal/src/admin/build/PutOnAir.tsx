import { REVISION_LEAD_SECONDS } from '@stationhouse/platform-api/contract/schedule/values';
import type { StationSchedule } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { buildPath } from '../admin-address.ts';
import { customerName } from '../Customer.tsx';
import { queueQuery } from '../queries.ts';
import { Failure, usePublish } from '../schedule/PublishDialog.tsx';
import { SaveDraft } from '../schedule/SaveDraft.tsx';
import type { Draft } from '../schedule/use-draft.ts';
import { withoutWords, type Wish } from './verdict.ts';

interface PutOnAirProps {
  schedule: StationSchedule;
  draft: Draft;
  /** Wishes that the programme lacks: they are named before it airs. */
  missing: readonly Wish[];
  /** Why it cannot be put on air now; null: it can. */
  reason: string | null;
}

const isPublishedAs = ({ station, has_changes }: StationSchedule, { isDirty }: Draft): boolean =>
  station.is_on_air_here && station.starter_since === null && !has_changes && !isDirty;

/** The programme is on air as it is shown, or waits for the customer's yes. */
export const isDoneWith = (schedule: StationSchedule, draft: Draft): boolean =>
  isPublishedAs(schedule, draft) &&
  (schedule.station.status === 'active' || schedule.station.waits_for_approval);

/** Puts the programme on air with one press; with a second one where something that was asked for is missing. */
export function PutOnAir({ schedule, draft, missing, reason }: PutOnAirProps) {
  const { station, draft_version } = schedule;
  const reasonId = useId();
  const [isAsking, setAsking] = useState(false);
  const [isPutHere, setPutHere] = useState(false);
  const publish = usePublish(schedule, () => setPutHere(true));
  const waits = station.waits_for_approval;
  const isPublished = isPublishedAs(schedule, draft);
  const put = () =>
    publish.mutateAsync({
      note: '',
      goesLive: !waits,
      isPublished,
      // What is shown is what airs: a draft that is only proposed may change until then.
      ...((draft.isDirty || draft_version === 0) && { save: () => draft.save.mutateAsync() }),
    });
  if (isDoneWith(schedule, draft)) return <Done schedule={schedule} isNew={isPutHere} />;
  const action = waits ? 'Let the customer hear it' : 'Put on air';
  const without = missing.length > 0 ? `${action} without ${withoutWords(missing)}` : null;
  return (
    <div className="flex flex-col gap-3">
      {waits ? (
        <Notice kind="neutral" title="The customer hears it first">
          We mail them, and you see the answer in your queue.
        </Notice>
      ) : null}
      <Button
        aria-keyshortcuts="P"
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        busy={publish.isPending}
        busyText="Checking 60 days..."
        // The failure is shown below.
        onClick={() => (without ? setAsking(true) : void put().catch(() => undefined))}
      >
        {without ? `${without}…` : action}
      </Button>
      {reason === null ? null : (
        <p id={reasonId} className="text-small text-muted">
          {reason}
        </p>
      )}
      {draft.isDirty ? (
        <div className="flex flex-wrap gap-2">
          <SaveDraft draft={draft} size="small" />
        </div>
      ) : null}
      <AlertDialog
        title={`${without ?? action}?`}
        open={isAsking}
        onOpenChange={setAsking}
        action={action}
        busyText="Checking 60 days..."
        failureText="It was not put on air"
        onConfirm={put}
      >
        <ul className="list-disc ps-5">
          {missing.map(({ part, asked, found }) => (
            <li key={`${part} ${asked}`}>
              {asked}: {found}
            </li>
          ))}
        </ul>
      </AlertDialog>
      {isAsking ? null : (
        <Failure
          error={publish.error ?? draft.save.error}
          stationId={station.id}
          onReload={() => {
            publish.reset();
            draft.save.reset();
          }}
        />
      )}
    </div>
  );
}

/** The programme is on air, or the customer hears it. Then the next station. */
function Done({ schedule: { station }, isNew }: { schedule: StationSchedule; isNew: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const { data: queue } = useQuery(queueQuery);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew) place.current?.focus();
  }, [isNew]);
  const next = queue?.data.find(
    ({ user_id, setup_form_submitted_at: sentAt, approval }) =>
      user_id !== station.user_id && sentAt !== null && approval !== 'waiting',
  );
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
      {station.status === 'active' ? (
        <>
          <Badge kind="on-air">On air</Badge>
          {isNew ? (
            <p>It is heard in about {REVISION_LEAD_SECONDS} seconds. The customer knows by mail.</p>
          ) : (
            <p>This programme is on air.</p>
          )}
        </>
      ) : (
        <Notice kind="good" title="The customer hears it now">
          You see the answer in your queue.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {next ? (
          <ButtonLink to={buildPath(next.user_id)} size="small">
            Next: {next.station_name ?? customerName(next)}
          </ButtonLink>
        ) : null}
        <ButtonLink to="/admin" kind="secondary" size="small">
          Back to Today
        </ButtonLink>
        {station.status === 'active' ? (
          <ButtonLink href={`/${station.station_slug}`} newTab kind="secondary" size="small">
            Listen
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
