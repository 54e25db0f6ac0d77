import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from '../../contract/limits.ts';

const KEY_BYTES = 32;

/** So many bytes of an HMAC become digits: of 2^48 numbers none is noticeably likelier than another. */
const DIGIT_BYTES = 6;

/** What a code's row keeps: enough to know code and link again, too little to make them. */
export interface CodeHashes {
  code_hash: Buffer;
  link_hash: Buffer;
}

/** Makes codes and links of rows' ids. */
export interface CodeSecrets {
  /** What a new row keeps. */
  hashesOf(id: string): CodeHashes;
  /** What a row's letter says. Undefined: the secret that the row was made with is no longer ours. */
  reveal(row: { id: string; link_hash: Buffer }): { code: string; token: string } | undefined;
  /** Compares in a time that tells nothing. */
  isCode(row: { id: string; code_hash: Buffer }, code: string): boolean;
}

/** What the database keeps of a link's token: 256 random bits can't be guessed from their hash. */
export const hashLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Code and link are HMACs of the row's id under keys that only the secret gives (HKDF, RFC 5869): the
 * same at every try of a letter, and nothing that opens an account lies in a table or in the job queue.
 *
 * @param secrets the first one makes, each of them is believed: that is how secrets are rotated
 */
export function createCodeSecrets(secrets: readonly string[]): CodeSecrets {
  const makers = secrets.map(createMaker);
  const [newest] = makers;
  if (!newest) throw new Error('Codes need a secret.');
  return {
    hashesOf: (id) => ({
      code_hash: newest.hashCode(id, newest.code(id)),
      link_hash: hashLink(newest.token(id)),
    }),
    reveal({ id, link_hash }) {
      const maker = makers.find(({ token }) => hashLink(token(id)).equals(link_hash));
      return maker && { code: maker.code(id), token: maker.token(id) };
    },
    isCode: ({ id, code_hash }, code) =>
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
    // Keyed: a million codes are tried in a second by whoever has the table alone.
    hashCode: (id: string, code: string): Buffer => hmac(hashKey, `${id} ${code}`),
  };
}

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `one-time codes: ${purpose}`, KEY_BYTES));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
