import { addLocation } from '@stationhouse/platform-api/contract/locations/calls';
import { LEAVE_PIN } from '@stationhouse/platform-api/contract/locations/values';
import type { Location } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { HoursRows, ORDINARY_HOURS, ZoneField } from '../ui/HoursFields.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { locationsQuery } from './queries.ts';

interface LocationFormProps {
  /** The one to change; null: a new one. */
  location: Location | null;
  /** The zone of a new one. */
  zone: string;
  onDone: (saved: Location) => void;
  onCancel?: (() => void) | undefined;
}

const OPEN_CHOICES = [
  { value: 'always', label: 'Always open' },
  { value: 'hours', label: 'At certain hours' },
];

/** The fields of a location. */
export function LocationForm({ location, zone, onDone, onCancel }: LocationFormProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: addLocation.body,
    defaultValues: {
      name: location?.name ?? '',
      address: location?.address ?? '',
      zone: location?.zone ?? zone,
      opening_hours: location?.opening_hours ?? null,
      leave_pin: location?.leave_pin ?? null,
    },
    failureTitle: 'Failed to save the location',
    async send(values) {
      const { locations } = (await openClient()).me;
      const saved = location
        ? await locations.change(location.id, values)
        : await locations.add(values);
      await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
      onDone(saved);
    },
  });
  return (
    <Form form={form} className="max-w-xl">
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="As you call it: High Street, the terrace"
      >
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="address" label="Address" hint="You may leave it empty">
        {({ value, ...field }) => (
          <TextInput {...field} value={value ?? ''} autoComplete="street-address" />
        )}
      </FormField>
      <Controller
        control={form.control}
        name="opening_hours"
        render={({ field: { value, onChange }, fieldState }) => (
          <div className="flex flex-col gap-4">
            <RadioGroup
              label="Opening hours"
              choices={OPEN_CHOICES}
              value={value ? 'hours' : 'always'}
              onChange={(chosen) => onChange(chosen === 'always' ? null : [ORDINARY_HOURS])}
            />
            <p className="-mt-2 text-small text-muted">
              While it is open it should play, and we tell you if it does not.
            </p>
            {value ? <HoursRows hours={value} onChange={onChange} least={1} /> : null}
            {fieldState.error ? (
              <p className="text-small font-medium text-bad">{fieldState.error.message}</p>
            ) : null}
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="zone"
        render={({ field: { value, onChange } }) => (
          <ZoneField zone={value ?? ''} onChange={onChange} />
        )}
      />
      <FormField
        form={form}
        name="leave_pin"
        label="PIN to leave the player"
        hint={`${LEAVE_PIN.min} to ${LEAVE_PIN.max} digits, so that it is not ended by mistake. You may leave it empty`}
      >
        {({ value, onChange, ...field }) => (
          <TextInput
            {...field}
            value={value ?? ''}
            inputMode="numeric"
            autoComplete="off"
            maxLength={LEAVE_PIN.max}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            className="max-w-40"
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isBusy} busyText="Saving...">
          {location ? 'Save' : 'Add location'}
        </Button>
        {onCancel ? (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
