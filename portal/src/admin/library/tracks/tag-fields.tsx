import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../../ui/Select.tsx';
import { tagsQuery } from './queries.ts';

/** The labels of tags. */
export const TAG_NAMES = {
  title: 'Title',
  artist: 'Artist',
  album: 'Album',
  year: 'Year',
  isrc: 'ISRC',
  label: 'Label',
  composer: 'Composer',
  genre: 'Genre',
  mood: 'Mood',
  energy: 'Energy',
  tempo_bpm: 'Tempo (BPM)',
  language: 'Language',
  is_explicit: 'Explicit',
  notes: 'Notes',
} as const;

export const ENERGY_CHOICES: readonly Choice[] = [
  { value: '', label: 'Not set' },
  { value: '1', label: '1 (calm)' },
  { value: '2', label: '2' },
  { value: '3', label: '3' },
  { value: '4', label: '4' },
  { value: '5', label: '5 (lively)' },
];

export const NO_OR_YES: readonly Choice[] = [
  { value: 'false', label: 'No' },
  { value: 'true', label: 'Yes' },
];

const SUGGESTED = {
  genre: 'genres',
  mood: 'moods',
  language: 'languages',
  label: 'labels',
} as const;

/** The id of the values that are offered for a tag; undefined for tags without any. */
export const suggestionsId = (field: string): string | undefined =>
  field in SUGGESTED ? `suggested-${field}` : undefined;

/** The values in use, for the text fields of a form. */
export function TagSuggestions() {
  const { data } = useQuery(tagsQuery);
  return Object.entries(SUGGESTED).map(([field, list]) => (
    <datalist key={field} id={suggestionsId(field)}>
      {data?.[list].map(({ value }) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  ));
}
