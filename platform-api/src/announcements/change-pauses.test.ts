import { describe, expect, it } from 'vitest';
import * as announcements from '../../contract/announcements/calls.ts';
import type * as schemas from '../../contract/announcements/schemas.ts';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/announcements/pauses.ts';
import type { PackageName } from '../../contract/billing/prices.ts';
import type { Problem } from '../../contract/problem.ts';
import * as programme from '../../contract/schedule/programme.ts';
import type { NowPlaying } from '../../contract/stations/schemas.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { fakeVoices } from '../../test/fake-voices.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { quickEngine } from '../../test/sounds.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { claimStations } from '../admin/watch/claim-stations.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const MAKING = ['speak_announcement', 'prepare_sound', 'plan_announcements'];

type Listed = { data: calls.StationPause[]; zone: string | null };

/** A member whose station is on air here, and a clock that can be put forward. */
async function open({ package_name = 'Professional' as PackageName, zone = 'UTC' } = {}) {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const services = {
    preparer: createPreparer(quickEngine()),
    voices: fakeVoices().maker,
    now: clock.now,
  };
  const app = await startApp(database, services);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, package_name, status: 'active' });
  const { id } = await buildPlaylist(knex, { tracks: 30 });
  await putOnAir(knex, station, draftWith(id, { zone }));
  const ask = async <T>(call: Call, sent: Sent = {}, at = app) =>
    json<T & Problem>(await send(at, call, { token: member.access_token, ...sent }));
  const later = (ms: number) => new Date(clock.now() + ms).toISOString();
  return {
    app,
    services,
    station,
    clock,
    ask,
    later,
    member,
    close: (body: object) => ask<calls.StationPause>(calls.addPause, { body }),
    list: () => ask<Listed>(calls.listPauses),
    openAgain: async (pause: string) => {
      const sent = { token: member.access_token, params: { id: pause } };
      return (await send(app, calls.endPause, sent)).status;
    },
    async items(from: string, hours: number, at = app) {
      const query = { from, hours: String(hours) };
      return ask<programme.Programme>(programme.getMyProgramme, { query }, at);
    },
    nowPlaying: async () =>
      json<NowPlaying>(await app.get(`/v1/stations/${station.station_slug}/now-playing`)),
    async say(when: object) {
      const body = { text: 'Merry Christmas to all of you.', when };
      const made = await ask<schemas.Announcement>(announcements.createAnnouncement, {
        body,
      });
      await workOff(app, MAKING);
      return made;
    },
  };
}

describe('a station that is closed', () => {
  it('is silent from the minute it closes to the minute it opens, on every replica', async () => {
    const { close, later, items, list, services } = await open();
    const [from, until] = [later(HOUR_MS), later(3 * HOUR_MS)];
    const made = await close({ from, until, message: 'Back at noon.' });
    expect(made).toMatchObject({ from, until, message: 'Back at noon.', spoken: null });
    expect((await list()).data).toEqual([made]);
    const other = await startApp(database, services);
    const programmes = [await items(later(0), 4), await items(later(0), 4, other)];
    for (const { items: aired, missed } of programmes) {
      const closed = aired.filter(({ rule }) => rule === 'pause');
      // Within a unit of 192 ms.
      const away = (one: string | undefined, two: string) =>
        Math.abs(Date.parse(one ?? '') - Date.parse(two));
      expect(away(closed[0]?.starts_at, from)).toBeLessThan(192);
      expect(away(closed.at(-1)?.ends_at, until)).toBeLessThan(192);
      expect(closed.every(({ kind }) => kind === 'pause')).toBe(true);
      expect(closed[0]).toMatchObject({ title: 'Closed', reason: 'The station is closed.' });
      const before = aired[aired.findIndex(({ rule }) => rule === 'pause') - 1];
      expect(before).toMatchObject({ is_cut: true, ends_at: closed[0]?.starts_at });
      expect(before?.reason).toContain('It was faded out because the station closed.');
      expect(missed).toEqual([]);
    }
    expect(programmes[0]?.items).toEqual(programmes[1]?.items);
  });

  it('tells players until when, in its own time, and sends silence that is whole sound', async () => {
    const { close, clock, nowPlaying, app, station } = await open({ zone: 'Asia/Kathmandu' });
    const made = await close({ until: '2100-01-01T10:00' });
    expect(made).toMatchObject({ status: 422, errors: [{ field: 'until' }] });
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    await close({ until: `${day}T10:30`, message: 'Happy holidays.' });
    clock.ahead = MINUTE_MS;
    const { current, next } = await nowPlaying();
    const closed = { kind: 'pause', closed_until: `${day}T10:30`, message: 'Happy holidays.' };
    expect(current).toMatchObject({ title: station.station_name, ...closed });
    expect(current?.artist).toMatch(/^Closed until \w+ \d+ \w+, 10:30$/);
    expect(next).toMatchObject(closed);
    const answer = await app.get(`/stream/${station.station_slug}`);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    // A frame of 128 kbit/s without any bits of sound: its side information is empty.
    const frame = Buffer.from(value ?? []).subarray(0, 384);
    expect(frame.subarray(0, 2).toString('hex')).toBe('fffb');
    expect(frame.subarray(4).every((byte) => byte === 0)).toBe(true);
  });

  it('has its message heard at the start and every ten minutes', async () => {
    const { close, say, later, items, ask } = await open();
    const { id, title } = await say({ kind: 'at', at: later(6 * DAY_MS) });
    const made = await close({
      from: later(HOUR_MS),
      until: later(3 * HOUR_MS),
      announcement_id: id,
    });
    expect(made.spoken).toBe(title);
    const aired = (await items(later(0), 4)).items.filter(({ rule }) => rule === 'pause');
    // Nobody is disturbed by it, so there is no warning of much speech.
    const { much_speech } = await ask<{ much_speech: object | null }>(
      announcements.listAnnouncements,
    );
    expect(much_speech).toBeNull();
    const said = aired.filter(({ kind }) => kind === 'announcement');
    expect(said[0]?.starts_at).toBe(aired[0]?.starts_at);
    expect(said.length).toBeGreaterThanOrEqual(12);
    for (const { starts_at } of said.slice(1)) {
      expect(Date.parse(starts_at) % (10 * MINUTE_MS)).toBe(0);
    }
  });

  it('opens again early, and a planned pause can be removed', async () => {
    const { close, later, list, openAgain, items, clock } = await open();
    const planned = await close({ from: later(DAY_MS), until: later(2 * DAY_MS) });
    const running = await close({ until: later(3 * HOUR_MS) });
    expect((await list()).data.map(({ id }) => id)).toEqual([running.id, planned.id]);
    await openAgain(planned.id);
    expect((await list()).data.map(({ id }) => id)).toEqual([running.id]);
    await openAgain(running.id);
    // Ten seconds after the press, when every replica knows.
    const { ends_at } = await knex('station_pauses').where({ id: running.id }).first();
    expect(ends_at - Date.now()).toBeGreaterThan(5_000);
    expect(ends_at - Date.now()).toBeLessThanOrEqual(10_000);
    const { items: aired } = await items(later(MINUTE_MS), 24);
    expect(aired.filter(({ rule }) => rule === 'pause')).toEqual([]);
    expect(aired.at(-1)?.rule).toBe('music');
    clock.ahead = MINUTE_MS;
    expect((await list()).data).toEqual([]);
    expect(await openAgain('019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10')).toBe(404);
  });

  it('is changed while it is planned: its times, the words and what is heard', async () => {
    const { app, close, say, later, list, items, ask } = await open();
    const { id: announcement_id, title } = await say({ kind: 'at', at: later(2 * HOUR_MS) });
    const { id } = await close({ from: later(HOUR_MS), until: later(3 * HOUR_MS) });
    const change = (body: object) =>
      ask<calls.StationPause>(calls.changePause, { params: { id }, body });
    const heard = async (kind: string) =>
      (await items(later(0), 8)).items.filter(
        (item) => item.kind === kind && item.rule !== 'pause',
      );
    expect(await heard('announcement')).toEqual([]);
    const [from, until] = [later(4 * HOUR_MS), later(5 * HOUR_MS)];
    expect(await change({ from, until, message: 'Back soon.' })).toMatchObject({
      id,
      from,
      until,
      message: 'Back soon.',
    });
    // The announcement of the hour that is open now airs again.
    expect(await heard('announcement')).toMatchObject([{ title }]);
    const closed = (await items(later(0), 8)).items.filter(({ rule }) => rule === 'pause');
    expect(Math.abs(Date.parse(closed[0]?.starts_at ?? '') - Date.parse(from))).toBeLessThan(192);
    expect(await change({ announcement_id })).toMatchObject({ spoken: title, announcement_id });
    expect(await change({ announcement_id: null, message: '' })).toMatchObject({
      from,
      message: null,
      announcement_id: null,
    });
    const other = await close({ from: later(6 * HOUR_MS), until: later(7 * HOUR_MS) });
    for (const [body, field] of [
      [{ until: later(6.5 * HOUR_MS) }, 'from'],
      [{ until: later(3 * HOUR_MS) }, 'until'],
      [{ until: later(400 * DAY_MS) }, 'until'],
    ] as const) {
      expect(await change(body)).toMatchObject({ status: 422, errors: [{ field }] });
    }
    expect((await list()).data.map(({ until: ends }) => ends)).toEqual([until, other.until]);
    const stranger = await signedInUser(app);
    const theirs = await buildStation(knex, { user_id: stranger.id });
    const { id: playlist } = await buildPlaylist(knex, { tracks: 1 });
    await putOnAir(knex, theirs, draftWith(playlist));
    const foreign = { params: { id }, body: { message: 'Mine.' }, token: stranger.access_token };
    expect((await send(app, calls.changePause, foreign)).status).toBe(404);
  });

  it('is changed while it runs: its end and the words, but not what was heard', async () => {
    const { close, later, items, ask, clock, nowPlaying } = await open();
    const { id } = await close({ until: later(2 * HOUR_MS) });
    clock.ahead = MINUTE_MS;
    const change = (body: object) =>
      ask<calls.StationPause>(calls.changePause, { params: { id }, body });
    const before = (await items(later(-10 * MINUTE_MS), 1)).items.slice(0, 2);
    const until = later(4 * HOUR_MS);
    expect(await change({ until, message: 'A day longer.' })).toMatchObject({
      until,
      is_running: true,
    });
    const { items: aired } = await items(later(-10 * MINUTE_MS), 6);
    expect(aired.slice(0, before.length)).toEqual(before);
    const closed = aired.filter(({ rule }) => rule === 'pause');
    expect(Math.abs(Date.parse(closed.at(-1)?.ends_at ?? '') - Date.parse(until))).toBeLessThan(
      192,
    );
    expect((await nowPlaying()).current).toMatchObject({ message: 'A day longer.' });
    const wrong = { from: later(HOUR_MS) };
    expect(await change(wrong)).toMatchObject({ status: 422, errors: [{ field: 'from' }] });
    expect(await change({ until: later(0) })).toMatchObject({ errors: [{ field: 'until' }] });
    expect(await change({ until: later(30 * MINUTE_MS) })).toMatchObject({ is_running: true });
  });

  it('does not air announcements meanwhile, refuses new ones, and airs them once it opens', async () => {
    const { close, say, later, ask, items, openAgain, app, clock } = await open();
    const { title } = await say({ kind: 'at', at: later(2 * HOUR_MS) });
    const closes = await close({ from: later(HOUR_MS), until: later(4 * HOUR_MS) });
    const spoken = async () =>
      (await items(later(0), 6)).items.filter(({ kind }) => kind === 'announcement');
    expect(await spoken()).toEqual([]);
    const at = { kind: 'at', at: later(3 * HOUR_MS) };
    const refused = await ask(announcements.createAnnouncement, { body: { text: 'Hi', when: at } });
    expect(refused).toMatchObject({ status: 409, code: 'station_closed' });
    await openAgain(closes.id);
    expect(await spoken()).toMatchObject([{ title }]);
    await close({ from: later(HOUR_MS), until: later(4 * HOUR_MS) });
    expect(await spoken()).toEqual([]);
    clock.ahead = 3 * HOUR_MS;
    await runTask(app, 'keep_up_announcements');
    expect(await knex('announcement_airings').whereNotNull('missed').pluck('missed')).toEqual([
      'closed',
    ]);
  });

  it('raises no alarm', async () => {
    const { close, later, station } = await open();
    await knex('radio_stations').where({ id: station.id }).update({ is_on_air_here: false });
    const claim = async () => {
      await knex('station_watches').delete();
      return (await claimStations(knex, { most: 9, perHost: 9 })).map((one) => one.station_id);
    };
    expect(await claim()).toContain(station.id);
    await knex('radio_stations').where({ id: station.id }).update({ is_on_air_here: true });
    await close({ until: later(HOUR_MS) });
    await knex('station_pauses').update({ starts_at: new Date(Date.now() - 1_000) });
    await knex('radio_stations').where({ id: station.id }).update({ is_on_air_here: false });
    expect(await claim()).not.toContain(station.id);
  });

  it('is closed once at a time, for times that make sense, by its own member only', async () => {
    const { app, close, later, ask, list } = await open({ zone: 'Europe/London' });
    await close({ from: later(HOUR_MS), until: later(3 * HOUR_MS) });
    for (const [body, field] of [
      [{ from: later(2 * HOUR_MS), until: later(4 * HOUR_MS) }, 'from'],
      [{ from: later(5 * HOUR_MS), until: later(4 * HOUR_MS) }, 'until'],
      [{ until: later(-HOUR_MS) }, 'until'],
      [{ until: later(400 * DAY_MS) }, 'until'],
      [{ until: 'tomorrow' }, 'until'],
      // The hour that summer time skips.
      [{ from: '2027-03-28T01:30', until: '2027-03-28T12:00' }, 'from'],
    ] as const) {
      expect(await close(body)).toMatchObject({ status: 422, errors: [{ field }] });
    }
    const [one] = (await list()).data;
    const stranger = await signedInUser(app);
    await buildStation(knex, { user_id: stranger.id });
    const answer = await send(app, calls.endPause, {
      token: stranger.access_token,
      params: { id: one?.id ?? '' },
    });
    expect(answer.status).toBe(404);
    expect((await list()).data).toHaveLength(1);
    const both = { from: later(10 * HOUR_MS), until: later(11 * HOUR_MS) };
    const many = await Promise.all(
      Array.from({ length: 5 }, () => ask(calls.addPause, { body: both })),
    );
    expect(many.filter(({ status }) => status === undefined)).toHaveLength(1);
  });
});
