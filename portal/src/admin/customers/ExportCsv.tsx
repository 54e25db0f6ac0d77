import type { CustomerFilters } from '@stationhouse/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** All customers that are looked at, on every page, as a file for a spreadsheet. */
export function ExportCsv({ filters }: { filters: CustomerFilters }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).admin.customers.csv(filters),
    // Somebody waits: without a network it is told at once.
    networkMode: 'always',
    onSuccess: (file) => saveFile(`customers-${new Date().toISOString().slice(0, 10)}.csv`, file),
    onError: toastFailure('Failed to export the customers'),
  });
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isPending}
      busyText="Exporting..."
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}
