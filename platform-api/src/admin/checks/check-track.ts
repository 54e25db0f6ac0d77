import type { StationCheck } from '../../../contract/admin/customer-acts.ts';
import type { SourceField } from '../../../contract/admin/customers.ts';
import { UNKNOWN_TITLE } from '../../../contract/stations/values.ts';
import type { Track } from '../../../contract/stations/schemas.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import { TextAnswer } from '../../foreign-text.ts';
import { FetchRefused } from '../../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { presentTracks } from '../../tracks/present-track.ts';
import { readDocument } from '../../tracks/connectors/connectors.ts';
import { addressMeant } from '../../tracks/connectors/server-text.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import { whyNotRead } from '../source-addresses.ts';

interface TrackDeps {
  guardedFetch: GuardedFetch;
  broadcast: Pick<Broadcast, 'readOwnTrack'>;
  publicUrl: string;
}

/** The fields with a track's address, and the track that each one provides. */
const SLOTS = {
  current_track_data: 'current',
  previous_track_data: 'previous',
  next_track_data: 'next',
} as const;
type TrackField = Exclude<SourceField, 'stream_url'>;

/** The answer of a source: a track, null for no track at the moment, or a sentence for admins. */
type Answer = { track: Track | null } | { fault: string };

/**
 * Reads a track's address as the players do.
 * @param address '' without an address
 * @returns null for an optional field without an address
 */
export async function checkTrack(
  deps: TrackDeps,
  field: TrackField,
  address: string,
): Promise<StationCheck | null> {
  const slot = SLOTS[field];
  if (address === '') {
    const message = `It is empty, so pages show the station’s name, and small players ‘${UNKNOWN_TITLE}’.`;
    return slot === 'current' ? { field, ok: false, message } : null;
  }
  const answer = await ask(deps, field, address);
  if ('fault' in answer) return { field, ok: false, message: answer.fault };
  const { track } = answer;
  if (track === null) {
    return { field, ok: true, message: `It answers, and has no ${slot} track at the moment.` };
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
): Promise<Answer> {
  const slot = SLOTS[field];
  const own = ownAddress(address, publicUrl);
  if (own) {
    const track = (await broadcast.readOwnTrack(own))?.track ?? null;
    return track ? { track } : { fault: 'None of our own tracks is at this address.' };
  }
  try {
    const document = await guardedFetch.fetchTracks(address);
    const url = new URL(address);
    const found = readDocument(document, url);
    if (!found && document instanceof TextAnswer) {
      const meant = addressMeant(url, document);
      const fault = meant
        ? `This page has no track data for players. Enter ${meant} instead.`
        : 'The answer is not JSON.';
      return { fault };
    }
    if (!found) return { fault: 'It answers with JSON in an unknown format.' };
    const track = presentTracks(found, url, publicUrl)[slot];
    return track === undefined
      ? { fault: `It has no information about a ${slot} track.` }
      : { track };
  } catch (error) {
    if (error instanceof FetchRefused) return { fault: whyNotRead(error) };
    throw error;
  }
}
