import type { Track } from './generated/types.gen.ts';
import { requestJson } from './http.ts';

/** A piece has some 460 KB. A slow line may take its time, in ms. */
const PIECE_TIMEOUT_MS = 60_000;

/** The programme of the next hour, in pieces of sound. */
export interface ReserveAnswer {
  /** The server's time, in epoch ms. */
  now: number;
  /** Names the listener in later questions; null: it is not counted. */
  session: string | null;
  version: string;
  /** Null: the asked version is the present one. */
  programme: {
    slots: { starts_unit: number; ends_unit: number; pieces: string[] }[];
    tracks: Track[];
  } | null;
}

interface Asked {
  session: string | null;
  /** Seconds of sound since the session began. */
  played: number;
  /** The version that is known. */
  known: string | null;
}

/** The address of a station's stream. */
export interface StreamAddress {
  /** Origin of the API. */
  url: string;
  /** The name of the station in the address of its stream. */
  stream: string;
  /** The public id of the location that it plays at; null: none. */
  location: string | null;
}

/** @throws RequestFailed */
export function readReserveProgramme(
  { url, stream, location }: StreamAddress,
  { session, played, known }: Asked,
): Promise<ReserveAnswer> {
  const query = new URLSearchParams(location === null ? {} : { location });
  if (session !== null) {
    query.set('session', session);
    query.set('played', played.toFixed(1));
  }
  if (known !== null) query.set('known', known);
  return requestJson(`${url}/reserve/${stream}/programme?${query}`, { cache: 'no-store' });
}

/** The sound of a piece. @throws RequestFailed */
export const readReservePiece = (
  { url, stream, location }: StreamAddress,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<ArrayBuffer> => {
  const query = location === null ? '' : `?location=${location}`;
  return requestJson(`${url}/reserve/${stream}/${from}-${to}/${name}.mp3${query}`, {
    // It is kept by the player itself.
    cache: 'no-store',
    timeoutMs: PIECE_TIMEOUT_MS,
    read: (answer) => answer.arrayBuffer(),
  });
};
