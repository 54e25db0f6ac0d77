import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { PLAYER_KINDS } from '../../contract/limits.ts';
import type { SessionStart } from './session.ts';

/** Bytes of a signature: half of SHA-256, as RFC 2104 §5 allows. */
const SIGNATURE_BYTES = 16;

/** Names a session in the addresses and reports of its player, and nothing about the listener. */
export interface SessionTokens {
  sign(start: SessionStart): string;
  /** Null unless it was signed here. */
  verify(token: string): SessionStart | null;
}

/** @param secrets the first one signs, all of them verify: that is how secrets are rotated */
export function createSessionTokens(secrets: readonly string[]): SessionTokens {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'listening sessions', 32)),
  );
  const [newest] = keys;
  if (!newest) throw new Error('Session tokens need a secret.');
  const signature = (key: Buffer, claims: string): Buffer =>
    createHmac('sha256', key).update(claims).digest().subarray(0, SIGNATURE_BYTES);

  return {
    sign({ station_id, session_id, player, country, began_at }) {
      const claims = [session_id, station_id, began_at.toString(36), player, country].join('.');
      return `${claims}.${signature(newest, claims).toString('base64url')}`;
    },
    verify(token) {
      const at = token.lastIndexOf('.');
      const claims = token.slice(0, Math.max(0, at));
      const given = Buffer.from(token.slice(at + 1), 'base64url');
      if (given.length !== SIGNATURE_BYTES) return null;
      if (!keys.some((key) => timingSafeEqual(given, signature(key, claims)))) return null;
      const [session_id = '', station_id = '', began = '', kind, country = ''] = claims.split('.');
      const player = PLAYER_KINDS.find((one) => one === kind);
      if (!player) return null;
      return { station_id, session_id, player, country, began_at: Number.parseInt(began, 36) };
    },
  };
}
