import type { Knex } from 'knex';
import type { CheckedField, StationCheck } from '../../../contract/customer-acts.ts';
import { SOURCE_FIELDS, type SourceField } from '../../../contract/customers.ts';
import { ERRORS } from '../../../contract/errors.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { slugRefusal } from '../../stations/change-station.ts';
import type { RadioStation } from '../../stations/station.ts';
import { whyForbidden } from '../source-addresses.ts';
import { checkTrack } from './check-track.ts';
import { hearStream } from './hear-stream.ts';
import { judgeStream } from './judge-stream.ts';
import { whyNotRead } from './refusal-words.ts';

/** How long one listens, in seconds: an admin waits for it. */
const LISTEN_SECONDS = 3;

/** What a station is checked with. */
export interface CheckDeps {
  db: Knex;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  publicUrl: string;
}

/** What is checked in the place of the station's own values; '' and null: none. */
export type Proposed = { [Field in SourceField]?: string | null | undefined } & {
  station_slug?: string | undefined;
};

/**
 * Tries a station as a listener would, before it goes live. Nothing is written; whatever the other servers do,
 * it is over in ten seconds.
 */
export async function checkStation(
  deps: CheckDeps,
  station: RadioStation,
  proposed: Proposed,
): Promise<StationCheck[]> {
  const addresses = SOURCE_FIELDS.map((field) => {
    const address = proposed[field] === undefined ? station[field] : proposed[field];
    return { field, address: address?.trim() ?? '' };
  });
  const checks = await Promise.all([
    ...addresses.map(async ({ field, address }) => {
      const refused = await whyForbidden(deps, address);
      if (refused) return refusedCheck(field, whyNotRead(refused));
      return field === 'stream_url'
        ? checkStream(deps, address, station)
        : checkTrack(deps, field, address);
    }),
    checkSlug(deps.db, station, proposed.station_slug ?? station.station_slug),
  ]);
  return checks.filter((check) => check !== null);
}

async function checkStream(
  deps: CheckDeps,
  address: string,
  { package_name }: RadioStation,
): Promise<StationCheck> {
  const field = 'stream_url';
  if (address === '') return { field, ok: true, message: 'It plays the demo stream.' };
  const heard = await hearStream(deps, address, { seconds: LISTEN_SECONDS });
  return { field, ...judgeStream(heard, package_name) };
}

async function checkSlug(db: Knex, station: RadioStation, slug: string): Promise<StationCheck> {
  const field = 'station_slug';
  const refusal = await slugRefusal(db, station, slug);
  if (refusal === null) return { field, ok: true, message: 'It is free.' };
  if (refusal === 'slug_unchanged') {
    return { field, ok: true, message: 'It is this station’s.' };
  }
  return refusedCheck(field, ERRORS[refusal].detail);
}

const refusedCheck = (field: CheckedField, message: string): StationCheck => ({
  field,
  ok: false,
  message,
  is_refused: true,
});
