// @vitest-environment node
// Many genuine files and many altered ones. The signer uses Node's crypto, and another library agrees that what it signs is
// signed.
import { verifyJWS } from 'did-jwt';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOf, newSigner, onDay, signLines, type Link } from '../../test/sign-proofs.ts';
import { ProofError, verifyProofs, type ProofKeySet } from './verify-proofs.ts';

const GENUINE = 200;
const ALTERED_OF_EACH = 50;
const MOST_LINKS = 12;
/** Fifteen seconds on two idle cores. */
const TIMEOUT_MS = 240_000;

/** The keys of a rotation every month: each begins when the one before ends. */
const signers = [0, 30, 60, 90].map((from) =>
  newSigner({ from, ...(from < 90 && { until: from + 30 }) }),
);
const stranger = newSigner();
const keys: ProofKeySet = { keys: signers.map(({ jwk }) => jwk) };
const publicKeys = new Map(signers.map(({ jwk }) => [jwk.kid, jwk]));

/** The last key that had begun on a day. */
const signerOn = (day: number) => signers[Math.min(Math.floor(day / 30), 3)] ?? stranger;

const daysOf = (most: number) =>
  fc.array(fc.integer({ min: 1, max: 118 }), { minLength: 1, maxLength: most });

/** A genuine chain: the days on which its proofs are made. Most are short, as each line takes time. */
const days = fc
  .oneof({ weight: 5, arbitrary: daysOf(3) }, { weight: 1, arbitrary: daysOf(MOST_LINKS) })
  // On the day between two keys either may sign, so no proof is made then.
  .map((list) => list.map((day) => (day % 30 === 0 ? day + 1 : day)).sort((a, b) => a - b));

const linksOf = (made: readonly number[]): Link[] =>
  made.map((day) => ({ signer: signerOn(day), changes: { made_at: onDay(day) } }));

const isAccepted = (file: string): Promise<boolean> =>
  verifyProofs(file, keys).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProofError) return false;
      throw error;
    },
  );

/** Verifies one line by the other library. @throws Error when it is not signed */
function verifyElsewhere(line: string): void {
  const { kid } = JSON.parse(Buffer.from(line.split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string;
  };
  const publicKeyJwk = publicKeys.get(kid);
  if (publicKeyJwk === undefined) throw new Error('It has another key.');
  verifyJWS(line, { id: kid, controller: kid, type: 'JsonWebKey2020', publicKeyJwk });
}

/** A number below a limit, of random numbers that the seed decides. */
type Pick = (limit: number) => number;

/** Replaces a byte by any other, or removes, adds or repeats one. */
function changeByte(file: string, pick: Pick): string {
  const at = pick(file.length);
  const old = file.charCodeAt(at);
  const byte = String.fromCharCode((old + 1 + pick(255)) % 256);
  const [before, after] = [file.slice(0, at), file.slice(at + 1)];
  return [before + byte + after, before + after, before + byte + file.slice(at)][pick(3)] ?? '';
}

/** Changes one bit in the letters of base64url, as these are what decoders read. */
function changeLetter(file: string, pick: Pick): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The last letter of a line is the one with spare bits.
  const ends = [...file.matchAll(/[\w-](?=[.\n])/g)].map(({ index }) => index);
  const at = ends[pick(ends.length)] ?? 0;
  const letter = letters[letters.indexOf(file[at] ?? '') ^ (1 << pick(6))] ?? '';
  return file.slice(0, at) + letter + file.slice(at + 1);
}

/** Leaves out, repeats or moves a line. The last line is never the one left out: the rest would be an older, genuine file. */
function changeOrder(lines: readonly string[], pick: Pick): string {
  const changed = [...lines];
  const at = pick(lines.length);
  const kind = lines.length === 1 ? 0 : pick(3);
  if (kind === 0) changed.splice(at, 0, lines[at] ?? '');
  else if (kind === 1) changed.splice(pick(lines.length - 1), 1);
  else
    changed.splice((at + 1 + pick(lines.length - 1)) % lines.length, 0, ...changed.splice(at, 1));
  return fileOf(changed);
}

/** Signs the file again, one proof of it with a key that may not: a stranger's, or one of another time. */
function signWithOther(made: readonly number[], pick: Pick): string {
  const links = linksOf(made);
  const at = pick(links.length);
  const others = [stranger, ...signers].filter((signer) => signer !== links[at]?.signer);
  const signer = others[pick(others.length)] ?? stranger;
  return fileOf(signLines(links.map((link, index) => (index === at ? { ...link, signer } : link))));
}

/** Signs the file again with what it says changed, and leaves the lines after it as they were. */
function exchange(lines: readonly string[], made: readonly number[], pick: Pick): string {
  if (lines.length === 1) return changeLetter(fileOf(lines), pick);
  const at = pick(lines.length - 1);
  const links = linksOf(made).map((link, index) =>
    index === at ? { ...link, changes: { ...link.changes, aired: 2 } } : link,
  );
  const other = signLines(links)[at] ?? '';
  return fileOf(lines.map((line, index) => (index === at ? other : line)));
}

function alter(lines: readonly string[], made: readonly number[], pick: Pick): string {
  const kinds = [
    () => changeByte(fileOf(lines), pick),
    () => changeLetter(fileOf(lines), pick),
    () => changeOrder(lines, pick),
    () => signWithOther(made, pick),
    () => exchange(lines, made, pick),
  ];
  return kinds[pick(kinds.length)]?.() ?? '';
}

test(
  `accepts ${GENUINE} genuine files, and refuses ${GENUINE * ALTERED_OF_EACH} altered ones`,
  { timeout: TIMEOUT_MS },
  async () => {
    let [accepted, refused] = [0, 0];
    const property = fc.asyncProperty(days, fc.infiniteStream(fc.nat()), async (made, random) => {
      const lines = signLines(linksOf(made));
      for (const line of lines) verifyElsewhere(line);
      expect(await isAccepted(fileOf(lines))).toBe(true);
      accepted += 1;
      const pick: Pick = (limit) => (random.next().value ?? 0) % limit;
      for (let count = 0; count < ALTERED_OF_EACH; count += 1) {
        const altered = alter(lines, made, pick);
        if (altered === fileOf(lines)) throw new Error('It is not altered.');
        if (await isAccepted(altered)) throw new Error(`Accepted: ${JSON.stringify(altered)}`);
        refused += 1;
      }
    });
    await fc.assert(property, { numRuns: GENUINE, seed: 7, endOnFailure: true });
    expect([accepted, refused]).toEqual([GENUINE, GENUINE * ALTERED_OF_EACH]);
  },
);

test('the other library refuses what is signed with another key', () => {
  const [line = ''] = signLines(linksOf([5]));
  expect(() => verifyElsewhere(line)).not.toThrow();
  const [other = ''] = signLines([{ signer: signers[1] ?? stranger }]);
  const forged = `${line.split('.')[0]}.${other.split('.').slice(1).join('.')}`;
  expect(() => verifyElsewhere(forged)).toThrow('signature');
});
