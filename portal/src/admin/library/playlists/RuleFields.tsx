import type { PlaylistRule } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { tagsQuery } from '../tracks/queries.ts';
import { ENERGY_CHOICES } from '../tracks/tag-fields.tsx';

interface RuleFieldsProps {
  rule: PlaylistRule;
  onChange: (rule: PlaylistRule) => void;
}

/** The conditions of a rule. An empty one admits all tracks. */
export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const { data: tags } = useQuery(tagsQuery);
  /** Sets a condition; undefined and nothing remove it. */
  function set<Name extends keyof PlaylistRule>(name: Name, value: PlaylistRule[Name]): void {
    const { [name]: _, ...others } = rule;
    const isEmpty =
      value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    onChange(isEmpty ? (others as PlaylistRule) : { ...others, [name]: value });
  }
  const energy = (label: string, name: 'energy_from' | 'energy_to') => (
    <Field label={label}>
      <Select
        choices={[{ value: '', label: 'Any' }, ...ENERGY_CHOICES.slice(1)]}
        value={String(rule[name] ?? '')}
        onChange={({ target }) => set(name, target.value === '' ? undefined : Number(target.value))}
      />
    </Field>
  );
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))]">
      <TagsField
        label="Genres"
        offered={tags?.genres}
        values={rule.genres}
        onChange={(values) => set('genres', values)}
      />
      <TagsField
        label="Moods"
        offered={tags?.moods}
        values={rule.moods}
        onChange={(values) => set('moods', values)}
      />
      <TagsField
        label="Languages"
        offered={tags?.languages}
        values={rule.languages}
        onChange={(values) => set('languages', values)}
      />
      <Field label="Words">
        <TextInput
          value={rule.search ?? ''}
          onChange={({ target }) => set('search', target.value)}
          placeholder="Of title, artist or album"
          autoComplete="off"
        />
      </Field>
      {energy('Energy from', 'energy_from')}
      {energy('Energy to', 'energy_to')}
      <YearField
        label="Year from"
        value={rule.year_from}
        onChange={(year) => set('year_from', year)}
      />
      <YearField label="Year to" value={rule.year_to} onChange={(year) => set('year_to', year)} />
      <Field label="Added from">
        <TextInput
          type="date"
          max="9999-12-31"
          value={rule.added_from ?? ''}
          onChange={({ target }) => set('added_from', target.value)}
        />
      </Field>
      <Checkbox
        label="Leave out explicit tracks"
        className="self-end"
        checked={rule.is_explicit === false}
        onChange={({ target }) => set('is_explicit', target.checked ? false : undefined)}
      />
    </div>
  );
}

interface YearFieldProps {
  label: string;
  value: number | undefined;
  onChange: (year: number | undefined) => void;
}

/** A year is a condition once it has four digits. */
function YearField({ label, value, onChange }: YearFieldProps) {
  const [typed, setTyped] = useState(String(value ?? ''));
  const [known, setKnown] = useState(value);
  // Follows changes from elsewhere, such as 'Undo changes'.
  if (known !== value) {
    setKnown(value);
    if (value !== undefined || typed.length === 4) setTyped(String(value ?? ''));
  }
  return (
    <Field label={label}>
      <TextInput
        inputMode="numeric"
        maxLength={4}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          const isYear = /^\d{4}$/.test(target.value) && Number(target.value) >= 1000;
          if (isYear) onChange(Number(target.value));
          else if (target.value === '') onChange(undefined);
        }}
        autoComplete="off"
      />
    </Field>
  );
}

interface TagsFieldProps {
  label: string;
  offered: readonly { value: string; tracks: number }[] | undefined;
  values: readonly string[] | undefined;
  onChange: (values: string[]) => void;
}

/** Several values of a tag. */
function TagsField({ label, offered = [], values = [], onChange }: TagsFieldProps) {
  const left = offered.filter(({ value }) => !values.includes(value));
  return (
    <div className="flex flex-col gap-2">
      <Field label={label}>
        <Select
          choices={[
            { value: '', label: values.length === 0 ? 'Any' : 'Add another' },
            ...left.map(({ value, tracks }) => ({
              value,
              label: `${value} (${tracks.toLocaleString('en-GB')})`,
            })),
          ]}
          value=""
          onChange={({ target }) => onChange([...values, target.value])}
        />
      </Field>
      {values.length === 0 ? null : (
        <ul aria-label={`Chosen ${label.toLowerCase()}`} className="flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => onChange(values.filter((each) => each !== value))}
                className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full bg-sunken px-3 text-small font-semibold hover:bg-line"
              >
                {value}
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
