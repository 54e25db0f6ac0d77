import { REVISION_LEAD_SECONDS } from '@stationhouse/platform-api/contract/schedule/values';
import type { StationSchedule } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openClient } from '../../api/client.ts';
import { describe, hasCode } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice, RequestReference } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateAdmin } from '../queries.ts';
import { changesQuery, invalidateSchedule } from './queries.ts';
import type { Draft } from './use-draft.ts';

interface PublishDialogProps {
  schedule: StationSchedule;
  draft: Draft;
  /** The words of its button. */
  action: string;
  onClose: () => void;
}

/** Saves the draft, shows how it differs from what is on air, and publishes it. */
export function PublishDialog({ schedule, draft, action, onClose }: PublishDialogProps) {
  const { mutate: save, isPending: isSaving, error: saveFailure } = draft.save;
  const { isDirty } = draft;
  const triedVersion = useRef<number>(undefined);
  useEffect(() => {
    // Once when the dialog opens, and again on top of a newer version that was loaded since.
    if (!isDirty || triedVersion.current === schedule.draft_version) return;
    triedVersion.current = schedule.draft_version;
    save();
  }, [isDirty, save, schedule.draft_version]);
  const isFirst = !schedule.station.is_on_air_here;
  const isSaved = !isDirty && !isSaving;
  const publish = usePublish(schedule, onClose);
  const [note, setNote] = useState('');
  const isWaiting = schedule.station.waits_for_approval;
  const [goesLive, setGoesLive] = useState(schedule.station.status !== 'active' && !isWaiting);
  return (
    <Dialog
      title={isFirst ? 'Put on air' : 'Publish'}
      description={
        isFirst
          ? `Its stream begins about ${REVISION_LEAD_SECONDS} seconds after you publish.`
          : `Listeners hear it from the first end of a song at least ${REVISION_LEAD_SECONDS} seconds later.`
      }
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !publish.isPending) onClose();
      }}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={publish.isPending}
            busyText="Checking 60 days..."
            disabled={!isSaved}
            onClick={() => publish.mutate({ note, goesLive })}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isSaved ? <Changes stationId={schedule.station.id} isFirst={isFirst} /> : null}
        {isSaving ? <p className="text-muted">Saving the draft…</p> : null}
        <Field label="Note" hint="For the history, such as “Christmas hours”.">
          <TextInput
            value={note}
            onChange={({ target }) => setNote(target.value)}
            autoComplete="off"
          />
        </Field>
        {isWaiting ? (
          <Notice kind="neutral" title="The customer hears it first">
            We mail them, and you see the answer in your queue. Make the station live once they have
            said yes.
          </Notice>
        ) : null}
        {schedule.station.status === 'active' || isWaiting ? null : (
          <Checkbox
            label="Make the station live for listeners"
            hint="Its page opens, and the customer gets a mail."
            checked={goesLive}
            onChange={({ target }) => setGoesLive(target.checked)}
          />
        )}
        <Failure
          error={publish.error ?? saveFailure}
          stationId={schedule.station.id}
          onReload={() => {
            publish.reset();
            draft.save.reset();
          }}
        />
      </div>
    </Dialog>
  );
}

interface Publish {
  note: string;
  /** Opens the station’s page, too. */
  goesLive: boolean;
  /** Saves the draft first. */
  save?: () => Promise<StationSchedule>;
  /** It is published already, so its page is all that is left to open. */
  isPublished?: boolean;
}

/** Publishes the draft, and makes the station live if that is wanted. */
export function usePublish(schedule: StationSchedule, onDone: () => void) {
  const queries = useQueryClient();
  const { station } = schedule;
  return useMutation({
    mutationFn: async ({ note, goesLive, save, isPublished = false }: Publish) => {
      const { admin } = await openClient();
      const { draft_version, newest } = save ? await save() : schedule;
      if (!isPublished) {
        await admin.schedules.publish(station.id, {
          draft_version,
          newest: newest?.number ?? null,
          ...(note.trim() !== '' && { note }),
        });
      }
      if (!goesLive || station.status === 'active') return;
      const { etag } = await admin.customers.get(station.user_id);
      await admin.customers.change(station.user_id, etag, { station: { status: 'active' } });
    },
    async onSuccess() {
      toast({
        title: 'Published',
        description: `It is on air in about ${REVISION_LEAD_SECONDS} seconds, after the song that is running then.`,
        kind: 'good',
      });
      onDone();
      await Promise.all([invalidateSchedule(queries, station.id), invalidateAdmin(queries)]);
    },
  });
}

function Changes({ stationId, isFirst }: { stationId: string; isFirst: boolean }) {
  const { data, error } = useQuery({ ...changesQuery(stationId), enabled: !isFirst });
  if (isFirst) return null;
  if (error) return <Failure error={error} stationId={stationId} />;
  if (!data) return <p className="text-muted">Comparing with what is on air…</p>;
  if (data.changes.length === 0) {
    return <p className="text-muted">Nothing differs from what is on air.</p>;
  }
  return (
    <section aria-label="What changes">
      <h3 className="text-text">What changes</h3>
      <ul className="mt-1 list-disc ps-5">
        {data.changes.map(({ field, message }) => (
          <li key={`${field} ${message}`}>{message}</li>
        ))}
      </ul>
    </section>
  );
}

interface FailureProps {
  error: unknown;
  stationId: string;
  /** Forgets the failure. */
  onReload?: () => void;
}

/** Why it was not saved or published. After another admin's change the newest version can be loaded. */
export function Failure({ error, stationId, onReload }: FailureProps) {
  const queries = useQueryClient();
  if (!error) return null;
  const { title, detail, requestId } = describe(error);
  return (
    <div role="alert">
      <Notice kind="bad" title={title}>
        {detail}
        {hasCode(error, 'schedule_changed') ? (
          <>
            {' '}
            Your changes stay.
            <Button
              kind="secondary"
              size="small"
              className="mt-2 block"
              onClick={() => {
                onReload?.();
                void invalidateSchedule(queries, stationId);
              }}
            >
              Load the newest version
            </Button>
          </>
        ) : null}
        <RequestReference id={requestId} />
      </Notice>
    </div>
  );
}
