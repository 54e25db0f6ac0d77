import { describe, expect, it, vi } from 'vitest';
import { getLibraryTrack } from '../../contract/library/tracks.ts';
import * as programme from '../../contract/schedule/programme.ts';
import type { ProgrammeItem } from '../../contract/schedule/schemas.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser, signInAgain } from '../../test/factories.ts';
import {
  buildPlaylist,
  draftWith,
  findWhole,
  putOnAir,
  scheduledStation,
} from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { runCommand } from '../cli/run.ts';
import { keepDay } from './kept-days.ts';
import { keptDays, unpackDay } from './packed-day.ts';

const database = testDatabase();
const { knex } = database;
const HERE = { DATABASE_URL: database.url };

/** A station that has been on air for two days and some minutes: a day is kept a little after it has ended. */
async function open() {
  await knex('radio_stations').delete();
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const ahead = Math.max(0, midnight + 15 * MINUTE_MS - Date.now());
  const now = () => Date.now() + ahead;
  const app = await startApp(database, { now });
  const admin = await signedInUser(app, { role: 'admin' });
  const member = await signedInUser(app);
  const one = await scheduledStation(app, admin.access_token, {
    user_id: member.id,
    status: 'active',
  });
  const playlist = await buildPlaylist(knex);
  await putOnAir(knex, one.station, draftWith(playlist.id, { zone: 'Etc/UTC' }));
  await knex.raw('alter table schedule_revisions disable trigger user');
  const committed_at = new Date(midnight - 2 * DAY_MS + DAY_MS / 2);
  await knex('schedule_revisions').update({ committed_at });
  await knex.raw('alter table schedule_revisions enable trigger user');
  const keep = async (at = app) =>
    at.tasks
      .find(({ name }) => name === 'keep_days')
      ?.run({}, { id: '1', attempt: 1, signal: AbortSignal.timeout(10_000) });
  const dateAt = (days: number) => new Date(midnight + days * DAY_MS).toISOString().slice(0, 10);
  const kept = () => keptDays(knex, one.station.id).orderBy('day');
  return { app, admin, member, ...one, playlist, keep, kept, dateAt, now };
}

describe('a day that is over', () => {
  it('is kept once, the same on every replica, and the next days follow from it', async () => {
    const { app, keep, kept, programme: read, dateAt, now } = await open();
    const from = `${dateAt(-1)}T00:00:00.000Z`;
    const { items } = await read({ from, hours: '24' });
    expect(items.length).toBeGreaterThan(300);
    await keep();
    const rows = await kept();
    expect(rows).toHaveLength(2);
    const other = await startApp(database, { now });
    await keep(other);
    expect(await kept()).toEqual(rows);
    const day = rows[1] && (await unpackDay(rows[1]));
    const titles = day?.airings.map(({ item }) => item.title);
    expect(titles).toEqual(
      items.filter(({ starts_at }) => starts_at >= from).map(({ title }) => title),
    );
    expect((await read({ from, hours: '24' })).items).toEqual(items);
    expect(app.logged()).not.toContain('otherwise');
  });

  it('stands when it is computed otherwise, and the log says so', async () => {
    const { app, keep, kept, station, dateAt, now } = await open();
    await keep();
    const [, row] = await kept();
    const day = row && (await unpackDay(row));
    if (!day) throw new Error('Yesterday was not kept.');
    await keepDay({ db: knex, log: app.services.log }, station.id, { ...day, hash: 'another' });
    expect(app.logged()).toContain('the kept one stands');
    expect((await kept())[1]?.hash).toBe(day.hash);
    const slug = station.station_slug;
    const fine = await runCommand(['verify-day', slug, dateAt(-1)], HERE);
    expect([fine.code, fine.out]).toEqual([0, expect.stringContaining(day.hash)]);
    // A replica that has computed the day itself.
    const other = await startApp(database, { now });
    expect(await findWhole(other.services.onAir, slug)).not.toBeNull();
    await knex('kept_days')
      .where({ day: dateAt(-1) })
      .update({ hash: 'damaged' });
    const wrong = await runCommand(['verify-day', slug, dateAt(-1)], HERE);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('damaged')]);
    other.services.onAir.rowChanged(slug);
    await vi.waitFor(() => expect(other.logged()).toContain('the kept one stands'));
  });

  it('tells when a track has last aired, and which stations use it', async () => {
    const { app, admin, keep, playlist, station, dateAt } = await open();
    await keep();
    const params = { track_id: playlist.track_ids[0] ?? '' };
    const answer = await send(app, getLibraryTrack, { token: admin.access_token, params });
    expect(await json(answer)).toMatchObject({
      last_aired_on: dateAt(-1),
      stations: [{ id: station.id, station_slug: station.station_slug }],
    });
  });
});

describe('the play log', () => {
  it('leaves out the times in which the station was suspended or inactive, also of kept days', async () => {
    const { app, member, station, ask, keep, programme: read, dateAt } = await open();
    await keep();
    const stations = knex('radio_stations').where({ id: station.id });
    await stations.clone().update({ status: 'suspended' });
    await stations.clone().update({ status: 'inactive' });
    const [first, later] = [`${dateAt(-1)}T03:01:00.000Z`, `${dateAt(-1)}T05:01:00.000Z`];
    expect(await knex('unheard_times').where({ station_id: station.id })).toHaveLength(1);
    expect(await read()).toMatchObject({ now: null, next: null });

    await stations.clone().update({ status: 'active' });
    await knex('unheard_times').update({ began_at: first, ended_at: later });
    const query = { from: dateAt(-1), to: dateAt(-1) };
    const log: ProgrammeItem[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const asked = { ...query, limit: '100', ...(cursor && { cursor }) };
      const page: programme.PlayLog = await ask(programme.getPlayLog, { query: asked });
      log.push(...page.data);
      cursor = page.next_cursor;
    }
    const inside = log.filter(({ starts_at, ends_at }) => starts_at > first && ends_at < later);
    expect(inside).toEqual([]);
    const parts = log.filter(({ reason }) => reason.includes('a part of it only'));
    expect(parts).toHaveLength(2);
    for (const [index, moment] of [first, later].entries()) {
      expect(parts[index]?.starts_at.localeCompare(moment)).toBe(-1);
      expect(parts[index]?.ends_at.localeCompare(moment)).toBe(1);
    }
    const { items } = await read({ from: `${dateAt(-1)}T00:00:00.000Z`, hours: '24' });
    const aired = items.filter(({ starts_at }) => starts_at >= `${dateAt(-1)}T00:00:00.000Z`);
    expect(aired).toEqual(log);
    const csv = await send(app, programme.exportMyPlayLog, { token: member.access_token, query });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(log.length + 1);
    expect((await read()).now).not.toBeNull();
  });

  it('has each item of a day with its reason, for admin and member, by page, search and kind', async () => {
    const { app, member, ask, keep, dateAt } = await open();
    await keep();
    const [from, to] = [dateAt(-1), dateAt(-1)];
    const query = { from, to, limit: '100' };
    const first = await ask<programme.PlayLog>(programme.getPlayLog, { query });
    expect(first.data[0]?.reason).toMatch(/^Music, from the playlist “Playlist /);
    expect(first.data[0]?.starts_at.slice(0, 10)).toBe(from);
    const next = { ...query, cursor: first.next_cursor ?? '' };
    const second = await ask<programme.PlayLog>(programme.getPlayLog, { query: next });
    const end = first.data.at(-1)?.ends_at;
    expect(second.data[0]?.starts_at).toBe(end);
    const search = { from, to, search: 'TRACK 59' };
    const found = await ask<programme.PlayLog>(programme.getPlayLog, { query: search });
    expect(new Set(found.data.map(({ title }) => title))).toEqual(new Set(['Track 59']));
    const none = { from, to, kind: 'radio_id' };
    expect((await ask<programme.PlayLog>(programme.getPlayLog, { query: none })).data).toEqual([]);
    const { access_token: token } = await signInAgain(app, member);
    const csv = await send(app, programme.exportMyPlayLog, { token, query: search });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines[0]).toContain('starts_at,ends_at,kind,item_id,title,artist');
    expect(lines).toHaveLength(found.data.length + 1);
  });

  it('of today ends now, and the member sees now and next', async () => {
    const { app, member, station, dateAt, now } = await open();
    const token = member.access_token;
    const playing = await app.get(`/v1/stations/${station.station_slug}/now-playing`);
    const shown = await json<programme.Programme>(
      await send(app, programme.getMyProgramme, { token }),
    );
    expect(shown.zone).toBe('Etc/UTC');
    expect(shown.next?.starts_at).toBe(shown.now?.ends_at);
    // Public pages show the same, from the same timeline.
    expect(await json(playing)).toMatchObject({
      current: { title: shown.now?.title, started_at: shown.now?.starts_at },
      next: { title: shown.next?.title },
    });
    const log = await json<programme.PlayLog>(
      await send(app, programme.getMyPlayLog, { token, query: { limit: '100', from: dateAt(0) } }),
    );
    expect(log.data.every(({ starts_at }) => Date.parse(starts_at) <= now())).toBe(true);
  });

  it('ends when the station is taken off air', async () => {
    const { station, keep, kept, now } = await open();
    await knex('schedule_revisions').insert({
      station_id: station.id,
      number: 2,
      cause: 'off_air',
      committed_at: new Date(now() - 1.5 * DAY_MS),
    });
    await knex('radio_stations').where({ id: station.id }).update({ is_on_air_here: false });
    await keep();
    await keep();
    const days = await Promise.all((await kept()).map(unpackDay));
    const last = days.flatMap(({ airings }) => airings).at(-1);
    expect((last?.ends_unit ?? 0) * 192).toBeLessThan(now() - 1.5 * DAY_MS + 192);
    expect(days.at(-1)?.end).toBeNull();
  });
});

describe('the commands', () => {
  it('show what plays now and next, and a span', async () => {
    const { station } = await open();
    const slug = station.station_slug;
    const now = await runCommand(['on-air', slug], HERE);
    expect([now.code, now.out.split('\n').length]).toEqual([0, 4]);
    const to = new Date(Date.now() + DAY_MS / 12).toISOString();
    const span = await runCommand(['programme', station.id, '--to', to], HERE);
    expect(span.out.match(/ music /g)?.length).toBeGreaterThan(25);
    expect((await runCommand(['on-air', 'absent'], HERE)).err).toContain('no station absent');
    expect((await runCommand(['verify-day', slug, 'x'], HERE)).code).toBe(2);
  });
});
