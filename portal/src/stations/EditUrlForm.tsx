import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { changeSlug } from '@stationhouse/platform-api/contract/stations';
import type { Station } from '@stationhouse/sdk/client';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { SlugField } from './SlugField.tsx';
import { isToldAtField } from './use-slug-change.ts';
import { useSlugVerdict } from './use-slug-verdict.ts';

/** With these nothing can come of sending. */
const HOPELESS = ['spent', 'unfit', 'refused'];

interface EditUrlFormProps {
  station: Station;
  /** Changes the address. Throws what the client throws. */
  send: (slug: string) => Promise<unknown>;
}

/** Asks for the new end of the station's address (specification §5, Station URL slug). */
export function EditUrlForm({ station, send }: EditUrlFormProps) {
  const { station_slug, slug_changes_left: left } = station;
  const form = useApiForm({
    schema: changeSlug.body,
    defaultValues: { station_slug },
    async send(values) {
      try {
        await send(values.station_slug);
      } catch (failure) {
        if (!isToldAtField(failure)) throw failure;
        // The button goes out of use, and would take the focus with it.
        form.fields.setFocus('station_slug');
      }
    },
    failureTitle: 'Failed to update URL. Please try again.',
  });
  const verdict = useSlugVerdict(form.fields.watch('station_slug'), station);

  return (
    <Form form={form}>
      <SlugField form={form} verdict={verdict} />
      <div role="status" className="empty:hidden">
        {verdict.is === 'spent' ? <LimitNotice /> : null}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-small text-muted tabular-nums">
          {left === 1 ? '1 change left' : `${left} changes left`}
        </p>
        <Button
          type="submit"
          disabled={HOPELESS.includes(verdict.is)}
          busy={form.isBusy}
          busyText="Updating..."
        >
          Update URL
        </Button>
      </div>
    </Form>
  );
}

function LimitNotice() {
  const { title, detail } = ERRORS.slug_limit_reached;
  return (
    <Notice kind="neutral" title={title}>
      {detail}{' '}
      <Link to="/contact" className="link">
        Contact support
      </Link>
    </Notice>
  );
}
