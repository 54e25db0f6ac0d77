import { migrationSource } from '@stationhouse/migrations';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { STATION_STATUSES } from '../../contract/stations/values.ts';
import { USER_ROLES } from '../../contract/accounts/values.ts';
import { PACKAGE_NAMES } from '../../contract/billing/prices.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';

const database = testDatabase();

describe('the database itself refuses', () => {
  it.each([
    ['a status that is none', { status: 'live' }],
    ['a package that is none', { package_name: 'Gold' }],
    ['a slug in capitals', { station_slug: 'Blue' }],
    ['a slug with another character', { station_slug: 'blue_cafe' }],
    ['a slug that ends in a hyphen', { station_slug: 'blue-' }],
    ['an empty slug', { station_slug: '' }],
    ['a negative price', { package_price: -1, vat_amount: 0, total_amount: 0 }],
    ['a total below its parts', { package_price: 100, vat_amount: 20, total_amount: 119 }],
  ])('%s', async (_, change) => {
    const { id } = await buildStation(database.knex);
    await expect(database.knex('radio_stations').where({ id }).update(change)).rejects.toThrow(
      'violates check constraint',
    );
  });

  it.each([
    ['a radio ID every 61 minutes', { radio_id_frequency: 61 }],
    ['an announcement every 0 minutes', { announcement_frequency: 0 }],
    ['no spot in a break', { commercial_spots_per_break: 0 }],
    ['another voice', { voice_preference: 'robot' }],
    ['a form submitted at no time', { setup_form_submitted: true }],
  ])('%s', async (_, change) => {
    const { id } = await buildUser(database.knex);
    await expect(database.knex('profiles').where({ user_id: id }).update(change)).rejects.toThrow(
      'violates check constraint',
    );
  });

  it('a second station under the same slug', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    await expect(buildStation(database.knex, { station_slug: 'blue' })).rejects.toThrow(
      'radio_stations_station_slug_unique',
    );
  });

  it('a second station of the same member, but not a purchase under way', async () => {
    const { id } = await buildUser(database.knex);
    await buildStation(database.knex, { user_id: id });
    await buildStation(database.knex, { user_id: id, status: 'payment_pending' });
    await expect(buildStation(database.knex, { user_id: id })).rejects.toThrow('one_per_user');
    await expect(
      buildStation(database.knex, { user_id: id, status: 'payment_pending' }),
    ).rejects.toThrow('one_pending_per_user');
  });

  it('a role that is none, and a person whom nothing reaches', async () => {
    const { id } = await buildUser(database.knex);
    await expect(
      database.knex('user_roles').where({ user_id: id }).update({ role: 'owner' }),
    ).rejects.toThrow('violates check constraint');
    await expect(database.knex('users').insert({ id: uuidv7() })).rejects.toThrow(
      'users_reachable',
    );
  });
});

describe('the database accepts', () => {
  it('every status, package and role of the contract', async () => {
    const { id } = await buildStation(database.knex);
    for (const status of STATION_STATUSES) {
      await database.knex('radio_stations').where({ id }).update({ status });
    }
    for (const package_name of PACKAGE_NAMES) {
      await database.knex('radio_stations').where({ id }).update({ package_name });
    }
    for (const role of USER_ROLES) {
      await database.knex('user_roles').update({ role });
    }
    expect(await database.knex('radio_stations').where({ id }).first()).toMatchObject({
      status: STATION_STATUSES.at(-1),
      package_name: PACKAGE_NAMES.at(-1),
    });
  });
});

describe('a person who is deleted', () => {
  it('takes along role, profile, station, files and bills', async () => {
    const { id: user_id } = await buildUser(database.knex);
    await buildStation(database.knex, { user_id });
    await database.knex('assets').insert({
      id: uuidv7(),
      user_id,
      kind: 'logo',
      file_name: 'logo.png',
      storage_key: `${user_id}/logo.png`,
      content_type: 'image/png',
      size_bytes: 1,
      state: 'stored',
      version: 'v',
      sent_hash: 'h',
    });
    await database.knex('subscriptions').insert({
      id: 'sub_1',
      user_id,
      status: 'active',
      amount: 14_900,
      currency: 'eur',
    });
    await database.knex('invoices').insert({
      id: 'in_1',
      user_id,
      amount_paid: 14_900,
      currency: 'eur',
      period_start: 1,
      period_end: 2,
      status: 'paid',
    });
    await database.knex('users').where({ id: user_id }).delete();
    for (const table of [
      'user_roles',
      'profiles',
      'radio_stations',
      'assets',
      'subscriptions',
      'invoices',
    ]) {
      expect([table, await database.knex(table).where({ user_id })]).toEqual([table, []]);
    }
  });
});

describe('the migrations', () => {
  it('can be taken back one and all, and made again', async () => {
    const tables = async () => {
      const { rows } = await database.knex.raw(
        `select table_name, column_name, data_type, is_nullable from information_schema.columns
         where table_schema = 'public' order by 1, 2`,
      );
      return rows;
    };
    const before = await tables();
    await database.knex.migrate.rollback({ migrationSource }, true);
    expect((await tables()).map((row: { table_name: string }) => row.table_name)).not.toContain(
      'radio_stations',
    );
    await database.knex.migrate.latest({ migrationSource });
    expect(await tables()).toEqual(before);
  });
});
