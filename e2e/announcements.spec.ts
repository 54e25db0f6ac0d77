import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { LISTENER_START_SECONDS } from '@stationhouse/platform-api/contract/broadcast/values';
import { INSERTION_LEAD_SECONDS } from '@stationhouse/platform-api/contract/schedule/values';
import type { Programme } from '@stationhouse/sdk/client';
import { expectAccessible, expectGoodView } from './accessible.ts';
import { addMember, newcomer, PASSWORD, signIn } from './admin-area.ts';
import { asUser } from './as-user.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { fillLibrary } from './library.ts';
import { differences, FRAME, recordUntil } from './recorded-stream.ts';
import { OPERATOR, type Stationhouse } from './stationhouse.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 150_000 });

/** A text is spoken and prepared by jobs. */
const READY_MS = 90_000;
const RECORDED_MS = 2_000;
/** A song that ends within ten seconds cannot be skipped; the clicks before take some more. */
const SKIPPABLE_MS = 20_000;
/** The skipped song fades out under the first two seconds of what follows: these frames are mixed. */
const TAIL_FRAMES = 84;
/** The lead of an insertion, the distance of a listener from the clock, and three seconds for the click and its request. */
const HEARD_SECONDS = INSERTION_LEAD_SECONDS + LISTENER_START_SECONDS + 3;
/** A tone that is not in the music, in Hz. */
const TONE = 2_500;
const TEXT = 'Happy hour until seven. All cocktails at half price.';

/** A WAV file, as the browser's microphone: a tone at half of the full level. */
function wavOfTone(frequency: number, seconds: number): Buffer {
  const rate = 48_000;
  const header = Buffer.alloc(44);
  const bytes = 2 * rate * seconds;
  header.write('RIFF');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, 2 * rate],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  const samples = Int16Array.from(
    { length: rate * seconds },
    (_, n) => 16_384 * Math.sin((2 * Math.PI * frequency * n) / rate),
  );
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

/** A member with Professional, whose station has been on air here for ten minutes. */
async function stationOnAir(stationhouse: Stationhouse, slug: string) {
  const { query } = stationhouse;
  await fillLibrary(stationhouse);
  await query(`update library_tracks set artist = 'The Artist ' || year % 40`);
  const who = await addMember(stationhouse, { email: `${slug}@example.com`, last_name: 'Bell' });
  await query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name,
       purchased_at)
     select gen_random_uuid(), id, 'active', $2, 'Bell Bar Radio', 'Professional', now()
     from users where email = $1`,
    [who.email, slug],
  );
  const admin = await asUser(stationhouse, OPERATOR);
  const playlist = await admin<{ id: string }>('POST', '/v1/admin/library/playlists', {
    name: `All day at ${slug}`,
    rule: {},
  });
  const member = await asUser(stationhouse, who);
  const { id } = await member<{ id: string }>('GET', '/v1/me/station');
  const at = `/v1/admin/stations/${id}`;
  const draft = {
    zone: 'Europe/London',
    playlists: [{ playlist_id: playlist.id, weight: 1 }],
    day_parts: [],
    separation: { title_hours: 1, artist_tracks: 2 },
    radio_ids: null,
    breaks: null,
    fixed_items: [],
    opening_hours: null,
  };
  await admin('PUT', `${at}/schedule/draft`, { draft_version: 0, draft });
  await admin('POST', `${at}/schedule/revisions`, { draft_version: 1, newest: null });
  await query('alter table schedule_revisions disable trigger user');
  await query(`update schedule_revisions set committed_at = now() - interval '10 minutes'`);
  await query('alter table schedule_revisions enable trigger user');
  const nowOnAir = async () =>
    (await member<Programme>('GET', '/v1/me/station/programme?hours=1')).now;
  return {
    who,
    member,
    /** Waits for a song that lasts long enough to be announced after, and skipped. */
    async longSong() {
      const left = async () => Date.parse((await nowOnAir())?.ends_at ?? '') - Date.now();
      await expect.poll(left, { timeout: 90_000 }).toBeGreaterThan(SKIPPABLE_MS);
    },
    /** Fades out the song, so that the next item begins in ten seconds. */
    async skip() {
      await admin('POST', `${at}/skips`, { starts_at: (await nowOnAir())?.starts_at });
    },
    /** An example of `examples/announcements`, with a key that can make announcements and nothing else. */
    async program(name: string, { args = [], input = '' }: { args?: string[]; input?: string }) {
      const proof = await member<{ step_up_token: string }>('POST', '/v1/auth/step-up', {
        password: PASSWORD,
      });
      const { key } = await member<{ key: string }>(
        'POST',
        '/v1/me/api-keys',
        { name, scopes: ['announcements:write'] },
        { 'Step-Up': proof.step_up_token },
      );
      const script = fileURLToPath(new URL(`../examples/announcements/${name}`, import.meta.url));
      const STATIONHOUSE_URL = `http://127.0.0.1:${stationhouse.port}`;
      const env = { ...process.env, STATIONHOUSE_URL, STATIONHOUSE_KEY: key };
      return async () => {
        const running = promisify(execFile)(process.execPath, [script, ...args], { env });
        running.child.stdin?.end(input);
        const { stdout: out, stderr: err } = await running;
        return { out, err };
      };
    },
    async announced() {
      const from = new Date(Date.now() - 60_000).toISOString();
      const { items } = await member<Programme>(
        'GET',
        `/v1/me/station/programme?${new URLSearchParams({ from, hours: '24' })}`,
      );
      return items.filter(({ kind }) => kind === 'announcement');
    },
  };
}

test('a member types an announcement, and listeners hear it when it was promised', async ({
  browser,
  stationhouse,
}) => {
  const { who, member, longSong, skip, announced } = await stationOnAir(stationhouse, 'bell-bar');
  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/members/sound`);
  await field(page, 'Text').fill(TEXT);
  await expectAccessible(page);
  await button(page, 'Listen first').click();
  await expect(button(page, 'Play As it will air')).toBeVisible({ timeout: READY_MS });
  await longSong();
  await button(page, 'Put it on air').click();
  const item = page.getByRole('listitem', { name: TEXT });
  await expect(item).toContainText('Planned');
  await expect(item).toContainText(/Airs at \d\d:\d\d, in /);
  await expectGoodView(page, { width: 360, colorScheme: 'light' });

  await skip();
  const [planned, ...others] = await announced();
  expect(others).toEqual([]);
  const starts = Date.parse(planned?.starts_at ?? '');
  const { startsAt, sound } = await recordUntil(
    stationhouse,
    'bell-bar',
    Date.parse(planned?.ends_at ?? ''),
  );
  const list = await member<{ data: { sound: { audio_url: string } }[] }>(
    'GET',
    '/v1/me/announcements',
  );
  const url = new URL(list.data[0]?.sound.audio_url ?? '');
  const file = await fetch(`http://127.0.0.1:${stationhouse.port}${url.pathname}${url.search}`);
  const spoken = Buffer.from(await file.arrayBuffer());
  const at = sound.indexOf(spoken.subarray(TAIL_FRAMES * FRAME.bytes));
  expect(startsAt + (at / FRAME.bytes - TAIL_FRAMES) * FRAME.ms).toBe(starts);

  await expect(item).toContainText(/Aired at \d\d:\d\d/, { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Past' }).getByText(TEXT).first()).toBeVisible();
  await item.getByRole('button', { name: `Airings of ${TEXT}` }).click();
  await expect(item.getByRole('list', { name: 'Airings' })).toContainText('Aired');
  await expectGoodView(page, { width: 1440, colorScheme: 'dark' });
  await page.context().close();
});

test('an announcement at one location is heard there over the music, and nowhere else', async ({
  browser,
  stationhouse,
}) => {
  const { who, member, longSong } = await stationOnAir(stationhouse, 'two-bells');
  const add = (name: string) =>
    member<{ id: string; public_id: string }>('POST', '/v1/me/locations', { name });
  const [here, there] = [await add('High Street'), await add('Harbour')];
  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/members/sound`);
  await field(page, 'Text').fill(TEXT);
  await button(page, 'Listen first').click();
  await expect(button(page, 'Play As it will air')).toBeVisible({ timeout: READY_MS });
  await page.getByText('Some locations').click();
  await expect(button(page, 'Put it on air')).toBeDisabled();
  await page.getByLabel('High Street').check();
  await expectGoodView(page, { width: 360, colorScheme: 'light' });
  await longSong();
  await button(page, 'Put it on air').click();
  const item = page.getByRole('listitem', { name: TEXT });
  await expect(item).toContainText('Only at High Street');

  const airsAt = async () =>
    (await member<{ data: { airs_at: string | null }[] }>('GET', '/v1/me/announcements')).data[0]
      ?.airs_at ?? null;
  await expect.poll(airsAt).not.toBeNull();
  const starts = Date.parse((await airsAt()) ?? '');
  const ends = starts + 6_000;
  const record = (query = {}) => recordUntil(stationhouse, 'two-bells', ends + 12_000, query);
  const [shared, heard, unheard] = await Promise.all([
    record(),
    record({ location: here.public_id }),
    record({ location: there.public_id }),
  ]);
  expect(differences(shared, unheard)).toEqual([]);
  const different = differences(shared, heard);
  // The mix begins with the speech, and ends on the grid after the music has risen again.
  expect(Math.min(...different)).toBe(starts);
  expect(different.length * FRAME.ms).toBeGreaterThan(2_000);
  expect(Math.max(...different)).toBeLessThan(ends + 3_000);
  await expect(item).toContainText(/Aired at \d\d:\d\d/, { timeout: 30_000 });
  await page.context().close();
});

test('an announcement over this song is heard soon after the press, and the song continues', async ({
  browser,
  stationhouse,
}) => {
  const { who, longSong } = await stationOnAir(stationhouse, 'quick-bell');
  const listener = await browser.newPage();
  await giveEar(listener, { crossOrigin: false });
  await listener.goto(`${SITE}/quick-bell`);
  await button(listener, 'Play').first().click();
  await expect(listener.getByText('LIVE').first()).toBeVisible({ timeout: 20_000 });

  const microphone = join(stationhouse.dataDir, 'microphone.wav');
  await writeFile(microphone, wavOfTone(TONE, 4));
  const studio = await chromium.launch(
    chromiumOptions({ productPort: stationhouse.port }, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
    ]),
  );
  const page = await newcomer(studio);
  await signIn(page, who);
  await page.goto(`${SITE}/members/sound`);
  await page.getByRole('tab', { name: 'Record it' }).click();
  await button(page, 'Record').click();
  await page.waitForTimeout(RECORDED_MS);
  await button(page, 'Stop recording').click();
  await expect(button(page, 'Play As it will air')).toBeVisible({ timeout: READY_MS });
  await page.getByRole('radio', { name: 'Over this song' }).check();
  await longSong();

  await button(page, 'Put it on air').click();
  const pressed = Date.now();
  const heardTone = async () => {
    const { frequency = 0, loudness = 0 } = (await hear(listener)) ?? {};
    return loudness > SILENCE && Math.abs(frequency - TONE) < 20;
  };
  expect(await heardTone()).toBe(false);
  await expect.poll(heardTone, { timeout: 40_000, intervals: [100] }).toBe(true);
  const title = listener.locator('.now .title');
  const song = await title.textContent();
  const heardAfter = (Date.now() - pressed) / 1_000;
  process.stdout.write(`Over the music: heard ${heardAfter.toFixed(1)} s after the press\n`);
  await expect.poll(heardTone, { timeout: 10_000, intervals: [100] }).toBe(false);
  await expect.poll(async () => (await hear(listener))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  expect(await title.textContent()).toBe(song);
  expect(heardAfter).toBeLessThan(HEARD_SECONDS);
  await studio.close();
  await listener.close();
});

test('a member closes the station for holidays, and listeners who are there see it and wait', async ({
  browser,
  stationhouse,
}) => {
  const { who } = await stationOnAir(stationhouse, 'closed-bar');
  const listener = await browser.newPage();
  await listener.goto(`${SITE}/closed-bar`);
  await button(listener, 'Play').first().click();
  await expect(button(listener, 'Pause').first()).toBeVisible({ timeout: 20_000 });

  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/members/sound`);
  await button(page, 'More of this').click();
  await expect(page.getByText('Your songs (1)')).toBeVisible();
  await button(page, 'Plan a pause').click();
  await field(page, 'Words on your page').fill('Merry Christmas. We are back on the 28th.');
  await expectGoodView(page, { width: 360, colorScheme: 'light' });
  await button(page, 'Close for this time').click();
  const planned = page.getByRole('region', { name: 'Closed for holidays' });
  await expect(planned.getByText('Planned')).toBeVisible();
  // In the past, it begins in ten seconds.
  await planned.getByRole('button', { name: /^Remove/ }).click();
  await expect(planned.getByText('No pause is planned.')).toBeVisible();
  await button(page, 'Plan a pause').click();
  await field(page, 'Closed from').fill('2026-01-01T00:00');
  await field(page, 'Words on your page').fill('Merry Christmas. We are back on the 28th.');
  await button(page, 'Close for this time').click();
  // Before, it is announced as the next track.
  await expect(listener.getByText('Now playing')).toBeHidden({ timeout: 60_000 });
  await expect(listener.getByText(/^Closed until \w+ \d+ \w+/).first()).toBeVisible();
  await expect(listener.getByText('Merry Christmas.').first()).toBeVisible();
  await expect(button(listener, 'Pause').first()).toBeVisible();
  await expectGoodView(listener, { width: 360, colorScheme: 'dark' });
  await expect(planned.getByText('Closed now')).toBeVisible({ timeout: 20_000 });
  await expectGoodView(page, { width: 1440, colorScheme: 'dark' });
  await listener.close();
  await page.context().close();
});

test('a member records an announcement, plans it for later, pauses and removes it', async ({
  stationhouse,
}) => {
  const { who, announced } = await stationOnAir(stationhouse, 'marconi-bar');
  // Chromium's own microphone: it beeps once a second.
  const browser = await chromium.launch(
    chromiumOptions({ productPort: stationhouse.port }, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ]),
  );
  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/members/sound`);
  await page.getByRole('tab', { name: 'Record it' }).click();
  await button(page, 'Record').click();
  await expect(page.getByRole('meter', { name: 'Level' })).toBeVisible();
  await page.waitForTimeout(RECORDED_MS);
  await expectAccessible(page);
  await button(page, 'Stop recording').click();
  await expect(button(page, 'Play As it will air')).toBeVisible({ timeout: READY_MS });

  await page.getByRole('radio', { name: 'At a time' }).check();
  await page.getByLabel('Day and time').fill('2020-01-01T10:00');
  await button(page, 'Put it on air').click();
  await expect(page.getByText('This time has passed. Please choose a later one.')).toBeVisible();
  await page.getByRole('radio', { name: 'Again and again' }).check();
  await page.getByLabel('From', { exact: true }).fill('00:00');
  await page.getByLabel('Until', { exact: true }).fill('23:30');
  await expectAccessible(page);
  await button(page, 'Put it on air').click();
  const item = page.getByRole('listitem', { name: /^Recording, / });
  await expect(item).toContainText('Every 30 min, 00:00–23:30, every day');
  await expect(item).toContainText('Airs at');
  expect((await announced()).length).toBeGreaterThan(40);

  await item.getByRole('button', { name: /^Pause/ }).click();
  await expect(item).toContainText('Paused');
  expect(await announced()).toEqual([]);
  await item.getByRole('button', { name: /^Remove/ }).click();
  await expect(item).toBeHidden();
  await browser.close();
});

test('the example announces the events of a calendar once, with a key that can do nothing else', async ({
  stationhouse,
}) => {
  const { announced, program } = await stationOnAir(stationhouse, 'calendar-bar');
  const starts = new Date(Math.ceil((Date.now() + 3_600_000) / 60_000) * 60_000);
  const stamp = starts.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = join(stationhouse.dataDir, 'events.ics');
  const event = (start: string, name: string) =>
    `BEGIN:VEVENT\r\nDTSTART:${start}\r\nSUMMARY:${name}\r\nDESCRIPTION:The quiz begins\\, now\r\n  in the back.\r\nEND:VEVENT\r\n`;
  await writeFile(file, event(stamp, 'Quiz night') + event('20200101T100000Z', 'Opening'));
  const run = await program('calendar.mjs', { args: [file] });
  const { out: said } = await run();
  expect(said).toContain(`Quiz night will be announced at ${starts.toISOString()}.`);
  expect(said).toContain('Opening: This time has passed.');
  expect((await run()).out).toContain('Quiz night is planned already.');
  const isPlanned = async () => (await announced()).map(({ title }) => title);
  await expect.poll(isPlanned, { timeout: READY_MS }).toEqual(['Quiz night']);
});

test('the example of a till announces orders together, and says which ones the bar must call', async ({
  stationhouse,
}) => {
  const { announced, program } = await stationOnAir(stationhouse, 'till-bar');
  const run = await program('till.mjs', { input: '42\n43\n42\nbeer\n' });
  const { out, err } = await run();
  expect(out).toBe('On its way to the air: Orders 42 and 43 are ready.\n');
  expect(err).toBe('“beer” is not the number of an order.\n');
  const titles = async () => (await announced()).map(({ title }) => title);
  await expect.poll(titles, { timeout: READY_MS }).toEqual(['Orders 42 and 43 are ready.']);
  await stationhouse.query(
    `update radio_stations set package_name = 'Starter' where station_slug = 'till-bar'`,
  );
  expect((await run()).err).toContain('Please call: Orders 42 and 43 are ready. (');
});
