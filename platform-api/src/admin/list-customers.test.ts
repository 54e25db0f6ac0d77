import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCustomers as listCall, type Customer } from '../../contract/admin/customers.ts';
import { CUSTOMER_SORTS, type CustomerSort } from '../../contract/admin/values.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { listCustomers } from './list-customers.ts';

const database = testDatabase();
const { knex } = database;

/** The app and an admin of it, for the tests that ask over HTTP. */
let adminArea: Promise<{ app: TestApp; admin: SignedInUser }> | undefined;

beforeEach(() => {
  adminArea = undefined;
});

async function openAdminArea(): Promise<{ app: TestApp; admin: SignedInUser }> {
  const app = await startApp(database);
  return { app, admin: await signedInUser(app, { role: 'admin' }) };
}

interface Page {
  data: Customer[];
  has_more: boolean;
  next_cursor: string | null;
}

async function ask(query: Record<string, string> = {}): Promise<Response> {
  const { app, admin } = await (adminArea ??= openAdminArea());
  return send(app, listCall, { token: admin.access_token, query });
}

const list = async (query?: Record<string, string>) => json<Page>(await ask(query));

/** The customers found, by email address. */
async function emails(query: Record<string, string>): Promise<(string | null)[]> {
  const { customers } = await listCustomers(knex, listCall.query.parse(query));
  return customers.map(({ email }) => email);
}

/** A customer with a station. */
async function add(
  email: string,
  given: { profile?: object; station?: Record<string, unknown>; created_at?: string } = {},
): Promise<string> {
  const { id } = await buildUser(knex, { email });
  const { profile, station, created_at } = given;
  if (profile) await knex('profiles').where({ user_id: id }).update(profile);
  if (station) {
    const row = await buildStation(knex, { user_id: id });
    await knex('radio_stations').where({ id: row.id }).update(station);
  }
  if (created_at) await knex('users').where({ id }).update({ created_at });
  return id;
}

describe('the list of customers', () => {
  it('shows every account, the newest first', async () => {
    await (adminArea ??= openAdminArea());
    const id = await add('ada@example.com', {
      profile: { first_name: 'Ada', last_name: 'Byron', company_name: 'The Counting House' },
      station: {
        status: 'setup_pending',
        package_name: 'Starter',
        station_slug: 'counting-house',
        station_name: 'Radio',
        total_amount: 44_800,
        purchased_at: '2026-11-21T09:30:00Z',
      },
    });
    const page = await list();
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect(page.data).toEqual([
      {
        user_id: id,
        role: 'user',
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'ada@example.com',
        company_name: 'The Counting House',
        package_name: 'Starter',
        status: 'setup_pending',
        station_name: 'Radio',
        station_slug: 'counting-house',
        total_amount: 44_800,
        currency: 'eur',
        starter_since: null,
        starter_note: null,
        missing: null,
        approval: 'not_ready',
        purchased_at: '2026-11-21T09:30:00.000Z',
        setup_form_submitted_at: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({ role: 'admin', status: null, package_name: null }),
    ]);
  });

  it('says what the programme of a waiting station lacks', async () => {
    const station = { status: 'setup_pending', station_slug: 'lacking' } as const;
    const profile = {
      setup_form_submitted: true,
      setup_form_submitted_at: '2026-11-21T09:30:00Z',
      radio_id_texts: ['Good morning.', 'Good evening.', 'Good morning.'],
    };
    const id = await add('lacking@example.com', { profile, station });
    const missingOf = async () =>
      (await list()).data.find(({ user_id }) => user_id === id)?.missing;
    expect(await missingOf()).toEqual({ lines_to_speak: 2, has_playlist: false });

    await knex('playlists').insert({ id: knex.raw('gen_random_uuid()'), name: 'Mornings' });
    await knex('profiles').where({ user_id: id }).update({ radio_id_texts: [] });
    expect(await missingOf()).toEqual({ lines_to_speak: 0, has_playlist: true });
    await knex('profiles').where({ user_id: id }).update({ station_name_request: 'Lacking FM' });
    expect(await missingOf()).toEqual({ lines_to_speak: 1, has_playlist: true });

    await knex('radio_stations').where({ user_id: id }).update({ status: 'inactive' });
    expect(await missingOf()).toBeNull();
  });

  it('is for admins only', async () => {
    const { app } = await (adminArea ??= openAdminArea());
    const member = await signedInUser(app);
    expect((await send(app, listCall, { token: member.access_token })).status).toBe(403);
    expect((await send(app, listCall)).status).toBe(401);
  });
});

describe('a search', () => {
  beforeEach(async () => {
    await add('ada@example.com', {
      profile: { first_name: 'Ada', last_name: 'Byron', company_name: 'Café Müller' },
      station: { station_slug: 'counting-house', station_name: 'Numbers FM' },
    });
    await add('grace@navy.example', {
      profile: { first_name: 'Grace', last_name: 'Hopper', company_name: '100% O’Clock_\\"\'' },
    });
  });

  it.each([
    ['part of a first name', 'ad', 'ada@example.com'],
    ['part of a last name', 'yro', 'ada@example.com'],
    ['a whole name', 'Ada Byron', 'ada@example.com'],
    ['part of a company', 'fé mü', 'ada@example.com'],
    ['letters without their accents', 'CAFE MULLER', 'ada@example.com'],
    ['accents that are none', 'hópper', 'grace@navy.example'],
    ['part of an email address', 'navy.ex', 'grace@navy.example'],
    ['part of a station’s address', 'ting-hou', 'ada@example.com'],
    ['part of a station’s name', 'bers f', 'ada@example.com'],
    ['a percent sign', '0%', 'grace@navy.example'],
    ['an underscore', 'k_', 'grace@navy.example'],
    ['a backslash and quotes', '\\"\'', 'grace@navy.example'],
    ['what has spaces around it', '  hopper ', 'grace@navy.example'],
  ])('finds %s', async (_, search, found) => {
    expect(await emails({ search })).toEqual([found]);
  });

  it.each([
    ['across two fields', 'ByronCaf'],
    ['with wildcards', '%_%'],
    ['with full-width wildcards', '％＿％'],
    ['with what would be SQL', "' or 1=1 --"],
    ['with 200 characters', 'a'.repeat(200)],
  ])('finds no customer %s', async (_, search) => {
    expect(await emails({ search })).toEqual([]);
  });

  it.each([
    ['NUL', 'a\0'],
    ['201 characters', 'a'.repeat(201)],
  ])('refuses %s', async (_, search) => {
    const answer = await ask({ search });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'search' }] });
  });
});

describe('a filter', () => {
  beforeEach(async () => {
    const station = { status: 'setup_pending', package_name: 'Starter' };
    await add('a@example.com', { station, created_at: '2025-11-01T00:00:00Z' });
    await add('b@example.com', {
      station: { ...station, package_name: 'Enterprise' },
      created_at: '2025-11-30T23:59:59.999Z',
    });
    await add('c@example.com', {
      station: { ...station, status: 'active' },
      created_at: '2025-12-01T00:00:00Z',
    });
  });

  it.each([
    ['status', { status: 'setup_pending' }, ['b@example.com', 'a@example.com']],
    ['package', { package_name: 'Starter' }, ['c@example.com', 'a@example.com']],
    [
      'days, the last one with all its hours',
      { created_from: '2025-11-01', created_to: '2025-11-30' },
      ['b@example.com', 'a@example.com'],
    ],
    ['one day', { created_from: '2025-11-30', created_to: '2025-11-30' }, ['b@example.com']],
    [
      'several at once',
      { status: 'setup_pending', package_name: 'Starter', search: 'example.com' },
      ['a@example.com'],
    ],
    ['years that hardly are', { created_from: '0000-01-01', created_to: '0000-01-02' }, []],
  ])('by %s lets those through alone', async (_, query, expected) => {
    expect(await emails(query)).toEqual(expected);
  });

  it.each<Record<string, string>>([
    { status: 'live' },
    { created_from: '2026-02-30' },
    { sort: 'password_hash' },
    { limit: '101' },
    { shoe_size: '44' },
  ])('that is none is refused: %o', async (query) => {
    expect((await ask(query)).status).toBe(422);
  });
});

describe('pages', () => {
  const VALUES: Record<CustomerSort, (customer: Customer) => string | number | null> = {
    created_at: ({ created_at }) => created_at,
    purchased_at: ({ purchased_at }) => purchased_at,
    setup_form_submitted_at: ({ setup_form_submitted_at }) => setup_form_submitted_at,
    name: ({ first_name, last_name }) =>
      [last_name, first_name].filter(Boolean).join('\n').toLowerCase() || null,
    company_name: ({ company_name }) => company_name?.toLowerCase() || null,
    total_amount: ({ total_amount }) => total_amount,
  };

  /** Twenty customers in groups of three equal values, some without a value. */
  async function addMany(): Promise<void> {
    for (let n = 0; n < 20; n += 1) {
      const third = Math.floor(n / 3);
      const isBare = n % 5 === 0;
      await add(`${n}@example.com`, {
        profile: {
          first_name: isBare ? '' : `Ada ${n % 2 ? 'x' : 'X'}`,
          last_name: isBare ? '' : `Byron ${third}`,
          ...(!isBare && {
            setup_form_submitted: true,
            setup_form_submitted_at: `2026-11-0${third + 1}T10:30:00.123456Z`,
          }),
          company_name: [null, '', `Company ${third}`, `company ${third}`][n % 4],
        },
        ...(n % 3 > 0 && {
          station: {
            total_amount: third * 100,
            purchased_at: `2026-11-0${third + 1}T09:30:00.123456Z`,
          },
        }),
        created_at: `2026-10-0${third + 1}T09:30:00.123${n % 2}56Z`,
      });
    }
  }

  async function readAll(query: Record<string, string>): Promise<Customer[]> {
    const all: Customer[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ ...query, limit: '4', ...(cursor && { cursor }) });
      expect(page.has_more).toBe(page.next_cursor !== null);
      all.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor);
    return all;
  }

  it('show every customer once, in every order, without a value last', async () => {
    await (adminArea ??= openAdminArea());
    await addMany();
    const everybody = await knex('customers').orderBy('user_id').pluck('user_id');
    for (const sort of CUSTOMER_SORTS) {
      for (const order of ['asc', 'desc']) {
        const all = await readAll({ sort, order });
        expect(all.map(({ user_id }) => user_id).toSorted()).toEqual(everybody);
        const sign = order === 'asc' ? 1 : -1;
        const value = VALUES[sort];
        const inOrder = all.toSorted((a, b) => {
          const [left, right] = [value(a), value(b)];
          if (left === null || right === null)
            return Number(left === null) - Number(right === null);
          return left === right ? 0 : sign * (left < right ? -1 : 1);
        });
        expect(all, `${sort} ${order}`).toEqual(inOrder);
      }
    }
  });

  it('skip no customer when another is deleted between two pages', async () => {
    for (let n = 0; n < 6; n += 1) await add(`${n}@example.com`);
    const { data, next_cursor } = await list({ limit: '3' });
    await knex('users').where({ id: data[2]?.user_id }).delete();
    const rest = await list({ limit: '100', cursor: next_cursor ?? '' });
    // The admin is one of them.
    expect([...data, ...rest.data]).toHaveLength(7);
  });

  it('work after names of the maximum length', async () => {
    const last_name = '\u{1F3B5}\u0001'.repeat(100);
    for (const n of [1, 2, 3]) await add(`${n}@example.com`, { profile: { last_name } });
    expect(await readAll({ sort: 'name', search: '🎵' })).toHaveLength(3);
  });

  const encoded = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const id = uuidv7();

  it.each([
    ['no cursor', 'nonsense'],
    ['nothing', encoded(null)],
    ['of another sort', encoded(['name', 'desc', 'a', id])],
    ['of another order', encoded(['created_at', 'asc', '2026-11-21T09:30:00.000Z', id])],
    ['of no time', encoded(['created_at', 'desc', 'yesterday', id])],
    ['of no id', encoded(['created_at', 'desc', null, "' or 1=1"])],
    ['with more to it', encoded(['created_at', 'desc', null, id, 1])],
  ])('refuse a cursor that is %s', async (_, cursor) => {
    const answer = await ask({ cursor });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'cursor' }] });
  });

  it.each([
    ['a text with NUL', { sort: 'name' }, encoded(['name', 'desc', 'a\0', id]), 422],
    [
      'a number too large',
      { sort: 'total_amount' },
      encoded(['total_amount', 'desc', 2 ** 31, id]),
      422,
    ],
    ['the year nought', {}, encoded(['created_at', 'desc', '0000-01-01T00:00:00Z', id]), 200],
  ])('do not break at a cursor of %s', async (_, query, cursor, status) => {
    expect((await ask({ ...query, cursor })).status).toBe(status);
  });
});
