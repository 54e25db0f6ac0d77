import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import type { Problem } from '../../contract/problem.ts';
import * as calls from '../../contract/proof/calls.ts';
import type { AirReport, Promises } from '../../contract/proof/schemas.ts';
import type { ReportKind } from '../../contract/proof/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, madeApiKey, signedInUser } from '../../test/factories.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { buildPlaylist, buildReadyAsset, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { fetchStored } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { AppError } from '../errors.ts';

const database = testDatabase();
const { knex } = database;

/** The length of a unit, in seconds. */
const UNIT_SECONDS = 0.192;
const UNITS_A_DAY = 450_000;

/** The month after the next one begins, in UTC: a whole one that is ahead. */
function monthAhead(): { from: number; to: number; month: string } {
  const now = new Date();
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2);
  return { from, to, month: new Date(from).toISOString().slice(0, 7) };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Two stations on air for a whole month, in which one of them could not be heard for two days. */
async function openMonth() {
  const month = monthAhead();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const app = await startApp(database, { now });
  const { key: token } = await madeApiKey(app, await signedInUser(app, { role: 'admin' }), {
    scopes: ['read', 'write', 'admin'],
  });
  const ask = async <T>(call: Call, sent: Sent = {}) =>
    json<T & Partial<Problem>>(await send(app, call, { token, ...sent }));
  const playlist = await buildPlaylist(knex, { tracks: 30 });
  // Every second track has all that societies ask for.
  for (const [n, id] of playlist.track_ids.entries()) {
    const codes = { isrc: `GBAAA26000${10 + n}`, label: `Label, “${n}”`, composer: `Writer ${n}` };
    if (n % 2 === 0) await knex('library_tracks').where({ id }).update(codes);
  }
  const stations = [];
  for (const station_slug of ['blue', 'amber']) {
    const user = await buildUser(knex);
    const station = await buildStation(knex, { user_id: user.id, station_slug });
    Object.assign(station, { station_name: `${station_slug} radio` });
    const named = { zone: 'Etc/UTC', station_name: station.station_name };
    await knex('radio_stations').where({ id: station.id }).update(named);
    await buildReadyAsset(knex, { user_id: user.id, kind: 'commercial' });
    await buildReadyAsset(knex, { user_id: user.id, kind: 'radio_id' });
    await putOnAir(
      knex,
      station,
      draftWith(playlist.id, {
        zone: 'Etc/UTC',
        radio_ids: { every_minutes: 20, items: 'all' },
        breaks: { every_minutes: 60, spots: 1, items: 'all' },
      }),
    );
    stations.push(station);
  }
  const [blue, amber] = stations;
  if (!blue || !amber) throw new Error('There are two stations.');
  const silent = { from: month.from + 3 * DAY_MS, to: month.from + 5 * DAY_MS };
  await knex('unheard_times').insert({
    station_id: amber.id,
    began_at: new Date(silent.from),
    ended_at: new Date(silent.to),
  });
  const heard = [
    { station_id: blue.id, hour: month.from, country: 'GB', seconds: 7_200 },
    { station_id: blue.id, hour: month.to - HOUR_MS, country: 'DE', seconds: 3_600 },
    { station_id: blue.id, hour: month.to, country: 'GB', seconds: 999_999 },
    { station_id: amber.id, hour: month.from - HOUR_MS, country: 'GB', seconds: 999_999 },
    { station_id: amber.id, hour: month.from, country: '', seconds: 1_800 },
  ];
  await knex('listening_hours').insert(
    heard.map((row) => ({ ...row, hour: new Date(row.hour), player: 'page', sessions: 1 })),
  );
  ahead = month.to + HOUR_MS - Date.now();
  await runTask(app, 'keep_days');
  const span = { from: dayOf(month.from), to: dayOf(month.to - 1) };
  return {
    app,
    ask,
    blue,
    amber,
    month,
    silent,
    async report(kind: ReportKind, more: object = {}) {
      const asked = await ask<AirReport>(calls.requestReport, { body: { kind, ...span, ...more } });
      await workOff(app, ['make_report']);
      const { data } = await ask<{ data: AirReport[] }>(calls.listReports);
      const report = data.find(({ id }) => id === asked.id);
      if (!report?.csv_url) throw new Error(`The report is not ready: ${report?.state}`);
      const text = await (await fetchStored(app, report.csv_url)).text();
      const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
      return { report, rows };
    },
  };
}

/** An airing as the database keeps it, read by this test’s own code. */
interface RawAiring {
  id: string;
  kind: string;
  from: number;
  to: number;
  rule: { kind: string; due_unit?: number; position?: number };
  isOverMusic: boolean;
}

/** All airings of a station within the month, from the raw rows. */
async function rawAirings(station_id: string, { from, to }: { from: number; to: number }) {
  const rows = await knex('kept_days').where({ station_id }).orderBy('day').select('content');
  const airings: RawAiring[] = rows.flatMap(({ content }) => {
    const { items, airings, voice_overs } = JSON.parse(gunzipSync(content).toString());
    return [...airings, ...voice_overs].map(
      ([at, from, to, , rule]: [number, number, number, null, RawAiring['rule']], n) => ({
        isOverMusic: n >= airings.length,
        id: items[at].id,
        kind: items[at].kind,
        from,
        to,
        rule,
      }),
    );
  });
  const [first, end] = [(from / DAY_MS) * UNITS_A_DAY, (to / DAY_MS) * UNITS_A_DAY];
  return airings.filter((one) => one.from >= first && one.from < end);
}

const unitsOf = (ms: number): number => (ms / DAY_MS) * UNITS_A_DAY;

describe('a golden month', () => {
  it(
    'is counted by the reports as from the raw rows, to the second and the play',
    { timeout: 120_000 },
    async () => {
      const { blue, amber, month, silent, report, ask, app } = await openMonth();
      const isHeard = (one: RawAiring) =>
        one.from < unitsOf(silent.from) || one.to > unitsOf(silent.to);
      const raw = {
        blue: await rawAirings(blue.id, month),
        amber: (await rawAirings(amber.id, month)).filter(isHeard),
      };
      const music = [...raw.blue, ...raw.amber].filter(({ kind }) => kind === 'music');
      expect(music.length).toBeGreaterThan(20_000);

      // PRS: plays and seconds of each track.
      const prs = await report('prs_usage');
      expect(prs.rows).toHaveLength(30);
      const tracks = await knex('library_tracks').select('id', 'title');
      for (const { id, title } of tracks) {
        const plays = music.filter((one) => one.id === id);
        const row = prs.rows.find((one) => one['Music title'] === title);
        const units = plays.reduce((sum, { from, to }) => sum + (to - from), 0);
        expect(Number(row?.['Number of plays'])).toBe(plays.length);
        expect(Number(row?.['Seconds played'])).toBeCloseTo(units * UNIT_SECONDS, 3);
        const night = plays.filter(({ from }) => (from % UNITS_A_DAY) / UNITS_A_DAY < 0.25);
        expect(Number(row?.['Plays 00:00–06:00'])).toBe(night.length);
      }
      expect(prs.report).toMatchObject({ state: 'ready', rows: 30, incomplete_rows: 15 });

      // PPL: each track that aired, in order.
      const usage = await report('ppl_music_usage', { station_id: blue.id });
      const bluesMusic = raw.blue.filter(({ kind }) => kind === 'music');
      expect(usage.rows.map((row) => `${row['Date']}T${row['Time (UTC)']}Z`)).toEqual(
        bluesMusic.map(({ from }) => `${new Date(from * 192).toISOString().slice(0, 19)}Z`),
      );
      expect(usage.rows.map((row) => Number(row['Duration (seconds)']))).toEqual(
        bluesMusic.map(({ from, to }) => ((to - from) * 192) / 1_000),
      );
      expect(usage.report.incomplete_rows).toBe(
        usage.rows.filter((row) => row['ISRC'] === '').length,
      );

      // PPL: hours, tracks an hour, territories.
      const webcasting = await report('ppl_webcasting');
      const perHour = (airings: RawAiring[]) => {
        const items = airings.filter(({ isOverMusic }) => !isOverMusic);
        const units = items.reduce((sum, { from, to }) => sum + to - from, 0);
        const tracks = items.filter(({ kind }) => kind === 'music').length;
        return Math.round((tracks * 360_000) / (units * UNIT_SECONDS)) / 100;
      };
      const rates = [perHour(raw.amber), perHour(raw.blue)] as const;
      const COLUMNS = [
        'Total listener hours',
        'Average number of tracks webcast per hour',
        'Streams',
      ] as const;
      expect(webcasting.rows.map((row) => COLUMNS.map((name) => Number(row[name])))).toEqual([
        [0.5, rates[0], Math.round(0.5 * rates[0])],
        [3, rates[1], Math.round(3 * rates[1])],
      ]);
      const territories = await report('ppl_territories');
      expect(
        territories.rows.map((row) => [
          row['Service'],
          row['Territory'],
          row['Listener hours'],
          row['Percentage of streams'],
        ]),
      ).toEqual([
        [amber.station_name, '', '0.5', '100'],
        [blue.station_name, 'United Kingdom', '2', '66.67'],
        [blue.station_name, 'Germany', '1', '33.33'],
      ]);
      expect(territories.report.incomplete_rows).toBe(1);

      // As promised: due, aired and late.
      const promises = await ask<Promises>(calls.getStationPromises, {
        params: { station_id: blue.id },
        query: { month: month.month },
      });
      for (const kind of ['radio_id', 'break']) {
        const due = raw.blue.filter(
          ({ rule }) => rule.kind === kind && (rule.due_unit ?? 0) >= unitsOf(month.from),
        );
        const late = due.map(({ from, rule }) => from - (rule.due_unit ?? 0)).sort((a, b) => a - b);
        const row = promises.rows.find((one) => one.kind === kind);
        expect(row?.aired).toBe(due.length);
        expect(row?.late?.worst_seconds).toBeCloseTo((late.at(-1) ?? 0) * UNIT_SECONDS, 1);
        const median = late[Math.floor(late.length / 2)] ?? 0;
        expect(row?.late?.median_seconds).toBeCloseTo(median * UNIT_SECONDS, 1);
      }
      const table = await report('promises');
      const row = table.rows.find(
        (one) => one['Station'] === blue.station_name && one['Promise'] === 'Radio IDs',
      );
      expect(Number(row?.['Aired'])).toBe(
        promises.rows.find(({ kind }) => kind === 'radio_id')?.aired,
      );

      // The spreadsheet has the same rows.
      const sheet = await fetchStored(app, prs.report.xlsx_url ?? '');
      const files = unzipSync(new Uint8Array(await sheet.arrayBuffer()));
      const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      expect(xml.match(/<row /g)).toHaveLength(31);
    },
  );
});

describe('a report', () => {
  it('is empty, and ready, for days in which nothing aired', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const body = { kind: 'prs_usage', from: '2026-01-01', to: '2026-01-31' };
    await send(app, calls.requestReport, { token: admin.access_token, body });
    await workOff(app, ['make_report']);
    const { data } = await json<{ data: AirReport[] }>(
      await send(app, calls.listReports, { token: admin.access_token }),
    );
    expect(data).toMatchObject([{ state: 'ready', rows: 0, incomplete_rows: 0 }]);
  });

  it('says that it failed when the storage does not take it', async () => {
    const healthy = await startApp(database);
    const storage = failingStorage(healthy.services.storage);
    storage.fail('put', 'disk_full', Infinity);
    const app = await startApp(database, { storage });
    const admin = await signedInUser(app, { role: 'admin' });
    const body = { kind: 'ppl_webcasting', from: '2026-01-01', to: '2026-01-31' };
    const asked = await json<AirReport>(
      await send(app, calls.requestReport, { token: admin.access_token, body }),
    );
    const task = app.tasks.find(({ name }) => name === 'make_report');
    const signal = new AbortController().signal;
    const tryIt = (attempt: number) =>
      task?.run({ report_id: asked.id }, { id: '1', attempt, signal });
    await expect(tryIt(1)).rejects.toThrow(AppError);
    await tryIt(3);
    const row = await knex('air_reports').where({ id: asked.id }).first();
    expect(row?.state).toBe('failed');
  });

  it('is deleted with its files after a month', async () => {
    let ahead = 0;
    const app = await startApp(database, { now: () => Date.now() + ahead });
    const admin = await signedInUser(app, { role: 'admin' });
    const body = { kind: 'prs_usage', from: '2026-01-01', to: '2026-01-31' };
    const { id } = await json<AirReport>(
      await send(app, calls.requestReport, { token: admin.access_token, body }),
    );
    await workOff(app, ['make_report']);
    const { storage } = app.services;
    await runTask(app, 'sweep_reports');
    expect(await storage.open(`library/reports/${id}.csv`)).not.toBeNull();
    ahead = 31 * DAY_MS;
    await runTask(app, 'sweep_reports');
    expect(await storage.open(`library/reports/${id}.csv`)).toBeNull();
    expect(await knex('air_reports').where({ id }).first()).toBeUndefined();
  });
});
