import type { Announcement } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { business } from '../api/business.ts';
import { locationsQuery } from '../locations/queries.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';

interface WhereFieldsProps {
  /** The chosen locations; null: everywhere. */
  where: readonly string[] | null;
  error: string | undefined;
  onChange: (where: readonly string[] | null) => void;
}

const CHOICES = [
  { value: 'everywhere', label: 'Everywhere' },
  { value: 'some', label: 'Some locations' },
];

/** The only locations at which the user may announce; null: everywhere. */
export const ownLocations: readonly string[] | null = business?.location_ids ?? null;

/** Whether the user may change an announcement: staff of some locations only those that air there alone. */
export const isOwnAnnouncement = ({ location_ids }: Pick<Announcement, 'location_ids'>): boolean =>
  ownLocations === null || (location_ids ?? ['']).every((id) => ownLocations.includes(id));

/** Where an announcement airs. Members without locations are not asked. */
export function WhereFields({ where, error, onChange }: WhereFieldsProps) {
  const { data } = useQuery(locationsQuery);
  if (!data || data.data.length === 0) return null;
  const isLimited = ownLocations !== null;
  return (
    <div className="flex flex-col gap-3">
      {isLimited ? null : (
        <RadioGroup
          label="Where"
          choices={CHOICES}
          value={where === null ? 'everywhere' : 'some'}
          onChange={(chosen) => onChange(chosen === 'some' ? [] : null)}
          className="max-w-md"
        />
      )}
      {where === null ? null : (
        <fieldset className="min-w-0">
          <legend className={isLimited ? 'text-small font-semibold' : 'sr-only'}>
            {isLimited ? 'Where' : 'Locations'}
          </legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {data.data.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={where.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...where, id] : where.filter((one) => one !== id))
                }
              />
            ))}
          </div>
          <p className="text-small text-muted">
            It is heard over the music, which continues quietly. The other locations hear the music
            alone.
          </p>
        </fieldset>
      )}
      {error === undefined ? null : (
        <p role="alert" className="text-small font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** The locations of an announcement in words. Empty: everywhere. */
export function useLocationNames(ids: readonly string[] | null): string {
  const { data } = useQuery({ ...locationsQuery, enabled: ids !== null });
  if (ids === null) return '';
  const names = (data?.data ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'At locations that were removed' : `Only at ${names.join(', ')}`;
}
