import { PlannedWork } from '@stationhouse/platform-api/contract/health/calls';
import { HOUR_MS } from '@stationhouse/platform-api/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { openClient } from '../../api/client.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, FormField, FormNotice } from '../../ui/Form.tsx';
import { TextArea, TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { serviceQuery } from '../../api/service.ts';
import { operationsQuery, type Operations } from './queries.ts';

type ModeChange = Parameters<
  Awaited<ReturnType<typeof openClient>>['admin']['operations']['change']
>[0];

/** Changes the modes, then refreshes the page and the banner. */
function useChange() {
  const queries = useQueryClient();
  return async (change: ModeChange) => {
    await (await openClient()).admin.operations.change(change);
    await Promise.all([
      queries.invalidateQueries(operationsQuery),
      queries.invalidateQueries(serviceQuery),
    ]);
  };
}

/** Maintenance and planned work. */
export function Modes({ modes }: Pick<Operations, 'modes'>) {
  const [isAnnouncing, setAnnouncing] = useState(false);
  const { maintenance_since: since, planned_work: work } = modes;
  const change = useChange();
  return (
    <Card title="Maintenance" description="What members see while you work on the installation.">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-3 font-semibold">
            Changes by users
            {since === null ? (
              <Badge kind="good">Accepted</Badge>
            ) : (
              <Badge kind="bad">Refused</Badge>
            )}
          </p>
          <p className="mt-0.5 text-small text-muted">
            {since === null
              ? 'During maintenance users can read and listen, and change nothing.'
              : `Maintenance since ${formatMoment(since)}.`}
          </p>
        </div>
        <AlertDialog
          title={since === null ? 'Begin maintenance?' : 'End maintenance?'}
          trigger={
            <Button kind="secondary" size="small">
              {since === null ? 'Begin maintenance' : 'End maintenance'}
            </Button>
          }
          action={since === null ? 'Begin' : 'End'}
          busyText={since === null ? 'Beginning...' : 'Ending...'}
          failureText="Failed to change it"
          danger={since === null}
          onConfirm={() => change({ maintenance: since === null })}
        >
          {since === null
            ? 'Every change by members, listeners’ forms and programs is refused with one sentence until you end it. Stations keep playing, and purchases are not possible.'
            : 'Everybody can change things again at once.'}
        </AlertDialog>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold">Planned work</p>
          {work === null ? (
            <p className="mt-0.5 text-small text-muted">Nothing is announced.</p>
          ) : (
            <>
              <p className="mt-0.5 wrap-anywhere">{work.message}</p>
              <p className="mt-0.5 text-small text-muted">
                {formatMoment(work.starts_at)} to {formatMoment(work.ends_at)}
              </p>
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="small" onClick={() => setAnnouncing(true)}>
            {work === null ? 'Announce' : 'Change'}
          </Button>
          {work === null ? null : (
            <AlertDialog
              title="Withdraw the notice?"
              trigger={
                <Button kind="quiet" size="small">
                  Withdraw
                </Button>
              }
              action="Withdraw"
              busyText="Withdrawing..."
              failureText="Failed to withdraw it"
              onConfirm={() => change({ planned_work: null })}
            >
              Members no longer see it.
            </AlertDialog>
          )}
        </div>
      </div>
      {isAnnouncing ? <Announce work={work} onClose={() => setAnnouncing(false)} /> : null}
    </Card>
  );
}

const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please choose a day and a time.')
  .transform((text) => new Date(`${text}:00Z`).toISOString());

const rules = z
  .object({ message: PlannedWork.shape.message, starts_at: moment, ends_at: moment })
  .refine(({ starts_at, ends_at }) => ends_at > starts_at, {
    path: ['ends_at'],
    message: 'The end must be after the beginning.',
  });

/** The value of an input in UTC. @param time ISO 8601 */
const inputValue = (time: string): string => time.slice(0, 16);

/** A notice of planned work, with its times in UTC. */
function Announce({
  work,
  onClose,
}: {
  work: Operations['modes']['planned_work'];
  onClose: () => void;
}) {
  const id = useId();
  const change = useChange();
  const [soon] = useState(() => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS);
  const form = useApiForm<z.input<typeof rules>, z.output<typeof rules>>({
    schema: rules,
    defaultValues: {
      message: work?.message ?? '',
      starts_at: inputValue(work?.starts_at ?? new Date(soon).toISOString()),
      ends_at: inputValue(work?.ends_at ?? new Date(soon + HOUR_MS).toISOString()),
    },
    async send(planned_work) {
      await change({ planned_work });
      toast({ title: 'Members see the notice now', kind: 'good' });
      onClose();
    },
    failureTitle: 'Failed to announce the work',
  });
  return (
    <Dialog
      title="Announce planned work"
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={form.isBusy} busyText="Announcing...">
            Announce
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <FormField
          form={form}
          name="message"
          label="Notice"
          hint="What will happen, and what it means for members."
          required
        >
          {(field) => <TextArea {...field} rows={3} />}
        </FormField>
        <FormField form={form} name="starts_at" label="From (UTC)" required>
          {(field) => <TextInput {...field} type="datetime-local" />}
        </FormField>
        <FormField form={form} name="ends_at" label="Until (UTC)" required>
          {(field) => <TextInput {...field} type="datetime-local" />}
        </FormField>
      </Form>
      <FormNotice notice={form.notice} />
    </Dialog>
  );
}
