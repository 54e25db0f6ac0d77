import { CHECKED_FIELDS } from '@stationhouse/platform-api/contract/customer-acts';
import type { StationCheck } from '@stationhouse/sdk/client';
import { useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { describe } from '../../api/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FIELD_NAMES } from './customer-values.ts';
import type { CustomerForm } from './use-customer-form.ts';
import type { StationCheckNow } from './use-station-check.ts';

/** The check before going live. What it finds stands at the fields; here is only how it ended. */
export function CheckStation({ desk }: { desk: CustomerForm }) {
  const { check, form } = desk;
  // What was found of other texts is no news of these.
  useWatch({ control: form.control, name: CHECKED_FIELDS });
  const found = check.foundIn(form.fields.getValues());
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure min-w-0 flex-1 basis-60 text-small text-muted">
          Listens to the stream, reads the titles and looks whether the station’s address is free,
          with what stands in the form. It takes some seconds.
        </p>
        <Button
          kind="secondary"
          busy={check.isBusy}
          busyText="Checking..."
          // What went wrong stands below.
          onClick={() => void check.run(form.fields.getValues()).catch(() => undefined)}
        >
          Check before going live
        </Button>
      </div>
      <p role="status" className="text-small font-semibold empty:hidden">
        {summaryOf(check, found)}
      </p>
      <div role="alert" className="empty:hidden">
        {check.failure && !check.isBusy ? (
          <Notice kind="bad" title="The station could not be checked">
            {describe(check.failure).detail}
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

function summaryOf(
  { isBusy, failure }: StationCheckNow,
  found: readonly StationCheck[] | undefined,
): string {
  if (isBusy) return 'This takes some seconds.';
  if (!found || failure) return '';
  const bad = found.filter(({ ok }) => !ok).map(({ field }) => FIELD_NAMES[field]);
  if (bad.length === 0) return 'Everything is well.';
  return `Not well yet: ${new Intl.ListFormat('en-GB').format(bad)}.`;
}
