import { deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import {
  buildPlaylist,
  buildReadyAsset,
  draftWith,
  findWhole,
  putOnAir,
} from '../../test/on-air-stations.ts';
import { addAnnouncements } from './insertions.ts';
import { addPauseRow } from './pauses.ts';
import type { OnAirStation } from '../broadcast/on-air.ts';
import { unitAt } from '../timeline/airing.ts';
import { keepOverdueDays } from './kept-days.ts';
import { OnAirStations } from './on-air-stations.ts';

const { knex } = testDatabase();
const log = pino({ level: 'silent' });

/** Noon of tomorrow: within the hours in which what was computed is used, and after all that the database's clock dates. */
const NOON = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const noon = () => NOON;

/** A process that starts now. @param now its clock */
function start(now = noon): OnAirStations {
  const onAir = new OnAirStations({ db: knex, now, log });
  onCleanup(async () => onAir.close());
  return onAir;
}

const titles = (found: OnAirStation | null, from = NOON - HOUR_MS, to = NOON + HOUR_MS) =>
  found?.timeline.itemsBetween(unitAt(from), unitAt(to)).map(({ item }) => item.title);

/** A station that has been on air for some days, with what it airs today as it was computed. */
async function open() {
  await knex('radio_stations').delete();
  const station = await buildStation(knex);
  const playlist = await buildPlaylist(knex);
  const draft = draftWith(playlist.id, { zone: 'Etc/UTC' });
  const asset = await buildReadyAsset(knex, { user_id: station.user_id });
  await putOnAir(knex, station, draft);
  await moveRevisions(3 * DAY_MS);
  const slug = station.station_slug;
  const kept = () =>
    vi.waitFor(async () => {
      const found: { inputs: string; content: Buffer; offsets: number[] } | undefined = await knex(
        'computed_days',
      )
        .where({ station_id: station.id })
        .first();
      if (!found) throw new Error('nothing is kept');
      return found;
    });
  /** Renames every song in what is kept, by which a test sees that it is used. */
  async function mark(): Promise<void> {
    const { content, offsets } = await kept();
    const renamed = offsets.slice(1).map((end, at) => {
      const hour = content.subarray(offsets[at], end);
      const text = inflateRawSync(hour.subarray(8)).toString();
      const packed = deflateRawSync(text.replaceAll('"Track ', '"Kept '));
      const head = Buffer.from(hour.subarray(0, 8));
      head.writeUInt32BE(packed.length, 4);
      return Buffer.concat([head, packed]);
    });
    const places = [0];
    for (const { length } of renamed) places.push((places.at(-1) ?? 0) + length);
    await knex('computed_days').update({ content: Buffer.concat(renamed), offsets: places });
  }
  return { station, playlist, draft, asset, slug, kept, mark };
}

async function moveRevisions(ms: number): Promise<void> {
  await knex.raw('alter table schedule_revisions disable trigger user');
  await knex.raw(
    `update schedule_revisions set committed_at = committed_at - ? * interval '1 ms'`,
    [ms],
  );
  await knex.raw('alter table schedule_revisions enable trigger user');
}

describe('a process that starts', () => {
  it('answers from the day that another one computed, and computes it afterwards', async () => {
    const { slug, mark } = await open();
    const expected = titles(await start().find(slug));
    expect(expected?.length).toBeGreaterThan(20);
    await mark();
    const other = start();
    const found = await other.find(slug);
    expect(titles(found)).toEqual(expected?.map((title) => title.replace('Track', 'Kept')));
    // A stream that holds the station gets the rest, too.
    await vi.waitFor(() => expect(titles(found)).toEqual(expected));
    expect(titles(found, NOON + DAY_MS, NOON + DAY_MS + HOUR_MS)?.length).toBeGreaterThan(10);
  });

  it('reads it with one query', async () => {
    const { slug, mark } = await open();
    await start().find(slug);
    await mark();
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }) => queries.push(sql);
    knex.on('query', note);
    const found = await start().find(slug);
    knex.off('query', note);
    expect(titles(found)?.[0]).toMatch(/^Kept/);
    expect(queries).toHaveLength(1);
  });

  it('has closed hours and speech at some locations from it, too', async () => {
    const { slug, station, asset, mark } = await open();
    await addPauseRow(knex, {
      id: '01a22ab2-5dda-769a-b8c7-5ba473e65510',
      station_id: station.id,
      starts_at: new Date(NOON + 30 * MINUTE_MS),
      ends_at: new Date(NOON + 50 * MINUTE_MS),
      until: '2026-12-28T09:00',
      message: 'Back at nine.',
      item: null,
    });
    const location = '01a22ab2-5dda-769a-b8c7-5ba473e65511';
    const speech = {
      id: asset.id,
      kind: 'announcement' as const,
      title: 'Rye bread',
      artist: null,
      album: null,
      cover_key: null,
      units: 52,
      renditions: { mp3_128: { key: 'a' } },
    };
    await addAnnouncements(knex, station, [
      {
        item: speech,
        wanted_at: new Date(NOON + 10 * MINUTE_MS),
        is_over_music: true,
        location_ids: [location],
      },
    ]);
    const facts = (found: OnAirStation | null) => ({
      closed: found?.closedAt?.(unitAt(NOON + 40 * MINUTE_MS))?.message,
      open: found?.closedAt?.(unitAt(NOON + 10 * MINUTE_MS)),
      local: found?.localBetween?.(location, unitAt(NOON), unitAt(NOON + HOUR_MS)),
      renditions: found?.renditions,
    });
    const expected = facts(await start().find(slug));
    expect(expected).toMatchObject({ closed: 'Back at nine.', open: null });
    expect(expected.local).toHaveLength(1);
    await mark();
    const found = await start().find(slug);
    expect(titles(found)?.[0]).toMatch(/^Kept/);
    expect(facts(found)).toEqual(expected);
  });

  it('uses none that was computed from something else, or of another day, or that is nearly over', async () => {
    const { slug, station, draft, mark, kept } = await open();
    const computed = async (now = noon) =>
      titles(await start(now).find(slug), now() - HOUR_MS, now() + HOUR_MS);
    await computed();
    await mark();
    const isKept = async (now = noon) =>
      (await computed(now))?.some((title) => title.startsWith('Kept'));
    expect(await isKept()).toBe(true);
    expect(await isKept(() => NOON + 11 * HOUR_MS)).toBe(false);
    // An earlier release kept other bytes, and said nothing of hours.
    const inputs = knex.raw("regexp_replace(inputs, '^3', '2')");
    await knex('computed_days').update({
      inputs,
      content: gzipSync('{}'),
      offsets: null,
      about: null,
    });
    expect(await isKept()).toBe(false);

    // A publish makes a new one.
    await vi.waitFor(async () => expect((await kept()).inputs).toMatch(/^3 /));
    await mark();
    await putOnAir(knex, station, draft);
    await moveRevisions(HOUR_MS);
    const earlier = (await kept()).inputs;
    expect(await isKept()).toBe(false);
    await vi.waitFor(async () => expect((await kept()).inputs).not.toBe(earlier));
    await mark();
    expect(await isKept()).toBe(true);
    expect(await isKept(() => NOON - DAY_MS)).toBe(false);
  });
});

it('is made for all stations once their day before is kept, and deleted when it is over', async () => {
  const { slug, mark, kept } = await open();
  const deps = { db: knex, now: noon, log };
  await keepOverdueDays(deps, AbortSignal.timeout(10_000));
  const { inputs } = await kept();
  await mark();
  const found = await start().find(slug);
  expect(titles(found)?.[0]).toMatch(/^Kept/);
  // Only the hours around now are read; at midnight that is the end of the day before, too.
  const midnight = NOON - DAY_MS / 2;
  expect(titles(found, midnight - HOUR_MS, midnight)).toEqual([]);
  const early = await start(() => midnight + MINUTE_MS).find(slug);
  const heard = titles(early, midnight - MINUTE_MS, midnight + HOUR_MS);
  expect(heard?.[0]).toMatch(/^Kept/);
  expect(heard?.length).toBeGreaterThan(10);
  expect((await kept()).inputs).toBe(inputs);
  expect(titles(await findWhole(start(), slug))?.[0]).toMatch(/^Track/);

  await knex('radio_stations').update({ is_on_air_here: false });
  await keepOverdueDays({ ...deps, now: () => NOON + DAY_MS }, AbortSignal.timeout(10_000));
  await keepOverdueDays({ ...deps, now: () => NOON + 9 * DAY_MS }, AbortSignal.abort());
  expect(await knex('computed_days')).toEqual([]);
});
