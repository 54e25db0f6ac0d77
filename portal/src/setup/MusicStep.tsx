import {
  INDUSTRIES,
  INDUSTRY_WORDS,
  MAX_NEVER_PLAY,
} from '@stationhouse/platform-api/contract/setup/values';
import { MAX_LINE_LENGTH } from '@stationhouse/platform-api/contract/values';
import type { MusicWishes } from '@stationhouse/platform-api/contract/setup/music-wishes';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormField, FormPart } from '../ui/Form.tsx';
import { HoursRows, ZoneField } from '../ui/HoursFields.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { DayBar } from './DayBar.tsx';
import { MoodTiles } from './MoodTiles.tsx';
import type { SetupForm } from './use-setup-form.ts';

/** Your music: wishes, all of them optional. */
export function MusicStep({ form }: { form: SetupForm }) {
  return (
    <>
      <FormPart title="Your place">
        <FormField
          form={form}
          name="industry"
          label="Your kind of place"
          hint="Helps us choose music that fits"
          className="sm:max-w-96"
        >
          {({ value, onChange, ...field }) => (
            <Select
              {...field}
              choices={PLACES}
              value={value ?? ''}
              onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            />
          )}
        </FormField>
      </FormPart>
      <Controller
        control={form.control}
        name="music_wishes"
        render={({ field: { value, onChange }, fieldState }) => (
          <Wishes
            wishes={value}
            error={fieldState.error?.message}
            set={(changed) => onChange({ ...value, ...changed })}
          />
        )}
      />
    </>
  );
}

const PLACES = [
  { value: '', label: 'Something else' },
  ...INDUSTRIES.map((industry) => ({ value: industry, label: INDUSTRY_WORDS[industry] })),
];

interface WishesProps {
  wishes: MusicWishes;
  error: string | undefined;
  set: (changed: Partial<MusicWishes>) => void;
}

function Wishes({ wishes, error, set }: WishesProps) {
  return (
    <>
      <FormPart
        title="Your music"
        lead="Tell us what fits your place. Everything here is optional, and you can change it later."
      >
        <MoodTiles moods={wishes.moods} onChange={(moods) => set({ moods })} />
        <DayBar day={wishes.day} onChange={(day) => set({ day })} />
        <Field label="Who comes in?" error={error}>
          <TextInput
            value={wishes.guests ?? ''}
            onChange={({ target }) => set({ guests: target.value === '' ? null : target.value })}
            autoComplete="off"
            maxLength={MAX_LINE_LENGTH}
            placeholder="Parents with prams in the morning, students after two"
          />
        </Field>
      </FormPart>
      <FormPart
        title="Opening hours"
        lead="Announcements and radio IDs air only while you are open. The music never stops."
      >
        <ZoneField zone={wishes.zone ?? ''} onChange={(zone) => set({ zone })} />
        <HoursRows
          hours={wishes.opening_hours}
          onChange={(opening_hours) => set({ opening_hours })}
          least={0}
        />
      </FormPart>
      <FormPart title="What should never play">
        <NeverPlay names={wishes.never_play} onChange={(never_play) => set({ never_play })} />
        <RadioGroup
          label="Songs with explicit lyrics"
          choices={EXPLICIT_CHOICES}
          value={{ true: 'yes', false: 'no', null: '' }[`${wishes.explicit_songs}`]}
          onChange={(answer) => set({ explicit_songs: answer === 'yes' })}
        />
      </FormPart>
    </>
  );
}

const EXPLICIT_CHOICES = [
  { value: 'no', label: 'Never' },
  { value: 'yes', label: 'Fine with us' },
];

interface NeverPlayProps {
  names: readonly string[];
  onChange: (names: string[]) => void;
}

/** Artists and words, one chip each. Text that is still in the field counts when the field is left. */
function NeverPlay({ names, onChange }: NeverPlayProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isFull = names.length >= MAX_NEVER_PLAY;
  const add = (text: string) => {
    const added = text.split(',').map((name) => name.trim().slice(0, MAX_LINE_LENGTH));
    const all = new Set([...names, ...added.filter((name) => name !== '')]);
    if (all.size > names.length) onChange([...all].slice(0, MAX_NEVER_PLAY));
    setTyped('');
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Field
          label="Artists and words"
          hint={isFull ? `The list is full: ${MAX_NEVER_PLAY} is the most.` : undefined}
          className="flex-1"
        >
          <TextInput
            ref={input}
            value={typed}
            disabled={isFull}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter would submit the form.
              event.preventDefault();
              add(typed);
            }}
            onBlur={() => add(typed)}
            autoComplete="off"
            maxLength={MAX_LINE_LENGTH}
            placeholder="An artist, or a word in a title"
          />
        </Field>
        <Button
          kind="secondary"
          onClick={() => {
            add(typed);
            input.current?.focus();
          }}
        >
          Add
        </Button>
      </div>
      {names.length > 0 ? (
        <ul aria-label="Never played" className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li
              key={name}
              className="flex min-h-9 max-w-full items-center rounded-full bg-sunken ps-3.5 text-small"
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  onChange(names.filter((each) => each !== name));
                  input.current?.focus();
                }}
                className="grid size-9 flex-none cursor-pointer place-items-center rounded-full text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
