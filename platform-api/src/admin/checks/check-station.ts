import type { Knex } from 'knex';
import type { CheckedField, StationCheck } from '../../../contract/admin/customer-acts.ts';
import { SOURCE_FIELDS, type SourceField } from '../../../contract/admin/customers.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { STREAM_BITRATES } from '../../../contract/stations/values.ts';
import { PACKAGE_NAMES, type PackageName } from '../../../contract/billing/prices.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { slugRefusal } from '../../stations/change-station.ts';
import type { RadioStation } from '../../stations/station.ts';
import { whyForbidden, whyNotRead } from '../source-addresses.ts';
import { checkTrack } from './check-track.ts';
import { type Heard, hearStream } from './hear-stream.ts';

/** How long to listen, in seconds: an admin is waiting. */
const LISTEN_SECONDS = 3;

/** Dependencies of the check. */
export interface CheckDeps {
  db: Knex;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  publicUrl: string;
}

/** Values to check instead of the station's own; '' and null clear a field. */
export type Proposed = { [Field in SourceField]?: string | null | undefined } & {
  station_slug?: string | undefined;
};

/**
 * Checks a station as a listener would hear it, before it goes live. It changes nothing, and takes at most
 * ten seconds whatever the other servers do.
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
  if (address === '') {
    return { field, ok: false, message: 'It is empty, so listeners hear the demo station.' };
  }
  const heard = await hearStream(deps, address, { seconds: LISTEN_SECONDS });
  return { field, ...judgeStream(heard, package_name) };
}

async function checkSlug(db: Knex, station: RadioStation, slug: string): Promise<StationCheck> {
  const field = 'station_slug';
  const refusal = await slugRefusal(db, station, slug);
  if (refusal === null) return { field, ok: true, message: 'It is free.' };
  if (refusal === 'slug_unchanged') {
    return { field, ok: true, message: 'It is this station’s address.' };
  }
  return refusedCheck(field, ERRORS[refusal].detail);
}

const refusedCheck = (field: CheckedField, message: string): StationCheck => ({
  field,
  ok: false,
  message,
  is_refused: true,
});

/** The bit rate of AAC always varies, by this much around the encoder's setting. */
const AAC_TOLERANCE = 0.1;

/** A result, with a sentence for admins. */
export interface Judgement {
  ok: boolean;
  message: string;
}

/**
 * Whether a stream suits the station's package (specification §9).
 * @param packageName null for the smallest package
 */
export function judgeStream(heard: Heard, packageName: PackageName | null): Judgement {
  if (!heard.ok) return heard;
  const { format, bitrate_kbps, is_silent, is_slow, content_type } = heard;
  const name = packageName ?? PACKAGE_NAMES[0];
  const sound = `${format.toUpperCase()} at ${bitrate_kbps} Kbps`;
  const but = (fault: string): Judgement => ({
    ok: false,
    message: `It is ${sound}, but ${fault}`,
  });

  if (is_silent) return but('plays nothing but silence.');
  if (is_slow) return but('arrives more slowly than it plays: listeners hear gaps.');
  if (!isInPackage(heard, name)) return but(`${name} has ${soundsOf(name)}.`);
  if (content_type === '' || content_type.startsWith('text/plain')) {
    return but(`its server does not say so: Content-Type must be audio/${MEDIA_TYPES[format]}.`);
  }
  return { ok: true, message: `It plays: ${sound}.` };
}

/** The names of the formats in the header Content-Type. */
const MEDIA_TYPES = { mp3: 'mpeg', aac: 'aac' };

function isInPackage(heard: Heard & { ok: true }, name: PackageName): boolean {
  const { format, bitrate_kbps } = heard;
  const range = STREAM_BITRATES[name][format];
  if (range === null) return false;
  const tolerance = format === 'aac' ? AAC_TOLERANCE : 0;
  return bitrate_kbps >= range.from * (1 - tolerance) && bitrate_kbps <= range.to * (1 + tolerance);
}

/** 'MP3 at 32 to 192 Kbps or AAC at 16 to 64 Kbps'. */
function soundsOf(name: PackageName): string {
  const { mp3, aac } = STREAM_BITRATES[name];
  const inWords = (format: string, { from, to }: { from: number; to: number }) =>
    `${format} at ${from === to ? '' : `${from} to `}${to} Kbps`;
  return [mp3 && inWords('MP3', mp3), aac && inWords('AAC', aac)].filter(Boolean).join(' or ');
}
