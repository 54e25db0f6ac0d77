import knexOf from 'knex';
import { v7 as uuidv7 } from 'uuid';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { MAX_WAITING_INSERTIONS, OVER_MUSIC_LEAD_SECONDS } from '../../contract/schedule/values.ts';
import type { Call } from '../../contract/call.ts';
import * as programme from '../../contract/schedule/programme.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { send } from '../../test/call.ts';
import { workOff } from '../../test/work-off.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { DatabaseProxy, startBehindProxy } from '../../test/database-proxy.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import {
  addVersion,
  buildPlaylist,
  buildReadyAsset,
  draftWith,
  findWhole,
  putOnAir,
  scheduledStation,
  type ScheduledStation,
} from '../../test/on-air-stations.ts';
import { startApp } from '../../test/server.ts';
import type { OnAirStation } from '../broadcast/on-air.ts';
import { timeOfUnit, UNIT_MS, unitAt } from '../timeline/airing.ts';
import type { Services } from '../app.ts';
import { buildDocument } from './document.ts';
import { OnAirStations } from './on-air-stations.ts';

const database = testDatabase();
const { knex } = database;

/** Loading a timeline takes longer on a busy machine. */
const PATIENT = { timeout: 10_000 };

/** A clock that tests move; the database's own clock cannot be. */
function testClock() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  return clock;
}

function replica(now: () => number = Date.now, db = knex) {
  const onAir = new OnAirStations({ db, now, log: pino({ level: 'silent' }) });
  onCleanup(async () => onAir.close());
  return onAir;
}

/** The items of a station in a span, as text. */
const airs = (found: OnAirStation | null, from: number, to: number) =>
  (found?.timeline.itemsBetween(unitAt(from), unitAt(to)) ?? []).map(
    ({ item, starts_unit, ends_unit }) => `${starts_unit} ${ends_unit} ${item.title}`,
  );

async function onAirWith(values: Parameters<typeof draftWith>[1] = {}) {
  const station = await buildStation(knex);
  const playlist = await buildPlaylist(knex);
  await buildReadyAsset(knex, { user_id: station.user_id });
  const draft = draftWith(playlist.id, {
    radio_ids: { items: 'all', every_minutes: 10 },
    ...values,
  });
  await putOnAir(knex, station, draft);
  return { station, playlist, draft, slug: station.station_slug };
}

describe('replicas', () => {
  it('agree on every unit of a day, after a restart and through a publish', async () => {
    const { station, draft, slug } = await onAirWith();
    const began = Date.now();
    const [one, other] = [replica(), replica()];
    const before = airs(await one.find(slug), began, began + 24 * HOUR_MS);
    expect(before.length).toBeGreaterThan(400);
    expect(airs(await findWhole(other, slug), began, began + 24 * HOUR_MS)).toEqual(before);

    const published = Date.now();
    await putOnAir(knex, station, { ...draft, radio_ids: null });
    for (const each of [one, other]) each.changed(station.id);
    const whole = async (of: typeof one) =>
      airs(await findWhole(of, slug), began, began + 24 * HOUR_MS);
    await vi.waitFor(async () => {
      expect(await whole(one)).not.toEqual(before);
      expect(await whole(other)).not.toEqual(before);
    }, PATIENT);
    const after = await whole(one);
    expect(await whole(other)).toEqual(after);
    expect(await whole(replica())).toEqual(after);
    // At the first end of an item at least 30 s after the commit.
    const first = after.findIndex((text, n) => text !== before[n]);
    const [starts = 0] = (after[first] ?? '').split(' ').map(Number);
    const [previous = 0] = (after[first - 1] ?? '').split(' ').map(Number);
    expect(timeOfUnit(starts)).toBeGreaterThanOrEqual(published + 30_000);
    expect(timeOfUnit(previous)).toBeLessThan(published + 15 * MINUTE_MS);
  });

  it('play a station that was put on air after midnight, by the database, before theirs', async () => {
    const { slug } = await onAirWith();
    const began = Date.now();
    const expected = airs(await replica().find(slug), began, began + HOUR_MS);
    const behind = await replica(() => began - DAY_MS).find(slug);
    expect(airs(behind, began, began + HOUR_MS)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(10);
    expect(airs(behind, began - DAY_MS, began - DAY_MS + HOUR_MS)).toEqual([]);
  });

  it('learn of a change by the next look when the notification was lost', async () => {
    const { station, draft, slug } = await onAirWith();
    const clock = testClock();
    const onAir = replica(clock.now);
    const listened: string[] = [];
    onAir.onChange((changed) => listened.push(changed));
    const found = await onAir.find(slug);
    const [from, to] = [Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS];
    const before = airs(found, from, to);
    await putOnAir(knex, station, { ...draft, radio_ids: null });
    await onAir.find(slug);
    expect(airs(found, from, to)).toEqual(before);
    clock.ahead = 6_000;
    await onAir.find(slug);
    // A stream that holds the station gets the new timeline, too.
    await vi.waitFor(() => expect(airs(found, from, to)).not.toEqual(before), PATIENT);
    expect(listened).toEqual([slug]);
  });

  it('hear of a publish at once, and of a station that was taken off air', async () => {
    const app = await startApp(database);
    const { station, draft, slug } = await onAirWith();
    const { onAir } = app.services;
    const found = await onAir.find(slug);
    const [from, to] = [Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS];
    const before = airs(found, from, to);
    await putOnAir(knex, station, { ...draft, radio_ids: null });
    await vi.waitFor(() => expect(airs(found, from, to)).not.toEqual(before), PATIENT);
    await knex('radio_stations').where({ id: station.id }).update({ status: 'suspended' });
    await vi.waitFor(async () => expect(await onAir.find(slug)).toBeNull(), PATIENT);
  });

  it('continue into the next day while the database is away', async () => {
    const { slug } = await onAirWith();
    const proxy = await DatabaseProxy.to(database.url);
    const db = knexOf({ client: 'pg', connection: proxy.url, acquireConnectionTimeout: 500 });
    onCleanup(() => db.destroy());
    const clock = testClock();
    const onAir = replica(clock.now, db);
    const found = await onAir.find(slug);
    expect(found).not.toBeNull();
    proxy.cut();
    clock.ahead = 26 * HOUR_MS;
    const again = await onAir.find(slug);
    const there = airs(again, clock.now(), clock.now() + HOUR_MS);
    expect(there.length).toBeGreaterThan(15);
    await expect(onAir.find('never-seen')).rejects.toMatchObject({ kind: 'unavailable' });
    proxy.repair();
    const fresh = await replica(clock.now).find(slug);
    expect(airs(fresh, clock.now(), clock.now() + HOUR_MS)).toEqual(there);
  });

  it('refuse edits kindly while the database is away, and play on', async () => {
    const { proxy, app } = await startBehindProxy(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const one = await scheduledStation(app, admin.access_token, { status: 'active' });
    const { id } = await buildPlaylist(knex);
    const draft = draftWith(id);
    await putOnAir(knex, one.station, draft);
    const [from, to] = [Date.now() + MINUTE_MS, Date.now() + HOUR_MS];
    const plays = async () =>
      airs(await app.services.onAir.find(one.station.station_slug), from, to);
    const before = await plays();
    expect(before.length).toBeGreaterThan(15);
    proxy.cut();
    for (const refused of await Promise.all([
      one.save(draft, 1),
      one.publish({ draft_version: 1, newest: 1 }),
      one.ask<object>(programme.addInsertion, { body: { item_id: one.station.id } }),
      one.ask<object>(programme.skipItem, { body: { starts_at: new Date().toISOString() } }),
    ])) {
      expect(refused).toMatchObject({ status: 503, code: 'unavailable' });
      expect(refused.detail ?? refused.title).toMatch(/try again/i);
    }
    expect(await plays()).toEqual(before);
    proxy.repair();
    await vi.waitFor(
      async () => expect((await one.save({ ...draft, zone: 'UTC' }, 1)).draft_version).toBe(2),
      PATIENT,
    );
  });

  it('answer for a clock that jumps back an hour, and for one that is a minute wrong', async () => {
    const { slug } = await onAirWith();
    const clock = testClock();
    clock.ahead = 3 * HOUR_MS;
    const onAir = replica(clock.now);
    const [from, to] = [Date.now() + 2 * HOUR_MS, Date.now() + 4 * HOUR_MS];
    const before = airs(await onAir.find(slug), from, to);
    clock.ahead = 2 * HOUR_MS;
    expect(airs(await onAir.find(slug), from, to)).toEqual(before);
    const early = replica(() => clock.now() - MINUTE_MS);
    expect(airs(await early.find(slug), from, to)).toEqual(before);
  });

  it('play on when a revision is published every second', async () => {
    const { station, draft, slug } = await onAirWith();
    for (let n = 0; n < 40; n += 1) await putOnAir(knex, station, draft);
    // One a second, ten minutes ago.
    await knex.raw('alter table schedule_revisions disable trigger user');
    await knex.raw(
      `update schedule_revisions set committed_at = now() - interval '10 minutes' + number * interval '1 second'
       where station_id = ?`,
      [station.id],
    );
    await knex.raw('alter table schedule_revisions enable trigger user');
    const found = await replica().find(slug);
    expect(airs(found, Date.now(), Date.now() + HOUR_MS).length).toBeGreaterThan(15);
  });
});

async function adminOf(given: Partial<Services> = {}) {
  const app = await startApp(database, given);
  const admin = await signedInUser(app, { role: 'admin' });
  return { app, token: admin.access_token };
}

describe('an item put in by hand', () => {
  it('airs at the first end of an item ten seconds later, or at its time; and music can be skipped', async () => {
    const { app, token } = await adminOf();
    const one = await scheduledStation(app, token, { status: 'active' });
    const { id, track_ids } = await buildPlaylist(knex);
    const asset = await buildReadyAsset(knex, {
      user_id: one.station.user_id,
      kind: 'commercial',
      file_name: 'Closing soon.mp3',
    });
    await putOnAir(knex, one.station, draftWith(id));
    await knex.raw('alter table schedule_revisions disable trigger user');
    await knex('schedule_revisions').update({ committed_at: new Date(Date.now() - MINUTE_MS) });
    await knex.raw('alter table schedule_revisions enable trigger user');
    const insert = (body: object) => one.ask<programme.Insertion>(programme.addInsertion, { body });
    // Over the music it waits for no end of a song.
    const pressed = Date.now();
    const over = await insert({ item_id: asset.id, over_music: true });
    expect(over).toMatchObject({ title: 'Closing soon', is_over_music: true });
    const lead = OVER_MUSIC_LEAD_SECONDS * 1_000;
    expect(Date.parse(over.airs_at ?? '')).toBeGreaterThanOrEqual(pressed + lead);
    expect(Date.parse(over.airs_at ?? '')).toBeLessThan(Date.now() + lead + UNIT_MS);
    const now = await insert({ item_id: asset.id });
    expect(now).toMatchObject({ title: 'Closing soon', wanted_at: null });
    expect(Date.parse(now.airs_at ?? '')).toBeGreaterThan(Date.now() + 10_000);
    const at = new Date(Date.now() + 5 * HOUR_MS);
    const later = await insert({ item_id: asset.id, at: at.toISOString() });
    expect(Date.parse(later.airs_at ?? '')).toBeGreaterThanOrEqual(at.getTime());
    expect(Date.parse(later.airs_at ?? '')).toBeLessThan(at.getTime() + 5 * MINUTE_MS);

    const song = await insert({ item_id: track_ids[0], over_music: true });
    expect(song).toMatchObject({ status: 422 });

    // The first item has been on air for half a minute.
    const { now: playing } = await one.programme();
    const skipped = await one.ask<programme.Insertion>(programme.skipItem, {
      body: { starts_at: playing?.starts_at },
    });
    const cut = Date.parse(skipped.airs_at ?? '') - Date.now();
    expect(cut).toBeGreaterThan(5_000);
    expect(cut).toBeLessThan(11_000);
    const { items } = await one.programme({ from: playing?.starts_at ?? '', hours: '1' });
    expect(items[0]).toMatchObject({ is_cut: true, ends_at: skipped.airs_at });
    const { data } = await one.ask<{ data: programme.Insertion[] }>(programme.listInsertions);
    expect(data.map(({ kind }) => kind)).toEqual(['skip', 'item', 'item', 'item']);
    const refused = await insert({ item_id: asset.id, at: '2100-01-01T00:00:00Z' });
    expect(refused).toMatchObject({ status: 422 });
    const again = { body: { starts_at: '2026-01-01T00:00:00.000Z' } };
    expect(await one.ask(programme.skipItem, again)).toMatchObject({ code: 'nothing_to_skip' });
  });
});

describe('a song that a member skips', () => {
  it('is faded out once, however many press, and only as often as the operator allows', async () => {
    const { app, token } = await adminOf({ memberSkipsAnHour: 2 });
    const member = await signedInUser(app);
    const one = await scheduledStation(app, token, { status: 'active', user_id: member.id });
    const { id } = await buildPlaylist(knex);
    await putOnAir(knex, one.station, draftWith(id));
    await knex.raw('alter table schedule_revisions disable trigger user');
    await knex('schedule_revisions').update({ committed_at: new Date(Date.now() - MINUTE_MS) });
    await knex.raw('alter table schedule_revisions enable trigger user');
    const { now: playing } = await one.programme();
    const skip = () =>
      one.ask<{ cut_at: string; skips_left: number }>(programme.skipMyItem, {
        token: member.access_token,
        body: { starts_at: playing?.starts_at },
      });
    const answers = await Promise.all(Array.from({ length: 5 }, skip));
    expect(new Set(answers.map(({ cut_at }) => cut_at)).size).toBe(1);
    expect(answers.map(({ skips_left }) => skips_left)).toEqual([1, 1, 1, 1, 1]);
    expect(await skip()).toEqual(answers[0]);
    const { items } = await one.programme({ from: playing?.starts_at ?? '', hours: '1' });
    expect(items[0]).toMatchObject({ is_cut: true, ends_at: answers[0]?.cut_at });
    expect(await knex('audit_log')).toEqual([]);

    await knex('schedule_insertions').update({ skipped_unit: 1 });
    expect(await skip()).toMatchObject({ skips_left: 0 });
    await knex('schedule_insertions').where({ skipped_unit: 1 }).update({ skipped_unit: 2 });
    await knex('schedule_insertions').whereNot({ skipped_unit: 2 }).update({ skipped_unit: 3 });
    expect(await skip()).toMatchObject({ status: 409, code: 'too_many_skips' });
  });
});

describe('a song that a member rates', () => {
  it('airs nowhere on the station from the next item on, and can be allowed again', async () => {
    const { app, token } = await adminOf();
    const member = await signedInUser(app);
    const one = await scheduledStation(app, token, { status: 'active', user_id: member.id });
    const { id } = await buildPlaylist(knex, { tracks: 40 });
    await putOnAir(knex, one.station, draftWith(id));
    const { items: before } = await one.programme({ hours: '24' });
    const track_id = before.findLast(({ kind }) => kind === 'music')?.item_id ?? '';
    const act = (call: Call) => one.ask(call, { token: member.access_token, params: { track_id } });
    const never = { token: member.access_token, params: { track_id }, body: { rating: 'never' } };
    await send(app, programme.rateTrack, never);
    await send(app, programme.rateTrack, never);
    await workOff(app, ['renew_schedule']);
    const from = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const { items } = await one.programme({ from, hours: '24' });
    expect(items.length).toBeGreaterThan(300);
    expect(items.map(({ item_id }) => item_id)).not.toContain(track_id);
    expect(await act(programme.listRatedTracks)).toMatchObject({
      data: [{ track_id, rating: 'never' }],
    });
    expect(await knex('member_news').pluck('what')).toEqual(['songs']);

    await send(app, programme.unrateTrack, { token: member.access_token, params: { track_id } });
    expect(await act(programme.listRatedTracks)).toMatchObject({ data: [] });
    const { built } = await buildDocument(knex, one.station, draftWith(id));
    expect(built?.text).toContain(track_id);
  });

  it('airs twice as often or half as often, never twice in a row, and the team sees it', async () => {
    const { app, token } = await adminOf();
    const member = await signedInUser(app);
    const one = await scheduledStation(app, token, { status: 'active', user_id: member.id });
    const { id, track_ids } = await buildPlaylist(knex, { tracks: 40 });
    await putOnAir(knex, one.station, draftWith(id));
    const [liked = '', disliked = ''] = track_ids;
    const rate = (track_id: string, rating: string) =>
      send(app, programme.rateTrack, {
        token: member.access_token,
        params: { track_id },
        body: { rating },
      });
    for (const rating of ['never', 'less', 'more']) await rate(liked, rating);
    await rate(disliked, 'less');
    await workOff(app, ['renew_schedule']);
    const aired = new Map<string, string>();
    for (let day = 1; day <= 4; day += 1) {
      const from = new Date(Date.now() + day * DAY_MS).toISOString();
      const { items: ofDay } = await one.programme({ from, hours: '24' });
      // One that overlaps two days is in both.
      for (const { starts_at, item_id } of ofDay) aired.set(starts_at, item_id);
    }
    const items = [...aired.values()];
    const plays = (track: string) => items.filter((id) => id === track).length;
    const usual = track_ids.slice(2).map(plays);
    const mean = usual.reduce((sum, count) => sum + count, 0) / usual.length;
    expect(plays(liked) / mean).toBeGreaterThan(1.8);
    expect(plays(liked) / mean).toBeLessThan(2.2);
    expect(plays(disliked) / mean).toBeGreaterThan(0.4);
    expect(plays(disliked) / mean).toBeLessThan(0.6);
    expect(items.filter((id, at) => id === items[at - 1])).toEqual([]);
    const seen = await one.ask(programme.listStationRatedTracks);
    expect(seen).toMatchObject({
      data: [
        { track_id: disliked, rating: 'less' },
        { track_id: liked, rating: 'more' },
      ],
    });
    const { lines } = await knex('member_news').orderBy('created_at', 'desc').first();
    expect(lines).toEqual([expect.stringContaining('Less of this: ')]);
  });
});

describe('an item put in by hand that is withdrawn', () => {
  const withdrawal = (one: ScheduledStation, id = '') =>
    one.ask<programme.Insertion>(programme.withdrawInsertion, { params: { id } });

  it('airs no more, on every replica, and its place is free for another one', async () => {
    const { app, token } = await adminOf();
    const one = await scheduledStation(app, token, { status: 'active' });
    const { id, track_ids } = await buildPlaylist(knex);
    await putOnAir(knex, one.station, draftWith(id));
    const insert = (body: object) =>
      one.ask<programme.Insertion>(programme.addInsertion, {
        body: { item_id: track_ids[0], ...body },
      });
    const slug = one.station.station_slug;
    const clock = testClock();
    const other = replica(clock.now);
    const found = await other.find(slug);
    const [from, to] = [Date.now(), Date.now() + 4 * HOUR_MS];
    const before = airs(found, from, to);
    const at = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const added = await insert({ at });
    clock.ahead += 6_000;
    await other.find(slug);
    await vi.waitFor(() => expect(airs(found, from, to)).not.toEqual(before), PATIENT);

    const withdrawn = await withdrawal(one, added.id);
    expect(withdrawn).toMatchObject({ id: added.id, airs_at: null });
    expect(withdrawn.withdrawn_at).not.toBeNull();
    expect(await withdrawal(one, added.id)).toEqual(withdrawn);
    clock.ahead += 6_000;
    await other.find(slug);
    await vi.waitFor(() => expect(airs(found, from, to)).toEqual(before), PATIENT);
    const lines = await knex('audit_log').where({ action: 'withdraw_item' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ before: { item_id: track_ids[0], wanted_at: at } });

    const { id: waiting } = await insert({ at });
    const row = await knex('schedule_insertions').where({ id: waiting }).first();
    const others = Array.from({ length: MAX_WAITING_INSERTIONS - 1 }, (_, n) => ({
      ...row,
      id: uuidv7(),
      item: JSON.stringify(row.item),
      committed_at: new Date(row.committed_at.getTime() + n + 1),
    }));
    await knex('schedule_insertions').insert(others);
    expect(await insert({ at })).toMatchObject({ code: 'too_many_insertions' });
    await withdrawal(one, waiting);
    expect(await insert({ at })).toMatchObject({ withdrawn_at: null });
  });

  it('waits with others, as many as may, however many press at once', async () => {
    const { app, token } = await adminOf();
    const one = await scheduledStation(app, token, { status: 'active' });
    const { id, track_ids } = await buildPlaylist(knex);
    await putOnAir(knex, one.station, draftWith(id));
    // On a busy machine one may wait too long for the others. Nothing was stored then, and clients try again.
    async function press(): Promise<{ code?: string }> {
      const body = { item_id: track_ids[0] };
      const answer = await one.ask<{ code?: string }>(programme.addInsertion, { body });
      return answer.code === 'unavailable' ? press() : answer;
    }
    const answers = await Promise.all(Array.from({ length: MAX_WAITING_INSERTIONS + 2 }, press));
    const codes = answers.map(({ code }) => code ?? 'waits').toSorted();
    expect(codes).toEqual([
      'too_many_insertions',
      'too_many_insertions',
      ...Array.from({ length: MAX_WAITING_INSERTIONS }, () => 'waits'),
    ]);
  });

  it('is refused once it begins within ten seconds, and for what was never put in', async () => {
    const clock = testClock();
    const { app, token } = await adminOf({ now: clock.now });
    const one = await scheduledStation(app, token, { status: 'active' });
    const { id, track_ids } = await buildPlaylist(knex);
    await putOnAir(knex, one.station, draftWith(id));
    const body = { item_id: track_ids[0] };
    const { id: added, airs_at } = await one.ask<programme.Insertion>(programme.addInsertion, {
      body,
    });
    clock.ahead = Date.parse(airs_at ?? '') - Date.now() - 8_000;
    expect(await withdrawal(one, added)).toMatchObject({ status: 409, code: 'insertion_begun' });
    clock.ahead += 5 * MINUTE_MS;
    expect(await withdrawal(one, added)).toMatchObject({ code: 'insertion_begun' });
    expect(await withdrawal(one, one.station.id)).toMatchObject({ status: 404 });
    expect(await knex('audit_log').where({ action: 'withdraw_item' })).toEqual([]);
  });

  it('keeps no station from being read, however old it is', async () => {
    const { station, slug } = await onAirWith();
    const old = new Date(Date.now() - 40 * DAY_MS);
    const insertion_id = uuidv7();
    const item = JSON.stringify({ id: insertion_id, title: 'Old', kind: 'radio_id', units: 50 });
    const values = { station_id: station.id, kind: 'item', item, committed_at: old };
    await knex('schedule_insertions').insert({ id: insertion_id, ...values });
    const withdrawn = { insertion_id, station_id: station.id, withdrawn_at: old };
    await knex('schedule_withdrawals').insert(withdrawn);
    const clock = testClock();
    const onAir = replica(clock.now);
    const changed: string[] = [];
    onAir.onChange((each) => changed.push(each));
    await onAir.find(slug);
    clock.ahead = 6_000;
    const looks = vi.spyOn(knex.client, 'query');
    await onAir.find(slug);
    await vi.waitFor(() => expect(looks).toHaveBeenCalled(), PATIENT);
    clock.ahead = 12_000;
    await onAir.find(slug);
    await onAir.load(station.id);
    looks.mockRestore();
    // Another look found the same timeline, and did not read it again.
    expect(changed).toEqual([]);
  });
});

describe('a new version of a playlist', () => {
  const run = async (app: Awaited<ReturnType<typeof startApp>>) =>
    app.tasks
      .find(({ name }) => name === 'renew_schedules')
      ?.run({}, { id: '1', attempt: 1, signal: AbortSignal.timeout(10_000) });

  it('reaches the station within hours, unless it would break a rule: then it is listed', async () => {
    const clock = testClock();
    const { app, token } = await adminOf({ now: clock.now });
    const one = await scheduledStation(app, token, { status: 'active' });
    const { id, track_ids } = await buildPlaylist(knex);
    const draft = draftWith(id, { separation: { title_hours: 2, artist_tracks: 0 } });
    await putOnAir(knex, one.station, draft);
    await addVersion(knex, id, track_ids.slice(1), 2);
    const newest = async () =>
      knex('schedule_revisions')
        .where({ station_id: one.station.id })
        .orderBy('number')
        .select('cause', 'playlists');
    clock.ahead = -MINUTE_MS;
    await run(app);
    expect(await newest()).toHaveLength(1);
    clock.ahead = 4 * HOUR_MS;
    await run(app);
    expect((await newest()).at(-1)).toEqual({
      cause: 'playlist',
      playlists: [{ playlist_id: id, number: 2 }],
    });
    await addVersion(knex, id, [], 3);
    clock.ahead = 8 * HOUR_MS;
    await run(app);
    await run(app);
    expect(await newest()).toHaveLength(2);
    clock.ahead = 0;
    const { held, has_changes } = await one.get();
    expect(held?.problems[0]).toMatchObject({ code: 'playlist_empty', playlist_id: id });
    expect(has_changes).toBe(true);
  });
});
