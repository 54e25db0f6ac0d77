import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { FORMER_SLUG_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import { changeSlug } from '@stationhouse/platform-api/contract/stations/calls';
import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { publicUrl } from '../ui/public-url.ts';
import { type ApiForm, useApiForm } from '../ui/use-api-form.ts';
import { SlugInput } from './SlugInput.tsx';
import { type SlugAvailability, useSlugAvailability } from './use-slug-availability.ts';
import { isShownAtField, useSlugChange } from './use-slug-change.ts';

/** The button and dialog that change the station's URL (specification §5, Station URL slug). */
export function EditUrlDialog({ station }: { station: Station }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useSlugChange();
  return (
    <Dialog
      title="Edit URL"
      description={`Your old URL redirects to the new one and is kept for you for ${FORMER_SLUG_DAYS} days.`}
      trigger={
        <Button kind="secondary" size="small">
          <Pencil aria-hidden="true" />
          Edit URL
        </Button>
      }
      open={isOpen}
      onOpenChange={(next) => {
        // The result is shown here, so the dialog stays open until it is known.
        if (!isPending) setOpen(next);
      }}
    >
      <EditUrlForm
        station={station}
        send={async (slug) => {
          await mutateAsync(slug);
          setOpen(false);
        }}
      />
    </Dialog>
  );
}

/** The states in which sending would fail. */
const NOT_SENDABLE = ['no-changes-left', 'invalid', 'unavailable'];

interface EditUrlFormProps {
  station: Station;
  /** Changes the slug. @throws RequestFailed */
  send: (slug: string) => Promise<unknown>;
}

function EditUrlForm({ station, send }: EditUrlFormProps) {
  const { station_slug, slug_changes_left: left } = station;
  const form = useApiForm({
    schema: changeSlug.body,
    defaultValues: { station_slug },
    async send(values) {
      try {
        await send(values.station_slug);
      } catch (failure) {
        if (!isShownAtField(failure)) throw failure;
        // The button is disabled now, and would lose the focus.
        form.fields.setFocus('station_slug');
      }
    },
    failureTitle: 'Failed to update URL. Please try again.',
  });
  const availability = useSlugAvailability(form.fields.watch('station_slug'), station);

  return (
    <Form form={form}>
      <SlugField form={form} availability={availability} />
      <div role="status" className="empty:hidden">
        {availability.status === 'no-changes-left' ? <LimitNotice /> : null}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-small text-muted tabular-nums">
          {left === 1 ? '1 change left' : `${left} changes left`}
        </p>
        <Button
          type="submit"
          disabled={NOT_SENDABLE.includes(availability.status)}
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

interface Slug {
  station_slug: string;
}

interface SlugFieldProps {
  form: ApiForm<Slug, Slug>;
  availability: SlugAvailability;
}

/** The slug after the host, with its availability below. */
function SlugField({ form, availability }: SlugFieldProps) {
  const host = `${new URL(publicUrl).host}/`;
  const label = (
    <>
      Station URL<span className="sr-only">, the part after {host}</span>
    </>
  );
  return (
    <div className="flex flex-col gap-1.5">
      <Controller
        control={form.control}
        name="station_slug"
        render={({ field }) => (
          <Field
            label={label}
            error={availability.status === 'unavailable' ? availability.message : undefined}
          >
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span aria-hidden="true" className="text-muted wrap-anywhere">
                {host}
              </span>
              <SlugInput
                {...field}
                readOnly={availability.status === 'no-changes-left'}
                className="min-w-48 flex-1 read-only:bg-sunken read-only:text-muted"
              />
            </div>
          </Field>
        )}
      />
      <AvailabilityLine {...availability} />
    </div>
  );
}

/** A live region. An unavailable slug is shown as the field's error, so here it is only read out. */
function AvailabilityLine({ status, message }: SlugAvailability) {
  const isAvailable = status === 'available';
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-1.5 text-small empty:hidden',
        isAvailable ? 'font-medium text-good' : 'text-muted',
        status === 'unavailable' && 'sr-only',
      )}
    >
      {isAvailable ? (
        <CircleCheck aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
      ) : null}
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </p>
  );
}
