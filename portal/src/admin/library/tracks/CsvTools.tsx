import type { TracksQuery } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ChangeEvent } from 'react';
import { openClient } from '../../../api/client.ts';
import { hasCode, isRefusal } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary } from './queries.ts';

/** Why corrections were refused. */
interface Refusal {
  detail: string;
  lines: readonly { field: string; message: string }[];
}

/** Exports the tags of the filtered tracks as CSV, and applies an edited file. */
export function CsvTools({ filters }: { filters: TracksQuery }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const exporting = useMutation({
    mutationFn: async () => (await openClient()).admin.library.tracks.csv(filters),
    onSuccess: (file) => saveFile(`tracks-${new Date().toISOString().slice(0, 10)}.csv`, file),
    onError: toastFailure('Failed to export the tracks'),
  });
  const correcting = useMutation({
    mutationFn: async (file: File) => (await openClient()).admin.library.tracks.correct(file),
    async onSuccess({ changed }) {
      toast({
        title: changed === 1 ? '1 track was changed' : `${changed} tracks were changed`,
        kind: 'good',
      });
      await invalidateLibrary(queries);
    },
    onError(failure) {
      if (isRefusal(failure) && hasCode(failure, 'corrections_refused')) {
        setRefusal({ detail: failure.message, lines: failure.errors });
      } else toastFailure('Failed to correct the tracks')(failure);
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) correcting.mutate(file);
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        busy={exporting.isPending}
        busyText="Exporting..."
        onClick={() => exporting.mutate()}
      >
        Export CSV
      </Button>
      <input ref={input} type="file" accept=".csv,text/csv" hidden onChange={choose} />
      <Button
        kind="secondary"
        size="small"
        busy={correcting.isPending}
        busyText="Correcting..."
        onClick={() => input.current?.click()}
      >
        Correct by CSV
      </Button>
      <Dialog
        title="Nothing was changed"
        description={refusal?.detail}
        open={refusal !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setRefusal(null);
        }}
      >
        <ul className="flex flex-col gap-2">
          {refusal?.lines.map(({ field, message }) => (
            <li key={field} className="flex gap-3">
              <span className="tabular w-20 flex-none text-muted">
                Line {field.slice('lines.'.length)}
              </span>
              <span className="min-w-0 wrap-anywhere">{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
