import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from '@playwright/test';
import { LIBRARY_PART_BYTES } from '../platform-api/contract/library/values.ts';
import { buildMp3 } from '../platform-api/test/mp3.ts';
import { expectAccessible } from './accessible.ts';
import { addAdmin, openAdmin } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { button, SITE } from './wizard.ts';

/** Files are prepared one after the other, and by a busy machine slowly. */
const READY_MS = 150_000;
test.describe.configure({ timeout: 240_000 });

const PARTS = '**/v1/admin/library/uploads/*/parts/*';

/** A folder with music, on this machine. */
async function folderOf(files: Record<string, Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'music-'));
  await mkdir(join(folder, 'Harbour'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
}

const RECORDINGS = fileURLToPath(new URL('../platform-api/audio/demo/', import.meta.url));

/** The end of a recording, in bytes: ten seconds. */
const END_BYTES = 160_000;

/** A recording of the demo station, by its place among them, without its end: the whole is in the library already. */
async function recording(index: number): Promise<Buffer> {
  const names = (await readdir(RECORDINGS)).filter((name) => name.endsWith('.mp3')).toSorted();
  return (await readFile(join(RECORDINGS, names[index] ?? ''))).subarray(0, -END_BYTES);
}

/** The same audio behind a tag of so many bytes that it is sent in several parts (ID3v2.4, §3.1). */
function inParts(parts: number, sound: Buffer): Buffer {
  const size = (parts - 1) * LIBRARY_PART_BYTES;
  const sevenBits = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  return Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from([4, 0, 0, ...sevenBits]),
    Buffer.alloc(size),
    sound,
  ]);
}

async function openAddMusic(browser: Browser, who?: { email: string; password: string }) {
  const page = await openAdmin(browser, who);
  await page.goto(`${SITE}/admin/library/add`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add music' })).toBeVisible();
  return page;
}

/** Remembers the parts that have arrived, as `upload/part`. */
function partsOf(page: Page): string[] {
  const arrived: string[] = [];
  page.on('response', (answer) => {
    const [, upload, part] = /uploads\/([^/]+)\/parts\/(\d+)$/.exec(answer.url()) ?? [];
    if (answer.request().method() === 'PUT' && answer.ok()) arrived.push(`${upload}/${part}`);
  });
  return arrived;
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });

async function chooseFolder(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a folder').click();
  await (await chooser).setFiles(folder);
}

test('music sent over a line that is cut arrives once, and becomes tracks', async ({ browser }) => {
  const folder = await folderOf({
    'Harbour/Long.mp3': inParts(3, await recording(0)),
    'Harbour/One.mp3': await recording(1),
    'Harbour/Two.mp3': await recording(2),
    'Harbour/Not music.mp3': Buffer.from('This is a letter, not a song.'),
    'Harbour/cover.txt': Buffer.from('notes'),
  });
  const page = await openAddMusic(browser);
  const arrived = partsOf(page);
  // The line is cut while the second part of the long file is on its way.
  let isCut = false;
  await page.route(PARTS, async (route) => {
    if (route.request().url().endsWith('/parts/1') && !isCut) {
      isCut = true;
      await page.context().setOffline(true);
      return route.abort('internetdisconnected');
    }
    return route.continue();
  });

  await chooseFolder(page, join(folder, 'Harbour'));
  await expect(page.getByText('1 file was left out')).toBeVisible();
  await expect(page.getByText('The connection was lost')).toBeVisible({ timeout: 30_000 });
  await expect(row(page, 'Long.mp3')).toContainText('has arrived');
  await expectAccessible(page);

  await page.context().setOffline(false);
  await expect(page.getByText('4 of 4 files sent')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The connection was lost')).toBeHidden();
  expect(arrived).toHaveLength(6);
  expect(new Set(arrived).size).toBe(6);

  await expect(row(page, 'Not music.mp3')).toContainText('This is not an audio file', {
    timeout: READY_MS,
  });
  for (const name of ['Long.mp3', 'One.mp3', 'Two.mp3']) {
    await expect(row(page, name)).toContainText('Ready', { timeout: READY_MS });
  }
  await page.context().close();
  await rm(folder, { recursive: true });
});

test('a closed tab loses nothing: another admin continues at the missing parts', async ({
  browser,
  stationhouse,
}) => {
  const folder = await folderOf({
    'Harbour/Interrupted.mp3': inParts(3, buildMp3({ seconds: 3 })),
  });
  const first = await openAddMusic(browser);
  // The second part never arrives.
  const held: Route[] = [];
  await first.route(PARTS, (route) => {
    if (!route.request().url().endsWith('/parts/1')) return route.continue();
    held.push(route);
    return undefined;
  });
  const sent = partsOf(first);
  await chooseFolder(first, join(folder, 'Harbour'));
  await expect.poll(() => sent).toHaveLength(1);
  let question = '';
  first.once('dialog', (dialog) => {
    question = dialog.type();
    void dialog.accept();
  });
  // Otherwise the browser may let it through when the tab closes.
  for (const route of held) await route.abort();
  await first.close({ runBeforeUnload: true });
  await expect.poll(() => question).toBe('beforeunload');
  await first.context().close();
  // As if some minutes had passed.
  await stationhouse.query(
    `update library_uploads set updated_at = now() - interval '10 minutes' where state = 'receiving'`,
  );

  const colleague = await addAdmin(stationhouse, {
    email: 'night-shift@example.com',
    last_name: 'Night',
  });
  const second = await openAddMusic(browser, colleague);
  const continued = partsOf(second);
  await expect(second.getByText('1 file was not finished')).toBeVisible();
  await second.getByText('Show names').click();
  await expect(second.getByText('Harbour/Interrupted.mp3').first()).toBeVisible();
  await expectAccessible(second);
  await chooseFolder(second, join(folder, 'Harbour'));
  await expect(second.getByText('1 of 1 file sent')).toBeVisible({ timeout: 60_000 });
  expect(continued.map((part) => part.split('/')[1])).toEqual(['1', '2']);
  await expect(second.getByText('1 file was not finished')).toBeHidden();
  await second.context().close();
  await rm(folder, { recursive: true });
});
