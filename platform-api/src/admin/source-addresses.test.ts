import { describe, expect, it } from 'vitest';
import { SOURCE_FIELDS } from '../../contract/admin/customers.ts';
import { testDatabase } from '../../test/database.ts';
import { openAdminArea } from '../../test/admin-area.ts';
import { FORBIDDEN_HOSTS, FORBIDDEN_URLS } from '../../test/forbidden-addresses.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';

const database = testDatabase();

/** A guard that blocks private networks, and three names: private, unknown, public. */
const guardedFetch = createGuardedFetch({
  allow: [],
  async resolve(host) {
    if (host === 'inside.example') return ['10.0.0.1'];
    if (host === 'nowhere.example') throw new Error('ENOTFOUND');
    return ['93.184.216.34'];
  },
});

describe('an address that an admin gives a station', () => {
  it('never leads into a private network, in any notation', { timeout: 60_000 }, async () => {
    const { change, rows } = await openAdminArea(database, { guardedFetch });
    const before = await rows();
    const some = FORBIDDEN_HOSTS.filter((_, place) => place % 7 === 0);
    const urls = [...some.map((host) => `http://${host}/a`), ...FORBIDDEN_URLS.filter(Boolean)];
    expect(urls.length).toBeGreaterThan(60);
    for (const [place, url] of urls.filter((url) => !url.startsWith('/stream/')).entries()) {
      const field = SOURCE_FIELDS[place % SOURCE_FIELDS.length] ?? 'stream_url';
      const { status, body } = await change({ station: { [field]: url } });
      const named = body.errors?.map((fault) => fault.field);
      expect([url, status, named]).toEqual([url, 422, [`station.${field}`]]);
      expect(['url_not_allowed', 'validation_failed']).toContain(body.code);
    }
    expect(await rows()).toEqual(before);
  });

  it('is refused with a sentence for each invalid field, and nothing is written', async () => {
    const { change, rows } = await openAdminArea(database, { guardedFetch });
    const before = await rows();
    const { body } = await change({
      station: {
        setup_notes: 'Jazz.',
        stream_url: 'http://inside.example/a.mp3',
        current_track_data: 'https://ada:secret@outside.example/now',
        previous_track_data: 'http://outside.example:25/',
        next_track_data: 'https://outside.example/next',
      },
    });
    expect(body).toMatchObject({
      code: 'url_not_allowed',
      errors: [
        { field: 'station.stream_url', message: expect.stringContaining('private network') },
        { field: 'station.current_track_data', message: expect.stringContaining('user name') },
        { field: 'station.previous_track_data', message: expect.stringContaining('port') },
      ],
    });
    expect(await rows()).toEqual(before);
  });

  it('may not answer, or have an unknown host name', async () => {
    const { change } = await openAdminArea(database, { guardedFetch });
    const station = {
      stream_url: 'https://nowhere.example/a.mp3',
      current_track_data: 'http://outside.example:8000/now?key=k',
    };
    expect((await change({ station })).body.station).toMatchObject(station);
  });

  it('may be one of our own', async () => {
    const { change } = await openAdminArea(database, { guardedFetch });
    const station = {
      stream_url: '/stream/demo',
      current_track_data: 'http://radio.example.com/stream/demo/tracks/current',
    };
    expect((await change({ station })).body.station).toMatchObject(station);
  });
});
