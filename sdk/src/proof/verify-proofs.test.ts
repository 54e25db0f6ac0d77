// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { MAX_PROOF_FILE_BYTES } from '@stationhouse/platform-api/contract/proof/values';
import {
  fileOf,
  newSigner,
  onDay,
  proofOf,
  signLine,
  signLines,
  STARTED,
} from '../../test/sign-proofs.ts';
import { canVerifyProofs, ProofError, verifyProofs, type ProofKeySet } from './verify-proofs.ts';

const former = newSigner({ from: 0, until: 12 });
const current = newSigner({ from: 12 });
const keys: ProofKeySet = { keys: [former.jwk, current.jwk] };

/** Three proofs over a rotation of keys, made on the 10th, 11th and 15th day. */
const lines = signLines([
  { signer: former },
  { signer: former },
  { signer: current, changes: { made_at: onDay(15) } },
]);
const file = fileOf(lines);
const [first = '', second = '', third = ''] = lines;

/** The reason and line of a refusal. */
async function refusalOf(content: string, from: ProofKeySet = keys): Promise<string> {
  const failure = await verifyProofs(content, from).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof ProofError)) return `not refused: ${String(failure)}`;
  return `${failure.reason} at ${failure.line}`;
}

/** A file with one line of this content. */
const only = (content: unknown, header?: object) => fileOf([signLine(current, content, header)]);

const now = { made_at: onDay(15) };

test('a genuine file over a rotation of keys is accepted, the oldest proof first', async () => {
  const proofs = await verifyProofs(file, keys);
  expect(proofs.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(proofs[0]).toEqual(proofOf());
});

test('a refusal says the reason, the line, and a sentence with what to do', async () => {
  const failure = await verifyProofs(`${first}\n`, { keys: [] }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ProofError', reason: 'unknown_key', line: 1 });
  expect((failure as ProofError).message).toMatch(/^[A-Z].*\. Check .*\.$/);
});

test.each([
  ['an empty file', ''],
  ['a text', 'Dear advertiser,\nyour spot has aired.\n'],
  ['a page', '<!doctype html>\n'],
  ['one line end', '\n'],
  ['three words with dots', 'not.a.proof\n'],
  ['a byte order mark before the proof', `\u00ef\u00bb\u00bf${file}`],
  ['too many bytes', `${'a'.repeat(MAX_PROOF_FILE_BYTES)}\n`],
  ['a token of another kind', only(proofOf(now), { typ: 'JWT' })],
  ['a line without a type', only(proofOf(now), { typ: undefined })],
  ['a line without the id of a key', only(proofOf(now), { kid: undefined })],
])('not_a_proof: %s', async (_name, content) => {
  expect(await refusalOf(content)).toBe('not_a_proof at 1');
});

/** Replaces the last letter by the one whose spare bits differ. */
function withSpareBits(line: string, part: 0 | 1 | 2): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const parts = line.split('.');
  const old = parts[part] ?? '';
  parts[part] = old.slice(0, -1) + letters[letters.indexOf(old.slice(-1)) + 1];
  return parts.join('.');
}

/** The length of the group of order L, by which signatures would be malleable (RFC 8032, 5.1.7). */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with S + L in place of S. */
function malleated(line: string): string {
  const [header, payload, signature = ''] = line.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  // Little-endian, byte by byte with a carry.
  let sum = 0n;
  for (let at = 0n; at < 32n; at += 1n) {
    const place = 32 + Number(at);
    sum += BigInt(bytes[place] ?? 0) + ((L >> (8n * at)) & 255n);
    bytes[place] = Number(sum & 255n);
    sum >>= 8n;
  }
  return `${header}.${payload}.${bytes.toString('base64url')}`;
}

test.each([
  ['line ends of Windows', file.replaceAll('\n', '\r\n'), 1],
  ['a missing end of the last line', file.slice(0, -1), 3],
  ['an empty line at the end', `${file}\n`, 4],
  ['an empty line between two', `${first}\n\n${second}\n`, 2],
  ['a space at the end of a line', `${first}\n${second} \n`, 2],
  ['base64 with padding', `${first}\n${second}=\n`, 2],
  ['spare bits of the last letter of a signature', `${withSpareBits(first, 2)}\n`, 1],
  ['a signature that is one letter shorter', `${first.slice(0, -1)}\n`, 1],
  ['a signature of another line', `${first.replace(/\.[^.]*$/, '')}.${second.split('.')[2]}\n`, 1],
  ['a second form of the same signature', `${malleated(first)}\n`, 1],
  ['two lines in one', `${first}${second}\n`, 1],
  ['a text after the proof', `${first}\nthank you\n`, 2],
  ['letters of another script', `${first}\n${second.replace('e', 'е')}\n`, 2],
])('altered: %s', async (_name, content, line) => {
  expect(await refusalOf(content)).toMatch(new RegExp(`^(?:altered|not_a_proof) at ${line}$`));
});

test('altered: one letter of the content, or the key of another line', async () => {
  const [header, payload = '', signature] = second.split('.');
  const other = `${header}.${payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}.${signature}`;
  expect(await refusalOf(fileOf([first, other]))).toBe('altered at 2');
  const underCurrent = `${third.split('.')[0]}.${payload}.${signature}`;
  expect(await refusalOf(fileOf([first, underCurrent]))).toBe('altered at 2');
});

test('unknown_key: the key is not in the set, or the set has another key under its id', async () => {
  expect(await refusalOf(file, { keys: [current.jwk] })).toBe('unknown_key at 1');
  expect(await refusalOf(file, { keys: [former.jwk] })).toBe('unknown_key at 3');
  const exchanged = { ...former.jwk, x: current.jwk.x };
  expect(await refusalOf(file, { keys: [exchanged] })).toBe('unknown_key at 1');
});

test.each([
  ['kty', 'RSA'],
  ['crv', 'X25519'],
  ['alg', 'ES256'],
  ['use', 'enc'],
  ['x', `${former.jwk.x.slice(0, -1)}-`],
  ['x', 'AAAA'],
  ['iat', undefined],
  ['iat', '0'],
  ['exp', 'never'],
])('unknown_key: a key of the set whose %s is %s', async (name, value) => {
  const changed = { ...former.jwk, [name]: value };
  expect(await refusalOf(file, { keys: [changed] })).toBe('unknown_key at 1');
});

test('a key set that has other keys, or a private key by mistake, still verifies', async () => {
  const secret = { ...current.jwk, ...current.privateKey.export({ format: 'jwk' }) };
  const others = { keys: [null, { kty: 'RSA' }, former.jwk, secret] } as unknown as ProofKeySet;
  expect(await verifyProofs(file, others)).toHaveLength(3);
});

test('former_key: a key that was rotated out, and stolen, cannot sign new proofs', async () => {
  const stolen = [{ signer: former }, { signer: former, changes: { made_at: onDay(13) } }];
  expect(await refusalOf(fileOf(signLines(stolen)))).toBe('former_key at 2');
  expect(await refusalOf(only(proofOf({ made_at: onDay(11) })))).toBe('former_key at 1');
});

test('a key may sign in its first and in its last second', async () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const exp = former.jwk.exp ?? 0;
  const once = async (made_at: string) =>
    refusalOf(fileOf(signLines([{ signer: former, changes: { made_at } }])));
  expect(await once(at(STARTED))).toContain('not refused');
  expect(await once(at(exp).replace('.000Z', '.999Z'))).toContain('not refused');
  expect(await once(at(exp + 1))).toBe('former_key at 1');
});

test.each([
  ['the first proof left out', [second, third], 1],
  ['a proof left out', [first, third], 2],
  ['a proof twice', [first, first], 2],
  ['proofs in another order', [first, third, second], 2],
])('missing_link: %s', async (_name, kept, line) => {
  expect(await refusalOf(fileOf(kept))).toBe(`missing_link at ${line}`);
});

test('missing_link: a proof of the same number that does not name the one before', async () => {
  const other = signLines([{ signer: former, changes: { due: 3 } }, { signer: former }]);
  expect(await refusalOf(fileOf([first, other[1] ?? '']))).toBe('missing_link at 2');
  const begins = signLines([{ signer: former, changes: { previous: 'A'.repeat(43) } }]);
  expect(await refusalOf(fileOf(begins))).toBe('missing_link at 1');
});

test('missing_link: a proof that was made before the one above it', async () => {
  const back = [{ signer: former }, { signer: former, changes: { made_at: onDay(9) } }];
  expect(await refusalOf(fileOf(signLines(back)))).toBe('missing_link at 2');
});

test('other_spot: a line about another spot, or about another station', async () => {
  const { spot, station } = proofOf();
  const id = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2aff';
  const spots = [{ signer: former }, { signer: former, changes: { spot: { ...spot, id } } }];
  expect(await refusalOf(fileOf(signLines(spots)))).toBe('other_spot at 2');
  const stations = [
    { signer: former },
    { signer: former, changes: { station: { ...station, id } } },
  ];
  expect(await refusalOf(fileOf(signLines(stations)))).toBe('other_spot at 2');
});

test.each([
  ['an algorithm that is not Ed25519', only(proofOf(now), { alg: 'none' })],
  ['the same algorithm under its newer name', only(proofOf(now), { alg: 'Ed25519' })],
  ['a key in the header', only(proofOf(now), { jwk: current.jwk })],
  ['the address of a key in the header', only(proofOf(now), { jku: 'https://evil.example' })],
  ['a certificate in the header', only(proofOf(now), { x5c: ['MIIB'] })],
  ['an extension that must be understood', only(proofOf(now), { crit: ['exp'], exp: 1 })],
  ['a payload that is not encoded', only(proofOf(now), { crit: ['b64'], b64: false })],
  ['a later version', only({ ...proofOf(now), version: 2, plays: [] })],
])('unsupported: %s', async (_name, content) => {
  expect(await refusalOf(content)).toBe('unsupported at 1');
});

test('unsupported: the browser has no Ed25519, or no WebCrypto at all', async () => {
  const { subtle } = crypto;
  vi.spyOn(subtle, 'importKey').mockRejectedValue(new DOMException('No', 'NotSupportedError'));
  expect(await canVerifyProofs()).toBe(false);
  expect(await refusalOf(file)).toBe('unsupported at 1');
  vi.restoreAllMocks();
  expect(await canVerifyProofs()).toBe(true);
});

test.each([
  ['a text', '"a text"'],
  ['a list', []],
  ['a missing field', { ...proofOf(now), due: undefined }],
  ['another field', { ...proofOf(now), paid: true }],
  ['a day that does not exist', proofOf({ ...now, from: '2026-02-30' })],
  ['a time that does not exist', proofOf({ made_at: '2026-09-15T24:30:00.000Z' })],
  [
    'an airing that is not in the list',
    proofOf({
      ...now,
      locations: proofOf().locations.map((location) => ({
        ...location,
        not_playing: [{ airing: 2, status: 'offline' as const }],
      })),
    }),
  ],
])('not_a_proof: signed content that is %s', async (_name, content) => {
  expect(await refusalOf(only(content))).toBe('not_a_proof at 1');
});

test('altered: signed content that is not JSON', async () => {
  expect(await refusalOf(only('{"version":1'))).toBe('altered at 1');
});
