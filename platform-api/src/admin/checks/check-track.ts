import type { StationCheck } from '../../../contract/customer-acts.ts';
import type { SourceField } from '../../../contract/customers.ts';
import { UNKNOWN_TITLE } from '../../../contract/limits.ts';
import type { Track } from '../../../contract/stations.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import { FetchRefused } from '../../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { presentTracks } from '../../tracks/present-track.ts';
import { readDocument } from '../../tracks/read-document.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import { whyNotRead } from './refusal-words.ts';

interface TrackDeps {
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  publicUrl: string;
}

/** The fields that name a track's source, and which card it fills. */
const SLOTS = {
  current_track_data: 'current',
  previous_track_data: 'previous',
  next_track_data: 'next',
} as const;
type TrackField = Exclude<SourceField, 'stream_url'>;

/** How a source answered: a track, null where it knows of none at this moment, or words for people. */
type Told = { track: Track | null } | { fault: string };

/**
 * Reads a track's source as the players' pages do.
 * @param address '': none
 * @returns null where none is given and none is missed
 */
export async function checkTrack(
  deps: TrackDeps,
  field: TrackField,
  address: string,
): Promise<StationCheck | null> {
  const slot = SLOTS[field];
  if (address === '') {
    const message = `There is none: players show ‘${UNKNOWN_TITLE}’.`;
    return slot === 'current' ? { field, ok: true, message } : null;
  }
  const told = await ask(deps, field, address);
  if ('fault' in told) return { field, ok: false, message: told.fault };
  const { track } = told;
  if (track === null) {
    return { field, ok: true, message: `It answers, and has no ${slot} track at this moment.` };
  }
  if (track.title === UNKNOWN_TITLE) {
    return { field, ok: false, message: 'It answers, but without a title.', track };
  }
  return { field, ok: true, message: `It says: ${track.title} by ${track.artist}.`, track };
}

async function ask(
  { guardedFetch, broadcast, publicUrl }: TrackDeps,
  field: TrackField,
  address: string,
): Promise<Told> {
  const slot = SLOTS[field];
  const own = ownAddress(address, publicUrl);
  if (own) {
    const track = broadcast.readOwnTrack(own)?.track ?? null;
    return track ? { track } : { fault: 'There is no track of ours at this address.' };
  }
  try {
    const document = await guardedFetch.fetchJson(address);
    const url = new URL(address);
    const found = readDocument(document, url);
    if (!found) return { fault: 'It answers with JSON, but of no kind that we know.' };
    const track = presentTracks(found, url, publicUrl)[slot];
    return track === undefined ? { fault: `It tells nothing of a ${slot} track.` } : { track };
  } catch (error) {
    if (error instanceof FetchRefused) return { fault: whyNotRead(error) };
    throw error;
  }
}
