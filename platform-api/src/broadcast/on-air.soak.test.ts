import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { DEFAULT_MIXING, WEEKDAYS } from '../../contract/schedule/values.ts';
import * as programme from '../../contract/schedule/programme.ts';
import * as calls from '../../contract/schedule/calls.ts';
import type * as schemas from '../../contract/schedule/schemas.ts';
import type * as draftSchemas from '../../contract/schedule/draft.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { addVersion, putOnAir } from '../../test/on-air-stations.ts';
import { decodeLeft, toneAt } from '../../test/mixes.ts';
import { parseIcy } from '../../test/parse-icy.ts';
import { tellFigure } from '../../test/figures.ts';
import { dataFolder, startProgram, type Program } from '../../test/program.ts';
import { json } from '../../test/server.ts';
import {
  buildToneStation,
  expectPlanned,
  expectTitles,
  hearTones,
  toneFrequency,
  type PlannedItem,
} from '../../test/tone-station.ts';
import { UNIT_MS } from '../timeline/airing.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from './renditions.ts';

const database = testDatabase();
const { knex } = database;

const OPERATOR = { email: 'operator@example.com', password: 'a lamp above the counter' };

function needsFfmpeg(context: TestContext): void {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) context.skip('ffmpeg is not installed');
}

/** Replicas on one database and one folder, each a process of its own. */
async function replicas() {
  const folder = await dataFolder();
  const start = async (): Promise<Program> => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PUBLIC_URL: 'http://localhost:8000',
      ADMIN_EMAIL: OPERATOR.email,
      ADMIN_PASSWORD: OPERATOR.password,
      LOG_LEVEL: 'warn',
    });
    await program.ready();
    // Its preparation would take a core.
    await knex('graphile_worker._private_jobs').where({ key: 'stock_library:starter' }).delete();
    return program;
  };
  return { storage: createDiskStorage(join(folder, 'storage')), start };
}

/** Asks a replica as an admin, about one station. */
async function adminOf(program: Program, station_id: string) {
  const answer = await fetch(`${program.url}/v1/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', ...OPERATOR }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async <T>(call: Call, sent: Sent = {}): Promise<T> => {
    const params = { station_id };
    const answered = await send(program, call, { token, params, ...sent });
    if (!answered.ok) throw new Error(`${call.id}: ${await answered.text()}`);
    return json<T>(answered);
  };
}

/** Records a stream as an internet radio does. */
async function record(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers, agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`The stream answered ${response?.statusCode}.`);
  onTestFinished(() => void request.destroy());
  const chunks: { at: number; bytes: Buffer }[] = [];
  response.on('data', (bytes: Buffer) => chunks.push({ at: Date.now(), bytes }));
  // A replica that stops cuts the connection.
  response.on('error', () => undefined);
  return {
    startsAt: Number(response.headers['programme-start']),
    metaint: Number(response.headers['icy-metaint']),
    bytes: () => Buffer.concat(chunks.map(({ bytes }) => bytes)),
    /** When a byte arrived, in ms since the epoch. */
    arrivalOf(byte: number): number {
      let seen = 0;
      return chunks.find(({ bytes }) => (seen += bytes.length) > byte)?.at ?? Infinity;
    },
    stop: () => void request.destroy(),
  };
}

const wholeFrames = (bytes: Buffer): Buffer =>
  bytes.subarray(0, bytes.length - (bytes.length % MP3_128_FRAME_BYTES));

/**
 * How many seconds two recordings have in common, of which every byte is equal.
 * @param afterMs the start of the second one that is not compared
 */
function sameSeconds(one: Heard, other: Heard, afterMs = 0): number {
  const from = Math.max(one.startsAt, other.startsAt + afterMs);
  const [mine, theirs] = [one, other].map(({ startsAt, bytes }) =>
    bytes().subarray(((from - startsAt) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES),
  ) as [Buffer, Buffer];
  const length = Math.min(mine.length, theirs.length);
  const differ = Array.from(
    { length: Math.floor(length / MP3_128_FRAME_BYTES) },
    (_, n) => n,
  ).filter((n) => {
    const frame = (bytes: Buffer) =>
      bytes.subarray(n * MP3_128_FRAME_BYTES, (n + 1) * MP3_128_FRAME_BYTES);
    return !frame(mine).equals(frame(theirs));
  });
  expect(differ).toEqual([]);
  return length / 16_000;
}

type Heard = Pick<Awaited<ReturnType<typeof record>>, 'startsAt' | 'bytes'>;

/** A revision that was published an hour ago. */
async function age(): Promise<void> {
  await knex.raw('alter table schedule_revisions disable trigger user');
  await knex('schedule_revisions').update({ committed_at: new Date(Date.now() - 60 * MINUTE_MS) });
  await knex.raw('alter table schedule_revisions enable trigger user');
}

/** Lengths in seconds. */
const TRACKS = Array.from({ length: 22 }, (_, index) => 45 + 7 * index);

/** When the publish of a draft takes effect does not depend on a second more or less. */
async function untilNoBoundaryIsNear(items: () => Promise<PlannedItem[]>): Promise<void> {
  for (;;) {
    const inForce = Date.now() + 30_000;
    const isNear = (await items()).some(({ ends_at }) => {
      const after = Date.parse(ends_at) - inForce;
      return after > -1_000 && after < 12_000;
    });
    if (!isNear) return;
    await sleep(1_000);
  }
}

describe('stations on air', () => {
  it(
    'send for 30 minutes each radio ID, break and fixed item where the preview of the draft said, to the frame',
    { timeout: 40 * MINUTE_MS },
    async (context) => {
      needsFfmpeg(context);
      const { storage, start } = await replicas();
      const program = await start();
      const { station, draft, frequencies } = await buildToneStation(knex, storage, {
        music: TRACKS,
        radio_ids: [6, 5, 7],
        spots: [12, 15, 9, 11],
      });
      const ask = await adminOf(program, station.id);
      await putOnAir(knex, station, { ...draft, radio_ids: null, breaks: null });
      await age();
      const programmeFrom = async (from: number) => {
        const query = { from: new Date(from).toISOString(), hours: '1' };
        return (await ask<programme.Programme>(programme.getProgramme, { query })).items;
      };
      const schedule = await ask<schemas.StationSchedule>(calls.getSchedule);
      const spot = schedule.assets.find(({ kind }) => kind === 'commercial');
      const at = new Date(Date.now() + 12 * MINUTE_MS).toISOString().slice(11, 16);
      const changed: draftSchemas.ScheduleDraft = {
        ...draft,
        zone: 'UTC',
        radio_ids: { items: 'all', every_minutes: 4 },
        breaks: { items: 'all', every_minutes: 6, spots: 2 },
        fixed_items: [{ item_id: spot?.id ?? '', days: [...WEEKDAYS], at, is_hard: true }],
        // It cuts what runs, instead of being spoken over it.
        mixing: { ...DEFAULT_MIXING, fixed_items_over_music: false },
      };
      const { draft_version } = await ask<schemas.StationSchedule>(calls.saveScheduleDraft, {
        body: { draft_version: schedule.draft_version, draft: changed },
      });
      await untilNoBoundaryIsNear(() => programmeFrom(Date.now()));
      const preview = await ask<{ items: PlannedItem[]; problems: unknown[] }>(
        calls.previewSchedule,
        { body: { draft: changed, hours: 1, is_complete: true } },
      );
      expect(preview.problems).toEqual([]);
      await ask(calls.publishSchedule, {
        body: { draft_version, newest: schedule.newest?.number ?? null },
      });

      const url = `${program.url}/stream/${station.station_slug}`;
      const recording = await record(url, { 'Icy-MetaData': '1' });
      await sleep(30 * MINUTE_MS);
      recording.stop();
      const { startsAt, metaint } = recording;
      const { audio, texts } = parseIcy(recording.bytes(), metaint);
      const mp3 = wholeFrames(audio);
      expect(mp3.length).toBeGreaterThan(30 * MINUTE_MS * 16);
      const { items, distances } = await expectPlanned(
        { mp3, startsAt },
        // The item on air when the preview was asked for began before it.
        preview.items,
        frequencies,
      );
      const counted = (kind: string) => items.filter((one) => one.kind === kind).length;
      expect(counted('radio_id')).toBeGreaterThanOrEqual(6);
      expect(counted('commercial_spot')).toBeGreaterThanOrEqual(9);
      expect(items.filter(({ is_cut }) => is_cut)).toHaveLength(1);
      expectTitles({ texts, metaint, startsAt }, preview.items, station);
      tellFigure(
        `30 minutes: ${items.length} items, ${counted('radio_id')} radio IDs, ` +
          `${counted('commercial_spot')} spots; ${distances.length} starts and ends, worst ` +
          `${Math.max(...distances.map(Math.abs))} frames from the preview, ` +
          `${distances.filter((one) => one !== 0).length} not exact`,
      );
    },
  );

  it(
    'send a published change at its boundary on both replicas, 30 to 40 s after the publish',
    { timeout: 5 * MINUTE_MS },
    async (context) => {
      needsFfmpeg(context);
      const { storage, start } = await replicas();
      const [one, other] = [await start(), await start()];
      const { station, draft, playlist_id, frequencies } = await buildToneStation(knex, storage, {
        // Short ones are on air, so that the first end of one after 30 s is near.
        music: [7, 6, 8, 5.5, 6.5, 45, 52, 38, 61, 47],
        radio_ids: [],
        spots: [],
      });
      const all = await knex('playlist_versions').where({ playlist_id }).first('track_ids');
      const track_ids: string[] = all.track_ids;
      // The first half is on air; the publish is of the other half.
      await addVersion(knex, playlist_id, track_ids.slice(0, 5), 2);
      await putOnAir(knex, station, draft);
      await age();
      await addVersion(knex, playlist_id, track_ids.slice(5), 3);

      const path = `/stream/${station.station_slug}`;
      const recordings = await Promise.all([one, other].map(({ url }) => record(url + path)));
      const ask = await adminOf(one, station.id);
      const schedule = await ask<schemas.StationSchedule>(calls.getSchedule);
      const { newest } = await ask<schemas.StationSchedule>(calls.publishSchedule, {
        body: { draft_version: schedule.draft_version, newest: schedule.newest?.number ?? null },
      });
      const published = Date.parse(newest?.published_at ?? '');
      await sleep(45_000);
      for (const recording of recordings) recording.stop();

      const later = new Set([...frequencies.values()].slice(5));
      const changes = await Promise.all(
        recordings.map(async (recording) => {
          const mp3 = wholeFrames(recording.bytes());
          const heard = await hearTones(mp3, frequencies.values());
          const first = heard.findIndex(({ frequency }) => later.has(frequency));
          expect(heard.slice(first).every(({ frequency }) => later.has(frequency))).toBe(true);
          const { from = NaN } = heard[first] ?? {};
          const { to = NaN } = heard[first - 1] ?? {};
          // The item before ends whole: a silent frame, and one of the next.
          expect(from - to).toBeLessThanOrEqual(3);
          return {
            airs: recording.startsAt + from * MP3_FRAME_MS,
            after: recording.arrivalOf(from * MP3_128_FRAME_BYTES) - published,
          };
        }),
      );
      const [mine, theirs] = changes;
      expect(theirs?.airs).toBe(mine?.airs);
      expect((mine?.airs ?? NaN) - published).toBeGreaterThanOrEqual(30_000);
      for (const { after } of changes) {
        // A block is sent as it begins.
        expect(after).toBeGreaterThan(29_000);
        expect(after).toBeLessThan(40_000);
      }
      const [first, second] = recordings;
      if (!first || !second) throw new Error('two recordings are needed');
      expect(sameSeconds(first, second)).toBeGreaterThan(40);
      tellFigure(
        `published, then heard after ${changes.map(({ after }) => `${(after / 1_000).toFixed(1)} s`).join(' and ')}`,
      );
    },
  );

  it(
    'send the same bytes on three replicas where songs overlap, while one is killed again and again as it mixes',
    { timeout: 8 * MINUTE_MS },
    async (context) => {
      needsFfmpeg(context);
      const { storage, start } = await replicas();
      const both = [await start(), await start()];
      const { station, draft, frequencies } = await buildToneStation(knex, storage, {
        music: [13, 17, 11, 15, 12, 16, 14, 18],
        radio_ids: [],
        spots: [],
      });
      // The last 3.84 s of each lie under the next.
      await knex('prepared_files').update({ segue_units: 20, intro_units: 0 });
      await putOnAir(knex, station, draft);
      await age();
      const path = `/stream/${station.station_slug}`;
      const recordings = await Promise.all(both.map(({ url }) => record(url + path)));
      const killed: Heard[] = [];
      for (let round = 0; round < 6; round += 1) {
        const third = await start();
        const recording = await record(third.url + path);
        // Mixes are gathered for five seconds.
        await sleep(15_000 + 1_000 * round);
        third.child.kill('SIGKILL');
        await third.exited;
        killed.push(recording);
      }
      const last = await start();
      killed.push(await record(last.url + path));
      await sleep(45_000);
      const [one, other] = recordings;
      if (!one || !other) throw new Error('two recordings are needed');
      const seconds = sameSeconds(one, other);
      expect(seconds).toBeGreaterThan(100);
      // Songs that meet just as the first listener comes may follow each other without a mix on a busy machine.
      for (const recording of killed) {
        expect(sameSeconds(one, recording, 50 * UNIT_MS)).toBeGreaterThan(4);
      }

      const heard = await hearTones(wholeFrames(one.bytes()), frequencies.values());
      // Two tones at once are neither of them. Two silent frames would lie between items that follow each other.
      const overlaps = heard
        .map(({ from }, at) => ({ from, frames: from - (heard[at - 1]?.to ?? 0) }))
        .filter(({ from }) => from * MP3_FRAME_MS > 50 * UNIT_MS)
        .map(({ frames }) => frames);
      expect(overlaps.length).toBeGreaterThan(6);
      expect(overlaps.filter((frames) => frames <= 8)).toEqual([]);
      for (const { output } of [...both, last]) {
        const { out, err } = output();
        expect(out + err).not.toContain('a mix was not made');
      }
      tellFigure(`${seconds.toFixed(0)} s, ${overlaps.length} segues: equal on all replicas`);
    },
  );

  it(
    'speak over the song within 15 s of the press, and the song is louder again afterwards',
    { timeout: 3 * MINUTE_MS },
    async (context) => {
      needsFfmpeg(context);
      const { storage, start } = await replicas();
      const program = await start();
      const { station, draft } = await buildToneStation(knex, storage, {
        music: [170, 180],
        radio_ids: [5],
        spots: [],
      });
      await putOnAir(knex, station, { ...draft, radio_ids: null });
      await age();
      const ask = await adminOf(program, station.id);
      const nowOn = () => ask<programme.Programme>(programme.getProgramme);
      const left = Date.parse((await nowOn()).now?.ends_at ?? '') - Date.now();
      if (left < 50_000) await sleep(left + 1_000);
      const recording = await record(`${program.url}/stream/${station.station_slug}`);
      await sleep(6_000);
      const { assets } = await ask<schemas.StationSchedule>(calls.getSchedule);
      const { now } = await nowOn();
      const pressed = Date.now();
      const { airs_at } = await ask<programme.Insertion>(programme.addInsertion, {
        body: { item_id: assets[0]?.id, over_music: true },
      });
      await sleep(28_000);
      const promised = Date.parse(airs_at ?? '');
      const mp3 = wholeFrames(recording.bytes());
      const samples = await decodeLeft(mp3, 'mp3_128');
      const spokenHz = toneFrequency(2);
      const songHz = now?.title === 'Tone 0' ? toneFrequency(0) : toneFrequency(1);
      const levels = (hz: number) =>
        Array.from({ length: mp3.length / MP3_128_FRAME_BYTES }, (_, frame) =>
          toneAt(samples, hz, frame),
        );
      const [spoken, song] = [levels(spokenHz), levels(songHz)];
      const full = Math.max(...spoken);
      const first = spoken.findIndex((level) => level > full / 2);
      const last = spoken.findLastIndex((level) => level > full / 2);
      const airs = recording.startsAt + first * MP3_FRAME_MS;
      // A prepared file begins with a silent frame.
      expect(Math.abs(airs - promised)).toBeLessThan(3 * MP3_FRAME_MS);
      const after = recording.arrivalOf(first * MP3_128_FRAME_BYTES) - pressed;
      expect(after).toBeLessThan(15_000);
      const depth = 20 * Math.log10((song[last - 20] ?? 0) / (song[first - 30] ?? 0));
      expect(Math.abs(depth + 12)).toBeLessThan(0.7);
      const later = 20 * Math.log10((song[last + 60] ?? 0) / (song[first - 30] ?? 0));
      expect(Math.abs(later)).toBeLessThan(0.5);
      tellFigure(`over the song, heard after ${(after / 1_000).toFixed(1)} s`);
    },
  );

  it(
    'go on with the same second of the same track when both replicas were stopped and one is started',
    { timeout: 5 * MINUTE_MS },
    async (context) => {
      needsFfmpeg(context);
      const { storage, start } = await replicas();
      const both = [await start(), await start()];
      const { station, draft, frequencies } = await buildToneStation(knex, storage, {
        music: [17, 23, 31, 19, 27, 21],
        radio_ids: [4, 3],
        spots: [5, 6, 4],
      });
      await putOnAir(knex, station, draft);
      await age();
      const path = `/stream/${station.station_slug}`;
      const query = { from: new Date(Date.now() - MINUTE_MS).toISOString(), hours: '1' };
      const ask = await adminOf(both[0] as Program, station.id);
      const { items } = await ask<programme.Programme>(programme.getProgramme, { query });
      const before = await record((both[1] as Program).url + path);
      await sleep(20_000);
      const stopped = Date.now();
      for (const { child } of both) child.kill('SIGTERM');
      await Promise.all(both.map(({ exited }) => exited));
      const again = await start();
      const heardUntil =
        before.startsAt + (before.bytes().length / MP3_128_FRAME_BYTES) * MP3_FRAME_MS;
      const after = await record(`${again.url}${path}?from=${Math.floor(heardUntil - 2_000)}`);
      const away = Date.now() - stopped;
      await sleep(40_000);
      after.stop();
      expect(after.startsAt).toBeLessThan(heardUntil);
      const joined = ((after.startsAt - before.startsAt) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES;
      const overlap = wholeFrames(before.bytes()).subarray(joined);
      expect(overlap.length).toBeGreaterThan(0);
      expect(overlap.equals(after.bytes().subarray(0, overlap.length))).toBe(true);
      const mp3 = wholeFrames(Buffer.concat([before.bytes().subarray(0, joined), after.bytes()]));
      const { distances } = await expectPlanned(
        { mp3, startsAt: before.startsAt },
        items,
        frequencies,
      );
      expect(distances.length).toBeGreaterThan(5);
      tellFigure(`no replica for ${(away / 1_000).toFixed(1)} s; the same frames since`);
    },
  );
});
