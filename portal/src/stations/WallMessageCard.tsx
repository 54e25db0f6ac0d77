import {
  MAX_WALL_MESSAGE_LENGTH,
  WALL_MESSAGE_TIMES,
} from '@stationhouse/platform-api/contract/stations/values';
import { RequestFailed, type Station } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { openClient } from '../api/client.ts';
import { stationQuery } from '../api/queries.ts';
import { BesidePreview } from '../ui/BesidePreview.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextArea, TextInput } from '../ui/TextInput.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { NotSaved, useDraft } from '../ui/use-draft.tsx';
import type { PreviewTrack } from './PreviewSong.tsx';
import { ScreenPreview } from './ScreenPreview.tsx';

type Message = NonNullable<Station['wall_message']>;

const NO_MESSAGE: Message = { text: '', shown: 'between_songs', from: null, until: null };

const SHOWN_WORDS: Record<Message['shown'], string> = {
  between_songs: 'Between songs',
  always: 'All the time',
};
const SHOWN = WALL_MESSAGE_TIMES.map((value) => ({ value, label: SHOWN_WORDS[value] }));

const isSame = (one: Message, other: Message): boolean =>
  one.text === other.text &&
  one.shown === other.shown &&
  one.from === other.from &&
  one.until === other.until;

interface WallMessageCardProps {
  station: Station;
  track: PreviewTrack;
  /** Below the preview. */
  children?: ReactNode;
}

/** The station's own line on its screens: the soup of the day, or who plays on Friday. */
export function WallMessageCard({ station, track, children }: WallMessageCardProps) {
  const saved = station.wall_message ?? NO_MESSAGE;
  const [changed, setChanged] = useDraft<Message>('wall-message');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const message = { ...saved, ...changed };
  const save = useSaveMessage(setErrors);
  const change = (values: Partial<Message>) => setChanged({ ...changed, ...values });
  async function send(next: Message | null): Promise<void> {
    try {
      await save.mutateAsync(next);
    } catch {
      // A toast or the field says why.
      return;
    }
    setChanged({});
  }
  const isChanged = !isSame(message, saved);
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  const left = MAX_WALL_MESSAGE_LENGTH - message.text.length;
  return (
    <Card
      title="Message on your screens"
      description="A line of your own beside the music on your TVs: the soup of the day, or who plays on Friday."
    >
      <BesidePreview
        preview={
          <div className="flex flex-col gap-5">
            <ScreenPreview station={station} message={message} track={track} />
            {children}
          </div>
        }
      >
        <Field
          label="Message"
          hint={`${left} ${left === 1 ? 'character' : 'characters'} left`}
          error={errors['wall_message.text']}
        >
          <TextArea
            value={message.text}
            rows={2}
            maxLength={MAX_WALL_MESSAGE_LENGTH}
            placeholder="Soup of the day: roast tomato and basil"
            onChange={({ target }) => change({ text: target.value })}
            className="min-h-20!"
          />
        </Field>
        <RadioGroup
          label="When to show it"
          choices={SHOWN}
          value={message.shown}
          onChange={(shown) => change({ shown })}
          className="max-sm:*:grid-flow-row"
        />
        <div>
          <div className="grid grid-cols-2 gap-3">
            <TimeField
              label="From"
              value={message.from}
              error={errors['wall_message.from']}
              onChange={(from) => change({ from })}
            />
            <TimeField
              label="Until"
              value={message.until}
              error={errors['wall_message.until']}
              onChange={(until) => change({ until })}
            />
          </div>
          <p className="mt-1.5 text-small text-muted">
            Leave both empty to show it all day.{' '}
            {station.zone === null
              ? 'Times are those of the screen’s own clock.'
              : `Times are in your station’s time zone, ${station.zone.replaceAll('_', ' ')}.`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={message.text.trim() === '' || !isChanged}
            busy={save.isPending}
            busyText="Saving..."
            onClick={() => void send(message)}
          >
            Save message
          </Button>
          {station.wall_message === null ? null : (
            <Button kind="quiet" disabled={save.isPending} onClick={() => void send(null)}>
              Remove message
            </Button>
          )}
          <NotSaved when={isChanged} />
        </div>
      </BesidePreview>
    </Card>
  );
}

interface TimeFieldProps {
  label: string;
  value: string | null;
  error: string | undefined;
  onChange: (time: string | null) => void;
}

function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <Field label={label} error={error}>
      <TextInput
        type="time"
        value={value ?? ''}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    </Field>
  );
}

function useSaveMessage(setErrors: (errors: Record<string, string>) => void) {
  const queries = useQueryClient();
  const { queryKey } = stationQuery;
  return useMutation({
    mutationFn: async (message: Message | null) =>
      (await openClient()).me.station.changeWallMessage(message),
    async onSuccess(station) {
      setErrors({});
      // A request under way would bring back the old message.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, station);
      toast({
        title: station.wall_message === null ? 'Message removed' : 'Message saved',
        description: 'Your screens change within ten seconds.',
        kind: 'good',
      });
    },
    onError(failure) {
      const faults = failure instanceof RequestFailed ? failure.errors : [];
      setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
      if (faults.length === 0) toastFailure('The message could not be saved')(failure);
    },
  });
}
