import { RequestFailed } from '@stationhouse/sdk/client';

/** The field that a refusal is about which names none. */
const FIELD_OF: Readonly<Partial<Record<RequestFailed['code'], string>>> = {
  slug_taken: 'station_slug',
  slug_invalid: 'station_slug',
  slug_reserved: 'station_slug',
};

/** A refusal of a change as the form can show it: `station.stream_url` is its `stream_url`. */
export function inForm(failure: RequestFailed): RequestFailed {
  const { status, code, title, message, errors, requestId, retryAfter } = failure;
  const about = FIELD_OF[code];
  const named = about === undefined ? errors : [{ field: about, code, message }];
  return new RequestFailed(
    status,
    {
      code,
      title,
      detail: message,
      errors: named.map((fault) => ({
        ...fault,
        field: fault.field.replace(/^(profile|station)\./, ''),
      })),
      request_id: requestId,
    },
    retryAfter,
  );
}
