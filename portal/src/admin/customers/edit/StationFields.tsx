import { STATION_THEMES } from '@stationhouse/platform-api/contract/site/colours';
import { CHECKED_FIELDS } from '@stationhouse/platform-api/contract/admin/customer-acts';
import { SOURCE_FIELDS } from '@stationhouse/platform-api/contract/admin/customers';
import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  DELIVERY_STATES,
  EDITABLE_STATION_STATUSES,
  MAX_EMBED_HTML_LENGTH,
} from '@stationhouse/platform-api/contract/stations/values';
import {
  LISTENING_POLICIES,
  LISTENING_POLICY_WORDS,
} from '@stationhouse/platform-api/contract/listening/values';
import { MAX_MESSAGE_LENGTH } from '@stationhouse/platform-api/contract/messages/values';
import type { AdminStation, StationCheck } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { describe } from '../../../api/failures.ts';
import { SlugInput } from '../../../stations/SlugInput.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormPart } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { publicUrl } from '../../../ui/public-url.ts';
import { ColourInput } from '../../../ui/ColourField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea, WebAddressInput } from '../../../ui/TextInput.tsx';
import {
  deliveriesOf,
  DELIVERY_NAMES,
  POLICY_NAMES,
  STATUS_NAMES,
  THEME_NAMES,
} from '../../field-names.ts';
import { StatusBadge } from '../../StatusBadge.tsx';
import { FIELD_NAMES } from './customer-values.ts';
import { isEditableStatus } from './edit-conflict.ts';
import { useIsAdmin } from '../../queries.ts';
import { EditField } from './EditField.tsx';
import type { CustomerForm } from './use-customer-form.ts';
import type { StationCheckState } from './use-station-check.ts';

const STATUSES = EDITABLE_STATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }));

const THEMES = [
  { value: '', label: 'Not chosen' },
  ...STATION_THEMES.map((value) => ({ value, label: THEME_NAMES[value] })),
];

/** The station's fields (specification §2, Admin dashboard). */
export function StationFields({ edit }: { edit: CustomerForm }) {
  const { profile, station } = edit.customer;
  if (!station) {
    return (
      <FormPart title="Radio station">
        <Notice kind="neutral" title="No station yet">
          The station is created with the customer’s first purchase. Then you can set it up here.
        </Notice>
      </FormPart>
    );
  }
  const wish = profile.station_name_request;
  const host = new URL(publicUrl).host;
  return (
    <>
      <FormPart title="Radio station">
        <div className="grid gap-5 sm:grid-cols-2">
          <StatusField edit={edit} status={station.status} />
          <EditField
            edit={edit}
            name="station_name"
            hint={wish === null ? undefined : `The customer asked for ‘${wish}’.`}
          />
        </div>
        <EditField
          edit={edit}
          name="station_slug"
          hint={`The part after ${host}/. Changing it here uses none of the customer’s own changes.`}
        >
          {(field) => <SlugInput {...field} />}
        </EditField>
      </FormPart>
      <FormPart
        title="Look"
        lead="The colours of the station’s page, its screens and every embedded player. Text always keeps enough contrast."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <EditField edit={edit} name="accent_colour" hint="# and six digits, such as #c2410c.">
            {(field) => <ColourInput {...field} label="Accent colour" />}
          </EditField>
          <EditField edit={edit} name="theme">
            {(field) => <Select {...field} choices={THEMES} />}
          </EditField>
        </div>
      </FormPart>
      <FormPart
        title="Sound and titles"
        lead="The sources of the stream and the track titles. Streams that we host start with /stream/."
      >
        {SOURCE_FIELDS.map((name) => (
          <EditField
            key={name}
            edit={edit}
            name={name}
            hint={
              name === 'stream_url' ? 'If empty, the station plays the demo stream.' : undefined
            }
          >
            {(field) => <WebAddressInput {...field} autoComplete="off" />}
          </EditField>
        ))}
        <CheckStation edit={edit} />
      </FormPart>
      <DeliveryFields edit={edit} station={station} />
      <PolicyField edit={edit} />
      <FormPart title="Player and notes">
        <EditField
          edit={edit}
          name="radio_player_embed"
          hint="HTML of a custom player. It runs in a sandboxed frame, with no access to our site."
        >
          {(field) => (
            <TextArea
              {...field}
              maxLength={MAX_EMBED_HTML_LENGTH}
              spellCheck={false}
              className="font-mono text-small"
            />
          )}
        </EditField>
        <EditField edit={edit} name="setup_notes" hint="Only admins can read these.">
          {(field) => <TextArea {...field} maxLength={MAX_MESSAGE_LENGTH} />}
        </EditField>
      </FormPart>
    </>
  );
}

const DELIVERY_CHOICES = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_NAMES[value] }));

/** The website and the apps that the package includes. */
function DeliveryFields({ edit, station }: { edit: CustomerForm; station: AdminStation }) {
  const deliveries = deliveriesOf(station);
  if (deliveries.length === 0) return null;
  return (
    <FormPart
      title="Website and apps"
      lead="Included in the package. Listeners see links to the apps as soon as they are saved."
    >
      {deliveries.map(({ state, links }) => (
        <div key={state} className="grid gap-5 sm:grid-cols-2">
          <EditField edit={edit} name={state} className="sm:col-span-2">
            {(field) => <Select {...field} choices={DELIVERY_CHOICES} />}
          </EditField>
          {links.map((name) => (
            <EditField
              key={name}
              edit={edit}
              name={name}
              className={clsx(links.length === 1 && 'sm:col-span-2')}
            >
              {(field) => <WebAddressInput {...field} autoComplete="off" />}
            </EditField>
          ))}
        </div>
      ))}
    </FormPart>
  );
}

const POLICIES = LISTENING_POLICIES.map((value) => ({ value, label: POLICY_NAMES[value] }));

/** The policy at the cap, with the sentence that the customer reads. */
function PolicyField({ edit }: { edit: CustomerForm }) {
  const isAdmin = useIsAdmin();
  const chosen = useWatch({ control: edit.form.control, name: 'listening_policy' });
  const policy = LISTENING_POLICIES.find((one) => one === chosen);
  return (
    <FormPart
      title="Listening hours"
      lead="Emails at 70, 90 and 100 per cent of a month’s hours are sent in any case."
    >
      <EditField
        edit={edit}
        name="listening_policy"
        hint={policy && `The customer reads: ‘${LISTENING_POLICY_WORDS[policy]}’`}
      >
        {(field) => <Select {...field} choices={POLICIES} disabled={!isAdmin} />}
      </EditField>
    </FormPart>
  );
}

function StatusField({ edit, status }: { edit: CustomerForm; status: string }) {
  if (!isEditableStatus(status)) {
    return (
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="text-small font-semibold">Status</p>
        <StatusBadge status={status} />
        <p className="text-small text-muted">{ERRORS.status_locked.detail}</p>
      </div>
    );
  }
  return (
    <EditField edit={edit} name="status">
      {(field) => <Select {...field} choices={STATUSES} />}
    </EditField>
  );
}

/** The check before going live. Each result is shown at its field, with a summary here. */
function CheckStation({ edit }: { edit: CustomerForm }) {
  const { check, form } = edit;
  // Results belong to the checked values, so any change of them hides the summary.
  useWatch({ control: form.control, name: CHECKED_FIELDS });
  const found = check.foundIn(form.fields.getValues());
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure min-w-0 flex-1 basis-60 text-small text-muted">
          Checks the stream, the track titles and the station’s URL, with the values in this form.
          It takes a few seconds.
        </p>
        <Button
          kind="secondary"
          busy={check.isBusy}
          busyText="Checking..."
          // The failure is shown below.
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
  { isBusy, failure }: StationCheckState,
  found: readonly StationCheck[] | undefined,
): string {
  if (isBusy) return 'This takes a few seconds.';
  if (!found || failure) return '';
  const bad = found.filter(({ ok }) => !ok).map(({ field }) => FIELD_NAMES[field]);
  if (bad.length === 0) return 'No problems found.';
  return `Problems found: ${new Intl.ListFormat('en-GB').format(bad)}.`;
}
