import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeIn } from '../../test/mail-inbox.ts';
import { testDatabase } from '../../test/database.ts';
import { buildPlaylist, TRACK_UNITS } from '../../test/on-air-stations.ts';
import { testCard } from '../../test/payments-stand-in.ts';
import { dataFolder, freePort, startProgram } from '../../test/program.ts';
import { createMailbox } from '../mail/mailbox.ts';

const database = testDatabase();
const { knex } = database;

const PASSWORD = 'a long walk by the sea';

/** How each script of the guide is run. */
const PROGRAMS = {
  bash: ['bash', '-c'],
  js: ['node', '--input-type=module', '--eval'],
  python: ['python3', '-c'],
} as const;
const LANGUAGES = ['bash', 'js', 'python'] as const;

const GUIDE = await readFile(new URL('../../../docs/guide.md', import.meta.url), 'utf8');

/** The one script of a language, exactly as the guide has it. */
function scriptOf(language: keyof typeof PROGRAMS): string {
  const [script, ...more] = [...GUIDE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(
    ([, of]) => of === language,
  );
  if (!script?.[2] || more.length > 0) throw new Error(`The guide has no single ${language}.`);
  return script[2];
}

/** The product as a developer starts it, with the music of an operator. */
async function startProduct() {
  const DATA_DIR = await dataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { id } = await buildPlaylist(knex, { tracks: 40, units: 4 * TRACK_UNITS });
  await knex('playlists')
    .where({ id })
    .update({ starter_for: ['any'] });
  const program = await startProgram({
    DATABASE_URL: database.url,
    DATA_DIR,
    PORT: String(port),
    PUBLIC_URL: url,
  });
  await program.ready();
  return { url, mailbox: createMailbox(join(DATA_DIR, 'mailbox')) };
}

/** Runs a script as a person would: types the code from the mail, and pays. @returns what it printed */
async function run(
  language: keyof typeof PROGRAMS,
  { url, mailbox }: Awaited<ReturnType<typeof startProduct>>,
): Promise<string> {
  const EMAIL = `${language}@example.com`;
  const [command, ...flags] = PROGRAMS[language];
  const { PATH, HOME } = process.env;
  const child = spawn(command, [...flags, scriptOf(language)], {
    env: { PATH, HOME, API: url, EMAIL, PASSWORD },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close');

  const patient = { timeout: 90_000, interval: 50 };
  await vi.waitFor(() => expect(said).toContain('Enter the code in the mail'), patient);
  const letters = async () => (await mailbox.list()).filter(({ to }) => to === EMAIL);
  await vi.waitFor(async () => expect(await letters()).not.toEqual([]), patient);
  child.stdin.end(`${codeIn((await letters())[0]?.text ?? '')}\n`);

  await vi.waitFor(() => expect(said).toMatch(/Pay here: http\S+\n/), patient);
  const page = /Pay here: (\S+)/.exec(said)?.[1] ?? '';
  const card = new URLSearchParams({ ...testCard() });
  const headers = { Origin: new URL(page).origin };
  const paid = await fetch(page, { method: 'POST', headers, body: card, redirect: 'manual' });
  expect(paid.headers.get('location')).toBe(`${url}/members?payment=success`);

  const [code] = await ended;
  expect([code, said]).toEqual([0, said]);
  return said;
}

describe('the guide from sign-up to the first listener', () => {
  it('works as written, in each language', async () => {
    const product = await startProduct();
    for (const said of await Promise.all(LANGUAGES.map((language) => run(language, product)))) {
      const [, heard] = /^Heard (\d+) bytes of Counting House Radio$/m.exec(said) ?? [];
      expect(Number(heard)).toBeGreaterThanOrEqual(65_536);
      const [, id] =
        /^For your site: <script async src="\S+\/sdk\/player\.js" data-station="(st_\w+)">/m.exec(
          said,
        ) ?? [];
      expect((await fetch(`${product.url}/v1/stations/${id}`)).status).toBe(200);
    }
  }, 240_000);
});
