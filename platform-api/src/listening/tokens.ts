import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { PLAYER_KINDS } from '../../contract/limits.ts';
import type { SessionStart } from './session.ts';

/** Bytes of a signature: half of SHA-256, as RFC 2104 §5 allows. */
const SIGNATURE_BYTES = 16;

/** Names a session in the addresses and reports of its player, and nothing about the listener. */
export interface SessionTokens {
  sign(start: SessionStart): string;
  /** Null unless it was signed here, for this station. */
  verify(token: string, station_id: string): SessionStart | null;
}

/** @param secrets the first one signs, all of them verify: that is how secrets are rotated */
export function createSessionTokens(secrets: readonly string[]): SessionTokens {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'listening sessions', 32)),
  );
  const [newest] = keys;
  if (!newest) throw new Error('Session tokens need a secret.');
  const signature = (key: Buffer, station_id: string, claims: string): Buffer =>
    createHmac('sha256', key)
      .update(`${station_id}\n${claims}`)
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  return {
    sign({ station_id, session_id, player, country, began_at }) {
      const claims = [session_id, began_at.toString(36), player, country].join('.');
      return `${claims}.${signature(newest, station_id, claims).toString('base64url')}`;
    },
    verify(token, station_id) {
      const [claims, given] = splitLast(token);
      const bytes = Buffer.from(given, 'base64url');
      if (bytes.length !== SIGNATURE_BYTES) return null;
      const isSigned = keys.some((key) =>
        timingSafeEqual(bytes, signature(key, station_id, claims)),
      );
      if (!isSigned) return null;
      const [session_id = '', began = '', kind, country = ''] = claims.split('.');
      const player = PLAYER_KINDS.find((one) => one === kind);
      if (!player) return null;
      return { station_id, session_id, player, country, began_at: Number.parseInt(began, 36) };
    },
  };
}

/** The text before and after the last dot. */
function splitLast(text: string): [string, string] {
  const at = text.lastIndexOf('.');
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
}
