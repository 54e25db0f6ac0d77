import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from '../../contract/accounts/values.ts';

const KEY_BYTES = 32;

/** Bytes of an HMAC that become digits. With 2^48 values the modulo bias is negligible. */
const DIGIT_BYTES = 6;

/** The hashes in a code's row: enough to verify code and link, too little to make them. */
export interface CodeHashes {
  code_hash: Buffer;
  link_hash: Buffer;
}

export type CodeSecrets = ReturnType<typeof createCodeSecrets>;

/** The hash of a link's token in the database. The token has 256 bits, so a plain hash is enough. */
export const hashLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Derives code and link from the row's id by HMAC, with keys derived from the secret (HKDF, RFC 5869). A
 * retried mail has the same code, and neither the tables nor the job queue hold anything that signs in.
 *
 * @param secrets the first one makes codes, all of them verify: that is how secrets are rotated
 */
export function createCodeSecrets(secrets: readonly string[]) {
  const makers = secrets.map(createMaker);
  const [newest] = makers;
  if (!newest) throw new Error('Codes need a secret.');
  return {
    /** The hashes of a new row. */
    hashesOf: (id: string): CodeHashes => ({
      code_hash: newest.hashCode(id, newest.code(id)),
      link_hash: hashLink(newest.token(id)),
    }),
    /** The code and link of a row; undefined when its secret was removed from the configuration. */
    reveal({ id, link_hash }: { id: string; link_hash: Buffer }) {
      const maker = makers.find(({ token }) => hashLink(token(id)).equals(link_hash));
      return maker && { code: maker.code(id), token: maker.token(id) };
    },
    /** Constant-time comparison. */
    isCode: ({ id, code_hash }: { id: string; code_hash: Buffer }, code: string): boolean =>
      makers.some(({ hashCode }) => timingSafeEqual(hashCode(id, code), code_hash)),
  };
}

function createMaker(secret: string) {
  const codeKey = keyFor(secret, 'codes');
  const linkKey = keyFor(secret, 'links');
  const hashKey = keyFor(secret, 'hashes of codes');
  return {
    code(id: string): string {
      const number = hmac(codeKey, id).readUIntBE(0, DIGIT_BYTES) % 10 ** CODE_DIGITS;
      return String(number).padStart(CODE_DIGITS, '0');
    },
    token: (id: string): string => hmac(linkKey, id).toString('base64url'),
    // Keyed, because a thief of the table alone could try all million codes in a second.
    hashCode: (id: string, code: string): Buffer => hmac(hashKey, `${id} ${code}`),
  };
}

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `one-time codes: ${purpose}`, KEY_BYTES));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
