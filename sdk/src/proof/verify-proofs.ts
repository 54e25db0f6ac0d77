// Checks a file of proofs of play, in a browser or in Node: signatures, keys, and that none is missing. The file is
// described in docs/proof-of-play.md.
import {
  MAX_PROOF_FILE_BYTES,
  PROOF_ALGORITHM,
  PROOF_TYPE,
} from '@stationhouse/platform-api/contract/proof/values';
import { decode, encode } from 'jose/base64url';
import { compactVerify } from 'jose/jws/compact/verify';
import { faultOfProof, isRecord, type PlayProof } from './play-proof.ts';
import { refusal } from './proof-error.ts';
import { canVerifyProofs, findKey, type ProofKeySet, type UsableKey } from './proof-keys.ts';

export { canVerifyProofs, isKeySet, type ProofKey, type ProofKeySet } from './proof-keys.ts';
export { ProofError, type ProofFault } from './proof-error.ts';
export type { NotPlayingStatus, PlayProof, ProvenAiring, ProvenLocation } from './play-proof.ts';

/** The form of a compact JWS (RFC 7515, 3.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The letters of base64url, in order. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Whether the bits of the last letter that no byte uses are zero (RFC 4648, 3.5). Decoders ignore them, so another letter
 * would have the same signature.
 */
function isCanonical(part: string): boolean {
  const over = part.length % 4;
  const last = LETTERS.indexOf(part.slice(-1));
  if (over === 1) return false;
  return over === 0 || last % (over === 2 ? 16 : 4) === 0;
}

/** Refuses a line that is no compact JWS, and says what has probably happened to it. */
function checkForm(text: string, line: number): void {
  if (COMPACT.test(text)) return;
  if (text.endsWith('\r') && COMPACT.test(text.slice(0, -1))) throw refusal('lineEnds', line);
  if (line === 1) throw refusal('otherFile', line);
  throw refusal(text === '' ? 'extraLine' : 'characters', line);
}

/**
 * The lines of a file, one at a time, so that a hostile file costs no more than its first line that is wrong.
 *
 * @throws ProofError at the first that is no line of a proof
 */
function* linesOf(file: string): Generator<string, void> {
  if (file === '') throw refusal('empty', 1);
  // Proofs are ASCII, so a character is a byte.
  if (file.length > MAX_PROOF_FILE_BYTES) throw refusal('tooLarge', 1);
  let line = 0;
  for (let start = 0; start < file.length;) {
    line += 1;
    const end = file.indexOf('\n', start);
    const text = file.slice(start, end < 0 ? undefined : end);
    checkForm(text, line);
    if (end < 0) throw refusal('cutOff', line);
    yield text;
    start = end + 1;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON in bytes. @throws SyntaxError, or TypeError for bytes that are not UTF-8 */
const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes)) as unknown;

/** The id of the key in a protected header. @throws ProofError unless the header is that of a proof */
function keyIdIn(part: string, line: number): string {
  let header: unknown;
  try {
    header = jsonIn(decode(part));
  } catch (cause) {
    throw refusal(line === 1 ? 'otherFile' : 'changed', line, cause);
  }
  if (!isRecord(header) || header['typ'] !== PROOF_TYPE) throw refusal('otherSignature', line);
  const { alg, typ: _, kid, ...more } = header;
  // A key in the header, or the address of one, would let the file vouch for itself.
  if (alg !== PROOF_ALGORITHM || Object.keys(more).length > 0) throw refusal('newerForm', line);
  if (typeof kid !== 'string') throw refusal('otherSignature', line);
  return kid;
}

/** The signed content of a line. @throws ProofError */
async function signedContent(jws: string, key: CryptoKey, line: number): Promise<unknown> {
  try {
    const { payload } = await compactVerify(jws, key, { algorithms: [PROOF_ALGORITHM] });
    return jsonIn(payload);
  } catch (cause) {
    throw refusal('changed', line, cause);
  }
}

/** Whether the content is marked as that of a later version, which may have other fields. */
const isNewer = (content: unknown): boolean =>
  isRecord(content) && typeof content['version'] === 'number' && content['version'] > 1;

/** Refuses a proof that its key may not have signed at that time. */
function checkTime({ made_at }: PlayProof, { from, until }: UsableKey, line: number): void {
  const madeAt = Math.floor(Date.parse(made_at) / 1000);
  if (madeAt < from) throw refusal('keyNotYet', line);
  if (madeAt > until) throw refusal('keyEnded', line);
}

/** Refuses a proof that does not follow the one before it. */
function checkLink(
  proof: PlayProof,
  before: PlayProof | undefined,
  hashBefore: string | null,
  line: number,
): void {
  if (before && proof.station.id !== before.station.id) throw refusal('otherStation', line);
  if (before && proof.spot.id !== before.spot.id) throw refusal('otherSpot', line);
  if (!before && proof.number !== 1) throw refusal('startMissing', line);
  if (proof.number !== line) throw refusal('outOfPlace', line);
  if (proof.previous !== hashBefore) throw refusal('otherChain', line);
  if (before && Date.parse(proof.made_at) < Date.parse(before.made_at)) {
    throw refusal('backInTime', line);
  }
}

/** SHA-256 of a line, in base64url. */
async function hashOf(line: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(line));
  return encode(new Uint8Array(digest));
}

/** Finds keys, each once. */
function keyFinder(keys: ProofKeySet) {
  const found = new Map<string, UsableKey | undefined>();
  return async (kid: string, line: number): Promise<UsableKey> => {
    if (!found.has(kid)) {
      try {
        found.set(kid, await findKey(keys, kid));
      } catch (cause) {
        // A key may also be refused because it is no point of the curve.
        throw refusal((await canVerifyProofs()) ? 'unknownKey' : 'noEd25519', line, cause);
      }
    }
    const key = found.get(kid);
    if (!key) throw refusal('unknownKey', line);
    return key;
  };
}

/**
 * Checks a file of proofs of play. It is genuine if each line is unchanged and signed with a key of the operator that was in
 * use then, and if no proof of the spot is missing before the last one. Nothing is sent anywhere.
 *
 * @param file the content of the file
 * @param keys the operator's keys, from `/.well-known/proof-keys.json` of the operator's site. Never take them from where the
 *   file came from.
 * @returns its proofs, the oldest first
 * @throws ProofError with the reason and the line, for any other file
 *
 * @example
 * const keys = await (await fetch('https://radio.example.com/.well-known/proof-keys.json')).json();
 * const proofs = await verifyProofs(await file.text(), keys);
 * console.log(proofs.at(-1).aired);
 */
export async function verifyProofs(file: string, keys: ProofKeySet): Promise<readonly PlayProof[]> {
  const keyOf = keyFinder(keys);
  const proofs: PlayProof[] = [];
  let hashBefore: string | null = null;
  for (const jws of linesOf(file)) {
    const line = proofs.length + 1;
    const parts = jws.split('.');
    const kid = keyIdIn(parts[0] ?? '', line);
    if (!parts.every(isCanonical)) throw refusal('changed', line);
    const key = await keyOf(kid, line);
    const content = await signedContent(jws, key.key, line);
    if (isNewer(content)) throw refusal('newerForm', line);
    const fault = faultOfProof(content);
    if (fault !== null) throw refusal('invalidContent', line, new TypeError(fault));
    const proof = content as PlayProof; // It has just been checked.
    checkTime(proof, key, line);
    checkLink(proof, proofs.at(-1), hashBefore, line);
    proofs.push(proof);
    hashBefore = await hashOf(jws);
  }
  return proofs;
}
