import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { dialog, openAdmin } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { button, SITE } from './wizard.ts';

const run = promisify(execFile);

/** Each is prepared by three runs of ffmpeg, one file after the other. */
test.describe.configure({ timeout: 40 * 60_000 });

const FILES = 200;

/** Those of `demo` and `tones`, which are in the library from the start. */
const OWN_TRACKS = 16;

const FORMATS = ['mp3', 'm4a', 'aac', 'flac', 'wav', 'aiff', 'ogg', 'opus'] as const;
const SECONDS = 1.2;

/** These are named by their files. */
const UNTAGGED = new Set(['aac', 'wav', 'aiff']);

/** Recordings in every format, each with chords of its own. */
async function makeMusic(): Promise<{ name: string; base64: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'music-'));
  const files = [];
  for (let n = 0; n < FILES; n += 1) {
    const format = FORMATS[n % FORMATS.length] ?? 'mp3';
    const name = `Harbour song ${n}.${format}`;
    const sound = `0.3*sin(2*PI*${200 + 7 * n}*t)+0.2*sin(2*PI*${900 + 11 * n}*t)`;
    const source = `aevalsrc='${sound}|${sound}':s=48000:d=${SECONDS}`;
    const tags = UNTAGGED.has(format)
      ? []
      : ['-metadata', `title=Harbour song ${n}`, '-metadata', `genre=${n % 2 ? 'Jazz' : 'Soul'}`];
    const path = join(folder, name);
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...tags, path]);
    files.push({ name, base64: (await readFile(path)).toString('base64') });
  }
  await rm(folder, { recursive: true });
  return files;
}

/** Drops files on the page at once, as a file manager does. */
async function drop(page: Page, files: readonly { name: string; base64: string }[]): Promise<void> {
  const carried = await page.evaluateHandle((sent) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of sent) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { lastModified: 1_763_717_400_000 }));
    }
    return transfer;
  }, files);
  const zone = page.getByText('Drop music or whole folders here');
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await zone.dispatchEvent(type, { dataTransfer: carried });
  }
}

test('200 files of all formats dropped at once over a line that is cut are prepared, found, heard and listed', async ({
  browser,
  stationhouse,
}) => {
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/library/add`);
  await expect(page.getByRole('heading', { name: 'Add music' })).toBeVisible();
  await stationhouse.query('delete from rate_limits');
  await drop(page, await makeMusic());

  // The line is cut when some have arrived.
  await expect(page.getByText(/^\d+ of 200 files sent$/)).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(
      async () => Number.parseInt((await page.getByText(/of 200 files sent/).textContent()) ?? ''),
      {
        timeout: 120_000,
      },
    )
    .toBeGreaterThan(40);
  await page.context().setOffline(true);
  await expect(page.getByText('The connection was lost')).toBeVisible({ timeout: 60_000 });
  await page.context().setOffline(false);
  await expect(page.getByText('200 of 200 files sent')).toBeVisible({ timeout: 300_000 });

  await page.goto(`${SITE}/admin/library`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(`${FILES + OWN_TRACKS} tracks in use`)).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 30 * 60_000, intervals: [5_000] });

  const rows = page.getByRole('grid', { name: 'Tracks' }).locator('[data-place]');
  await page.getByRole('searchbox').fill('harbour song 19');
  // Of 19, 119 and 190 to 199: a word may be part of another one.
  await expect(rows).toHaveCount(12);
  await rows.first().focus();
  await page.keyboard.press('Space');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const audio = document.querySelector('audio');
        return audio !== null && audio.currentTime > 0;
      }),
    )
    .toBe(true);

  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  const create = dialog(page, 'New playlist');
  await create.getByRole('textbox', { name: 'Name' }).fill('Harbour jazz');
  await create.getByLabel('Genres').selectOption('Jazz');
  await expect(create.getByText(/^\d+ tracks, /)).toBeVisible();
  await button(page, 'Create').click();
  await expect(page.getByRole('heading', { name: 'Harbour jazz' })).toBeVisible();

  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  await create.getByRole('textbox', { name: 'Name' }).fill('Opening');
  await create.getByLabel('Tracks', { exact: true }).selectOption('hand');
  await button(page, 'Create').click();
  await page.getByRole('searchbox').fill('harbour song 19');
  const found = page.getByRole('list', { name: 'Tracks found' }).getByRole('button');
  for (const place of [0, 1, 2]) await found.nth(place).click();
  await expect(
    page.getByRole('list', { name: 'Tracks in order' }).getByRole('listitem'),
  ).toHaveCount(3);
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible();
  await page.context().close();
});
