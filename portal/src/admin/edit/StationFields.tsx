import { SOURCE_FIELDS } from '@stationhouse/platform-api/contract/customers';
import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  EDITABLE_STATION_STATUSES,
  MAX_EMBED_HTML_LENGTH,
  MAX_MESSAGE_LENGTH,
} from '@stationhouse/platform-api/contract/limits';
import { SlugInput } from '../../stations/SlugInput.tsx';
import { FormPart } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { publicUrl } from '../../ui/public-url.ts';
import { Select } from '../../ui/Select.tsx';
import { TextArea, WebAddressInput } from '../../ui/TextInput.tsx';
import { STATUS_NAMES } from '../field-names.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { CheckStation } from './CheckStation.tsx';
import { DeskField } from './DeskField.tsx';
import { isSettable } from './meanwhile.ts';
import type { CustomerForm } from './use-customer-form.ts';

const STATUSES = EDITABLE_STATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }));

/** All that the desk sets of a station (specification §2, Edit dialog). */
export function StationFields({ desk }: { desk: CustomerForm }) {
  const { profile, station } = desk.customer;
  if (!station) {
    return (
      <FormPart title="Radio station">
        <Notice kind="neutral" title="No station yet">
          It comes with the customer’s first purchase. Then you set it up here.
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
          <StatusField desk={desk} status={station.status} />
          <DeskField
            desk={desk}
            name="station_name"
            hint={wish === null ? undefined : `The customer asked for ‘${wish}’.`}
          />
        </div>
        <DeskField
          desk={desk}
          name="station_slug"
          hint={`What follows ${host}/ in its address. This counts as none of the customer’s own changes.`}
        >
          {(field) => <SlugInput {...field} />}
        </DeskField>
      </FormPart>
      <FormPart
        title="Sound and titles"
        lead="Where the station gets them from. An address of our own begins with /stream/."
      >
        {SOURCE_FIELDS.map((name) => (
          <DeskField
            key={name}
            desk={desk}
            name={name}
            hint={name === 'stream_url' ? 'Left empty it plays the demo.' : undefined}
          >
            {(field) => <WebAddressInput {...field} autoComplete="off" />}
          </DeskField>
        ))}
        <CheckStation desk={desk} />
      </FormPart>
      <FormPart title="Player and notes">
        <DeskField
          desk={desk}
          name="radio_player_embed"
          hint="HTML of a player. Visitors get it in a frame of its own, where it can reach nothing of ours."
        >
          {(field) => (
            <TextArea
              {...field}
              maxLength={MAX_EMBED_HTML_LENGTH}
              spellCheck={false}
              className="font-mono text-small"
            />
          )}
        </DeskField>
        <DeskField desk={desk} name="setup_notes" hint="Only admins read them.">
          {(field) => <TextArea {...field} maxLength={MAX_MESSAGE_LENGTH} />}
        </DeskField>
      </FormPart>
    </>
  );
}

function StatusField({ desk, status }: { desk: CustomerForm; status: string }) {
  if (!isSettable(status)) {
    return (
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="text-small font-semibold">Status</p>
        <StatusBadge status={status} />
        <p className="text-small text-muted">{ERRORS.status_locked.detail}</p>
      </div>
    );
  }
  return (
    <DeskField desk={desk} name="status">
      {(field) => <Select {...field} choices={STATUSES} />}
    </DeskField>
  );
}
