import { SILENCE_MINUTES } from '@stationhouse/platform-api/contract/locations/values';
import type { LocationList } from './queries.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { locationsQuery } from './queries.ts';

type Way = LocationList['alerts_by'];

const WAYS: { value: Way; label: string }[] = [
  { value: 'email', label: 'By email' },
  { value: 'text', label: 'By text message' },
  { value: 'none', label: 'Not at all' },
];

/** How the user is told of silences. */
export function AlertsChoice({ way }: { way: Way }) {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (chosen: Way) => (await openClient()).me.locations.setAlerts(chosen),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
      toast({ title: 'Saved', kind: 'good' });
    },
    onError: toastFailure('Your choice was not saved'),
  });
  return (
    <Field
      label="Tell me when a location is silent"
      hint={`After ${SILENCE_MINUTES} minutes without sound while it is open, and when it plays again.`}
      className="max-w-sm"
    >
      <Select
        choices={WAYS}
        value={isPending ? variables : way}
        disabled={isPending}
        onChange={({ currentTarget }) => {
          const chosen = WAYS.find(({ value }) => value === currentTarget.value);
          if (chosen) mutate(chosen.value);
        }}
      />
    </Field>
  );
}
