import { describe, expect, it, vi } from 'vitest';
import { ERRORS, type ErrorName } from '../../contract/errors.ts';
import { MAX_SLUG_CHANGES } from '../../contract/stations/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { RESERVED_SLUGS } from '../../contract/stations/slug.ts';
import { changeSlug, getSlugAvailability } from '../../contract/stations/calls.ts';
import { type Station } from '../../contract/stations/schemas.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, madeApiKey, buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp, WIDE_LIMITS } from '../../test/server.ts';
import type { RadioStation } from './station.ts';

const database = testDatabase();
const { knex } = database;

const AT_ONCE = 100;

/** The fields read from an answer, either a station or a problem. */
type Answered = Pick<Station, 'station_slug' | 'slug_changes_left'> & Pick<Problem, 'code'>;

/** A member with a station at `/own`, and their requests. */
async function startMember(given: Partial<Pick<RadioStation, 'status'>> = {}) {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'own', ...given });
  const token = member.access_token;
  async function change(station_slug: unknown, at = app) {
    const answer = await send(at, changeSlug, { token, body: { station_slug } });
    return { status: answer.status, body: await json<Answered>(answer) };
  }
  async function ask(station_slug: string) {
    return json(await send(app, getSlugAvailability, { token, query: { station_slug } }));
  }
  const row = () => knex<RadioStation>('radio_stations').where({ id: station.id }).first();
  return { app, member, station, token, change, ask, row };
}

const refusal = (name: ErrorName) => ({ status: ERRORS[name].status, body: { code: name } });

const GOOD = ['a', '7', 'blue', 'blue-cafe', 'blue--cafe', '24-7', '007', 'a'.repeat(63)];

const BAD = [
  '',
  '-',
  '-blue',
  'blue-',
  'xn--caf-dma',
  'ab--c',
  'a'.repeat(64),
  'a'.repeat(10_000),
  'blue cafe',
  ' blue',
  'blue ',
  'blue\n',
  'blue_cafe',
  'blue.cafe',
  'blue/tv',
  '../blue',
  'café',
  'bl%75e',
  'blue?x',
  'blue#x',
  '<script>',
  "'; drop table radio_stations; --",
  // Letters that look like ours: Cyrillic, fullwidth, Greek, the Kelvin sign, a ligature, an emoji.
  'саfe',
  'ｂｌｕｅ',
  'αlpha',
  '\u212Aelvin',
  'ﬁne',
  '🎵',
  'a\u200Bb',
  '١٢٣',
];

describe('a station’s slug', () => {
  it('can be any valid host name label', async () => {
    const { change, ask, row } = await startMember();
    for (const [n, slug] of GOOD.entries()) {
      expect(await ask(slug)).toEqual({ available: true });
      expect(await change(slug)).toMatchObject({
        status: 200,
        body: {
          station_slug: slug,
          station_url: `http://radio.example.com/${slug}`,
          slug_changes_left: MAX_SLUG_CHANGES - 1 - n,
        },
      });
      expect(await row()).toMatchObject({ station_slug: slug, slug_changes: n + 1 });
    }
  });

  it('is stored in lower case', async () => {
    const { change, ask } = await startMember();
    expect(await ask('Blue-CAFE')).toEqual({ available: true });
    expect(await change('Blue-CAFE')).toMatchObject({ body: { station_slug: 'blue-cafe' } });
  });

  it('is refused when it is no valid host name label or uses look-alike characters', async () => {
    const { change, ask, row } = await startMember();
    const before = await row();
    for (const slug of BAD) {
      expect([slug, await change(slug)]).toMatchObject([slug, refusal('slug_invalid')]);
      expect([slug, await ask(slug)]).toEqual([slug, { available: false, reason: 'slug_invalid' }]);
    }
    expect(await row()).toEqual(before);
  });

  it('is refused when the site reserves the word', async () => {
    const { change, ask, row } = await startMember();
    const before = await row();
    for (const word of RESERVED_SLUGS) {
      expect([word, await change(word)]).toMatchObject([word, refusal('slug_reserved')]);
      expect([word, await ask(word.toUpperCase())]).toEqual([
        word,
        { available: false, reason: 'slug_reserved' },
      ]);
    }
    expect(await row()).toEqual(before);
  });

  it('is refused when it does not change, without using up a change', async () => {
    const { change, ask, row } = await startMember();
    expect(await change('OWN')).toMatchObject(refusal('slug_unchanged'));
    expect(await ask('own')).toEqual({ available: false, reason: 'slug_unchanged' });
    expect(await row()).toMatchObject({ slug_changes: 0 });
  });

  it.each(['active', 'inactive', 'suspended'] as const)(
    'is refused when a station that is %s has it, and neither station changes',
    async (status) => {
      const { change, ask, row } = await startMember();
      const other = await buildStation(knex, { station_slug: 'blue', status });
      expect(await change('blue')).toMatchObject(refusal('slug_taken'));
      expect(await ask('blue')).toEqual({ available: false, reason: 'slug_taken' });
      expect(await row()).toMatchObject({ station_slug: 'own', slug_changes: 0 });
      const [after] = await knex('radio_stations').where({ id: other.id });
      expect(after).toEqual({ ...other });
    },
  );

  it('goes to exactly one of eight members who request it at once', async () => {
    const app = await startApp(database);
    const tokens = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { id, access_token } = await signedInUser(app);
        await buildStation(knex, { user_id: id });
        return access_token;
      }),
    );
    const answers = await Promise.all(
      tokens.map((token) => send(app, changeSlug, { token, body: { station_slug: 'blue' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('is refused with slug_taken when two stations swap slugs and deadlock', async () => {
    const { change, row } = await startMember();
    const other = await buildStation(knex, { station_slug: 'blue' });
    const otherChange = await knex.transaction();
    await otherChange('radio_stations').where({ id: other.id }).update({ station_slug: 'red' });
    const changing = change('blue');
    await vi.waitFor(async () => {
      const waiting = await knex('pg_stat_activity').where({ wait_event_type: 'Lock' });
      expect(waiting).toHaveLength(1);
    }, 20_000);
    // The two transactions now deadlock, and the database aborts one of them.
    await otherChange('radio_stations')
      .where({ station_slug: 'own' })
      .update({ station_name: 'x' })
      .catch(() => undefined);
    await otherChange.rollback();
    expect(await changing).toMatchObject(refusal('slug_taken'));
    expect(await row()).toMatchObject({ station_slug: 'own', slug_changes: 0 });
  });
});

describe('slug changes', () => {
  it(`are refused after ${MAX_SLUG_CHANGES}, with a pointer to support`, async () => {
    const { change, ask, row } = await startMember();
    for (let left = MAX_SLUG_CHANGES - 1; left >= 0; left -= 1) {
      expect((await change(`blue-${left}`)).body.slug_changes_left).toBe(left);
    }
    expect(await change('one-more')).toMatchObject({
      status: 409,
      body: {
        code: 'slug_limit_reached',
        title: 'URL Edit Limit Reached',
        detail: expect.stringContaining('contact support'),
      },
    });
    expect(await change('blue-0')).toMatchObject(refusal('slug_unchanged'));
    expect(await ask('one-more')).toEqual({ available: true });
    expect(await row()).toMatchObject({ station_slug: 'blue-0', slug_changes: MAX_SLUG_CHANGES });
  });

  it(
    `succeed exactly ${MAX_SLUG_CHANGES} times out of ${AT_ONCE} at once on two replicas`,
    { timeout: 60_000 },
    async () => {
      const { app, change, row, station } = await startMember();
      const bystander = await buildStation(knex);
      const replicas = [app, await startApp(database)];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => change(`blue-${n}`, replicas[n % 2])),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done).toHaveLength(MAX_SLUG_CHANGES);
      const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
      expect(new Set(codes)).toEqual(new Set(['slug_limit_reached']));
      const after = await row();
      expect(after?.slug_changes).toBe(MAX_SLUG_CHANGES);
      const slugs = done.map(({ body }) => body.station_slug);
      expect(slugs).toContain(after?.station_slug);
      const former = await knex('former_slugs').pluck('station_slug');
      const all = ['own', ...slugs].filter((slug) => slug !== after?.station_slug);
      expect(former.toSorted()).toEqual(all.toSorted());
      expect(await knex('radio_stations').whereNot({ id: station.id })).toEqual([{ ...bystander }]);
    },
  );

  it('count once when repeated with the same idempotency key', async () => {
    const { app, token, row } = await startMember();
    const headers = { 'Idempotency-Key': 'once' };
    const body = { station_slug: 'blue' };
    const first = await send(app, changeSlug, { token, body, headers });
    const again = await send(app, changeSlug, { token, body, headers });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await again.text()).toBe(await first.text());
    expect(await row()).toMatchObject({ slug_changes: 1 });
  });

  it('are allowed before a station is on air, but not before it is paid for', async () => {
    const setUp = await startMember({ status: 'setup_pending' });
    expect(await setUp.change('blue')).toMatchObject({ status: 200 });
    await knex('radio_stations').update({ status: 'payment_pending' });
    expect(await setUp.change('red')).toMatchObject(refusal('no_station'));
    expect(await setUp.ask('red')).toMatchObject({ code: 'no_station' });
  });

  it('are refused with 422 when the request sets any other column', async () => {
    const { app, token, row, station } = await startMember();
    const other = await buildStation(knex);
    const before = await row();
    const columns = Object.entries({ ...station, user_id: other.user_id, id: other.id });
    for (const [column, value] of columns.filter(([name]) => name !== 'station_slug')) {
      const body = { station_slug: 'blue', [column]: value };
      const answer = await send(app, changeSlug, { token, body });
      expect([column, answer.status]).toEqual([column, 422]);
    }
    expect(await row()).toEqual(before);
  });

  it.each([[null], [7], [['blue']], [{ slug: 'blue' }], [undefined], ['bl\0ue']])(
    'to %j are refused with an error on station_slug',
    async (slug) => {
      const { change, row } = await startMember();
      expect(await change(slug)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ field: 'station_slug' }] },
      });
      expect(await row()).toMatchObject({ station_slug: 'own' });
    },
  );

  it('require an API key with the write scope, or a session', async () => {
    const { app, token } = await startMember();
    const keyOf = async (scope: string) => {
      return (await madeApiKey(app, { as: bearer(token) }, { scopes: [scope] })).key;
    };
    const [read, write] = [await keyOf('read'), await keyOf('write')];
    const body = { station_slug: 'blue' };
    expect((await send(app, changeSlug, { token: read, body })).status).toBe(403);
    expect((await send(app, changeSlug, { token: write, body })).status).toBe(200);
    expect((await send(app, changeSlug, { body })).status).toBe(401);
  });

  it('are rate limited per member, and so are availability checks', async () => {
    const { app, member } = await startMember();
    const other = await signedInUser(app);
    const rates = {
      ...WIDE_LIMITS,
      slug_change: { ...WIDE_LIMITS.slug_change, points: 1 },
      slug_availability: { ...WIDE_LIMITS.slug_availability, points: 1 },
    };
    const strict = await startApp(database, { limits: { eventStreams: 100, rates } });
    const asked = { body: { station_slug: 'blue' } };
    const query = { station_slug: 'red' };
    for (const [{ access_token: token }, expected] of [
      [member, [200, 429, 200, 429]],
      [other, [404, 429, 404, 429]],
    ] as const) {
      const answers = [
        await send(strict, changeSlug, { token, ...asked }),
        await send(strict, changeSlug, { token, ...asked }),
        await send(strict, getSlugAvailability, { token, query }),
        await send(strict, getSlugAvailability, { token, query }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(expected);
    }
  });
});
