import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** `shr_` and 256 random bits: opaque, and found by scanners for leaked secrets. */
const PREFIX = 'shr_';

/** A new refresh token. */
export const makeRefreshToken = (): string => PREFIX + randomBytes(BYTES).toString('base64url');

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Locks a token's successor with the token itself, so that only who holds the one gets the other. A
 * one-time pad: the token is random, used for one successor, and known to nobody who has the database.
 */
export function sealNext(token: string, next: string): Buffer {
  return xor(Buffer.from(next.slice(PREFIX.length), 'base64url'), pad(token));
}

/** The successor that was sealed with this token. */
export function unsealNext(token: string, sealed: Buffer): string {
  return PREFIX + xor(sealed, pad(token)).toString('base64url');
}

const pad = (token: string): Buffer => createHash('sha256').update(`pad of ${token}`).digest();

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
