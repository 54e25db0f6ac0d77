import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A known prefix, so that scanners for leaked secrets find our tokens. */
const PREFIX = 'shr_';

/** A new refresh token. */
export const makeRefreshToken = (): string => PREFIX + randomBytes(BYTES).toString('base64url');

/** The hash of a token, as the database has it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Encrypts a token's successor with the token itself, so that only a holder of the token gets it. A
 * one-time pad: the token is random, encrypts one successor, and is not in the database.
 */
export function sealNext(token: string, next: string): Buffer {
  return xor(Buffer.from(next.slice(PREFIX.length), 'base64url'), pad(token));
}

/** Decrypts the successor with the token. */
export function unsealNext(token: string, sealed: Buffer): string {
  return PREFIX + xor(sealed, pad(token)).toString('base64url');
}

const pad = (token: string): Buffer => createHash('sha256').update(`pad of ${token}`).digest();

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
