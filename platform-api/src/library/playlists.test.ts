import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/library/playlists.ts';
import { MAX_RULE_TRACKS, RENEW_DAYS } from '../../contract/library/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildTrack, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { compareLists } from './playlist-content.ts';

const database = testDatabase();
const { knex } = database;

type Version = z.infer<typeof calls.getPlaylistVersion.response>;
type Changes = z.infer<typeof calls.comparePlaylistVersions.response>;

async function openPlaylists() {
  await knex('playlists').delete();
  await knex('library_tracks').delete();
  const app = await startApp(database);
  const admin = await signedInUser(app, { role: 'admin' });
  const token = admin.access_token;
  const ask = async <T>(call: Call, sent: Sent = {}) =>
    json<T & Problem>(await send(app, call, { token, ...sent }));
  const of = (playlist_id: string) => ({ params: { playlist_id } });
  return {
    app,
    admin,
    list: (query: Record<string, string> = {}) =>
      ask<{ data: calls.Playlist[]; next_cursor: string }>(calls.listPlaylists, { query }),
    create: (body: object) => ask<calls.Playlist>(calls.createPlaylist, { body }),
    change: (id: string, body: object) =>
      ask<calls.Playlist>(calls.changePlaylist, { ...of(id), body }),
    addVersion: (id: string, body: object) =>
      ask<calls.Playlist>(calls.addPlaylistVersion, { ...of(id), body }),
    refresh: (id: string) => ask<calls.Playlist>(calls.refreshPlaylist, of(id)),
    preview: (rule: object) =>
      ask<z.infer<typeof calls.previewPlaylistRule.response>>(calls.previewPlaylistRule, {
        body: { rule },
      }),
    versions: async (id: string) =>
      (await ask<{ data: calls.PlaylistVersion[] }>(calls.listPlaylistVersions, of(id))).data,
    titles: async (playlist_id: string, number: number) => {
      const params = { playlist_id, number: String(number) };
      const { tracks } = await ask<Version>(calls.getPlaylistVersion, { params });
      return tracks.map(({ title }) => title);
    },
    compare: (id: string, query: Record<string, string>) =>
      ask<Changes>(calls.comparePlaylistVersions, { ...of(id), query }),
    nightly: async () =>
      app.tasks
        .find(({ name }) => name === 'refresh_playlists')
        ?.run({}, { id: '1', attempt: 1, signal: AbortSignal.timeout(10_000) }),
  };
}

/** Tracks with these titles; their ids in this order. */
async function tracksNamed(...titles: string[]): Promise<string[]> {
  const ids = [];
  for (const title of titles) ids.push((await buildTrack(knex, { title })).id);
  return ids;
}

describe('a playlist by hand', () => {
  it('keeps its order, and says how long it is and how many artists it has', async () => {
    const { create, titles, admin } = await openPlaylists();
    const durations = [100.5, 200];
    const ids = [];
    for (const artist of ['Miles Davis', 'MILES DAVIS', 'Bill Evans', null]) {
      const duration_seconds = durations.pop() ?? 300;
      ids.unshift((await buildTrack(knex, { title: `By ${artist}`, artist, duration_seconds })).id);
    }
    const { id, newest } = await create({ name: 'Blue', is_in_order: true, track_ids: ids });
    expect(newest).toMatchObject({
      number: 1,
      rule: null,
      track_count: 4,
      artist_count: 2,
      duration_seconds: 900.5,
      created_by: admin.email,
    });
    expect(await titles(id, 1)).toEqual([
      'By null',
      'By Bill Evans',
      'By MILES DAVIS',
      'By Miles Davis',
    ]);
  });

  it('gets a new version by each change, and the old ones stay', async () => {
    const { create, addVersion, titles, versions } = await openPlaylists();
    const [a = '', b = ''] = await tracksNamed('A', 'B');
    const { id } = await create({ name: 'Blue', track_ids: [a] });
    expect((await addVersion(id, { from: 1, track_ids: [b, a] })).newest.number).toBe(2);
    // The same again is no change.
    expect((await addVersion(id, { from: 2, track_ids: [b, a] })).newest.number).toBe(2);
    expect([await titles(id, 1), await titles(id, 2)]).toEqual([['A'], ['B', 'A']]);
    expect((await versions(id)).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('refuses a change that is based on an older version, and of two at once takes one', async () => {
    const { create, addVersion, versions } = await openPlaylists();
    const [a = '', b = ''] = await tracksNamed('A', 'B');
    const { id } = await create({ name: 'Blue', track_ids: [] });
    const answers = await Promise.all([
      addVersion(id, { from: 1, track_ids: [a] }),
      addVersion(id, { from: 1, track_ids: [b] }),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['playlist_changed', undefined]);
    expect(await versions(id)).toHaveLength(2);
  });

  it('refuses unknown, doubled and retired tracks, and leaves nothing half made', async () => {
    const { create, list, admin } = await openPlaylists();
    const { id: retired } = await buildTrack(knex, { title: 'Old', retired_at: new Date() });
    const [a = ''] = await tracksNamed('A');
    const refusals: [string[], string][] = [
      [[a, admin.id], 'This track is not in the library.'],
      [[a, retired], '“Old” is retired. Bring it back, or leave it out.'],
      [[a, a], 'List each track only once.'],
    ];
    for (const [track_ids, message] of refusals) {
      const refused = await create({ name: 'Blue', track_ids });
      expect(refused).toMatchObject({ status: 422, errors: [{ message }] });
    }
    for (const content of [{}, { rule: {}, track_ids: [] }]) {
      const refused = await create({ name: 'Blue', ...content });
      expect(refused.errors).toMatchObject([{ message: 'Send either a rule or tracks.' }]);
    }
    expect((await list()).data).toEqual([]);
  });
});

describe('a playlist by rule', () => {
  it('holds the tracks that meet all conditions when the version is made', async () => {
    const { create, titles } = await openPlaylists();
    const fits = { genre: 'Jazz', energy: 2, year: 1959, language: 'English', mood: 'Cool' };
    await buildTrack(knex, { title: 'Fits', ...fits });
    await buildTrack(knex, { title: 'Also fits', ...fits, genre: 'soul', energy: 1 });
    await buildTrack(knex, { title: 'Lively', ...fits, energy: 4 });
    await buildTrack(knex, { title: 'Unknown energy', ...fits, energy: null });
    await buildTrack(knex, { title: 'Explicit', ...fits, is_explicit: true });
    await buildTrack(knex, { title: 'Retired', ...fits, retired_at: new Date() });
    await buildTrack(knex, { title: 'Late', ...fits, year: 2001 });
    await buildTrack(knex, { title: 'Before', ...fits, created_at: new Date('2020-01-01') });
    const rule = {
      genres: ['JAZZ', 'Soul'],
      moods: ['Cool'],
      languages: ['English'],
      energy_from: 1,
      energy_to: 3,
      year_to: 1999,
      is_explicit: false,
      added_from: '2020-01-02',
    };
    const { id, newest } = await create({ name: 'Calm', rule });
    expect(await titles(id, 1)).toEqual(['Also fits', 'Fits']);
    expect(newest.rule).toEqual(rule);
  });

  it('is refreshed every night, with a new version only if other tracks meet the rule', async () => {
    const { create, nightly, versions, refresh } = await openPlaylists();
    const { id: first } = await buildTrack(knex, { genre: 'Jazz', title: 'B' });
    const { id } = await create({ name: 'Jazz', rule: { genres: ['Jazz'] } });
    await create({ name: 'By hand', track_ids: [first] });
    await nightly();
    // Another title is another order, but the same music.
    await knex('library_tracks').where({ id: first }).update({ title: 'Z' });
    await nightly();
    expect(await versions(id)).toHaveLength(1);
    await buildTrack(knex, { genre: 'Jazz', title: 'A' });
    await nightly();
    expect(await versions(id)).toMatchObject([
      { number: 2, track_count: 2, created_by: null },
      { number: 1, track_count: 1 },
    ]);
    expect((await refresh(id)).newest.number).toBe(2);
  });

  it('keeps its version while too many tracks meet the rule, and says so when it is saved', async () => {
    const { app, create, nightly, versions } = await openPlaylists();
    const { id } = await create({ name: 'Polka', rule: { genres: ['Polka'] } });
    await knex.raw(
      `with files as (
         insert into prepared_files (id, source_hash)
         select gen_random_uuid(), gen_random_uuid() from generate_series(0, ?::int) returning id
       )
       insert into library_tracks (id, prepared_file_id, file_name, title, genre, duration_seconds)
       select id, id, 'a.mp3', 'A', 'Polka', 1 from files`,
      [MAX_RULE_TRACKS],
    );
    await nightly();
    expect(await versions(id)).toHaveLength(1);
    expect(app.logged()).toContain('a playlist keeps its version');
    const refused = await create({ name: 'All', rule: {} });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'rule' }] });
  });

  it('is previewed before it is saved', async () => {
    const { preview } = await openPlaylists();
    for (const artist of ['A', 'A', 'B']) await buildTrack(knex, { genre: 'Jazz', artist });
    expect(await preview({ genres: ['Jazz'] })).toMatchObject({
      track_count: 3,
      artist_count: 2,
      duration_seconds: 600,
      tracks: [{ artist: 'A' }, { artist: 'A' }, { artist: 'B' }],
    });
    expect(await preview({ energy_from: 9 })).toMatchObject({
      status: 422,
      errors: [{ field: 'rule.energy_from' }],
    });
  });
});

describe('playlists', () => {
  it('have unique names, and are renamed and archived without a new version', async () => {
    const { create, change, list, admin } = await openPlaylists();
    const { id } = await create({ name: 'Blue', notes: 'Mornings', track_ids: [] });
    const { id: other } = await create({ name: 'Green', track_ids: [] });
    const taken = { status: 409, code: 'playlist_name_taken' };
    expect(await create({ name: 'Blue', track_ids: [] })).toMatchObject(taken);
    expect(await change(other, { name: 'Blue' })).toMatchObject(taken);
    const changed = await change(id, { name: 'Indigo', notes: '', is_archived: true });
    expect(changed).toMatchObject({ name: 'Indigo', notes: null, newest: { number: 1 } });
    expect(changed.archived_at).toEqual(expect.any(String));
    await change(id, { name: 'Indigo', is_archived: true });
    expect((await list()).data.map(({ name }) => name)).toEqual(['Green']);
    expect((await list({ is_archived: 'true' })).data.map(({ name }) => name)).toEqual(['Indigo']);
    expect((await change(id, { is_archived: false })).archived_at).toBeNull();
    const lines = await knex('audit_log').where({ actor_id: admin.id }).orderBy('at');
    expect(lines.map(({ action }) => action)).toEqual([
      'create_playlist',
      'create_playlist',
      'change_playlist',
      'change_playlist',
    ]);
    expect(lines[2]).toMatchObject({
      before: { name: 'Blue', notes: 'Mornings', is_archived: false },
      after: { name: 'Indigo', notes: null, is_archived: true },
    });
  });

  it('are listed by name, page by page', async () => {
    const { create, list } = await openPlaylists();
    for (const name of ['b', 'É', 'A']) await create({ name, track_ids: [] });
    const names = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ limit: '1', ...(cursor && { cursor }) });
      names.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(['A', 'b', 'É']);
  });

  it('that are renewed are due once their newest version is two weeks old', async () => {
    const { create, list, addVersion } = await openPlaylists();
    const [a = ''] = await tracksNamed('A');
    const { id } = await create({ name: 'Renewed', is_renewed: true, track_ids: [] });
    await create({ name: 'Evergreen', track_ids: [] });
    const due = async () => (await list({ is_due: 'true' })).data.map(({ name }) => name);
    const age = (days: number) =>
      knex('playlist_versions').update({
        created_at: knex.raw('now() - make_interval(days => ?)', [days]),
      });
    await age(RENEW_DAYS - 1);
    expect(await due()).toEqual([]);
    await age(RENEW_DAYS + 1);
    expect(await due()).toEqual(['Renewed']);
    await addVersion(id, { from: 1, track_ids: [a] });
    expect(await due()).toEqual([]);
  });
});

describe('comparing two versions', () => {
  it('names what was added, removed and moved', async () => {
    const { create, addVersion, compare } = await openPlaylists();
    const [a = '', b = '', c = '', d = ''] = await tracksNamed('A', 'B', 'C', 'D');
    const { id } = await create({ name: 'Blue', track_ids: [a, b, c] });
    await addVersion(id, { from: 1, track_ids: [c, d, a] });
    expect(await compare(id, { from: '1' })).toMatchObject({
      added: [{ title: 'D' }],
      removed: [{ title: 'B' }],
      moved: [{ title: expect.stringMatching(/^[AC]$/) }],
    });
    expect(await compare(id, { from: '2', to: '2' })).toEqual({
      added: [],
      removed: [],
      moved: [],
    });
    expect(await compare(id, { from: '3' })).toMatchObject({ status: 404 });
  });

  it('always explains the whole difference, and no move is needless', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
    fc.assert(
      fc.property(list, list, (from, to) => {
        const { added, removed, moved } = compareLists(from, to);
        const gone = new Set([...removed, ...moved.map(({ id }) => id)]);
        const fresh = new Set([...added, ...moved.map(({ id }) => id)]);
        // Those that stay are in the same order in both.
        expect(from.filter((id) => !gone.has(id))).toEqual(to.filter((id) => !fresh.has(id)));
        for (const { id, from_place, to_place } of moved) {
          expect([from[from_place - 1], to[to_place - 1]]).toEqual([id, id]);
        }
      }),
    );
    const one = compareLists([...'abcdef'], [...'fabcde']).moved;
    expect(one).toEqual([{ id: 'f', from_place: 6, to_place: 1 }]);
  });
});
