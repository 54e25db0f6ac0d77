import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as calls from '../../contract/announcements/calls.ts';
import type * as schemas from '../../contract/announcements/schemas.ts';
import type { Call } from '../../contract/call.ts';
import { uploadAsset } from '../../contract/assets/calls.ts';
import { MAX_MEMBER_BYTES } from '../../contract/assets/values.ts';
import { MAX_SPOKEN_TEXT_LENGTH } from '../../contract/voices/values.ts';
import type { PackageName } from '../../contract/billing/prices.ts';
import type { Voice } from '../../contract/voices/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import * as programme from '../../contract/schedule/programme.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, madeApiKey, signedInUser, steppedUp } from '../../test/factories.ts';
import { flacBomb } from '../../test/flac-bomb.ts';
import { fakeVoices, tone } from '../../test/fake-voices.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { listenTo } from '../../test/listener.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { ffmpegEngine, quickEngine } from '../../test/sounds.ts';
import { fetchStored, formOf, soundFile } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import type { Services } from '../app.ts';
import { TICK_MS } from '../broadcast/live-stream.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from '../broadcast/renditions.ts';
import { queueOf } from '../jobs/job.ts';
import { planStation } from './plan-ahead.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const TEXT = 'Happy hour until seven. All cocktails at half price.';
const MAKING = ['speak_announcement', 'prepare_sound', 'plan_announcements'];
const ALL_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Shown = schemas.Announcement & Problem;
type WithAirings = Shown & {
  airings: { due_at: string; airs_at: string | null; state: string; message: string | null }[];
};
type Listed = {
  data: schemas.Announcement[];
  much_speech: { from: string; minutes: number } | null;
  an_hour: number;
} & Problem;

interface Opened extends Partial<Services> {
  package_name?: PackageName;
  zone?: string;
  fault?: () => Error | undefined;
  /** How far the clock is put forward, in ms. */
  ahead?: number;
}

/** A member whose station is on air here, and a clock that can be put forward. */
async function open({
  package_name = 'Professional',
  zone = 'Europe/London',
  fault,
  ahead = 0,
  ...given
}: Opened = {}) {
  const clock = { ahead, now: () => Date.now() + clock.ahead };
  const { maker, said } = fakeVoices(fault);
  const services = {
    preparer: createPreparer(quickEngine()),
    voices: maker,
    now: clock.now,
    ...given,
  };
  const app = await startApp(database, services);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, package_name });
  const { id } = await buildPlaylist(knex, { tracks: 30 });
  await putOnAir(knex, station, draftWith(id, { zone }));
  const ask = async <T>(call: Call, sent: Sent = {}, at: TestApp = app) =>
    json<T & Problem>(await send(at, call, { token: member.access_token, ...sent }));
  const of = (id: string) => ({ params: { id } });
  return {
    app,
    member,
    station,
    clock,
    said,
    services,
    ask,
    create: (body: object, at = app) => ask<Shown>(calls.createAnnouncement, { body }, at),
    when: (id: string, when: object, at = app) =>
      ask<Shown>(calls.planAnnouncement, { ...of(id), body: { when } }, at),
    act: (call: Call, id: string, sent: Sent = {}) => ask<Shown>(call, { ...of(id), ...sent }),
    get: (id: string) => ask<WithAirings>(calls.getAnnouncement, of(id)),
    list: () => ask<Listed>(calls.listAnnouncements),
    make: (at = app) => workOff(at, MAKING),
    keepUp: (at = app) => runTask(at, 'keep_up_announcements'),
    async announced(hours = 25) {
      const from = new Date(clock.now() - HOUR_MS).toISOString();
      const { items } = await ask<programme.Programme>(programme.getMyProgramme, {
        query: { from, hours: String(hours) },
      });
      return items.filter(({ kind }) => kind === 'announcement');
    },
  };
}

/** Every half hour of today and tomorrow. */
const halfHourly = {
  kind: 'every',
  minutes: 30,
  days: ALL_DAYS,
  from: '00:00',
  to: '24:00',
  first_day: new Date().toISOString().slice(0, 10),
  last_day: new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10),
};

describe('a typed announcement', () => {
  it('is spoken and airs after the song, and says when', async () => {
    const { create, make, get, list, clock, said, announced, keepUp } = await open();
    const made = await create({ text: TEXT, when: { kind: 'now' } });
    expect(made).toMatchObject({
      title: TEXT,
      text: TEXT,
      voice_id: 'fake',
      state: 'planned',
      airs_at: null,
      sound: { state: 'getting_ready', message: null },
    });
    await make();
    expect(said).toEqual([TEXT]);
    const ready = await get(made.id);
    expect(ready.sound).toMatchObject({ state: 'ready' });
    expect(ready.sound.audio_url).toContain('/storage/library/prepared/');
    // At least the lead, at most a song of four minutes.
    expect(Date.parse(ready.airs_at ?? '') - Date.now()).toBeGreaterThan(5_000);
    expect(Date.parse(ready.airs_at ?? '') - Date.now()).toBeLessThan(5 * MINUTE_MS);
    const [item, ...others] = await announced();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      starts_at: ready.airs_at,
      title: TEXT,
      reason: 'A planned announcement.',
    });

    clock.ahead = Date.parse(ready.airs_at ?? '') - Date.now() + 500;
    const aired = { state: 'past', aired: 1, last_aired_at: ready.airs_at, due_at: null };
    expect(await get(made.id)).toMatchObject(aired);
    await keepUp();
    await keepUp();
    const noted = await get(made.id);
    expect(noted).toMatchObject({
      ...aired,
      airings: [{ state: 'aired', airs_at: ready.airs_at }],
    });
    expect(await list()).toMatchObject({ data: [{ id: made.id, ...aired }] });
    expect(await knex('announcements').whereNull('over_at')).toEqual([]);
  });

  it('is heard from the frame that was promised', async () => {
    let time: number | null = null;
    const { create, make, get, app, station } = await open({ now: () => time ?? Date.now() });
    const { id } = await create({ text: TEXT, when: { kind: 'now' } });
    await make();
    const { airs_at, sound } = await get(id);
    const starts = Date.parse(airs_at ?? '');
    const file = await fetchStored(app, sound.audio_url ?? '');
    const bytes = Buffer.from(await file.arrayBuffer());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    time = starts - 5_000;
    const listener = await listenTo(`${app.url}/stream/${station.station_slug}`);
    const begins = listener.startFrame * MP3_FRAME_MS;
    while (time < starts + 5_000) {
      time += TICK_MS;
      vi.advanceTimersByTime(TICK_MS);
      await new Promise((resolve) => setImmediate(resolve));
      await listener.hears(Math.floor((time - begins) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES);
    }
    const at = listener.heard().indexOf(bytes);
    expect(begins + (at / MP3_128_FRAME_BYTES) * MP3_FRAME_MS).toBe(starts);
  });

  it('in letters that the voice can’t read is refused, and takes a voice that can where one is', async () => {
    const { create, list } = await open();
    const refused = await create({ text: '今晚八点' });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'text' }] });
    expect((await list()).data).toEqual([]);
    const { maker } = fakeVoices();
    const [voice] = maker.voices;
    const voices = [...maker.voices, { ...voice, id: 'zhiyu', language: 'cmn-CN' }] as Voice[];
    const other = await open({ voices: { ...maker, voices } });
    expect(await other.create({ text: '今晚八点' })).toMatchObject({ voice_id: 'zhiyu' });
  });

  it('keeps its text when no voice answers, and airs as a recording', async () => {
    let isDown = true;
    const { create, make, get, act, station } = await open({
      fault: () => (isDown ? new Error('down') : undefined),
    });
    const { id } = await create({ text: TEXT, when: { kind: 'now' } });
    await expect(make()).rejects.toThrow('down');
    await knex('announcements').update({ problem: 'speech_unavailable' });
    const failed = await get(id);
    expect(failed).toMatchObject({ text: TEXT, state: 'planned', sound: { state: 'failed' } });
    expect(failed.sound.message).toContain('could not be spoken');
    const recorded = await act(calls.recordAnnouncement, id, { bytes: tone(3) });
    expect(recorded).toMatchObject({ text: TEXT, voice_id: null });
    await make();
    expect((await get(id)).airs_at).not.toBeNull();
    isDown = false;
    expect(await knex('schedule_insertions').where({ station_id: station.id })).toHaveLength(1);
  });

  it('airs at its very minute over the music, which continues, and is noted as aired', async () => {
    const { create, make, announced, clock, keepUp, get, ask } = await open();
    const minute = Math.ceil(Date.now() / MINUTE_MS + 4) * MINUTE_MS;
    const at = new Date(minute).toISOString();
    const { id, when } = await create({ text: TEXT, when: { kind: 'at', at } });
    expect(when).toEqual({ kind: 'at', at, over_music: true });
    await make();
    const [aired, ...more] = await announced();
    expect(more).toEqual([]);
    expect(aired).toMatchObject({
      is_over_music: true,
      reason: 'A planned announcement, over the music.',
    });
    // The grid of units is 192 ms.
    expect(Date.parse(aired?.starts_at ?? '') - minute).toBeLessThan(192);
    expect((await get(id)).airs_at).toBe(aired?.starts_at);
    const query = { from: at, hours: '1' };
    const { items } = await ask<programme.Programme>(programme.getMyProgramme, { query });
    const [under] = items.filter(({ kind }) => kind === 'music');
    expect(under?.is_cut).toBe(false);
    expect(Date.parse(under?.starts_at ?? '')).toBeLessThan(minute);
    clock.ahead = minute + 1_000 - Date.now();
    await keepUp();
    expect(await get(id)).toMatchObject({
      state: 'past',
      aired: 1,
      last_aired_at: aired?.starts_at,
    });
  });

  it('waits for the end of the song where that is wanted, and airs over it now where that is', async () => {
    const { create, make, announced } = await open();
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    await create({ text: TEXT, when: { kind: 'at', at, over_music: false } });
    await create({ text: 'At once.', when: { kind: 'now', over_music: true } });
    await make();
    const aired = await announced();
    expect(aired.map(({ title, is_over_music }) => [title, is_over_music])).toEqual([
      ['At once.', true],
      [TEXT, false],
    ]);
  });

  it('can be spelt differently: what was planned airs with the new sound, once', async () => {
    const { create, make, act, said, get, announced } = await open();
    const at = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const { id } = await create({ text: TEXT, when: { kind: 'at', at } });
    await make();
    const [before] = await announced();
    const body = { text: 'Cock-tails at half price.' };
    await act(calls.speakAnnouncement, id, { body });
    expect(await announced()).toEqual([]);
    await make();
    expect(said).toEqual([TEXT, body.text]);
    const [after, ...more] = await announced();
    expect(more).toEqual([]);
    expect(after?.starts_at).toBe(before?.starts_at);
    expect(await get(id)).toMatchObject({ text: body.text, due_at: at });
    await act(calls.speakAnnouncement, id, { body });
    await make();
    expect(said).toHaveLength(2);
  });

  it.each([
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['emoji and accents', '🎉 Überraschung!\u0007', '🎉 Überraschung!'],
  ])('is text, whatever it contains: %s', async (_, text, spoken) => {
    const { create, make, said } = await open();
    const { title } = await create({ text });
    expect(title).toBe(spoken);
    await make();
    expect(said).toEqual([spoken]);
  });

  it.each([
    ['10,000 characters', { text: 'a'.repeat(10_000) }, 'text'],
    ['nothing', { text: '  ' }, 'text'],
    ['an unknown voice', { text: TEXT, voice_id: 'nobody' }, undefined],
    ['a time in the past', { text: TEXT, when: { kind: 'at', at: '2026-01-01T10:00' } }, 'when.at'],
    ['no time', { text: TEXT, when: { kind: 'at', at: 'soon' } }, 'when.at'],
  ])('is refused with %s', async (_, body, field) => {
    const { create, list } = await open();
    const refused = await create(body);
    expect(refused.status).toBe(422);
    expect(refused.errors?.[0]?.field).toBe(field);
    expect((await list()).data).toEqual([]);
  });
});

describe('a recording', () => {
  it('airs at its time, in the station’s zone', async () => {
    const { create, act, make, when, announced } = await open({ zone: 'America/New_York' });
    const draft = await create({ title: 'Quiz night' });
    expect(draft).toMatchObject({ state: 'draft', sound: { state: 'missing' } });
    await act(calls.recordAnnouncement, draft.id, { bytes: tone(4) });
    await make();
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const due = Math.ceil((Date.now() + 3 * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
    const at = local.format(due).replace(' ', 'T');
    const planned = await when(draft.id, { kind: 'at', at });
    expect(planned).toMatchObject({ state: 'planned', due_at: new Date(due).toISOString() });
    const late = Date.parse(planned.airs_at ?? '') - due;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(5 * MINUTE_MS);
    expect(await announced()).toMatchObject([{ title: 'Quiz night', starts_at: planned.airs_at }]);
  });

  it('that plays for longer than an announcement may is decoded no further, and not kept', async (context) => {
    const { create, act, get, make, app } = await open({
      preparer: createPreparer(await ffmpegEngine(context)),
    });
    const { id } = await create({ title: 'Hours' });
    await act(calls.recordAnnouncement, id, { bytes: flacBomb(4 * 3_600) });
    await make();
    expect((await get(id)).sound).toMatchObject({ state: 'failed' });
    expect((await get(id)).sound.message).toContain('at most 2 minutes');
    const kept: string[] = [];
    for await (const { key } of app.services.storage.list('library/')) kept.push(key);
    expect(kept).toEqual([]);
  });

  it('is prepared apart from the music of the library, unless the library has the same file', async () => {
    const { create, act, member } = await open();
    const { id } = await create({ title: 'Quiz night' });
    await act(calls.recordAnnouncement, id, { bytes: tone(4) });
    const queued = () => knex('graphile_worker.jobs').orderBy('id').pluck('task_identifier');
    expect(await queued()).toContain('prepare_sound');
    expect(await knex('graphile_worker._private_job_queues').pluck('queue_name')).toContain(
      queueOf(member.id),
    );
    expect(await queued()).not.toContain('prepare_music');
  });

  it('counts with the member’s files', async () => {
    const { create, act, make, ask } = await open();
    const { id } = await create({ title: 'Quiz night' });
    await act(calls.recordAnnouncement, id, { bytes: tone(4) });
    await make();
    const made = { mp3_128: { key: 'k', size_bytes: MAX_MEMBER_BYTES - 10_000 } };
    await knex('prepared_files').update({ renditions: JSON.stringify(made) });
    const other = await create({ title: 'Bingo' });
    const refused = { status: 413, title: 'Storage full' };
    const bytes = tone(5);
    expect(await act(calls.recordAnnouncement, other.id, { bytes })).toMatchObject(refused);
    const form = formOf('jingle', soundFile(1, 100));
    expect(await ask(uploadAsset, { form })).toMatchObject(refused);
  });

  it('that is too long, or silent, never airs and says why', async () => {
    const { create, act, make, get } = await open();
    const { id } = await create({ title: 'An hour', when: { kind: 'now' } });
    await act(calls.recordAnnouncement, id, { bytes: tone(5) });
    await workOff((await open()).app, ['speak_announcement']);
    await knex('prepared_files').update({ state: 'ready', duration_seconds: 3_600, units: 18_750 });
    await make();
    expect(await get(id)).toMatchObject({ airs_at: null, sound: { state: 'failed' } });
    expect((await get(id)).sound.message).toContain('at most 2 minutes');
    await knex('prepared_files').update({ state: 'failed', problem: 'silent' });
    await knex('prepared_files').update({ duration_seconds: null });
    expect((await get(id)).sound.message).toContain('only silence');
  });

  it('whose sound is ready long after its time is missed, and says so', async () => {
    const { create, act, get, make, keepUp } = await open();
    const { id } = await create({ title: 'Late', when: { kind: 'now' } });
    await knex('announcements').update({ planned_at: new Date(Date.now() - 20 * MINUTE_MS) });
    await act(calls.recordAnnouncement, id, { bytes: tone(6) });
    await make();
    await keepUp();
    await keepUp();
    const missed = await get(id);
    expect(missed).toMatchObject({ state: 'past', aired: 0, airings: [{ state: 'missed' }] });
    expect(missed.note).toContain('not ready in time');
  });
});

describe('a repeated announcement', () => {
  it('is made a day ahead, once, however many replicas plan it and whenever they die', async () => {
    const one = await open();
    const { create, make, keepUp, announced, services, clock } = one;
    const other = await startApp(database, services);
    const { id } = await create({ text: TEXT, when: halfHourly });
    await make();
    await Promise.all([keepUp(), keepUp(other), make(), make(other), keepUp(other)]);
    const items = await announced();
    const dueOf = (): Promise<Date[]> =>
      knex('announcement_airings').where({ announcement_id: id }).pluck('due_at');
    const before = (await dueOf()).length;
    // 48 in 24 hours.
    expect(items.length).toBeGreaterThanOrEqual(46);
    expect(items.length).toBeLessThanOrEqual(48);
    const minutes = items.map(({ starts_at }) => new Date(starts_at).getUTCMinutes() % 30);
    expect(Math.max(...minutes)).toBeLessThan(5);
    // As if the process had died before its commit: nothing of it is left, and the next run makes all.
    clock.ahead = 3 * HOUR_MS;
    await knex
      .transaction(async (trx) => {
        await planStation(trx, one.station.id, clock.now());
        throw new Error('killed');
      })
      .catch(() => undefined);
    await Promise.all([keepUp(), keepUp(other)]);
    const due = await dueOf();
    expect(new Set(due.map(Number)).size).toBe(due.length);
    // The time of a half hour may have come meanwhile.
    expect(due.length - before).toBeGreaterThanOrEqual(6);
    expect(due.length - before).toBeLessThanOrEqual(7);
  });

  it('is withdrawn by a pause, and resumes with the next moment', async () => {
    const { create, make, act, announced, get } = await open();
    const { id } = await create({ text: TEXT, when: halfHourly });
    await make();
    const before = (await announced()).length;
    const paused = await act(calls.pauseAnnouncement, id);
    expect(paused).toMatchObject({ state: 'paused', due_at: null, airs_at: null });
    expect(await act(calls.pauseAnnouncement, id)).toMatchObject({ state: 'paused' });
    expect(await announced()).toEqual([]);
    const resumed = await act(calls.resumeAnnouncement, id);
    expect(resumed.airs_at).not.toBeNull();
    // The time of a half hour may have come meanwhile.
    expect((await announced()).length).toBeGreaterThanOrEqual(before - 1);
    await act(calls.deleteAnnouncement, id).catch(() => undefined);
    expect(await announced()).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 404 });
  });

  it('stops with a reason when the package is lowered, and can resume after an upgrade', async () => {
    const { create, make, act, announced, get, keepUp, list, station } = await open();
    const { id } = await create({ text: TEXT, when: halfHourly });
    await make();
    await knex('radio_stations').where({ id: station.id }).update({ package_name: 'Starter' });
    await keepUp();
    expect(await announced()).toEqual([]);
    const stopped = await get(id);
    expect(stopped).toMatchObject({ state: 'stopped', due_at: null });
    expect(stopped.note).toContain('Upgrade to Professional');
    expect(await list()).toMatchObject({ an_hour: 0 });
    expect(await act(calls.resumeAnnouncement, id)).toMatchObject({
      status: 403,
      code: 'feature_not_in_package',
    });
    await knex('radio_stations').where({ id: station.id }).update({ package_name: 'Enterprise' });
    expect(await act(calls.resumeAnnouncement, id)).toMatchObject({ note: null });
    expect((await announced()).length).toBeGreaterThan(40);
  });

  it('is named when the hour has much speech', async () => {
    const { create, make, list } = await open({ package_name: 'Enterprise' });
    await create({ text: TEXT, when: halfHourly });
    await make();
    expect(await list()).toMatchObject({ much_speech: null, an_hour: 12 });
    const item = { ...(await knex('schedule_insertions').first('item')).item, units: 1_500 };
    await knex('schedule_insertions').update({ item: JSON.stringify(item) });
    const { much_speech } = await list();
    // Two times 4.8 minutes, sometimes three in an hour of the clock.
    expect(much_speech?.minutes).toBeGreaterThan(9);
  });
});

describe('many at once', () => {
  it('of one announcement air once', async () => {
    const { create, make, when, app, services, announced } = await open();
    const other = await startApp(database, services);
    const { id } = await create({ text: TEXT });
    await make();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => when(id, { kind: 'now' }, n % 2 ? app : other)),
    );
    expect(new Set(answers.map(({ airs_at }) => airs_at)).size).toBe(1);
    expect(await announced()).toHaveLength(1);
  });

  it('of several air up to the number of the package, and the others are told why', async () => {
    // Ten minutes past the next hour, so that the hour of the clock does not change meanwhile.
    const { create, make } = await open({
      ahead: HOUR_MS - (Date.now() % HOUR_MS) + 10 * MINUTE_MS,
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ text: `${TEXT} ${n}`, when: { kind: 'now' } })),
    );
    const refused = answers.filter(({ code }) => code === 'announcement_hour_full');
    expect(refused).toHaveLength(4);
    expect(refused[0]?.detail).toContain('Your package has 6 announcements an hour');
    await make();
    expect(await knex('schedule_insertions')).toHaveLength(6);
  });
});

describe('announcements', () => {
  it('belong to packages that have them, and to stations on air here', async () => {
    const { create, list } = await open({ package_name: 'Starter' });
    expect(await create({ text: TEXT })).toMatchObject({
      status: 403,
      code: 'feature_not_in_package',
      detail: expect.stringContaining('Announcements are not available in your Starter package'),
    });
    expect(await list()).toMatchObject({ an_hour: 0, data: [] });
    const app = await startApp(database);
    const member = await signedInUser(app);
    await buildStation(knex, { user_id: member.id, package_name: 'Professional' });
    const body = { text: TEXT, when: { kind: 'now' } };
    const token = member.access_token;
    const answer = await send(app, calls.createAnnouncement, { token, body });
    expect(await json(answer)).toMatchObject({ code: 'not_on_air_here' });
  });

  it('are hidden from other members', async () => {
    const { create, app } = await open();
    const { id } = await create({ text: TEXT });
    const other = await signedInUser(app);
    const requests: [Call, Sent][] = [
      [calls.getAnnouncement, {}],
      [calls.planAnnouncement, { body: { when: { kind: 'now' } } }],
      [calls.speakAnnouncement, { body: { text: 'Mine' } }],
      [calls.recordAnnouncement, { bytes: tone(1) }],
      [calls.pauseAnnouncement, {}],
      [calls.resumeAnnouncement, {}],
      [calls.deleteAnnouncement, {}],
    ];
    for (const [call, sent] of requests) {
      const answer = await send(app, call, { token: other.access_token, params: { id }, ...sent });
      expect([call.id, answer.status]).toEqual([call.id, 404]);
    }
  });

  it('can be made by a key that can do nothing else', async () => {
    const { app, member } = await open();
    const { key } = await madeApiKey(app, member, { scopes: ['announcements:write'] });
    const body = { text: TEXT, when: { kind: 'now' } };
    const made = await send(app, calls.createAnnouncement, { token: key, body });
    expect(made.status).toBe(201);
    expect((await send(app, calls.listAnnouncements, { token: key })).status).toBe(200);
    expect((await app.get('/v1/me', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(
      403,
    );
    const reads = await madeApiKey(app, member, { scopes: ['read'] });
    expect((await send(app, calls.createAnnouncement, { token: reads.key, body })).status).toBe(
      403,
    );
  });

  it('do not use up what admins may put in by hand', async () => {
    const { create, make, app, station } = await open();
    await create({ text: TEXT, when: halfHourly });
    await make();
    const admin = await signedInUser(app, { role: 'admin' });
    const params = { station_id: station.id };
    const listed = await send(app, programme.listInsertions, { token: admin.access_token, params });
    expect(await json(listed)).toEqual({ data: [] });
  });

  it('are kept as sound while they are listed, and deleted a day after they are removed', async () => {
    const { create, make, act, app, clock } = await open();
    const { id } = await create({ text: TEXT });
    await make();
    await knex('prepared_files').update({ created_at: new Date(Date.now() - 2 * HOUR_MS) });
    const sounds = async () => {
      await runTask(app, 'sweep_prepared_files');
      return (await knex('prepared_files').whereNot({ duration_seconds: null })).length;
    };
    expect(await sounds()).toBe(1);
    await act(calls.deleteAnnouncement, id).catch(() => undefined);
    await runTask(app, 'sweep_announcements');
    expect(await knex('announcements')).toHaveLength(1);
    clock.ahead = 25 * HOUR_MS;
    await runTask(app, 'sweep_announcements');
    expect(await knex('announcements')).toEqual([]);
    expect(await sounds()).toBe(0);
  });

  it('are part of the export of the account', async () => {
    const { create, app, member } = await open();
    await create({ text: TEXT, when: halfHourly });
    const answer = await app.get('/v1/me/export', await steppedUp(app, member));
    expect(await json(answer)).toMatchObject({
      announcements: [{ title: TEXT, text: TEXT, when: halfHourly, aired_at: [] }],
    });
  });

  it('can have the longest text, and no more than fifty are kept', async () => {
    const { create, station } = await open();
    const text = 'word '.repeat(MAX_SPOKEN_TEXT_LENGTH / 5).trim();
    expect((await create({ text })).title).toHaveLength(60);
    const row = await knex('announcements').first();
    const copies = Array.from({ length: 49 }, (_, n) => ({
      ...row,
      id: row.id.replace(/^.{8}/, String(10_000_000 + n)),
    }));
    await knex('announcements').insert(copies);
    expect(await create({ text })).toMatchObject({ status: 409, code: 'too_many_announcements' });
    expect(station.id).toBe(row.station_id);
  });
});
