import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { stringify } from 'uuid';
import { PLAYER_KINDS } from '../../contract/listening/values.ts';
import type { SessionStart } from './session.ts';

/** Bytes of a signature: half of SHA-256, as RFC 2104 §5 allows. */
const SIGNATURE_BYTES = 16;

/** Bytes of the mark of a network: two networks have the same one in 2^48. */
const MARK_BYTES = 6;

/** Tokens in memory that were verified, about 500 bytes each: a player sends its own every few seconds. */
const MOST_VERIFIED = 10_000;

/** The session of a token. */
export interface VerifiedSession {
  start: SessionStart;
  /** The token was given to a player in another network: this player has a session of its own, named after both. */
  isElsewhere: boolean;
}

/**
 * Names a session in the addresses and reports of its player, and nothing about the listener. A token can be bound to
 * the network of its player: it then has a keyed hash of session and address, which does not reveal the address.
 */
export interface SessionTokens {
  sign(start: SessionStart, network?: string): string;
  /** Null unless it was signed here. @param network of the player that sends it */
  verify(token: string, network?: string): VerifiedSession | null;
}

/** When the session of a token began, in ms since the epoch. The token is not verified. */
export const beganAt = (token: string): number => Number.parseInt(token.split('.')[2] ?? '', 36);

/** @param secrets the first one signs, all of them verify: that is how secrets are rotated */
export function createSessionTokens(secrets: readonly string[]): SessionTokens {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'listening sessions', 32)),
  );
  const [newest] = keys;
  if (!newest) throw new Error('Session tokens need a secret.');
  const signature = (key: Buffer, claims: string): Buffer =>
    createHmac('sha256', key).update(claims).digest().subarray(0, SIGNATURE_BYTES);

  /** A hash of a session and a network. Another session of the same player has another one. */
  const hashOf = (key: Buffer, use: string, session_id: string, network: string): Buffer =>
    createHmac('sha256', key).update(`${use} ${session_id} ${network}`).digest();
  const markOf = (key: Buffer, session_id: string, network: string): string =>
    hashOf(key, 'mark', session_id, network).subarray(0, MARK_BYTES).toString('base64url');

  const verified = new Map<string, VerifiedSession>();

  function verify(token: string, network?: string): VerifiedSession | null {
    const at = token.lastIndexOf('.');
    const claims = token.slice(0, Math.max(0, at));
    const given = Buffer.from(token.slice(at + 1), 'base64url');
    if (given.length !== SIGNATURE_BYTES) return null;
    const key = keys.find((one) => timingSafeEqual(given, signature(one, claims)));
    if (!key) return null;
    const parts = claims.split('.');
    const [session_id = '', station_id = '', began = '', kind, country = '', mark] = parts;
    const player = PLAYER_KINDS.find((one) => one === kind);
    if (!player) return null;
    const began_at = Number.parseInt(began, 36);
    const isElsewhere =
      network !== undefined && mark !== undefined && mark !== markOf(key, session_id, network);
    const own = isElsewhere ? uuidOf(hashOf(key, 'session', session_id, network)) : session_id;
    return { start: { station_id, session_id: own, player, country, began_at }, isElsewhere };
  }

  return {
    sign({ station_id, session_id, player, country, began_at }, network) {
      const mark = network === undefined ? [] : [markOf(newest, session_id, network)];
      const about = [session_id, station_id, began_at.toString(36), player, country];
      const claims = [...about, ...mark].join('.');
      return `${claims}.${signature(newest, claims).toString('base64url')}`;
    },
    verify(token, network) {
      const name = `${token} ${network ?? ''}`;
      const known = verified.get(name);
      if (known) return known;
      const found = verify(token, network);
      if (verified.size >= MOST_VERIFIED) verified.clear();
      if (found) verified.set(name, found);
      return found;
    },
  };
}

/** A UUID of version 8 (RFC 9562, §5.8) of a hash. */
function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}
