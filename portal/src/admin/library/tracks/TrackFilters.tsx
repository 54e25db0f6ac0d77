import type { TracksQuery } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../ui/Field.tsx';
import { Select, type Choice } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { FilterBar } from '../../FilterBar.tsx';
import { useDebouncedInput } from '../../customers/use-debounced-input.ts';
import { tagsQuery } from './queries.ts';
import type { TrackFilter, TrackList } from './use-track-list.ts';

const ANY = { value: '', label: 'Any' };
const ENERGIES: Choice[] = [
  ANY,
  { value: '1-1', label: '1 (calm)' },
  { value: '1-2', label: '1 to 2' },
  { value: '1-3', label: '1 to 3' },
  { value: '2-4', label: '2 to 4' },
  { value: '3-5', label: '3 to 5' },
  { value: '4-5', label: '4 to 5' },
  { value: '5-5', label: '5 (lively)' },
];
const SHOWN: Choice[] = [
  { value: '', label: 'In use' },
  { value: 'retired', label: 'Retired' },
  { value: 'explicit', label: 'Explicit' },
  { value: 'clean', label: 'Not explicit' },
  { value: 'incomplete', label: 'Incomplete for reports' },
  { value: 'isrc', label: 'Without ISRC' },
  { value: 'label', label: 'Without label' },
  { value: 'composer', label: 'Without composer' },
  { value: 'system', label: 'System' },
];

/** The filters behind each choice of 'Show'. */
const SHOWN_FILTERS: Readonly<Record<string, Partial<Record<TrackFilter, string>>>> = {
  retired: { is_retired: 'true' },
  explicit: { is_explicit: 'true' },
  clean: { is_explicit: 'false' },
  incomplete: { missing: 'any' },
  isrc: { missing: 'isrc' },
  label: { missing: 'label' },
  composer: { missing: 'composer' },
  system: { is_system: 'true' },
};

const ORDERS: Choice[] = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'created_at asc', label: 'Oldest first' },
  { value: 'title asc', label: 'Title' },
  { value: 'artist asc', label: 'Artist' },
  { value: 'duration_seconds asc', label: 'Shortest first' },
  { value: 'duration_seconds desc', label: 'Longest first' },
];

/** Search and filters for the music. */
export const TrackFilters = ({ list }: { list: TrackList }) => (
  <FilterBar
    label="Tracks"
    search={list.values.search ?? ''}
    onSearch={(search) => list.filter({ search }, { replace: true })}
    placeholder="Title, artist, album, ISRC, genre or mood"
    className="sm:grid-cols-4"
  >
    <Filters list={list} />
  </FilterBar>
);

/** The choices of a tag. A value that no track has any more stays visible while it is chosen. */
function choicesOf(
  values: readonly { value: string; tracks: number }[] | undefined,
  chosen = '',
): Choice[] {
  const known = (values ?? []).map(({ value, tracks }) => ({
    value,
    label: `${value} (${tracks.toLocaleString('en-GB')})`,
  }));
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return [ANY, ...(isKnown ? [] : [{ value: chosen, label: chosen }]), ...known];
}

function Filters({ list: { values, filter } }: { list: TrackList }) {
  const { data: tags } = useQuery(tagsQuery);
  const tag = (label: string, name: 'genre' | 'mood' | 'language', choices: Choice[]) => (
    <Field label={label}>
      <Select
        choices={choices}
        value={values[name] ?? ''}
        onChange={({ target }) => filter({ [name]: target.value })}
      />
    </Field>
  );
  const energy = values.energy_from ? `${values.energy_from}-${values.energy_to ?? 5}` : '';
  const shown = Object.entries(SHOWN_FILTERS).find(([, filters]) =>
    Object.entries(filters).every(([name, value]) => values[name as TrackFilter] === value),
  );
  return (
    <>
      {tag('Genre', 'genre', choicesOf(tags?.genres, values.genre))}
      {tag('Mood', 'mood', choicesOf(tags?.moods, values.mood))}
      {tag('Language', 'language', choicesOf(tags?.languages, values.language))}
      <Field label="Energy">
        <Select
          choices={ENERGIES}
          value={energy}
          onChange={({ target }) => {
            const [energy_from = '', energy_to = ''] = target.value.split('-');
            filter({ energy_from, energy_to });
          }}
        />
      </Field>
      <YearField label="Year from" name="year_from" values={values} filter={filter} />
      <YearField label="Year to" name="year_to" values={values} filter={filter} />
      <Field label="Added from">
        <TextInput
          type="date"
          max="9999-12-31"
          value={values.added_from ?? ''}
          onChange={({ target }) => filter({ added_from: target.value }, { replace: true })}
        />
      </Field>
      <Field label="Show">
        <Select
          choices={SHOWN}
          value={shown?.[0] ?? ''}
          onChange={({ target }) =>
            filter({
              is_retired: '',
              is_explicit: '',
              missing: '',
              is_system: '',
              ...SHOWN_FILTERS[target.value],
            })
          }
        />
      </Field>
    </>
  );
}

/** The order of the list, to stand above it. */
export function TrackOrder({ list: { values, filter } }: { list: TrackList }) {
  const { sort = 'created_at', order = 'desc' }: TracksQuery = values as TracksQuery;
  return (
    <Select
      aria-label="Sorted by"
      choices={ORDERS}
      value={`${sort} ${order}`}
      onChange={({ target }) => {
        const [by = '', way = ''] = target.value.split(' ');
        filter({ sort: by, order: way });
      }}
      className="w-42 flex-none"
    />
  );
}

interface YearFieldProps extends Pick<TrackList, 'values' | 'filter'> {
  label: string;
  name: 'year_from' | 'year_to';
}

/** A year is a filter once it has four digits. */
function YearField({ label, name, values, filter }: YearFieldProps) {
  const year = useDebouncedInput(values[name] ?? '', (typed) => {
    if (typed === '' || /^\d{4}$/.test(typed)) filter({ [name]: typed }, { replace: true });
  });
  return (
    <Field label={label}>
      <TextInput
        inputMode="numeric"
        maxLength={4}
        value={year.value}
        onChange={({ target }) => year.onChange(target.value)}
        onBlur={() => year.flush(year.value)}
      />
    </Field>
  );
}
