import {
  MAX_PAUSE_TEXT_LENGTH,
  PAUSE_MESSAGE_MINUTES,
} from '@stationhouse/platform-api/contract/schedule/values';
import { RequestFailed, type Announcement, type StationPause } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { dateAfter, dateIn, localMoment } from '../programme/zone-times.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { announcementsQuery, pausesQuery, useRefresh } from './queries.ts';
import { momentInWords } from './time-words.ts';

const SILENCE = { value: '', label: 'Silence' };

/** Closing the station for holidays, and when it is closed. */
export function Pauses() {
  const { data, dataUpdatedAt } = useQuery(pausesQuery);
  const [isOpen, setOpen] = useState(false);
  if (!data || data.zone === null) return null;
  const { data: pauses, zone } = data;
  return (
    <Card
      title="Closed for holidays"
      description="Music, radio IDs and announcements rest. Your page and players say when you are back."
      aside={
        isOpen ? undefined : (
          <Button kind="secondary" size="small" onClick={() => setOpen(true)}>
            Plan a pause
          </Button>
        )
      }
    >
      {isOpen ? <PauseForm zone={zone} pause={null} onDone={() => setOpen(false)} /> : null}
      {pauses.length === 0 ? (
        isOpen ? null : (
          <p className="text-muted">No pause is planned.</p>
        )
      ) : (
        <ul className="flex flex-col">
          {pauses.map((pause) => (
            <Item key={pause.id} pause={pause} zone={zone} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ItemProps {
  pause: StationPause;
  zone: string;
  now: number;
}

function Item({ pause, zone, now }: ItemProps) {
  const { id, from, until, message, spoken, is_running } = pause;
  const refresh = useRefreshPauses();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await (await openClient()).me.station.pauses.end(id).catch(ignoreNotFound);
    },
    onSuccess: () => {
      if (is_running) {
        toast({
          title: 'Open again',
          description: 'Your programme is back in a moment.',
          kind: 'good',
        });
      }
    },
    onError: toastFailure('The pause was not changed'),
    onSettled: refresh,
  });
  const [isEditing, setEditing] = useState(false);
  const when = `${momentInWords(from, zone, now)} to ${momentInWords(until, zone, now)}`;
  if (isEditing) {
    return (
      <li aria-label={when} className="border-b border-line py-3 last:border-0">
        <PauseForm zone={zone} pause={pause} onDone={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li
      aria-label={when}
      className="flex flex-wrap items-center gap-x-2 sm:gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="tabular font-semibold">{when}</p>
        <p className="text-small text-muted wrap-anywhere">
          {spoken === null ? 'Silence' : `“${spoken}” every ${PAUSE_MESSAGE_MINUTES} minutes`}
          {message === null ? '' : `. On your page: ${message}`}
        </p>
      </div>
      <Badge kind={is_running ? 'bad' : 'waiting'}>{is_running ? 'Closed now' : 'Planned'}</Badge>
      <Button kind="secondary" size="small" onClick={() => setEditing(true)}>
        Change<span className="sr-only"> the pause {when}</span>
      </Button>
      <Button kind="secondary" size="small" busy={isPending} onClick={() => mutate()}>
        {is_running ? (
          'Open again'
        ) : (
          <>
            Remove<span className="sr-only"> the pause {when}</span>
          </>
        )}
      </Button>
    </li>
  );
}

/** A pause changes when announcements air. */
function useRefreshPauses(): () => Promise<void> {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return async () => {
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: pausesQuery.queryKey })]);
  };
}

interface PauseFormProps {
  zone: string;
  /** The one to change; null: a new one. */
  pause: StationPause | null;
  onDone: () => void;
}

const canSpeak = ({ sound }: Announcement): boolean => sound.state === 'ready';

function PauseForm({ zone, pause, onDone }: PauseFormProps) {
  const { data } = useQuery(announcementsQuery);
  const [initial] = useState(() =>
    pause ? valuesOf(pause, zone) : startingPause(zone, Date.now()),
  );
  const [values, setValues] = useState(initial);
  const hasBegun = pause?.is_running ?? false;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const refresh = useRefreshPauses();
  const change = (more: Partial<typeof values>) => {
    setValues({ ...values, ...more });
    setErrors({});
  };
  const save = useMutation({
    async mutationFn() {
      const { from, until, message, announcement_id } = values;
      const { pauses } = (await openClient()).me.station;
      if (pause) return pauses.change(pause.id, changedValues(initial, values));
      return pauses.add({
        from,
        until,
        ...(message.trim() !== '' && { message }),
        ...(announcement_id !== '' && { announcement_id }),
      });
    },
    async onSuccess({ from, until }) {
      const [begins, ends] = [from, until].map((time) => momentInWords(time, zone, Date.now()));
      toast({
        title: pause ? 'Pause changed' : 'Pause planned',
        description: `Closed from ${begins} until ${ends}.`,
        kind: 'good',
      });
      onDone();
      await refresh();
    },
    onError(failure) {
      const faults = failure instanceof RequestFailed ? failure.errors : [];
      setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
      if (faults.length === 0)
        toastFailure(pause ? 'The pause was not changed' : 'The pause was not planned')(failure);
    },
  });
  const spoken = (data?.data ?? []).filter(canSpeak);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Closed from" error={errors['from']}>
          <TextInput
            type="datetime-local"
            value={values.from}
            disabled={hasBegun}
            autoComplete="off"
            onChange={({ target }) => change({ from: target.value })}
          />
        </Field>
        <Field
          label="Open again"
          hint={`In your station’s time zone, ${zone.replaceAll('_', ' ')}.`}
          error={errors['until']}
        >
          <TextInput
            type="datetime-local"
            value={values.until}
            autoComplete="off"
            onChange={({ target }) => change({ until: target.value })}
          />
        </Field>
      </div>
      <Field
        label="Words on your page"
        hint="Shown below “Closed until”. You may leave it empty."
        error={errors['message']}
      >
        <TextInput
          value={values.message}
          maxLength={MAX_PAUSE_TEXT_LENGTH}
          placeholder="Merry Christmas. We are back on the 28th."
          onChange={({ target }) => change({ message: target.value })}
        />
      </Field>
      <Field
        label="What listeners hear"
        hint={
          spoken.length === 0
            ? 'To have a message heard, make an announcement first.'
            : `An announcement is heard at the start and every ${PAUSE_MESSAGE_MINUTES} minutes.`
        }
        error={errors['announcement_id']}
        className="max-w-md"
      >
        <Select
          choices={[SILENCE, ...choicesOf(spoken, pause)]}
          value={values.announcement_id}
          disabled={hasBegun}
          onChange={({ currentTarget }) => change({ announcement_id: currentTarget.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} busyText={pause ? 'Saving...' : 'Planning...'}>
          {pause ? 'Save' : 'Close for this time'}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The announcements to choose from, with the one of the pause, which may be deleted since. */
function choicesOf(spoken: readonly Announcement[], pause: StationPause | null) {
  const choices = spoken.map(({ id, title }) => ({ value: id, label: title }));
  const own = pause?.announcement_id ?? null;
  if (own === null || choices.some(({ value }) => value === own)) return choices;
  return [...choices, { value: own, label: pause?.spoken ?? 'A message' }];
}

type Values = ReturnType<typeof startingPause>;

const valuesOf = (
  { from, until, message, announcement_id }: StationPause,
  zone: string,
): Values => ({
  from: localMoment(zone, from),
  until: localMoment(zone, until),
  message: message ?? '',
  announcement_id: announcement_id ?? '',
});

/** Only the fields that differ: the rest may be fixed by now. */
function changedValues(before: Values, after: Values) {
  const { from, until, message, announcement_id } = after;
  return {
    ...(from !== before.from && { from }),
    ...(until !== before.until && { until }),
    ...(message !== before.message && { message }),
    ...(announcement_id !== before.announcement_id && { announcement_id: announcement_id || null }),
  };
}

/** All of tomorrow. */
function startingPause(zone: string, now: number) {
  const tomorrow = dateAfter(dateIn(zone, now), 1);
  return {
    from: `${tomorrow}T00:00`,
    until: `${dateAfter(tomorrow, 1)}T00:00`,
    message: '',
    announcement_id: '',
  };
}
