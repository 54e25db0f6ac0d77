import { ANNOUNCEMENT_MINUTES } from '@stationhouse/platform-api/contract/schedule/values';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DayChoice } from '../ui/HoursFields.tsx';
import { Field } from '../ui/Field.tsx';
import { NumberInput } from '../ui/NumberInput.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import type { When } from './when.ts';

interface WhenFieldsProps {
  when: When;
  /** Announcements that the package has in an hour. */
  anHour: number;
  zone: string;
  /** Messages of the API by field: 'when.at'. */
  errors: Readonly<Record<string, string>>;
  onChange: (when: When) => void;
}

const CHOICES = [
  { value: 'now', label: 'After this song' },
  { value: 'over_this_song', label: 'Over this song' },
  { value: 'at', label: 'At a time' },
  { value: 'every', label: 'Again and again' },
] as const;

const MINUTES_AN_HOUR = 60;

/** When an announcement airs. */
export function WhenFields({ when, anHour, zone, errors, onChange }: WhenFieldsProps) {
  const change = (values: Partial<When>) => onChange({ ...when, ...values });
  const input = (name: 'at' | 'from' | 'to' | 'first_day' | 'last_day', type: string) => (
    <TextInput
      type={type}
      value={when[name]}
      autoComplete="off"
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  const least = Math.max(ANNOUNCEMENT_MINUTES.min, Math.ceil(MINUTES_AN_HOUR / anHour));
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label="When"
        choices={CHOICES}
        value={when.kind}
        onChange={(kind) => change({ kind })}
        className="max-w-3xl max-md:*:grid-flow-row"
      />
      {when.kind === 'at' ? (
        <Field
          label="Day and time"
          hint={`In your station’s time zone, ${zone.replaceAll('_', ' ')}.`}
          error={errors['when.at']}
          className="max-w-xs"
        >
          {input('at', 'datetime-local')}
        </Field>
      ) : null}
      {when.kind === 'every' ? (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="Every" error={errors['when.minutes']}>
              <NumberInput
                label="Every"
                value={when.minutes}
                onChange={(minutes) => change({ minutes })}
                bounds={{ min: least, max: ANNOUNCEMENT_MINUTES.max }}
                fallback={30}
                unit={{ one: 'minute', many: 'minutes' }}
              />
            </Field>
            <Field label="From" error={errors['when.from']}>
              {input('from', 'time')}
            </Field>
            <Field label="Until" error={errors['when.to']}>
              {input('to', 'time')}
            </Field>
          </div>
          <DayChoice days={when.days} onChange={(days) => change({ days })} />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="First day" error={errors['when.first_day']}>
              {input('first_day', 'date')}
            </Field>
            <Field label="Last day" error={errors['when.last_day']}>
              {input('last_day', 'date')}
            </Field>
          </div>
          {errors['when.days'] === undefined ? null : (
            <p role="alert" className="text-small font-medium text-bad">
              {errors['when.days']}
            </p>
          )}
        </>
      ) : null}
      {when.kind === 'at' || when.kind === 'every' ? (
        <OverMusic kind={when.kind} when={when} onChange={change} />
      ) : null}
    </div>
  );
}

interface OverMusicProps {
  kind: keyof When['over_music'];
  when: When;
  onChange: (values: Partial<When>) => void;
}

function OverMusic({ kind, when, onChange }: OverMusicProps) {
  return (
    <Checkbox
      label="Over the music"
      hint="It airs at its very minute, and the song continues quietly under it. Without this it waits for the end of the song."
      checked={when.over_music[kind]}
      onChange={({ currentTarget }) =>
        onChange({ over_music: { ...when.over_music, [kind]: currentTarget.checked } })
      }
    />
  );
}
