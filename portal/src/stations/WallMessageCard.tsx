import { paletteOf } from '@stationhouse/platform-api/contract/site/colours';
import {
  MAX_WALL_MESSAGE_LENGTH,
  WALL_MESSAGE_TIMES,
} from '@stationhouse/platform-api/contract/stations/values';
import { RequestFailed, type Station } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { stationQuery } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextArea, TextInput } from '../ui/TextInput.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';

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

/** The station's own line on its screens: the soup of the day, or who plays on Friday. */
export function WallMessageCard({ station }: { station: Station }) {
  const saved = station.wall_message ?? NO_MESSAGE;
  const [changed, setChanged] = useState<Partial<Message>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const message = { ...saved, ...changed };
  const save = useSaveMessage(setErrors);
  const change = (values: Partial<Message>) => setChanged({ ...changed, ...values });
  const send = (next: Message | null) => save.mutate(next, { onSuccess: () => setChanged({}) });
  const left = MAX_WALL_MESSAGE_LENGTH - message.text.length;
  return (
    <Card
      title="Message on your screens"
      description="A line of your own beside the music on your TVs: the soup of the day, or who plays on Friday."
    >
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
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
        </div>
        <ScreenPreview station={station} message={message} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={message.text.trim() === '' || isSame(message, saved)}
          busy={save.isPending}
          busyText="Saving..."
          onClick={() => send(message)}
        >
          Save message
        </Button>
        {station.wall_message === null ? null : (
          <Button kind="quiet" disabled={save.isPending} onClick={() => send(null)}>
            Remove message
          </Button>
        )}
      </div>
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

/** A TV with the message, in the station's colours. Its lengths are hundredths of its width, as on a real one. */
function ScreenPreview({ station, message }: { station: Station; message: Message }) {
  const isDark = station.theme !== 'light';
  const palette = paletteOf(station, isDark);
  const text = message.text.trim();
  const isBetween = message.shown === 'between_songs' && text !== '';
  const line = { borderColor: palette.primary };
  return (
    <div aria-hidden="true" className="flex min-w-0 flex-col gap-3">
      <p className="text-small font-semibold">Preview</p>
      <div className="rounded-card border-6 border-[#17122b] bg-[#17122b] shadow-float dark:border-line">
        <div className="@container">
          <div
            style={{ background: palette.paper, color: palette.ink }}
            className="flex aspect-video flex-col gap-[2.4cqw] overflow-hidden rounded-[4px] p-[4cqw]"
          >
            <div className="flex min-h-0 flex-1 gap-[4cqw]">
              <span
                style={{ background: palette.primary }}
                className="aspect-square h-full max-w-2/5 flex-none self-center rounded-[1cqw] opacity-85"
              />
              <div className="flex min-w-0 flex-1 flex-col">
                <div className="flex justify-between gap-[2cqw] text-[2.6cqw] leading-tight font-bold">
                  <span className="truncate">{station.station_name}</span>
                  <span className="tabular">12:05</span>
                </div>
                <div className="flex min-h-0 flex-1 flex-col justify-center">
                  {isBetween ? (
                    <p
                      dir="auto"
                      style={line}
                      className="line-clamp-6 border-s-[0.6cqw] ps-[2cqw] font-heading text-[4.4cqw] leading-tight font-bold wrap-anywhere"
                    >
                      {text}
                    </p>
                  ) : (
                    <>
                      <p className="truncate font-heading text-[5.6cqw] leading-tight font-bold">
                        Morning Counter
                      </p>
                      <p style={{ color: palette.muted }} className="truncate text-[2.8cqw]">
                        Stationhouse Ensemble
                      </p>
                    </>
                  )}
                </div>
                <span
                  style={{ color: palette.air }}
                  className="text-[2.4cqw] leading-tight font-bold tracking-wide"
                >
                  <span
                    style={{ background: palette.lamp }}
                    className="me-[1cqw] inline-block size-[1.6cqw] rounded-full"
                  />
                  LIVE
                </span>
              </div>
            </div>
            {text === '' || isBetween ? null : (
              <p
                dir="auto"
                style={{ ...line, background: palette.surface }}
                className="flex-none rounded-[0.5cqw] border-s-[0.6cqw] px-[2cqw] py-[1.2cqw] text-[2.8cqw] leading-snug wrap-anywhere"
              >
                {text}
              </p>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
