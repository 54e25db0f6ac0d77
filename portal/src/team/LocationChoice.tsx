import type { Location } from '@stationhouse/sdk/client';
import { Checkbox } from '../ui/Checkbox.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';

interface LocationChoiceProps {
  locations: readonly Location[];
  /** The ids of the locations that staff work for; null: all. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  error?: string | undefined;
}

const CHOICES = [
  { value: 'all', label: 'All locations' },
  { value: 'some', label: 'Some locations' },
] as const;

/** The locations that staff work for. A business without locations has no choice. */
export function LocationChoice({ locations, value, onChange, error }: LocationChoiceProps) {
  if (locations.length === 0) return null;
  const toggle = (id: string) =>
    onChange(value?.includes(id) ? value.filter((one) => one !== id) : [...(value ?? []), id]);
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label="Where"
        choices={CHOICES}
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      />
      {value === null ? null : (
        <fieldset className="min-w-0">
          <legend className="sr-only">Locations</legend>
          <p className="text-small text-muted">
            They see what is on air and whether these locations play, and make announcements there.
            Skips and pauses are heard everywhere, so they are for staff of all locations.
          </p>
          <div className="mt-1 grid max-h-64 gap-x-6 overflow-y-auto sm:grid-cols-2">
            {locations.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={value.includes(id)}
                onChange={() => toggle(id)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <p role="alert" className="text-small font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}
