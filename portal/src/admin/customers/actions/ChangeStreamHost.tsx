import { changeStreamHost } from '@stationhouse/platform-api/contract/admin/stream-hosts';
import type { StationOnHost } from '@stationhouse/sdk/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, FormField } from '../../../ui/Form.tsx';
import { EmptyState, Loaded } from '../../../ui/Loaded.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { STATION_NAMES } from '../../field-names.ts';
import { FieldChanges } from '../../audit/FieldChanges.tsx';
import { invalidateAdmin, streamHostQuery } from '../../queries.ts';
import { useStepUpQuestion } from './AdminStepUp.tsx';

interface Hosts {
  from: string;
  to: string;
}

/** Moves all addresses of one server to another one, after a preview. */
export function ChangeStreamHost() {
  const [isOpen, setOpen] = useState(false);
  const [hosts, setHosts] = useState<Hosts>();
  const change = (next: boolean) => {
    setOpen(next);
    setHosts(undefined);
  };
  return (
    <Dialog
      title="Change a stream host"
      description="For stations whose server gets another name. Ports and paths stay."
      wide
      open={isOpen}
      onOpenChange={change}
      trigger={
        <Button kind="secondary" size="small">
          Change host
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <HostsForm onPreview={setHosts} />
        {hosts ? <Preview hosts={hosts} onDone={() => change(false)} /> : null}
      </div>
    </Dialog>
  );
}

function HostsForm({ onPreview }: { onPreview: (hosts: Hosts) => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: changeStreamHost.body,
    defaultValues: { from: '', to: '' },
    async send(hosts) {
      // A refusal of the new host is shown at its field.
      await queries.fetchInfiniteQuery({ ...streamHostQuery(hosts), staleTime: 0 });
      onPreview(hosts);
    },
    failureTitle: 'Failed to load the preview',
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="from" label="Old host" required>
          {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} />}
        </FormField>
        <FormField form={form} name="to" label="New host" required>
          {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} />}
        </FormField>
      </div>
      <div>
        <Button type="submit" kind="secondary" busy={form.isBusy} busyText="Looking...">
          Preview
        </Button>
      </div>
    </Form>
  );
}

const countOf = (stations: number) => `${stations} ${stations === 1 ? 'station' : 'stations'}`;

function Preview({ hosts, onDone }: { hosts: Hosts; onDone: () => void }) {
  const preview = useInfiniteQuery(streamHostQuery(hosts));
  return (
    <Loaded query={preview} failure="Failed to load the preview">
      {({ pages }) => {
        const stations = pages[0]?.stations ?? 0;
        if (stations === 0) {
          return <EmptyState title={`No station has an address on ${hosts.from}`} />;
        }
        return (
          <section className="flex flex-col gap-4" aria-label="Preview">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="font-heading text-title font-bold" role="status">
                {countOf(stations)} would change
              </p>
              <Confirm hosts={hosts} stations={stations} onDone={onDone} />
            </div>
            <ul className="flex flex-col">
              {pages
                .flatMap(({ data }) => data)
                .map((station) => (
                  <StationLine key={station.station_id} station={station} />
                ))}
            </ul>
            <ShowMore query={preview} />
          </section>
        );
      }}
    </Loaded>
  );
}

function StationLine({ station }: { station: StationOnHost }) {
  const { station_name, station_slug, changes } = station;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <p className="font-semibold wrap-anywhere">{station_name ?? station_slug}</p>
      <FieldChanges
        changes={changes.map(({ field, before, after }) => ({
          field,
          name: STATION_NAMES[field],
          before,
          after,
        }))}
      />
    </li>
  );
}

interface ConfirmProps {
  hosts: Hosts;
  stations: number;
  onDone: () => void;
}

function Confirm({ hosts, stations, onDone }: ConfirmProps) {
  const queries = useQueryClient();
  const { withStepUp, question } = useStepUpQuestion();
  const change = async () => {
    const changed = await withStepUp(({ admin }, token) => admin.hosts.change(hosts, token));
    if (!changed) return;
    const description = `${countOf(changed.stations)} now on ${hosts.to}. They are checked next.`;
    toast({ title: 'Host changed', description, kind: 'good' });
    void invalidateAdmin(queries);
    onDone();
  };
  return (
    <AlertDialog
      title={`Change ${countOf(stations)}?`}
      trigger={<Button>Change {countOf(stations)}</Button>}
      action="Change host"
      busyText="Changing..."
      failureText="The host could not be changed."
      onConfirm={change}
    >
      <p>
        Players of these stations connect to{' '}
        <strong className="text-ink wrap-anywhere">{hosts.to}</strong> at once. Addresses that have
        changed since the preview stay. To undo it, swap the two hosts.
      </p>
      {question}
    </AlertDialog>
  );
}
