// @vitest-environment node
import { expect, test } from 'vitest';
import { fileOf, newSigner, proofOf, signLines } from '../../test/sign-proofs.ts';
import { run } from './run.ts';

const signer = newSigner();
const lines = signLines([{ signer }, { signer, changes: { aired: 1 } }]);
const keySet = JSON.stringify({ keys: [signer.jwk] });
const KEYS = 'https://radio.example/.well-known/proof-keys.json';

interface World {
  files?: Record<string, string>;
  answers?: Record<string, () => Response>;
}

/** Runs a command line with these files and servers. */
async function ran(args: string[], { files = {}, answers = {} }: World = {}) {
  let [out, err] = ['', ''];
  const all: Record<string, string> = { 'proof.jws': fileOf(lines), 'keys.json': keySet, ...files };
  const code = await run(args, {
    async read(file) {
      const text = all[file];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    async fetch(address) {
      const answer = answers[String(address)];
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
    env: {},
    untilInterrupted: () => new AbortController().signal,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { code, out, err };
}

const sending = (body: string, status = 200) => ({
  answers: { [KEYS]: () => new Response(body, { status }) },
});

test('a genuine file prints what it says, and exits with 0', async () => {
  const { code, out, err } = await ran(
    ['verify', 'proof.jws', '--from', 'https://radio.example'],
    sending(keySet),
  );
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`Genuine: 2 proofs, none missing.

Spot      Happy hour until seven
Station   Counting House Radio
Period    2026-09-01 to 2026-09-07 (Europe/London)
Due       2
Aired     1
Signed    2026-09-12T00:00:00.000Z by https://radio.example

Played at
  High Street  0 of 1
`);
});

test('a saved key set needs no network, and - reads standard input', async () => {
  const { code, out } = await ran(['verify', '-', '--keys', 'keys.json'], {
    files: { '-': fileOf(lines.slice(0, 1)) },
  });
  expect(code).toBe(0);
  expect(out).toContain('Genuine: the first of this spot.');
});

test('a station without locations has no table', async () => {
  const files = { 'proof.jws': fileOf(signLines([{ signer, changes: { locations: [] } }])) };
  const { out } = await ran(['verify', 'proof.jws', '--keys', 'keys.json'], { files });
  expect(out).not.toContain('Played at');
});

test('a refused file prints the reason and the line, and exits with 1', async () => {
  const files = { 'proof.jws': fileOf(lines.slice(1)) };
  const { code, out, err } = await ran(['verify', 'proof.jws', '--keys', 'keys.json'], { files });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Refused \(missing_link\), line 1: The file does not begin .*\.\n$/);
});

test('control characters in names do not reach the terminal', async () => {
  const { spot } = proofOf();
  const changes = { spot: { ...spot, title: '\u001b]0;owned\u0007\u202eyppaH' } };
  const files = { 'proof.jws': fileOf(signLines([{ signer, changes }])) };
  const { out } = await ran(['verify', 'proof.jws', '--keys', 'keys.json'], { files });
  expect(out).toContain('�]0;owned��yppaH');
});

test.each([
  ['no file', ['verify'], 'Name the file'],
  ['two files', ['verify', 'a', 'b'], 'one file only'],
  ['no source of keys', ['verify', 'proof.jws'], 'either --from or --keys'],
  [
    'two sources of keys',
    ['verify', 'proof.jws', '--keys', 'keys.json', '--from', 'https://radio.example'],
    'either --from or --keys',
  ],
  [
    'an address without encryption',
    ['verify', 'proof.jws', '--from', 'http://radio.example'],
    'https',
  ],
  ['an address that is not one', ['verify', 'proof.jws', '--from', 'radio.example'], 'https'],
  ['an unknown option', ['verify', 'proof.jws', '--force'], '--force'],
])('%s is wrong usage: it exits with 2 and prints the help', async (_name, args, words) => {
  const { code, out, err } = await ran(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(words);
  expect(err).toContain('Usage: npx @stationhouse/sdk verify');
});

test.each([
  [
    'the file is missing',
    ['verify', 'gone.jws', '--keys', 'keys.json'],
    {},
    'gone.jws can’t be read',
  ],
  [
    'the keys are missing',
    ['verify', 'proof.jws', '--keys', 'gone.json'],
    {},
    'gone.json can’t be read',
  ],
  ['the keys are no key set', ['verify', 'proof.jws', '--keys', 'proof.jws'], {}, 'has no key set'],
  [
    'the server is silent',
    ['verify', 'proof.jws', '--from', 'https://radio.example'],
    {},
    'did not send its keys',
  ],
  [
    'the server has no keys',
    ['verify', 'proof.jws', '--from', 'https://radio.example'],
    sending('', 404),
    'answered 404',
  ],
  [
    'the server sends a page',
    ['verify', 'proof.jws', '--from', 'https://radio.example'],
    sending('<p>'),
    'has no key set',
  ],
])('it exits with 2, without the help, when %s', async (_name, args, world, words) => {
  const { code, err } = await ran(args, world);
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err).not.toContain('Usage');
});

test('help describes the commands, and each command', async () => {
  expect(await ran(['--help'])).toMatchObject({ code: 0, err: '' });
  const { code, out } = await ran(['verify', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('Exit codes: 0 genuine, 1 refused');
  expect((await ran([])).code).toBe(2);
  const unknown = await ran(['sing']);
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain('There is no command “sing”.');
});
