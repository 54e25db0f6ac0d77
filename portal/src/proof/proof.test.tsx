import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fileOf,
  newSigner,
  onDay,
  proofOf,
  signLines,
  type Signer,
} from '../../../sdk/test/sign-proofs.ts';
import { type Answer, answered, refused } from '../api/test/answers.ts';
import { doing, drawPages, find, isThere, press, text, until } from '../ui/test/draw.tsx';
import { Proof } from './ProofPage.tsx';
import { byDay, lateInWords, silencesOf, timesOf } from './proof-words.ts';

const KEYS = '/.well-known/proof-keys.json';
const PROOF = '/v1/proofs/019aa5d4';

const signer = newSigner();
const lines = signLines([
  { signer },
  { signer, changes: { from: '2026-09-08', to: '2026-09-14', due: 1488, aired: 1487 } },
]);
const proofFile = (file: string) =>
  answered({ id: '019aa5d4', file_name: 'proof-of-play-2026-09-14.jws', file });
const keysOf = (...signers: Signer[]) => answered({ keys: signers.map(({ jwk }) => jwk) });

/** Opens the page at an address, with these answers of the server. */
async function open(search: string, answers: Record<string, Answer> = {}): Promise<string[]> {
  const asked: string[] = [];
  const all: Record<string, Answer> = { [KEYS]: keysOf(signer), ...answers };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = all[path];
    if (!answer) throw new TypeError('fetch failed');
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await drawPages([{ path: '/proof', Component: Proof }], `/proof${search}`);
  return asked;
}

/** Chooses a file, as the dialog of the browser does. */
async function choose(content: BlobPart): Promise<void> {
  await until(() => find(HTMLInputElement, 'input[type="file"]'));
  const input = find(HTMLInputElement, 'input[type="file"]');
  const file = new File([content], 'proof.jws');
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await doing(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const heading = () => find(HTMLHeadingElement, 'h1').textContent;

test('a link shows the proof under the name of the station, once it is checked', async () => {
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  expect(heading()).toBe('Proof of play');
  await until(() => expect(heading()).toBe('Counting House Radio'));
  expect(document.title).toContain('Counting House Radio');
  for (const words of [
    'Happy hour until seven',
    'Commercial spot, 6.1 seconds',
    '1,488',
    '1,487',
    'Signature checked in this browser',
    'https://radio.example',
    'number 2 of this spot, and none before it is missing',
    'Tuesday 1 September 2026',
    '1 of 2 aired',
    '09:00:00',
    '0.1 s',
    '17.4',
    'Did not air. A longer item was on air',
  ]) {
    expect(text()).toContain(words);
  }
  expect(text()).toMatch(/8\s?–\s?14 September 2026/);
});

test('a location has its airings, and when and why it did not play', async () => {
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  await until(() => expect(text()).toContain('High Street'));
  expect(text()).toContain('0 of 1');
  expect(text()).toContain('It did not play once');
  expect(text()).toContain('Its player did not report: 1');
  expect(text()).toContain('Tue 1 Sept, 09:00');
});

test('former proofs are a list with links', async () => {
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  await until(() => expect(text()).toContain('Former proofs'));
  const link = find(HTMLAnchorElement, `a[href="/proof?id=${proofOf().proof_id}"]`);
  expect(link.textContent).toMatch(/^1\s?–\s?7 September 2026$/);
});

test('the proof is saved as the server sent it', async () => {
  const saved: Blob[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }));
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:proof';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  await press('Download the proof');
  expect(saved.map(({ size }) => size)).toEqual([fileOf(lines).length]);
});

test('folded times are open on paper', async () => {
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  await until(() => expect(text()).toContain('High Street'));
  const folded = find(HTMLDetailsElement, 'details');
  dispatchEvent(new Event('beforeprint'));
  expect(folded.open).toBe(true);
  dispatchEvent(new Event('afterprint'));
  expect(folded.open).toBe(false);
});

test('a refused proof says which line and why, and shows nothing of it', async () => {
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines.slice(1))) });
  await until(() => expect(text()).toContain('This proof is not genuine'));
  expect(text()).toContain('Line 1 of the file: The file does not begin with the first proof');
  expect(text()).not.toContain('Happy hour');
  expect(isThere('Download the proof')).toBe(false);
});

test('a proof that is signed with another key is refused', async () => {
  await open('?id=019aa5d4', {
    [PROOF]: proofFile(fileOf(lines)),
    [KEYS]: keysOf(newSigner()),
  });
  await until(() => expect(text()).toContain('a key that the operator does not publish'));
});

test('an unknown id leads to the check of a file', async () => {
  await open('?id=019aa5d4', {
    [PROOF]: refused(404, 'proof_not_found', 'There is no such proof.'),
  });
  await until(() => expect(text()).toContain('There is no proof at this address'));
  await press('Check a file');
  await until(() => expect(isThere('Choose a file')).toBe(true));
});

test('without a connection it can be tried again', async () => {
  const answers: Record<string, Answer> = {};
  await open('?id=019aa5d4', answers);
  await until(() => expect(text()).toContain('We could not reach the server'));
  expect(isThere('Try again')).toBe(true);
});

test('without an id a file is checked, and only the keys are asked for', async () => {
  const asked = await open('');
  await choose(fileOf(lines));
  await until(() => expect(heading()).toBe('Counting House Radio'));
  expect(asked).toEqual([KEYS]);
  await press('Check another file');
  await choose(fileOf(lines).replace('\n', '\r\n'));
  await until(() => expect(text()).toContain('Line 1 of the file: The line ends have changed'));
  await choose(`\ufeff${fileOf(lines)}`);
  await until(() => expect(text()).toContain('This is not a proof of play'));
});

test('a browser without Ed25519 names the command', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
  await open('?id=019aa5d4', { [PROOF]: proofFile(fileOf(lines)) });
  await until(() => expect(text()).toContain('This browser can’t check the signature'));
  expect(text()).toMatch(/npx http\S+\.tgz verify proof-of-play-2026-09-14\.jws --from http/);
  expect(isThere('Download the proof')).toBe(true);
});

test('airings are grouped by day in the zone of the proof', () => {
  const airing = { late_seconds: null, missed: null, listeners: null, due_at: null };
  const airings = ['2026-09-01T22:30:00Z', '2026-09-01T23:30:00Z', null].map((aired_at) => ({
    ...airing,
    aired_at,
  }));
  const namesIn = (zone: string) => byDay(airings, timesOf(zone)).map(({ name }) => name);
  expect(namesIn('Europe/London')).toEqual([
    'Tuesday 1 September 2026',
    'Wednesday 2 September 2026',
    '',
  ]);
  expect(namesIn('UTC')).toEqual(['Tuesday 1 September 2026', '']);
  expect(namesIn('Mars/Olympus')).toEqual(namesIn('UTC'));
});

test('airings in a row that were not heard for one reason are one period', () => {
  const airings = [0, 1, 2, 3, 4].map((hour) => ({
    due_at: onDay(hour / 24),
    aired_at: null,
    late_seconds: null,
    missed: null,
    listeners: null,
  }));
  const silences = silencesOf(
    [
      { airing: 0, status: 'offline' },
      { airing: 1, status: 'offline' },
      { airing: 2, status: 'muted' },
      { airing: 4, status: 'offline' },
    ],
    airings,
    timesOf('UTC'),
  );
  expect(silences).toEqual([
    {
      reason: 'Its player did not report',
      count: 3,
      times: ['Tue 1 Sept, 00:00 to 01:00 (2 times)', 'Tue 1 Sept, 04:00'],
    },
    { reason: 'Its player was muted', count: 1, times: ['Tue 1 Sept, 02:00'] },
  ]);
});

test.each([
  [0.1, '0.1 s'],
  [0, '0 s'],
  [75.2, '1 min 15 s'],
  [59.96, '1 min 0 s'],
  [3599.7, '60 min 0 s'],
])('%s seconds late is "%s"', (seconds, words) => {
  expect(lateInWords(seconds)).toBe(words);
});
