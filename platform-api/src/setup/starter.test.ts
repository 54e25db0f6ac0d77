import { describe, expect, it } from 'vitest';
import { answerApproval, getApproval, type Approval } from '../../contract/approval/calls.ts';
import { listCustomers, type Customer } from '../../contract/admin/customers.ts';
import { getStats } from '../../contract/admin/calls.ts';
import { changePlaylist, listPlaylists, type Playlist } from '../../contract/library/playlists.ts';
import type { StarterUse } from '../../contract/setup/values.ts';
import { getOperations } from '../../contract/admin/operations.ts';
import { NO_WISHES } from '../../contract/setup/music-wishes.ts';
import { getSchedule, publishSchedule } from '../../contract/schedule/calls.ts';
import { type StationSchedule } from '../../contract/schedule/schemas.ts';
import { submitSetup } from '../../contract/setup/calls.ts';
import { getMyStation } from '../../contract/stations/calls.ts';
import { type Station } from '../../contract/stations/schemas.ts';
import type { Services } from '../app.ts';
import { loadOwnStations, ownAudioFolder } from '../broadcast/own-stations.ts';
import { computeAhead } from '../schedule/station-timeline.ts';
import { addOwnStations, putOwnStationsOnAir } from '../schedule/seed-own-stations.ts';
import { unitAt } from '../timeline/airing.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { fakeVoices } from '../../test/fake-voices.ts';
import { buildPlaylist, draftWith, putOnAir, TRACK_UNITS } from '../../test/on-air-stations.ts';
import { openShop } from '../../test/purchases.ts';
import { json, startApp } from '../../test/server.ts';
import { quickEngine } from '../../test/sounds.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { RadioStation } from '../stations/station.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const NAME = 'Counting House Radio';
/** Long songs, so that 60 days are checked quickly. */
const LONG = { tracks: 40, units: 4 * TRACK_UNITS };
/** The kinds of jobs between the setup form and the first air. */
const STARTING = [
  'start_waiting',
  'start_programme',
  'speak_radio_id',
  'prepare_sound',
  'prepare_asset',
];

/** A member who has paid, with the starter playlists of an operator. */
async function open(given: Partial<Services> & { uses?: StarterUse[]; tracks?: number } = {}) {
  const { uses = ['any'], tracks = LONG.tracks, ...services } = given;
  const voices = services.voices ?? fakeVoices().maker;
  const app = await startApp(database, {
    preparer: createPreparer(quickEngine()),
    ...services,
    voices,
  });
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, status: 'setup_pending' });
  const playlist = await buildPlaylist(knex, { ...LONG, tracks });
  await knex('playlists').where({ id: playlist.id }).update({ starter_for: uses });
  const token = member.access_token;
  return {
    app,
    member,
    station,
    playlist,
    submit: async (more: object = {}) => {
      const body = { station_name_request: NAME, radio_id_frequency: 20, ...more };
      expect((await send(app, submitSetup, { token, body })).status).toBe(200);
    },
    work: () => workOff(app, STARTING),
    mine: async () => json<Station>(await send(app, getMyStation, { token })),
  };
}

const revisions = (station_id: string) =>
  knex('schedule_revisions').where({ station_id }).orderBy('number').select('cause', 'draft');

const mails = async (): Promise<string[]> => {
  const jobs = await knex('graphile_worker._private_jobs').orderBy('id').pluck('payload');
  return jobs.flatMap((payload) => ('message' in payload ? [payload.message] : []));
};

describe('a starter programme', () => {
  it('puts a paid station on air after its setup form, with its name spoken', async () => {
    const { station, playlist, submit, work, mine } = await open();
    await submit();
    expect((await mine()).status).toBe('setup_pending');
    await work();
    expect(await mine()).toMatchObject({
      status: 'active',
      station_name: NAME,
      is_on_air_here: true,
      starter_since: expect.any(String),
      setup_completed_at: expect.any(String),
    });
    const [revision, ...more] = await revisions(station.id);
    const [spoken] = await knex('spoken_ids').select('script', 'asset_id');
    expect(spoken.script).toBe(`You are listening to ${NAME}.`);
    expect(revision).toMatchObject({
      cause: 'starter',
      draft: {
        playlists: [{ playlist_id: playlist.id, weight: 1 }],
        radio_ids: { items: [spoken.asset_id], every_minutes: 20 },
      },
    });
    expect(more).toEqual([]);
    expect(await mails()).toEqual(['station-live']);
    const [line] = await knex('audit_log').where({ action: 'start_programme' });
    expect(line).toMatchObject({ actor_id: null, user_id: station.user_id });
  });

  it('starts once, however often it is asked for and on however many replicas', async () => {
    const { app, station, submit, work } = await open();
    await submit();
    await submit({ radio_id_frequency: 30 });
    const other = await startApp(database, { preparer: createPreparer(quickEngine()) });
    const job = { station_id: station.id, asked_at: new Date(0).toISOString() };
    await Promise.allSettled([app, other].map((at) => runTask(at, 'start_programme', job)));
    await work();
    expect(await revisions(station.id)).toMatchObject([{ cause: 'starter' }]);
    expect(await mails()).toEqual(['station-live']);
  });

  it('starts at the payment when the setup form was sent before, and once for two webhooks', async () => {
    const shop = await openShop(database, {
      preparer: createPreparer(quickEngine()),
      voices: fakeVoices().maker,
    });
    const { id } = await buildPlaylist(knex, LONG);
    await knex('playlists')
      .where({ id })
      .update({ starter_for: ['any'] });
    await knex('profiles').where({ user_id: shop.member.id }).update({
      setup_form_submitted: true,
      setup_form_submitted_at: new Date(),
      station_name_request: NAME,
    });
    await shop.buy();
    await Promise.all([shop.sync(shop.member.id), shop.sync(shop.member.id)]);
    await workOff(shop.app, STARTING);
    const [station] = await shop.stations();
    expect(station).toMatchObject({ status: 'active', starter_since: expect.any(Date) });
    expect(await revisions(station?.id ?? '')).toHaveLength(1);
  });

  it('waits for the setup form after the payment', async () => {
    const shop = await openShop(database);
    const { id } = await buildPlaylist(knex, LONG);
    await knex('playlists')
      .where({ id })
      .update({ starter_for: ['any'] });
    await shop.buy();
    await workOff(shop.app, STARTING);
    expect(await shop.stations()).toMatchObject([{ status: 'setup_pending', starter_since: null }]);
  });

  it('chooses the playlist of the industry, and the one for all otherwise', async () => {
    const { station, submit, work } = await open();
    const cafe = await buildPlaylist(knex, LONG);
    await knex('playlists')
      .where({ id: cafe.id })
      .update({ starter_for: ['gym', 'cafe'] });
    await submit({ industry: 'cafe' });
    await work();
    expect(await revisions(station.id)).toMatchObject([
      { draft: { playlists: [{ playlist_id: cafe.id }] } },
    ]);
  });

  it('takes the one for all where the playlist of the industry has songs that are not wanted', async () => {
    const { station, playlist, submit, work } = await open();
    const cafe = await buildPlaylist(knex, LONG);
    await knex('playlists')
      .where({ id: cafe.id })
      .update({ starter_for: ['cafe'] });
    await knex('library_tracks').where({ id: cafe.track_ids[0] }).update({ is_explicit: true });
    const music_wishes = { ...NO_WISHES, explicit_songs: false };
    await submit({ industry: 'cafe', music_wishes });
    await work();
    expect(await revisions(station.id)).toMatchObject([
      { draft: { playlists: [{ playlist_id: playlist.id }] } },
    ]);
  });

  it.each([
    ['no playlist is set', { uses: [] }],
    ['only another industry has one', { uses: ['gym' as const] }],
    ['the playlist is empty', { tracks: 0 }],
  ])('leaves the station as it is when %s', async (_, given) => {
    const { station, submit, work, mine } = await open(given);
    await submit({ industry: 'cafe' });
    await work();
    expect(await revisions(station.id)).toEqual([]);
    expect(await mine()).toMatchObject({ status: 'setup_pending', is_on_air_here: false });
    expect(await mails()).toEqual([]);
    expect(await mine()).toMatchObject({ waiting_for: 'operator' });
  });

  it('leaves the station as it is when no song of the playlist is ready, and says so in the log', async () => {
    const { app, station, submit, work } = await open();
    await knex('library_tracks').update({ retired_at: new Date() });
    await submit();
    await work();
    expect(await revisions(station.id)).toEqual([]);
    expect(app.logged()).toContain('a starter programme could not be put on air');
  });

  it('gives way where a short playlist of long songs can’t hold the usual rules', async () => {
    const { station, submit, work } = await open({ tracks: 3 });
    await submit({ radio_id_frequency: 5 });
    await work();
    const [{ draft }] = await revisions(station.id);
    // Half of 36 minutes.
    expect(draft.separation.title_hours).toBeCloseTo(0.3, 1);
    expect(draft.radio_ids.every_minutes).toBeGreaterThan(10);
  });

  it.each([
    ['there is no voice', { voices: { ...fakeVoices().maker, voices: [] } }],
    ['the voice fails', { voices: fakeVoices(() => new Error('gone')).maker }],
  ])('starts without the name when %s', async (_, given) => {
    const { app, station, submit, work } = await open(given);
    await submit();
    // A voice that fails is tried again later, and the music does not wait for it.
    await work().catch(() => undefined);
    const asked_at = new Date(Date.now() - 60_000).toISOString();
    await runTask(app, 'start_programme', { station_id: station.id, asked_at });
    expect(await revisions(station.id)).toMatchObject([
      { cause: 'starter', draft: { radio_ids: null } },
    ]);
  });

  it.each([
    ['has a stream', { stream_url: 'https://stream.example.com/a.mp3' }],
    ['was on air before', { setup_completed_at: new Date() }],
    ['was switched off', { status: 'inactive' as const }],
  ])('never touches a station that %s', async (_, row) => {
    const { station, submit, work } = await open();
    await RadioStation.query(knex).findById(station.id).patch(row);
    await submit();
    await work();
    expect(await revisions(station.id)).toEqual([]);
  });

  it('never touches a station that an admin has published or has begun to build', async () => {
    const { station, playlist, submit, work } = await open();
    await submit();
    await putOnAir(knex, station, draftWith(playlist.id));
    await work();
    expect(await revisions(station.id)).toMatchObject([{ cause: 'admin' }]);
  });
});

/** A new installation as `npm start` makes it, with a member who has paid. */
async function openNew(given: Partial<Services> = {}) {
  const own = await loadOwnStations(ownAudioFolder(), true);
  await addOwnStations(knex, own.stations);
  const voices = { ...fakeVoices().maker, voices: [] };
  const shop = await openShop(database, {
    preparer: createPreparer(quickEngine()),
    voices,
    ...given,
  });
  const { app, member } = shop;
  await putOwnStationsOnAir({ ...app.services, db: knex }, own);
  await shop.buy();
  const admin = await signedInUser(app, { role: 'admin' });
  const [token, adminToken] = [member.access_token, admin.access_token];
  return {
    app,
    submit: async (more: object = {}) => {
      const body = { station_name_request: NAME, ...more };
      expect((await send(app, submitSetup, { token, body })).status).toBe(200);
    },
    work: () => workOff(app, STARTING),
    mine: async () => json<Station>(await send(app, getMyStation, { token })),
    noteOf: async () => {
      const query = { search: member.email };
      const answer = await send(app, listCustomers, { token: adminToken, query });
      return (await json<{ data: Customer[] }>(answer)).data[0]?.starter_note;
    },
    history: async () => knex('audit_log').where({ action: 'fail_starter' }).pluck('after'),
    unstarted: async () => {
      const answer = await send(app, getOperations, { token: adminToken });
      return (await json<{ stations: object[] }>(answer)).stations;
    },
    playlists: async () => {
      const answer = await send(app, listPlaylists, { token: adminToken });
      return (await json<{ data: Playlist[] }>(answer)).data;
    },
    choose: async (playlist_id: string, starter_for: StarterUse[]) => {
      const params = { playlist_id };
      const sent = { token: adminToken, params, body: { starter_for } };
      return json<Playlist>(await send(app, changePlaylist, sent));
    },
  };
}

describe('a new installation', () => {
  it('puts its first customer on air with the demo’s songs, and says what gives way', async () => {
    const { app, submit, work, mine, noteOf } = await openNew();
    await submit({ industry: 'salon' });
    await work();
    expect(await mine()).toMatchObject({
      status: 'active',
      station_name: NAME,
      starter_since: expect.any(String),
      waiting_for: null,
    });
    // Its first minute: no song that it never had, and what comes when.
    const { station_slug } = await mine();
    const answer = await app.get(`/v1/stations/${station_slug}/now-playing`);
    expect(await json(answer)).toMatchObject({
      previous: null,
      current: null,
      next: { title: expect.stringMatching(/^(?!Unknown)/), started_at: expect.any(String) },
    });
    expect(await noteOf()).toMatchObject({
      code: 'short',
      message:
        'The starter playlist “Stationhouse Demo” is 6 songs long: it can repeat after 6 minutes.',
      mend: 'Use it, or choose another.',
    });
  });

  it('keeps the choice of an admin who wants no starter, and says what each station waits for', async () => {
    const { submit, work, mine, noteOf, history, playlists, choose } = await openNew();
    const demo = (await playlists()).find(({ starter_for }) => starter_for.includes('any'));
    await choose(demo?.id ?? '', []);
    await submit();
    await work();
    expect(await mine()).toMatchObject({ status: 'setup_pending', waiting_for: 'operator' });
    const message = 'No starter playlist is chosen for its kind of place.';
    expect(await noteOf()).toMatchObject({ code: 'no_playlist', message, mend: 'Choose one.' });
    expect(await history()).toEqual([{ message }]);
    // Tried again without another line, until there is one.
    await submit();
    await work();
    expect(await history()).toHaveLength(1);
    await choose(demo?.id ?? '', ['any']);
    await work();
    expect(await mine()).toMatchObject({ status: 'active' });
  });

  it('starts with the playlist for all where the one of the industry has too few songs', async () => {
    const { submit, work, mine, noteOf, choose } = await openNew();
    const { id } = await buildPlaylist(knex, { ...LONG, tracks: 1 });
    expect((await choose(id, ['salon'])).starter_findings).toEqual([
      {
        carries: 'none',
        uses: ['salon'],
        message:
          'It has 1 song, which would air twice in a row, so it can start no station. They start with the playlist for all others instead.',
      },
    ]);
    await submit({ industry: 'salon' });
    await work();
    expect(await mine()).toMatchObject({ status: 'active' });
    expect((await noteOf())?.message).toContain('Stationhouse Demo');
  });

  it('names explicit songs that the station refuses, to the admin who chooses them too', async () => {
    const { submit, work, noteOf, choose } = await openNew();
    const { id, track_ids } = await buildPlaylist(knex, LONG);
    await knex('library_tracks').where({ id: track_ids[0] }).update({ is_explicit: true });
    expect((await choose(id, ['any'])).starter_findings).toMatchObject([{ carries: 'some' }]);
    await submit({ music_wishes: { ...NO_WISHES, explicit_songs: false } });
    await work();
    expect(await noteOf()).toMatchObject({
      code: 'no_playlist',
      message: expect.stringContaining('has explicit songs, which this station refuses.'),
    });
  });

  it('shows a failure of the program in the queue and in the history, and tries again', async () => {
    const failing = { ask: () => Promise.reject(new Error('gone')), close: () => undefined };
    const { submit, work, mine, noteOf, history, unstarted } = await openNew({
      simulator: failing,
    });
    await submit();
    await expect(work()).rejects.toThrow('gone');
    expect(await noteOf()).toMatchObject({ code: 'failed' });
    expect(await unstarted()).toMatchObject([{ starter_note: { code: 'failed' } }]);
    expect(await history()).toHaveLength(1);
    expect(await mine()).toMatchObject({ waiting_for: 'operator' });
  });

  it.each([2, 3, 12])('never plays a song twice in a row with %i songs', async (tracks) => {
    const { app, submit, work, choose } = await openNew();
    const { id } = await buildPlaylist(knex, { ...LONG, tracks });
    await choose(id, ['any']);
    await submit();
    await work();
    const { id: station_id } = await knex('radio_stations').whereNotNull('starter_since').first();
    const timeline = await app.services.onAir.load(station_id);
    const from = unitAt(app.services.now() + 60_000);
    await computeAhead(timeline, from, from + 12 * 18_750);
    const titles = timeline.itemsBetween(from, from + 12 * 18_750).map(({ item }) => item.title);
    expect(titles.length).toBeGreaterThan(30);
    expect(titles.filter((title, at) => title === titles[at - 1])).toEqual([]);
  });
});

describe('a starter programme that waits', () => {
  const own = async () => {
    const opened = await open();
    const { app, member } = opened;
    const token = member.access_token;
    return {
      ...opened,
      hear: async () => json<Approval>(await send(app, getApproval, { token })),
      answer: (changes: string | null) => send(app, answerApproval, { token, body: { changes } }),
    };
  };

  it('is heard by the member first, if they want that, and goes on air with their yes', async () => {
    const { submit, work, mine, hear, answer } = await own();
    await submit({ hears_first: true });
    await work();
    expect(await mine()).toMatchObject({ status: 'setup_pending', is_on_air_here: true });
    expect((await hear()).state).toBe('waiting');
    expect(await mails()).toEqual(['station-ready']);
    expect((await answer(null)).status).toBe(200);
    expect(await mine()).toMatchObject({ status: 'active', starter_since: expect.any(String) });
    expect(await mails()).toContain('station-live');
    expect((await hear()).state).toBe('on_air');
  });

  it('waits where the operator wants that', async () => {
    const { submit, work, mine } = await open({ waitsForApproval: true });
    await submit();
    await work();
    expect(await mine()).toMatchObject({
      status: 'setup_pending',
      starter_since: expect.any(String),
    });
  });
});

describe('the team', () => {
  it('sees the station in its queue until it has published the own programme', async () => {
    const { app, station, playlist, submit, work, mine } = await open();
    const admin = await signedInUser(app, { role: 'admin' });
    const token = admin.access_token;
    const query = { status: 'setup_pending', sort: 'setup_form_submitted_at', order: 'asc' };
    const queue = async () =>
      (await json<{ data: Customer[] }>(await send(app, listCustomers, { token, query }))).data;
    const pending = async () =>
      (await json<{ pending_setups: number }>(await send(app, getStats, { token }))).pending_setups;
    await submit();
    expect(await queue()).toMatchObject([{ approval: 'not_ready', starter_since: null }]);
    await work();
    expect(await queue()).toMatchObject([
      { status: 'active', approval: 'on_air', starter_since: expect.any(String) },
    ]);
    expect(await pending()).toBe(1);
    const params = { station_id: station.id };
    const schedule = await json<StationSchedule>(await send(app, getSchedule, { token, params }));
    // The draft is that of the setup form, not the starter.
    expect(schedule).toMatchObject({ draft_version: 0, newest: { number: 1, cause: 'starter' } });
    expect(schedule.draft.playlists).toEqual([{ playlist_id: playlist.id, weight: 1 }]);
    const body = { draft_version: 0, newest: 1 };
    const answer = await send(app, publishSchedule, { token, params, body });
    expect(await json(answer)).toMatchObject({ newest: { number: 2, cause: 'admin' } });
    expect((await mine()).starter_since).toBeNull();
    expect(await queue()).toEqual([]);
    expect(await mails()).toContain('own-programme');
  });

  it('gives each industry one starter playlist', async () => {
    const { app, playlist } = await open({ uses: ['any', 'cafe'] });
    const admin = await signedInUser(app, { role: 'admin' });
    const { id: playlist_id } = await buildPlaylist(knex, { tracks: 1 });
    const change = async (starter_for: string[]) =>
      send(app, changePlaylist, {
        token: admin.access_token,
        params: { playlist_id },
        body: { starter_for },
      });
    expect(await json<Playlist>(await change(['cafe', 'gym']))).toMatchObject({
      starter_for: ['cafe', 'gym'],
    });
    expect(await knex('playlists').where({ id: playlist.id }).first('starter_for')).toEqual({
      starter_for: ['any'],
    });
    expect((await change(['cafe', 'cafe'])).status).toBe(422);
    expect((await change(['garage'])).status).toBe(422);
    const lines = await knex('audit_log').where({ action: 'change_playlist' });
    expect(lines).toMatchObject([{ after: { starter_for: ['cafe', 'gym'] } }]);
  });
});
