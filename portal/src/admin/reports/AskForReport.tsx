import { REPORT_KINDS, type ReportKind } from '@stationhouse/platform-api/contract/proof/values';
import { DAY_MS } from '@stationhouse/platform-api/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { openClient } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form, FormField } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { reportsQuery } from './queries.ts';
import { REPORTS } from './report-words.ts';

const rules = z.object({
  kind: z.enum(REPORT_KINDS),
  from: z.iso.date('Please choose a day.'),
  to: z.iso.date('Please choose a day.'),
});

const KINDS = REPORT_KINDS.map((value) => ({ value, label: REPORTS[value].name }));

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last quarter that is over, in UTC: both days inclusive. */
export function lastQuarter(now: number): { from: string; to: string } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = month - (month % 3);
  return {
    from: dayOf(Date.UTC(year, first - 3)),
    to: dayOf(Date.UTC(year, first) - DAY_MS),
  };
}

/** Asks for a report, by default of the last quarter. */
export function AskForReport() {
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [quarter] = useState(() => lastQuarter(Date.now()));
  const [yesterday] = useState(() => dayOf(Date.now() - DAY_MS));
  const station_id = params.get('station');
  const kind: ReportKind = 'prs_usage';
  const form = useApiForm({
    schema: rules,
    defaultValues: { kind, ...quarter },
    async send(asked) {
      const { admin } = await openClient();
      await admin.reports.request({ ...asked, ...(station_id !== null && { station_id }) });
      await queries.invalidateQueries({ queryKey: reportsQuery.queryKey });
    },
    failureTitle: 'The report was not asked for',
  });
  const chosen = form.fields.watch('kind');
  return (
    <Card
      title="A new report"
      description="It is made in the background. Columns are named as the societies name them on their public pages; their own forms are not public."
    >
      <Form form={form}>
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
          <FormField form={form} name="kind" label="Report" hint={REPORTS[chosen].hint} required>
            {(field) => <Select {...field} choices={KINDS} />}
          </FormField>
          <FormField form={form} name="from" label="From" required>
            {(field) => <TextInput {...field} type="date" max={yesterday} />}
          </FormField>
          <FormField form={form} name="to" label="To" hint="Inclusive, in UTC." required>
            {(field) => <TextInput {...field} type="date" max={yesterday} />}
          </FormField>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" busy={form.isBusy} busyText="Asking...">
            Make the report
          </Button>
          {station_id === null ? (
            <p className="text-small text-muted">Of all stations.</p>
          ) : (
            <p className="text-small text-muted">
              Of {params.get('name') ?? 'one station'}.{' '}
              <Button kind="quiet" size="small" onClick={() => setParams({}, { replace: true })}>
                All stations
              </Button>
            </p>
          )}
        </div>
      </Form>
    </Card>
  );
}
