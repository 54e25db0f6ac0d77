import { describe, expect, it, vi } from 'vitest';
import { changeProfile } from '../../contract/accounts/calls.ts';
import { ProfileChange, StationChange } from '../../contract/admin/customers.ts';
import { changeSlug } from '../../contract/stations/calls.ts';
import { type PublicStation } from '../../contract/stations/schemas.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { json } from '../../test/server.ts';
import type { RadioStation } from '../stations/station.ts';

const database = testDatabase();
const { knex } = database;

const PROFILE = {
  first_name: 'Ada',
  last_name: 'Byron',
  phone_number: '+442079460000',
  country: 'France',
  company_name: 'The Counting House',
  company_address: '12 St James’s Square',
  company_city: 'London',
  company_postal_code: 'SW1Y 4JH',
  company_vat_number: 'GB123',
  company_website: 'https://counting-house.example',
};
const STATION = {
  status: 'inactive',
  station_name: 'Counting House Radio',
  station_slug: 'counting-house',
  accent_colour: '#c2410c',
  theme: 'dark',
  stream_url: 'https://127.0.0.1:1984/a.mp3',
  radio_player_embed: '<script src="https://player.example/a.js"></script>',
  setup_notes: 'Jazz before noon.',
  current_track_data: 'http://127.0.0.1:1984/now?key=k',
  previous_track_data: '/stream/demo/tracks/previous',
  next_track_data: 'http://127.0.0.1:1984/next',
  website_state: 'in_work',
  website_url: 'https://radio.counting-house.example/',
  apps_state: 'due',
  app_store_url: 'https://apps.apple.com/app/id1234567890',
  google_play_url: 'https://play.google.com/store/apps/details?id=com.example.radio',
  listening_policy: 'offer_upgrade',
};
const CANNOT_BE_EMPTY = [
  'status',
  'station_slug',
  'website_state',
  'apps_state',
  'listening_policy',
];

describe('an admin’s change of a customer', () => {
  it('can set every field of profile and station', async () => {
    const { change, see, rows } = await openAdminArea(database);
    // All that there is, but for the login, which moves (change-login.test.ts).
    expect(Object.keys({ ...PROFILE, email: '' }).toSorted()).toEqual(
      ProfileChange.keyof().options.toSorted(),
    );
    expect(Object.keys(STATION).toSorted()).toEqual(StationChange.keyof().options.toSorted());
    const answer = await change({ profile: PROFILE, station: STATION });
    expect(answer).toMatchObject({ status: 200, body: { profile: PROFILE, station: STATION } });
    expect(await rows()).toMatchObject({ profile: PROFILE, station: STATION });
    expect(answer).toEqual(await see());
  });

  it('changes only the fields that are sent', async () => {
    const { change, rows } = await openAdminArea(database);
    const before = await rows();
    await change({ profile: { company_city: 'Paris' } });
    await change({ station: { setup_notes: 'Jazz.' } });
    const { user, profile, station } = await rows();
    const { updated_at: _, ...profileBefore } = before.profile;
    const { updated_at: __, ...stationBefore } = before.station;
    expect(user).toEqual(before.user);
    expect(profile).toMatchObject({ ...profileBefore, company_city: 'Paris' });
    expect(station).toMatchObject({ ...stationBefore, setup_notes: 'Jazz.' });
  });

  it('needs the name of a country', async () => {
    const { change } = await openAdminArea(database);
    const { status, body } = await change({ profile: { country: 'Atlantis' } });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'profile.country']);
  });

  it.each(['', null])('can be emptied with %j, where a field may be empty', async (nothing) => {
    const { change, rows } = await openAdminArea(database);
    await change({ profile: PROFILE, station: STATION });
    const emptied = (fields: object, may: (name: string) => boolean) =>
      Object.fromEntries(
        Object.keys(fields)
          .filter(may)
          .map((name) => [name, nothing]),
      );
    const profile = emptied(PROFILE, (name) => name.startsWith('company_'));
    const station = emptied(STATION, (name) => !CANNOT_BE_EMPTY.includes(name));
    expect((await change({ profile, station })).status).toBe(200);
    const kept = await rows();
    for (const name of Object.keys(profile))
      expect([name, kept.profile[name]]).toEqual([name, null]);
    for (const name of Object.keys(station))
      expect([name, kept.station[name]]).toEqual([name, null]);
    expect(kept.profile.first_name).toBe('Ada');
  });

  it('shows listeners the links to the apps, and takes them away again', async () => {
    const { app, change } = await openAdminArea(database);
    const { app_store_url, google_play_url } = STATION;
    const seen = async () => {
      const station = await json<PublicStation>(await app.get('/v1/stations/own'));
      return [station.app_store_url, station.google_play_url];
    };
    await change({ station: { status: 'active' } });
    expect(await seen()).toEqual([undefined, undefined]);
    await change({ station: { app_store_url, google_play_url } });
    await vi.waitFor(async () => expect(await seen()).toEqual([app_store_url, google_play_url]));
    await change({ station: { app_store_url: '', google_play_url: null } });
    await vi.waitFor(async () => expect(await seen()).toEqual([undefined, undefined]));
  });

  it('delivers a website or apps only with a link', async () => {
    const { change, rows } = await openAdminArea(database);
    const delivered = { website_state: 'delivered', apps_state: 'delivered' };
    const before = await rows();
    const refused = await change({ station: { ...delivered, setup_notes: 'Jazz.' } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ field }) => field)).toEqual([
      'station.website_url',
      'station.app_store_url',
    ]);
    expect(await rows()).toEqual(before);
    const { website_url, google_play_url } = STATION;
    const accepted = await change({ station: { ...delivered, website_url, google_play_url } });
    expect(accepted.body.station).toMatchObject({ ...delivered, website_url, google_play_url });
    for (const link of [{ website_url: '' }, { google_play_url: null }]) {
      expect((await change({ station: link })).status).toBe(422);
    }
    expect((await change({ station: { setup_notes: 'Soul.' } })).status).toBe(200);
  });

  it.each([
    ['website_url', 'javascript:alert(1)'],
    ['website_url', 'counting-house'],
    ['app_store_url', 'https://apps.apple.com.evil.example/app/id1'],
    ['app_store_url', 'https://play.google.com/store/apps/details?id=a'],
    ['google_play_url', 'https://evil.example/play.google.com'],
    ['google_play_url', `https://play.google.com/${'a'.repeat(2_100)}`],
  ])('refuses as %s the address %s', async (field, url) => {
    const { change } = await openAdminArea(database);
    const { status, body } = await change({ station: { [field]: url } });
    expect([status, body.errors?.[0]?.field]).toEqual([422, `station.${field}`]);
  });

  it('refuses unknown fields by name, and writes nothing', async () => {
    const { change, rows, audited } = await openAdminArea(database);
    const before = await rows();
    const own = { profile: ProfileChange.shape, station: StationChange.shape };
    for (const part of ['profile', 'station'] as const) {
      const columns = {
        ...before[part],
        role: 'admin',
        package_name: 'Enterprise',
        slug_changes: 0,
      };
      const foreign = Object.keys(columns).filter((name) => !(name in own[part]));
      expect(foreign).toEqual(expect.arrayContaining(['user_id', 'id', 'role', 'slug_changes']));
      for (const name of foreign) {
        const { status, body } = await change({ [part]: { [name]: columns[name] ?? 'active' } });
        const named = body.errors?.map(({ field, code }) => [field, code]);
        expect([name, status, named]).toEqual([name, 422, [[`${part}.${name}`, 'unknown_field']]]);
      }
    }
    for (const name of ['role', 'user_id', 'user', 'etag', 'password']) {
      expect((await change({ [name]: 'admin' })).body.errors?.[0]?.field).toBe(name);
    }
    expect(await rows()).toEqual(before);
    expect(await audited()).toEqual([]);
  });

  it('is applied as a whole or not at all', async () => {
    const { change, rows, audited, app } = await openAdminArea(database);
    await buildStation(knex, { station_slug: 'blue' });
    const before = await rows();
    const profile = { ...PROFILE, email: 'new@example.com' };
    const refused = await change({ profile, station: { ...STATION, station_slug: 'blue' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    expect(await rows()).toEqual(before);
    expect(await audited()).toEqual([]);
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
    expect(app.sent.mails).toEqual([]);
  });

  it('of a station is refused when the customer has none', async () => {
    const { app, admin } = await openAdminArea(database);
    const { change } = customerAsAdmin(app, admin, (await buildUser(knex)).id);
    const answer = await change({ profile: PROFILE, station: {} });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'no_station', detail: 'This customer has no station yet.' },
    });
    expect((await change({ profile: PROFILE })).body.profile).toMatchObject(PROFILE);
  });

  it('writes actor, address and changed fields to the audit log', async () => {
    const { change, audited, admin, member } = await openAdminArea(database);
    await change({
      profile: { first_name: 'Ada', last_name: 'Byron', company_city: null },
      station: { status: 'inactive', station_slug: 'OWN', setup_notes: '' },
    });
    expect(await audited()).toEqual([
      {
        id: expect.any(String),
        at: expect.any(Date),
        action: 'change_customer',
        actor_id: admin.id,
        user_id: member.id,
        ip: '127.0.0.1',
        api_key_prefix: null,
        before: {
          'profile.first_name': 'User',
          'profile.last_name': '',
          'station.status': 'setup_pending',
        },
        after: {
          'profile.first_name': 'Ada',
          'profile.last_name': 'Byron',
          'station.status': 'inactive',
        },
      },
    ]);
  });

  it('with equal values writes nothing, not even to the log', async () => {
    const { change, see, rows, audited, member } = await openAdminArea(database);
    await change({ profile: PROFILE, station: STATION });
    const [before, lines, seen] = [await rows(), await audited(), await see()];
    const same = { ...STATION, station_slug: 'Counting-House' };
    expect(await change({ profile: { email: member.email }, station: same })).toEqual(seen);
    expect(await change({})).toEqual(seen);
    expect(await change({ profile: {}, station: {} })).toEqual(seen);
    expect([await rows(), await audited()]).toEqual([before, lines]);
  });
});

describe('If-Match', () => {
  it('is required', async () => {
    const { change, rows } = await openAdminArea(database);
    const before = await rows();
    for (const etag of [null, '']) {
      const answer = await change({ profile: { first_name: 'Ada' } }, etag);
      expect(answer).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
    }
    expect(await rows()).toEqual(before);
  });

  it('matches the current ETag alone, in a list, or as *', async () => {
    const { change, see } = await openAdminArea(database);
    for (const name of [
      (etag: string) => etag,
      (etag: string) => `"another", ${etag} , W/"a third"`,
      () => '*',
      () => ' * ',
    ]) {
      const { etag } = await see();
      const first_name = `Ada ${name(String(etag)).length}`;
      expect((await change({ profile: { first_name } }, name(String(etag)))).status).toBe(200);
    }
  });

  it('with another ETag or a weak one changes nothing and returns the current customer', async () => {
    const { change, see, rows, audited } = await openAdminArea(database);
    const first = String((await see()).etag);
    await change({ station: { setup_notes: 'Jazz.' } }, first);
    const before = await rows();
    const now = await see();
    const tags = [first, `W/${now.etag}`, '"*"', 'nonsense', now.body.etag.slice(1, -1), '""', '"'];
    for (const etag of tags) {
      const { status, body } = await change({ station: { setup_notes: 'Blues.' } }, etag);
      expect([etag, status, body.code]).toEqual([etag, 409, 'changed_meanwhile']);
      expect(body.current).toEqual(now.body);
    }
    expect(await rows()).toEqual(before);
    expect(await audited()).toHaveLength(1);
  });
});

describe('two parallel changes of a customer', () => {
  it(
    'a member’s own change is never undone by an admin who has not seen it',
    { timeout: 120_000 },
    async () => {
      const { app, see, change, member, rows } = await openAdminArea(database);
      const token = member.access_token;
      for (let round = 0; round < 8; round += 1) {
        const { etag } = await see();
        const [city, station_slug] = [`City ${round}`, `slug-${round}`];
        const [answer, ...own] = await Promise.all([
          change({ profile: { company_city: 'Desk' }, station: { setup_notes: city } }, etag),
          send(app, changeProfile, { token, body: { company_city: city, last_name: city } }),
          send(app, changeSlug, { token, body: { station_slug } }),
        ]);
        expect(own.map(({ status }) => status)).toEqual([200, 200]);
        const refused = [409, 'changed_meanwhile'];
        const isWritten = answer.status === 200;
        expect([answer.status, answer.body.code]).toEqual(isWritten ? [200, undefined] : refused);
        const { profile, station } = await rows();
        // In either order the member's change is kept; the admin's came before it, or failed.
        expect(profile).toMatchObject({ company_city: city, last_name: city });
        expect(station.station_slug).toBe(station_slug);
        expect(station.setup_notes === city).toBe(isWritten);
      }
    },
  );
});

describe('a station’s address changed by an admin', () => {
  it('is not counted, and the former one redirects', async () => {
    const { app, change, rows } = await openAdminArea(database, { station: { status: 'active' } });
    await knex('radio_stations').update({ slug_changes: 10 });
    const { body } = await change({ station: { station_slug: 'Counting-House' } });
    expect(body.station).toMatchObject({ station_slug: 'counting-house', slug_changes_left: 0 });
    expect((await rows()).station.slug_changes).toBe(10);
    const { status, headers } = await app.get('/v1/stations/own');
    expect([status, headers.get('location')]).toEqual([307, '/v1/stations/counting-house']);
  });

  it.each([
    ['', 422, 'slug_invalid'],
    ['blue cafe', 422, 'slug_invalid'],
    ['xn--caf-dma', 422, 'slug_invalid'],
    ['login', 422, 'slug_reserved'],
    ['taken', 409, 'slug_taken'],
    ['left', 409, 'slug_held'],
  ])('%j is refused: %i %s', async (station_slug, status, code) => {
    const { change, rows } = await openAdminArea(database);
    const { id } = await buildStation(knex, { station_slug: 'left' });
    await knex('radio_stations').where({ id }).update({ station_slug: 'taken' });
    const before = await rows();
    expect(await change({ station: { station_slug } })).toMatchObject({ status, body: { code } });
    expect(await rows()).toEqual(before);
  });

  it('goes to one of many parallel requests, also when addresses are swapped', async () => {
    const { app, admin } = await openAdminArea(database);
    const stations: RadioStation[] = [];
    for (let count = 0; count < 6; count += 1) stations.push(await buildStation(knex));
    const customers = stations.map(({ user_id }) => customerAsAdmin(app, admin, user_id));
    const wanted = customers.map(({ change }) => change({ station: { station_slug: 'blue' } }));
    expect((await Promise.all(wanted)).map(({ status }) => status).toSorted()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const swapped = customers.map(({ change }, place) => {
      const station_slug = stations[(place + 1) % stations.length]?.station_slug;
      return change({ station: { station_slug } });
    });
    for (const { status, body } of await Promise.all(swapped)) {
      expect([
        [200, undefined],
        [409, 'slug_taken'],
        [409, 'slug_held'],
      ]).toContainEqual([status, body.code]);
    }
  });
});
