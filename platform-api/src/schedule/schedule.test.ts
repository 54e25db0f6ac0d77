import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { PlaylistRule } from '../../contract/library/playlists.ts';
import { WEEKDAYS } from '../../contract/schedule/values.ts';
import { NO_WISHES, type MusicWishes } from '../../contract/setup/music-wishes.ts';
import * as programme from '../../contract/schedule/programme.ts';
import * as calls from '../../contract/schedule/calls.ts';
import * as schemas from '../../contract/schedule/schemas.ts';
import type * as draftSchemas from '../../contract/schedule/draft.ts';
import { customerAsAdmin } from '../../test/admin-area.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import {
  buildPlaylist,
  buildReadyAsset,
  draftWith,
  putOnAir,
  scheduledStation,
} from '../../test/on-air-stations.ts';
import { startApp } from '../../test/server.ts';
import type { Services } from '../app.ts';
import { createSimulator } from './simulator.ts';

const database = testDatabase();
const { knex } = database;

/** Songs of eight minutes, enough for the usual separation. */
const ENOUGH = { tracks: 40, units: 2_600 };

/** The id of no playlist. */
const STRANGER = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2fff';

type Preview = z.infer<typeof calls.previewSchedule.response>;

async function open(services: Partial<Services> = {}) {
  const app = await startApp(database, services);
  const admin = await signedInUser(app, { role: 'admin' });
  const one = await scheduledStation(app, admin.access_token);
  return { app, admin, ...one };
}

describe('a draft', () => {
  it('is filled from the setup form, the customer’s files and the usual playlist', async () => {
    const { get, station } = await open();
    await knex('playlists').delete();
    const { id } = await buildPlaylist(knex, ENOUGH);
    const { user_id } = station;
    await buildReadyAsset(knex, { user_id, kind: 'jingle' });
    for (let n = 0; n < 3; n += 1) await buildReadyAsset(knex, { user_id, kind: 'commercial' });
    await knex('profiles').where({ user_id }).update({
      country: 'Germany',
      radio_id_frequency: 15,
      announcement_frequency: 45,
      commercial_spots_per_break: 2,
    });
    const { draft, draft_version, assets, problems } = await get();
    expect(draft).toMatchObject({
      zone: 'Europe/Berlin',
      playlists: [{ playlist_id: id, weight: 1 }],
      radio_ids: { items: 'all', every_minutes: 15 },
      breaks: { items: 'all', every_minutes: 45, spots: 2 },
    });
    expect([draft_version, problems]).toEqual([0, []]);
    expect(assets.map(({ airs_as, is_ready }) => [airs_as, is_ready])).toEqual([
      ['commercial_spot', true],
      ['commercial_spot', true],
      ['commercial_spot', true],
      ['radio_id', true],
    ]);
  });

  it('names only playlists that keep its rules, the best first, and holds for 60 days', async () => {
    const { ask, get, station, admin, app } = await open();
    await knex('playlists').delete();
    // Most stations use a short one.
    const short = await buildPlaylist(knex, { tracks: 6, name: 'Six songs' });
    const other = await scheduledStation(app, admin.access_token);
    await putOnAir(knex, other.station, draftWith(short.id));
    const enough = await buildPlaylist(knex, ENOUGH);
    await buildReadyAsset(knex, { user_id: station.user_id, kind: 'radio_id' });
    const { draft, lacking, problems } = await get();
    expect(draft.playlists).toEqual([{ playlist_id: enough.id, weight: 1 }]);
    expect([lacking, problems]).toEqual([null, []]);
    const body = { draft, hours: 1, is_complete: true };
    expect((await ask(calls.previewSchedule, { body })).problems).toEqual([]);
    // Songs that the customer never wants are left out of the numbers.
    const rated = enough.track_ids
      .slice(0, 20)
      .map((track_id) => ({ station_id: station.id, track_id, rating: 'never' }));
    await knex('rated_tracks').insert(rated);
    expect((await get()).lacking?.nearly[0]).toMatchObject({ playlist_id: enough.id, songs: 20 });
  });

  it('says with numbers why it names no playlist, and offers those that nearly keep its rules', async () => {
    const { ask, get } = await open();
    await knex('playlists').delete();
    expect((await get()).lacking).toEqual({
      message: 'No playlist has songs for this station yet. Add music, and make a playlist of it.',
      nearly: [],
    });
    await buildPlaylist(knex, { tracks: 6, name: 'Six songs' });
    const { id } = await buildPlaylist(knex, { tracks: 50, name: 'Fifty songs' });
    const { draft, lacking } = await get();
    expect(draft.playlists).toEqual([{ playlist_id: schemas.NO_PLAYLIST_ID, weight: 1 }]);
    expect(lacking).toMatchObject({
      message:
        'No playlist is enough for this station. A title may air again after 3 hours, and an artist after 3 tracks: “Fifty songs” has 50 of about 64 songs.',
      nearly: [
        { name: 'Fifty songs', songs: 50, separation: { title_hours: 2, artist_tracks: 3 } },
        { name: 'Six songs', songs: 6, separation: { title_hours: 0 } },
      ],
    });
    // The change of each button holds.
    for (const { playlist_id, separation } of lacking?.nearly ?? []) {
      const playlists = [{ playlist_id, weight: 1 }];
      const body = { draft: { ...draft, playlists, separation }, hours: 1, is_complete: true };
      const { problems } = await ask(calls.previewSchedule, { body });
      expect([playlist_id, problems]).toEqual([playlist_id, []]);
    }
    expect(id).toBe(lacking?.nearly[0]?.playlist_id);
  });

  it.each([
    ['Spain', 'Europe/Madrid'],
    ['Portugal', 'Europe/Lisbon'],
    ['United States', 'America/New_York'],
    ['Japan', 'Asia/Tokyo'],
    ['India', 'Asia/Kolkata'],
    ['Northern Ireland', 'Europe/London'],
  ])('runs on the zone of the customer’s country: %s', async (country, zone) => {
    const { get, station } = await open();
    await knex('profiles').where({ user_id: station.user_id }).update({ country });
    expect((await get()).draft.zone).toBe(zone);
  });

  it.each([
    ['BST', 'Europe/London'],
    ['IST', 'Asia/Kolkata or Europe/Dublin'],
    ['pst', 'America/Los_Angeles'],
    ['JST', 'Asia/Tokyo'],
    ['CEST', 'Europe/Berlin'],
    ['EST', 'America/New_York'],
    ['Singapore', 'Asia/Singapore'],
  ])(
    'is refused with the time zone %s, and names the one that is probably meant',
    async (name, meant) => {
      const { ask, save } = await open();
      const draft = draftWith(STRANGER, { zone: name });
      const message = `“${name}” is not the name of a time zone. Do you mean ${meant}?`;
      const refusal = { status: 422, errors: [{ field: 'draft.zone', message }] };
      expect(await save(draft)).toMatchObject(refusal);
      expect(await ask(calls.previewSchedule, { body: { draft } })).toMatchObject(refusal);
    },
  );

  it('that an earlier release has saved with such a zone is shown, with what is wrong', async () => {
    const { ask, get, station } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    const draft = JSON.stringify(draftWith(id, { zone: 'BST' }));
    await knex('station_schedules').insert({ station_id: station.id, draft, draft_version: 1 });
    const problems = [{ field: 'zone', message: expect.stringContaining('Europe/London?') }];
    expect(await get()).toMatchObject({ draft: { zone: 'BST' }, problems });
    expect(await ask(calls.previewSchedule, { body: {} })).toMatchObject({ problems });
  });

  it('leaves out what the customer never wants to hear, and counts the music by their wishes', async () => {
    const { ask, get, station } = await open();
    await knex('playlists').delete();
    const { id, track_ids } = await buildPlaylist(knex, ENOUGH);
    const [first, second, third, fourth, fifth] = track_ids;
    const change = (track: string | undefined, tags: object) =>
      knex('library_tracks').where({ id: track }).update(tags);
    await change(first, { title: 'Last  Christmas (Live)', mood: 'Warm' });
    await change(second, { artist: 'AIR', genre: 'Jazz' });
    await change(third, { artist: 'Fairground Attraction', genre: 'soul', energy: 1 });
    await change(fourth, { title: 'What? (Why not)', mood: 'cool' });
    await change(fifth, { mood: 'WARM', energy: 2, is_explicit: true });
    const music_wishes = { ...NO_WISHES, never_play: ['last christmas', 'Air', 'What? (Why'] };
    await knex('profiles').where({ user_id: station.user_id }).update({ music_wishes });
    const { draft } = await get();
    expect(draft.playlists).toEqual([{ playlist_id: id, weight: 1 }]);
    const body = { draft, hours: 6, is_complete: true };
    const { items, music, problems } = await ask<Preview>(calls.previewSchedule, { body });
    expect([problems, items.length > 40]).toEqual([[], true]);
    const unwanted = items.filter(({ item_id }) => [first, second, fourth].includes(item_id));
    expect(unwanted).toEqual([]);
    expect(items.some(({ item_id }) => item_id === third)).toBe(true);
    expect(music).toEqual([
      {
        playlist_id: id,
        songs: 37,
        left_out: 3,
        explicit_songs: 1,
        moods: { warm: 2, bright: 0, calm: 0, dreamy: 0, cool: 0, driving: 0 },
        energies: { calm: 2, bright: 0, late: 1 },
      },
    ]);
    // The hours of a day alone are computed at once, without the counts.
    const plain = await ask<Preview>(calls.previewSchedule, { body: { draft } });
    expect(plain.music).toEqual([]);
  });

  it('follows the wishes of the setup form', async () => {
    const { get, station } = await open();
    await knex('playlists').delete();
    const of = (rule: PlaylistRule | null) => buildPlaylist(knex, { ...ENOUGH, rule });
    const usual = await buildPlaylist(knex, ENOUGH);
    const lively = await of({ moods: ['Warm'], energy_from: 4 });
    const quiet = await of({ moods: ['WARM'], energy_to: 2 });
    const jazz = await of({ genres: ['jazz'] });
    const wish = async (wishes: Partial<MusicWishes>) => {
      await knex('profiles')
        .where({ user_id: station.user_id })
        .update({ country: 'Germany', music_wishes: { ...NO_WISHES, ...wishes } });
      return (await get()).draft;
    };
    const only = (...ids: string[]) => ids.map((playlist_id) => ({ playlist_id, weight: 1 }));
    const day: MusicWishes['day'] = [
      { from: '07:00', to: '11:00', energy: 'calm' },
      { from: '11:00', to: '22:00', energy: 'bright' },
    ];
    const opening_hours: MusicWishes['opening_hours'] = [
      { days: ['mon'], from: '07:00', to: '22:00' },
    ];
    expect(
      await wish({ moods: ['warm', 'cool'], day, opening_hours, zone: 'Europe/Rome' }),
    ).toMatchObject({
      zone: 'Europe/Rome',
      playlists: [{ weight: 1 }, { playlist_id: jazz.id, weight: 1 }],
      day_parts: [
        {
          name: 'Calm',
          days: WEEKDAYS,
          from: '07:00',
          to: '11:00',
          playlists: only(quiet.id, jazz.id),
        },
        {
          name: 'Bright',
          days: WEEKDAYS,
          from: '11:00',
          to: '22:00',
          playlists: only(lively.id, jazz.id),
        },
      ],
      opening_hours,
    });
    // Without moods the energy alone decides, and no rule has “dreamy”.
    expect((await wish({ day })).day_parts.map(({ playlists }) => playlists)).toEqual([
      only(quiet.id),
      only(lively.id),
    ]);
    expect(await wish({ moods: ['dreamy'] })).toMatchObject({
      zone: 'Europe/Berlin',
      playlists: only(usual.id),
      day_parts: [],
      opening_hours: null,
    });
  });

  it('has no playlist with explicit songs when the customer wants none', async () => {
    const { get, station } = await open();
    await knex('playlists').delete();
    const rule = { moods: ['Warm'] };
    const explicit = await buildPlaylist(knex, { ...ENOUGH, tracks: 42, rule });
    const clean = await buildPlaylist(knex, { ...ENOUGH, rule });
    await knex('library_tracks').where({ id: explicit.track_ids[0] }).update({ is_explicit: true });
    await knex('playlist_versions').update({
      duration_seconds: knex.raw('cardinality(track_ids)'),
    });
    for (const [explicit_songs, id] of [
      [true, explicit.id],
      [null, explicit.id],
      [false, clean.id],
    ] as const) {
      const wishes: MusicWishes = { ...NO_WISHES, moods: ['warm'], explicit_songs };
      await knex('profiles')
        .where({ user_id: station.user_id })
        .update({ music_wishes: JSON.stringify(wishes) });
      expect([explicit_songs, (await get()).draft.playlists]).toEqual([
        explicit_songs,
        [{ playlist_id: id, weight: 1 }],
      ]);
    }
    await knex('playlists').where({ id: clean.id }).delete();
    expect((await get()).problems).toMatchObject([{ code: 'playlist_missing' }]);
  });

  it('is not saved when it is based on an older one', async () => {
    const { save, get } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    expect((await save(draftWith(id))).draft_version).toBe(1);
    const late = await save(draftWith(id, { zone: 'Europe/Paris' }));
    expect(late).toMatchObject({ status: 409, code: 'schedule_changed' });
    expect((await get()).draft.zone).toBe('Europe/London');
  });

  it.each([
    ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'draft.zone'],
    ['an offset instead of a zone', { zone: '+01:00' }, 'draft.zone'],
    ['no playlist', { playlists: [] }, 'draft.playlists'],
    [
      'a time that does not exist',
      { opening_hours: [{ days: ['mon'], from: '25:00', to: '26:00' }] },
      'draft.opening_hours',
    ],
  ])('is refused with %s', async (_, values, field) => {
    const { ask } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 1 });
    const body = { draft_version: 0, draft: { ...draftWith(id), ...values } };
    const { status, errors = [] } = await ask(calls.saveScheduleDraft, { body });
    expect(status).toBe(422);
    expect(errors[0]?.field).toContain(field);
  });

  it('names what keeps it from being published: an archived playlist, files that are not ready', async () => {
    const { save, station, publish } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    const asset = await buildReadyAsset(knex, { user_id: station.user_id });
    await knex('assets').where({ id: asset.id }).update({ prepared_file_id: null });
    await knex('playlists').where({ id }).update({ archived_at: new Date() });
    const { problems } = await save(
      draftWith(id, {
        radio_ids: { items: [asset.id], every_minutes: 10 },
        breaks: { items: 'all', every_minutes: 30, spots: 1 },
        fixed_items: [{ item_id: id, days: ['mon'], at: '09:00', is_hard: false }],
      }),
    );
    expect(problems.map(({ code, field }) => [code, field])).toEqual([
      ['playlist_missing', 'playlists'],
      ['item_not_ready', 'radio_ids.items.0'],
      ['items_missing', 'breaks'],
      ['item_not_ready', 'fixed_items.0.item_id'],
    ]);
    const refused = await publish({ draft_version: 1, newest: null });
    expect(refused).toMatchObject({ status: 422, code: 'schedule_refused', problems });
  });
});

describe('publishing', () => {
  it('puts the station on air here, once for two admins at once, with a line in the audit log', async () => {
    const { app, save, publish, get, station } = await open();
    const { id } = await buildPlaylist(knex);
    await save(draftWith(id));
    const body = { draft_version: 1, newest: null, note: 'First' };
    const answers = await Promise.all([publish(body), publish(body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([409, undefined]);
    expect(await get()).toMatchObject({
      station: { is_on_air_here: true },
      newest: { number: 1, cause: 'admin', note: 'First' },
      has_changes: false,
    });
    const row = await knex('radio_stations').where({ id: station.id }).first();
    const slug = station.station_slug;
    expect(row).toMatchObject({
      stream_url: `/stream/${slug}`,
      current_track_data: `/stream/${slug}/tracks/current`,
      previous_track_data: `/stream/${slug}/tracks/previous`,
      next_track_data: `/stream/${slug}/tracks/next`,
    });
    const lines = await knex('audit_log').where({ user_id: station.user_id }).orderBy('at');
    expect(lines.map(({ action }) => action)).toEqual(['change_schedule', 'publish_schedule']);
    const live = await app.services.onAir.find(slug);
    expect(live).toMatchObject({ id: station.id, slug, renditions: ['mp3_128'] });
  });

  it('is refused when 60 simulated days break a rule, and a mend makes it possible', async () => {
    const { save, publish, ask, station } = await open();
    const { id, track_ids } = await buildPlaylist(knex, { tracks: 26, units: 900 });
    await knex('rated_tracks').insert({
      station_id: station.id,
      track_id: track_ids[0],
      rating: 'never',
    });
    const separation = { title_hours: 3, artist_tracks: 0 };
    await save(draftWith(id, { separation }));
    const refused = await publish({ draft_version: 1, newest: null });
    expect(refused).toMatchObject({ status: 422, code: 'schedule_refused' });
    const [problem] = refused.problems ?? [];
    expect(problem).toMatchObject({ code: 'title_repeats', playlist_id: id });
    expect(problem?.message).toContain('The customer has rated some of its tracks: 1 “never”.');
    const mend = problem?.mends.find(({ change }) => change?.field === 'separation.title_hours');
    const title_hours = Number(mend?.change?.value);
    expect(title_hours).toBeLessThan(3);
    await save(draftWith(id, { separation: { ...separation, title_hours } }), 1);
    expect((await publish({ draft_version: 2, newest: null })).newest?.number).toBe(1);
    const complete = await ask<Preview>(calls.previewSchedule, { body: { is_complete: true } });
    expect(complete.problems).toEqual([]);
    expect(complete.figures?.broken_separations).toBe(0);
    expect(complete.figures?.shortest_repeat_minutes).toBeGreaterThanOrEqual(title_hours * 60);
  });

  it('takes only tracks that are ready and not retired', async () => {
    const { save, ask } = await open();
    const { id, track_ids } = await buildPlaylist(knex, { tracks: 4 });
    const [retired, unready, ...good] = track_ids;
    await knex('library_tracks').where({ id: retired }).update({ retired_at: new Date() });
    const { prepared_file_id } = await knex('library_tracks').where({ id: unready }).first();
    await knex('prepared_files').where({ id: prepared_file_id }).update({ state: 'waiting' });
    await save(draftWith(id));
    const { items, audio_urls } = await ask<Preview>(calls.previewSchedule, { body: { hours: 2 } });
    expect(new Set(items.map(({ item_id }) => item_id))).toEqual(new Set(good));
    expect(audio_urls[good[0] ?? '']).toContain('/storage/library/prepared/');
    // None of the songs has a cover: the first of each hour has its sleeve.
    const pictures = items.flatMap(({ cover_url }) => cover_url ?? []);
    expect([2, 3]).toContain(pictures.length);
    for (const url of pictures) expect(url).toMatch(/\/covers\/sleeve\/.*\.svg$/);
  });
});

describe('a preview', () => {
  it('of what is published is exactly what airs, item by item', async () => {
    const { station, ask, programme: read } = await open();
    const { id } = await buildPlaylist(knex);
    await buildReadyAsset(knex, { user_id: station.user_id });
    const draft = draftWith(id, { radio_ids: { items: 'all', every_minutes: 10 } });
    await putOnAir(knex, station, draft);
    const from = new Date(Date.now() + 5 * 24 * 60 * 60 * 1_000).toISOString();
    const preview = await ask<Preview>(calls.previewSchedule, { body: { from, hours: 6 } });
    const { items } = await read({ from, hours: '6' });
    expect(items.length).toBeGreaterThan(100);
    // The preview draws a sleeve for songs without a cover.
    const withoutCover = (of: Preview['items']) => of.map((item) => ({ ...item, cover_url: null }));
    expect(withoutCover(preview.items)).toEqual(withoutCover(items));
    const ids = items.filter(({ rule }) => rule === 'radio_id');
    expect(ids.length).toBeGreaterThan(30);
    expect(ids.every(({ due_at }) => Number(due_at?.slice(15, 16)) === 0)).toBe(true);
  });

  it('is refused further ahead than a week', async () => {
    const { ask } = await open();
    const from = new Date(Date.now() + 8 * 24 * 60 * 60 * 1_000).toISOString();
    expect((await ask(calls.previewSchedule, { body: { from } })).status).toBe(422);
  });
});

describe('a check of 60 days', () => {
  /** The real simulator, and the signals of the checks that it was asked for. */
  function watched() {
    const simulator = createSimulator();
    const asked: (AbortSignal | undefined)[] = [];
    const ask: typeof simulator.ask = (request, signal) => {
      if (request.kind === 'check') asked.push(signal);
      return simulator.ask(request, signal);
    };
    return { simulator: { ...simulator, ask }, asked };
  }
  const hopeless = { separation: { title_hours: 24, artist_tracks: 0 } };

  it('is ended by a newer one of the same session, and leaves other admins’ alone', async () => {
    const { simulator, asked } = watched();
    const { app, admin, ask } = await open({ simulator });
    const { id } = await buildPlaylist(knex, { tracks: 12 });
    const other = await signedInUser(app, { role: 'admin' });
    const check = (values: Partial<draftSchemas.ScheduleDraft>, token: string) => {
      const draft = draftWith(id, values);
      const body = { draft, hours: 1, is_complete: true };
      return ask<Preview>(calls.previewSchedule, { token, body });
    };
    const separation = { title_hours: 0, artist_tracks: 0 };
    const kept = check({ separation }, other.access_token);
    const older = check(hopeless, admin.access_token);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const newer = check({ separation }, admin.access_token);
    expect(await older).toMatchObject({ status: 409, code: 'preview_superseded' });
    expect((await newer).problems).toEqual([]);
    expect((await kept).problems).toEqual([]);
  });

  it('is ended when its client goes away', async () => {
    const { simulator, asked } = watched();
    const { app, admin, station } = await open({ simulator });
    const { id } = await buildPlaylist(knex, { tracks: 12 });
    const leaving = new AbortController();
    const answer = fetch(`${app.url}/v1/admin/stations/${station.id}/schedule/preview`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${admin.access_token}`,
      },
      body: JSON.stringify({ draft: draftWith(id, hopeless), is_complete: true }),
    });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(asked[0]?.aborted).toBe(true));
  });
});

describe('the history', () => {
  it('goes back to an earlier revision, and says what has changed', async () => {
    const { station, save, ask, get } = await open();
    const { id } = await buildPlaylist(knex, { name: 'Calm' });
    await putOnAir(knex, station, draftWith(id));
    await putOnAir(knex, station, draftWith(id, { zone: 'Europe/Paris' }));
    await save(draftWith(id, { separation: { title_hours: 2, artist_tracks: 2 } }), 1);
    const { changes } = await ask<{ changes: object[] }>(calls.compareSchedule);
    expect(changes).toEqual([
      { field: 'zone', message: 'Time zone: Europe/Paris → Europe/London.' },
      {
        field: 'separation.title_hours',
        message: 'Hours until a title airs again: 1 → 2.',
      },
    ]);
    const body = { newest: 2, note: 'Back' };
    await ask(calls.restoreScheduleRevision, { params: { number: '1' }, body });
    expect(await get()).toMatchObject({
      newest: { number: 3, cause: 'restore', restored_from: 1, note: 'Back' },
      draft: { zone: 'Europe/London', separation: { title_hours: 1 } },
      has_changes: false,
    });
    const { data } = await ask<{ data: schemas.ScheduleRevision[] }>(calls.listScheduleRevisions);
    expect(data.map(({ number, cause }) => [number, cause])).toEqual([
      [3, 'restore'],
      [2, 'admin'],
      [1, 'admin'],
    ]);
    const first = await ask<{ playlists: object[] }>(calls.getScheduleRevision, {
      params: { number: '1' },
    });
    expect(first.playlists).toEqual([{ playlist_id: id, name: 'Calm', number: 1 }]);
  });

  it('is immutable in the database', async () => {
    const { station } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    await putOnAir(knex, station, draftWith(id));
    const rows = knex('schedule_revisions').where({ station_id: station.id });
    await expect(rows.update({ note: 'Other' })).rejects.toThrow('immutable');
  });
});

describe('a station on air here', () => {
  it('keeps its addresses at a new slug, and admins can’t enter others', async () => {
    const { app, admin, station } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    await putOnAir(knex, station, draftWith(id));
    const { change } = customerAsAdmin(app, admin, station.user_id);
    const moved = await change({ station: { station_slug: 'new-place' } });
    expect(moved.body.station?.stream_url).toBe('/stream/new-place');
    expect(moved.body.station?.next_track_data).toBe('/stream/new-place/tracks/next');
    const refused = await change({ station: { stream_url: 'https://stream.example.com/a' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'on_air_here']);
    expect(await app.services.onAir.find('new-place')).toMatchObject({ id: station.id });
  });

  it('is taken off air: addresses are cleared, the member gets a mail, and the log ends', async () => {
    const { app, station, ask, get } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    await putOnAir(knex, station, draftWith(id));
    await knex('radio_stations').where({ id: station.id }).update({ status: 'active' });
    await ask(calls.takeOffAir, { body: { newest: 1 } });
    expect(await get()).toMatchObject({
      station: { is_on_air_here: false, status: 'inactive' },
      newest: { number: 2, cause: 'off_air' },
    });
    const row = await knex('radio_stations').where({ id: station.id }).first();
    expect([row.stream_url, row.current_track_data]).toEqual([null, null]);
    expect(await app.services.onAir.find(station.station_slug)).toBeNull();
    expect(await ask(programme.getProgramme)).toMatchObject({ code: 'not_on_air_here' });
    expect(await ask(calls.takeOffAir, { body: { newest: 2 } })).toMatchObject({ status: 409 });
    const mails = await knex('graphile_worker._private_jobs').whereRaw(
      "payload::text like '%station-off-air%'",
    );
    expect(mails).toHaveLength(1);
  });

  it('leaves nothing behind when its account is deleted', async () => {
    const { station, ask } = await open();
    const { id, track_ids } = await buildPlaylist(knex, { tracks: 2 });
    await putOnAir(knex, station, draftWith(id));
    await ask(programme.addInsertion, { body: { item_id: track_ids[0] } });
    await knex('users').where({ id: station.user_id }).delete();
    for (const table of ['station_schedules', 'schedule_revisions', 'schedule_insertions']) {
      const rows = await knex(table).where({ station_id: station.id });
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('keeps the sound of a file that the customer has deleted, while it is on air', async () => {
    const { app, station } = await open();
    const { id } = await buildPlaylist(knex, { tracks: 2 });
    const asset = await buildReadyAsset(knex, { user_id: station.user_id });
    const { prepared_file_id } = await knex('assets').where({ id: asset.id }).first();
    const draft = draftWith(id, { radio_ids: { items: 'all', every_minutes: 10 } });
    await putOnAir(knex, station, draft);
    await knex('assets').where({ id: asset.id }).delete();
    await knex('prepared_files').update({ created_at: new Date(0) });
    const sweep = async () => {
      const task = app.tasks.find(({ name }) => name === 'sweep_prepared_files');
      await task?.run({}, { id: '1', attempt: 1, signal: AbortSignal.timeout(10_000) });
      return knex('prepared_files').where({ id: prepared_file_id }).pluck('id');
    };
    expect(await sweep()).toEqual([prepared_file_id]);
    await knex('radio_stations').where({ id: station.id }).update({ is_on_air_here: false });
    await vi.waitFor(async () => expect(await sweep()).toEqual([]));
  });
});
