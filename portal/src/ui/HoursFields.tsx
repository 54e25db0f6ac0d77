import {
  MAX_OPENING_HOURS,
  WEEKDAYS,
  type Weekday,
} from '@stationhouse/platform-api/contract/schedule/values';
import { dayName } from '@stationhouse/platform-api/contract/schedule/weekdays';
import X from 'lucide-react/icons/x';
import { Button } from './Button.tsx';
import { Combobox } from './Combobox.tsx';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

interface DayChoiceProps {
  days: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
}

/** Days of the week to tick, in order. */
export function DayChoice({ days, onChange }: DayChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-semibold">Days</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className="control flex min-h-10! w-auto! cursor-pointer items-center px-3! py-1! text-small has-checked:border-primary has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={days.includes(day)}
              onChange={({ target }) =>
                onChange(
                  WEEKDAYS.filter((each) => (each === day ? target.checked : days.includes(each))),
                )
              }
            />
            {dayName(day)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const zoneChoice = (value: string) => ({
  value,
  label: value.replaceAll('_', ' '),
  otherNames: [value.split('/').at(-1)?.replaceAll('_', ' ') ?? value],
});

/** Read once: the list is long, and a form draws it at every keystroke. */
let zones: ReturnType<typeof zoneChoice>[] | undefined;

function choicesWith(zone: string) {
  zones ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map(zoneChoice);
  const isKnown = zone === '' || zones.some(({ value }) => value === zone);
  return isKnown ? zones : [zoneChoice(zone), ...zones];
}

interface ZoneFieldProps {
  /** '' for none. */
  zone: string;
  onChange: (zone: string) => void;
}

/** An IANA time zone, found by the name of its city. */
export function ZoneField({ zone, onChange }: ZoneFieldProps) {
  return (
    <Field label="Time zone">
      <Combobox
        value={zone}
        onChange={(chosen) => {
          if (chosen !== '') onChange(chosen);
        }}
        choices={choicesWith(zone)}
        autoComplete="off"
        placeholder="Type to search"
      />
    </Field>
  );
}

interface Hours {
  days: Weekday[];
  from: string;
  to: string;
}

/** A shop’s usual hours. */
export const ORDINARY_HOURS: Hours = { days: [...WEEKDAYS], from: '09:00', to: '18:00' };

interface HoursRowsProps {
  hours: readonly Hours[];
  onChange: (hours: Hours[]) => void;
  /** The fewest rows that stay. */
  least: 0 | 1;
}

/** Opening hours: rows of days with a beginning and an end. */
export function HoursRows({ hours, onChange, least }: HoursRowsProps) {
  const change = (index: number, changed: Partial<Hours>) =>
    onChange(hours.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  return (
    <>
      {hours.map((each, index) => (
        <div
          // Hours have no id of their own.
          key={`${index} ${hours.length}`}
          className="flex flex-col gap-3 border-t border-line pt-4"
        >
          <DayChoice
            days={each.days}
            onChange={(days) => {
              // The last day stays: hours on no day are no hours.
              if (days.length > 0) change(index, { days });
            }}
          />
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
            <Field label="From">
              <TextInput
                type="time"
                value={each.from}
                onChange={({ target }) => {
                  if (target.value !== '') change(index, { from: target.value });
                }}
              />
            </Field>
            <Field label="To">
              <TextInput
                type="time"
                value={each.to === '24:00' ? '00:00' : each.to}
                onChange={({ target }) => {
                  if (target.value !== '') change(index, { to: target.value });
                }}
              />
            </Field>
            {hours.length > least ? (
              <Button
                kind="quiet"
                size="small"
                className="justify-self-start max-sm:-ms-3"
                aria-label={`Remove ${each.from} to ${each.to}`}
                onClick={() => onChange(hours.filter((_, at) => at !== index))}
              >
                <X aria-hidden="true" />
                <span className="sm:hidden">Remove</span>
              </Button>
            ) : null}
          </div>
        </div>
      ))}
      {hours.length < MAX_OPENING_HOURS ? (
        <Button
          kind="secondary"
          size="small"
          className="self-start"
          onClick={() => onChange([...hours, ORDINARY_HOURS])}
        >
          Add hours
        </Button>
      ) : null}
    </>
  );
}
