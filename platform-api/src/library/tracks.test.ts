import { describe, expect, it } from 'vitest';
import * as calls from '../../contract/library/tracks.ts';
import type * as schemas from '../../contract/library/track-schemas.ts';
import type { Problem } from '../../contract/problem.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildTrack, signedInUser } from '../../test/factories.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { buildPng } from '../../test/pictures.ts';
import { json, startApp } from '../../test/server.ts';
import { fingerprintKeys } from '../preparation/fingerprint.ts';

const database = testDatabase();
const { knex } = database;

interface Page {
  data: schemas.LibraryTrack[];
  has_more: boolean;
  next_cursor: string | null;
}

async function openLibrary(given?: Parameters<typeof startApp>[1]) {
  await knex('library_tracks').delete();
  const app = await startApp(database, given);
  const { access_token: token, id } = await signedInUser(app, { role: 'admin' });
  const list = async (query: Record<string, string> = {}) =>
    json<Page & Problem>(await send(app, calls.listLibraryTracks, { token, query }));
  const titles = async (query: Record<string, string>) =>
    (await list({ sort: 'title', order: 'asc', ...query })).data.map(({ title }) => title);
  const at = (track_id: string, sent: Sent = {}) => ({ token, params: { track_id }, ...sent });
  const see = async (track_id: string) =>
    json<schemas.LibraryTrackDetails>(await send(app, calls.getLibraryTrack, at(track_id)));
  const change = async (track_id: string, body: object) =>
    json<schemas.LibraryTrackDetails & Problem>(
      await send(app, calls.changeLibraryTrack, at(track_id, { body })),
    );
  return { app, token, admin: id, list, titles, see, change };
}

describe('searching the library', () => {
  it('finds words of any field, in any order, whatever their case and accents', async () => {
    const { titles } = await openLibrary();
    await buildTrack(knex, { title: 'So What', artist: 'Miles Davis', album: 'Kind of Blue' });
    await buildTrack(knex, { title: 'Déjà Vu', artist: 'Beyoncé', genre: 'Pop', mood: 'Bright' });
    await buildTrack(knex, { title: '100% Cotton', isrc: 'GBAYE6900531' });
    const searches: [string, string[]][] = [
      ['so wh', ['So What']],
      ['blue MILES', ['So What']],
      ['deja', ['Déjà Vu']],
      ['beyoncé pop', ['Déjà Vu']],
      ['bright', ['Déjà Vu']],
      ['GB-AYE-69', ['100% Cotton']],
      ['100%', ['100% Cotton']],
      ['%', ['100% Cotton']],
      ['miles pop', []],
      // Not across two fields.
      ['whatmiles', []],
      ['', ['100% Cotton', 'Déjà Vu', 'So What']],
    ];
    for (const [search, found] of searches) expect(await titles({ search })).toEqual(found);
  });

  it('filters by every tag, and lists retired tracks separately', async () => {
    const { titles } = await openLibrary();
    const jazz = { genre: 'Jazz', mood: 'Cool', energy: 2, year: 1959, language: 'English' };
    await buildTrack(knex, { title: 'A', ...jazz, label: 'Columbia', isrc: 'USSM15900113' });
    await buildTrack(knex, { title: 'B', genre: 'Pop', energy: 5, year: 2020, is_explicit: true });
    await buildTrack(knex, { title: 'C', created_at: new Date('2020-01-01T00:00:00Z') });
    await buildTrack(knex, { title: 'D', ...jazz, retired_at: new Date() });
    const filters: [Record<string, string>, string[]][] = [
      [{ genre: 'jazz' }, ['A']],
      [{ mood: 'COOL' }, ['A']],
      [{ language: 'english' }, ['A']],
      [{ label: 'Columbia' }, ['A']],
      [{ energy_from: '3' }, ['B']],
      [{ energy_from: '1', energy_to: '3' }, ['A']],
      [{ year_from: '1960' }, ['B']],
      [{ year_to: '1959' }, ['A']],
      [{ is_explicit: 'false' }, ['A', 'C']],
      [{ is_explicit: 'true' }, ['B']],
      [{ added_from: '2020-01-02' }, ['A', 'B']],
      [{ missing: 'isrc' }, ['B', 'C']],
      [{ missing: 'label' }, ['B', 'C']],
      [{ missing: 'any' }, ['A', 'B', 'C']],
      [{ is_retired: 'true' }, ['D']],
    ];
    for (const [query, found] of filters) expect(await titles(query)).toEqual(found);
  });

  it.each(calls.listLibraryTracks.query.shape.sort.unwrap().options)(
    'returns every track once, page by page, sorted by %s in both orders',
    async (sort) => {
      const { list } = await openLibrary();
      const duration_seconds = [300, 100, 100, 200];
      for (const [n, title] of ['b', 'Á', 'a', 'C'].entries()) {
        const artist = n === 3 ? null : title.repeat(2);
        await buildTrack(knex, { title, artist, duration_seconds: duration_seconds[n] ?? 0 });
      }
      for (const order of ['asc', 'desc']) {
        const whole = await list({ sort, order });
        const paged: schemas.LibraryTrack[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await list({ sort, order, limit: '1', ...(cursor && { cursor }) });
          paged.push(...page.data);
          cursor = page.next_cursor;
        }
        expect(paged).toEqual(whole.data);
        expect(paged).toHaveLength(4);
      }
    },
  );

  it('refuses a cursor of another order', async () => {
    const { list } = await openLibrary();
    for (let n = 0; n < 2; n++) await buildTrack(knex);
    const { next_cursor } = await list({ sort: 'title', limit: '1' });
    const refused = await list({ sort: 'artist', cursor: next_cursor ?? '' });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'cursor' }] });
  });

  it('lists the values of tags in use, the most frequent first', async () => {
    const { app, token } = await openLibrary();
    for (const genre of ['Soul', 'Jazz', 'Jazz', null]) await buildTrack(knex, { genre });
    await buildTrack(knex, { genre: 'Polka', retired_at: new Date() });
    const answer = await send(app, calls.listLibraryTags, { token });
    expect(await answer.json()).toEqual({
      tracks: 4,
      genres: [
        { value: 'Jazz', tracks: 2 },
        { value: 'Soul', tracks: 1 },
      ],
      moods: [],
      languages: [],
      labels: [],
    });
  });
});

describe('changing a track', () => {
  it('keeps titles as they are written, and ISRCs without hyphens', async () => {
    const { change } = await openLibrary();
    const { id } = await buildTrack(knex, { label: 'Columbia' });
    const title = 'so WHAT (feat. j. coltrane)';
    const changed = await change(id, { title, isrc: 'us-sm1-59-00113', energy: 2, label: '' });
    expect(changed).toMatchObject({ title, isrc: 'USSM15900113', energy: 2, label: null });
  });

  it.each([
    [{ isrc: 'USSM1590011' }, 'isrc'],
    [{ energy: 6 }, 'energy'],
    [{ energy: 1.5 }, 'energy'],
    [{ year: 99 }, 'year'],
    [{ title: ' ' }, 'title'],
    [{ genre: 'x'.repeat(201) }, 'genre'],
    [{ genre: 'x\u0000y' }, 'genre'],
  ])('refuses %j and says which field is wrong', async (body, field) => {
    const { change, see } = await openLibrary();
    const { id } = await buildTrack(knex, { title: 'So What' });
    expect(await change(id, body)).toMatchObject({ status: 422, errors: [{ field }] });
    expect(await see(id)).toMatchObject({ title: 'So What', genre: null, energy: null });
  });

  it('writes what has changed to the audit log, and nothing when nothing has', async () => {
    const { change, admin } = await openLibrary();
    const { id } = await buildTrack(knex, { title: 'So What', genre: 'Pop' });
    await change(id, { genre: 'Jazz', title: 'So What' });
    await change(id, { genre: 'Jazz' });
    await change(id, { is_retired: true });
    const lines = await knex('audit_log').where({ actor_id: admin }).orderBy('at');
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'change_track',
        { track_id: id, title: 'So What', genre: 'Pop' },
        { track_id: id, title: 'So What', genre: 'Jazz' },
      ],
      [
        'change_track',
        { track_id: id, title: 'So What', is_retired: false },
        { track_id: id, title: 'So What', is_retired: true },
      ],
    ]);
  });

  describe('its segue and its intro', () => {
    /** A song of 192 s, and what was measured. */
    async function openSong(units = 1_000) {
      const library = await openLibrary();
      const { id, prepared_file_id } = await buildTrack(knex, { title: 'So What' });
      const sound = { units, segue_units: 25, intro_units: 60 };
      await knex('prepared_files').where({ id: prepared_file_id }).update(sound);
      return { ...library, id };
    }

    it('are shown in seconds as measured, until an admin moves them', async () => {
      const { id, see, list, change, admin } = await openSong();
      const measured = {
        segue_seconds: 4.8,
        is_segue_moved: false,
        intro_seconds: 11.52,
        is_intro_moved: false,
      };
      expect(await see(id)).toMatchObject({
        ...measured,
        aired_seconds: 192,
        measured_segue_seconds: 4.8,
        measured_intro_seconds: 11.52,
      });
      expect((await list()).data).toMatchObject([measured]);
      // The nearest place on the grid of 192 ms.
      expect(await change(id, { segue_seconds: 6 })).toMatchObject({
        ...measured,
        segue_seconds: 5.952,
        is_segue_moved: true,
        measured_segue_seconds: 4.8,
      });
      expect(await change(id, { intro_seconds: 0 })).toMatchObject({
        segue_seconds: 5.952,
        intro_seconds: 0,
        is_intro_moved: true,
      });
      expect(await change(id, { segue_seconds: null, intro_seconds: null })).toMatchObject(
        measured,
      );
      const lines = await knex('audit_log').where({ actor_id: admin }).orderBy('id');
      expect(lines).toMatchObject([
        { before: { segue_seconds: null }, after: { segue_seconds: 5.952 } },
        { before: { intro_seconds: null }, after: { intro_seconds: 0 } },
        {
          before: { segue_seconds: 5.952, intro_seconds: 0 },
          after: { segue_seconds: null, intro_seconds: null },
        },
      ]);
    });

    it('stay as measured when the same values are sent', async () => {
      const { id, change, admin } = await openSong();
      const same = { segue_seconds: 4.8, intro_seconds: 11.5 };
      expect(await change(id, same)).toMatchObject({
        is_segue_moved: false,
        is_intro_moved: false,
      });
      expect(await change(id, { segue_seconds: null })).toMatchObject({ is_segue_moved: false });
      expect(await knex('audit_log').where({ actor_id: admin })).toEqual([]);
    });

    it('suit the length of the track', async () => {
      const { id, change } = await openSong(100);
      const refused = async (body: object) => (await change(id, body)).errors;
      expect(await refused({ segue_seconds: 4.9 })).toMatchObject([
        {
          field: 'segue_seconds',
          message: 'Please enter a number from 0 to 4.8: at most 12 s, and a quarter of the track.',
        },
      ]);
      expect(await refused({ intro_seconds: 9.7 })).toMatchObject([
        {
          field: 'intro_seconds',
          message: 'Please enter a number from 0 to 9.6: at most 30 s, and a half of the track.',
        },
      ]);
      for (const segue_seconds of [-1, 12.1, 'long']) {
        expect(await refused({ segue_seconds })).toMatchObject([
          { field: 'segue_seconds', message: 'Please enter a number from 0 to 12.' },
        ]);
      }
      expect(await change(id, { segue_seconds: 4.8, intro_seconds: 9.6 })).toMatchObject({
        segue_seconds: 4.8,
        intro_seconds: 9.6,
      });
    });

    it('reach the grid’s last unit, and not beyond it', async () => {
      const { id, change } = await openSong();
      expect(await change(id, { segue_seconds: 12, intro_seconds: 30 })).toMatchObject({
        segue_seconds: 11.904,
        intro_seconds: 29.952,
      });
    });

    it('can’t be set before the track is prepared, or measured', async () => {
      const { see, change } = await openLibrary();
      const { id } = await buildTrack(knex);
      expect(await see(id)).toMatchObject({
        segue_seconds: null,
        intro_seconds: null,
        aired_seconds: null,
      });
      expect((await change(id, { segue_seconds: 1 })).errors).toMatchObject([
        { field: 'segue_seconds', message: expect.stringContaining('not ready for the air') },
      ]);
    });
  });

  it('brings a retired track back', async () => {
    const { change, titles } = await openLibrary();
    const { id, title } = await buildTrack(knex);
    expect((await change(id, { is_retired: true })).retired_at).toEqual(expect.any(String));
    expect(await titles({})).toEqual([]);
    expect((await change(id, { is_retired: false })).retired_at).toBeNull();
    expect(await titles({})).toEqual([title]);
  });

  it('changes many tracks at once, or none if one is unknown', async () => {
    const { app, token, admin } = await openLibrary();
    const ids = [];
    for (const genre of ['Jazz', 'Pop', null]) ids.push((await buildTrack(knex, { genre })).id);
    const bulk = async (track_ids: string[], change: object) =>
      json<{ changed: number } & Problem>(
        await send(app, calls.changeLibraryTracks, { token, body: { track_ids, change } }),
      );
    const refused = await bulk([...ids, admin], { genre: 'Jazz' });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'track_ids.3' }] });
    expect(await knex('library_tracks').where({ genre: 'Jazz' })).toHaveLength(1);
    expect(await bulk(ids, { genre: 'Jazz', is_retired: true })).toEqual({ changed: 3 });
    expect(await bulk(ids, { genre: 'Jazz' })).toEqual({ changed: 0 });
    const lines = await knex('audit_log').where({ actor_id: admin });
    expect(lines).toMatchObject([
      { action: 'change_tracks', after: { genre: 'Jazz', is_retired: true, tracks: 3 } },
    ]);
  });
});

describe('hearing a track', () => {
  const bytes = Buffer.from('0123456789');

  async function openPrepared(given?: Parameters<typeof startApp>[1]) {
    const library = await openLibrary(given);
    const { storage, uploadsDir } = library.app.services;
    const { writeFile } = await import('node:fs/promises');
    const path = `${uploadsDir}/prepared`;
    await writeFile(path, bytes);
    const [key, cover_key] = ['library/prepared/abc.mp3', 'library/covers/abc.jpg'];
    for (const stored of [key, cover_key]) {
      await storage.put(stored, { path, size_bytes: bytes.length, content_type: 'audio/mpeg' });
    }
    const renditions = { mp3_128: { key, size_bytes: bytes.length } };
    const { id } = await buildTrack(knex, { renditions, cover_key });
    const track = await library.see(id);
    const fetchFrom = (url: string | null, headers: Record<string, string> = {}) =>
      library.app.get((url ?? '').replace('http://radio.example.com', ''), { headers });
    return { ...library, track, fetchFrom };
  }

  it('plays from its address with ranges, and shows its waveform and cover', async () => {
    const { track, fetchFrom } = await openPrepared();
    expect(track.peaks).toEqual([0, 0.5, 1]);
    const part = await fetchFrom(track.audio_url, { Range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await part.text()).toBe('234');
    const cover = await fetchFrom(track.cover_url);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await cover.text()).toBe('0123456789');
  });

  it('refuses addresses that were changed or are too old', async () => {
    let time = Date.parse('2026-11-21T09:30:00Z');
    const { track, fetchFrom } = await openPrepared({ now: () => time });
    const url = track.audio_url ?? '';
    const changed = [
      url.replace('abc.mp3', 'abd.mp3'),
      url.replace('bytes=10', 'bytes=11'),
      url.replace(/signature=./, 'signature=_'),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace('/prepared/', '/originals/'),
      `${url}/../../x.mp3`,
    ];
    for (const address of changed) expect((await fetchFrom(address)).status).toBe(404);
    expect((await fetchFrom(url)).status).toBe(200);
    time += 2 * 24 * 60 * 60 * 1_000;
    expect((await fetchFrom(url)).status).toBe(404);
  });

  it('names tracks that sound much like it', async () => {
    const { see } = await openLibrary();
    const fingerprint = Array.from({ length: 400 }, (_, n) => Math.imul(n, 2_654_435_761) | 0);
    // A quarter of the values differ in all bits.
    const remaster = fingerprint.map((value, n) => (n % 4 === 3 ? ~value : value));
    const heard = new Map([
      ['Original', fingerprint],
      ['Remaster', remaster],
      ['Another', fingerprint.map((value, n) => (n % 2 === 0 ? ~value : value))],
    ]);
    let original = '';
    for (const [title, values] of heard) {
      const { id, prepared_file_id } = await buildTrack(knex, { title });
      original ||= id;
      await knex('prepared_files')
        .where({ id: prepared_file_id })
        .update({ fingerprint: values, fingerprint_keys: fingerprintKeys(values) });
    }
    expect((await see(original)).alike).toMatchObject([{ title: 'Remaster', artist: null }]);
  });

  it('is impossible until it is prepared', async () => {
    const { see } = await openLibrary();
    const { id } = await buildTrack(knex);
    expect(await see(id)).toMatchObject({ audio_url: null, peaks: null, cover_url: null });
  });
});

describe('the cover of a track', () => {
  async function openCovers() {
    const storage = failingStorage((await startApp(database)).services.storage);
    const library = await openLibrary({ storage });
    const { app, token } = library;
    const { id } = await buildTrack(knex);
    const put = (body: Buffer, track_id = id) =>
      fetch(`${app.url}/v1/admin/library/tracks/${track_id}/cover`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}` },
        body,
      });
    const remove = () => send(app, calls.deleteTrackCover, { token, params: { track_id: id } });
    const keys = async () => {
      const found = [];
      for await (const { key } of app.services.storage.list('library/covers/')) found.push(key);
      return found;
    };
    return { ...library, storage, id, put, remove, keys };
  }

  it('is replaced and removed, and its former picture is deleted', async () => {
    const { app, put, remove, keys, see, id } = await openCovers();
    expect((await put(buildPng({ width: 20, height: 20 }))).status).toBe(200);
    const first = await keys();
    await put(buildPng({ width: 30, height: 30 }));
    expect(await keys()).toHaveLength(1);
    expect(await keys()).not.toEqual(first);
    const { cover_url } = await see(id);
    const shown = await app.get((cover_url ?? '').replace('http://radio.example.com', ''));
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(await json(await remove())).toMatchObject({ cover_url: null });
    expect(await keys()).toEqual([]);
  });

  it('is kept when another change, which replaced the same picture, ends later', async () => {
    const { app, storage, put, keys, see, id } = await openCovers();
    const picture = buildPng({ width: 20, height: 20 });
    await put(picture);
    storage.fail('delete', 'slow');
    const late = put(buildPng({ width: 30, height: 30 }));
    await expect.poll(() => storage.asked.some((asked) => asked.startsWith('delete'))).toBe(true);
    await put(picture);
    storage.release();
    await late;
    const { cover_url } = await see(id);
    const shown = await app.get((cover_url ?? '').replace('http://radio.example.com', ''));
    expect(shown.status).toBe(200);
    expect(await keys()).toHaveLength(1);
  });

  it('must be a picture of a reasonable size, and nothing is kept otherwise', async () => {
    const { put, keys, admin } = await openCovers();
    const huge = buildPng({ width: 30_000, height: 30_000, color: null });
    const refusals: [Buffer, number, string][] = [
      [Buffer.from('<svg/>'), 415, 'A cover must be a JPG, PNG or GIF image.'],
      [huge, 422, 'This image has too many pixels or frames.'],
      [Buffer.alloc(3_000_000), 413, ''],
    ];
    for (const [bytes, status, detail] of refusals) {
      const answer = await put(bytes);
      expect(answer.status).toBe(status);
      expect((await json<Problem>(answer)).detail).toContain(detail);
    }
    expect((await put(buildPng({ width: 20, height: 20 }), admin)).status).toBe(404);
    expect(await keys()).toEqual([]);
  });
});
