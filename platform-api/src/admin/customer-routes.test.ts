import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { getCustomer } from '../../contract/admin/customers.ts';
import { submitSetup } from '../../contract/setup/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import { buildAsset, buildStation, buildUser } from '../../test/factories.ts';
import { deleteOwnAccount } from '../../test/deleted-user.ts';

const database = testDatabase();
const { knex } = database;

describe('a customer’s details', () => {
  it('show account, role, profile, station as entered, and files', async () => {
    const { see, member, station, app, admin } = await openAdminArea(database, {
      station: {
        station_name: null,
        setup_notes: 'Jazz before noon.',
        current_track_data: 'https://stream.example.com/now?key=k',
      },
    });
    await buildAsset(knex, { user_id: member.id, file_name: 'Good morning.mp3' });
    const { status, etag, body } = await see();
    expect(status).toBe(200);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(body).toMatchObject({
      user: { id: member.id, email: member.email },
      role: 'user',
      profile: { user_id: member.id, first_name: 'User' },
      station: {
        id: station.id,
        status: 'setup_pending',
        station_slug: 'own',
        station_name: null,
        stream_url: null,
        setup_notes: 'Jazz before noon.',
        current_track_data: 'https://stream.example.com/now?key=k',
        station_url: 'http://radio.example.com/own',
        created_at: station.created_at.toISOString(),
      },
      assets: [{ file_name: 'Good morning.mp3', is_operators: false }],
      etag,
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|hash/);
    expect((await customerAsAdmin(app, admin, admin.id).see()).body).toMatchObject({
      role: 'admin',
    });
  });

  it('show no station, or an unpaid one only when there is no other', async () => {
    const { app, admin } = await openAdminArea(database);
    const { id: user_id } = await buildUser(knex);
    const { see } = customerAsAdmin(app, admin, user_id);
    expect((await see()).body.station).toBeNull();
    const pending = await buildStation(knex, { user_id, status: 'payment_pending' });
    expect((await see()).body.station?.id).toBe(pending.id);
    const paid = await buildStation(knex, { user_id, status: 'inactive' });
    expect((await see()).body.station?.id).toBe(paid.id);
  });

  it('create a missing profile and default to the role user', async () => {
    const { see, member } = await openAdminArea(database);
    await knex('profiles').delete().where({ user_id: member.id });
    await knex('user_roles').delete().where({ user_id: member.id });
    expect((await see()).body).toMatchObject({
      role: 'user',
      profile: { first_name: 'User', email: member.email, company_name: null },
    });
  });

  it('return 404 for a deleted or unknown customer', async () => {
    const { see, app, admin, member } = await openAdminArea(database);
    expect((await deleteOwnAccount(app, member)).status).toBe(202);
    expect(await see()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const user_id of [uuidv7(), 'nobody', "' or 1=1 --"]) {
      const { status } = await send(app, getCustomer, {
        token: admin.access_token,
        params: { user_id },
      });
      expect([user_id, status]).toEqual([user_id, 404]);
    }
  });
});

/** Columns that admins edit, each with another value. */
const CHANGEABLE = {
  users: { email: 'ada@new.example.com' },
  profiles: {
    first_name: 'Ada',
    last_name: 'Byron',
    phone_number: '+442079460000',
    country: 'France',
    company_name: 'C',
    company_address: 'A',
    company_city: 'B',
    company_postal_code: '1',
    company_website: 'https://c.example',
    company_vat_number: 'FR1',
  },
  radio_stations: {
    status: 'active',
    station_name: 'Blue',
    station_slug: 'blue',
    stream_url: 'https://a.b/',
    radio_player_embed: '<b>',
    setup_notes: 'Jazz',
    current_track_data: 'https://a.b/c',
    previous_track_data: 'https://a.b/p',
    next_track_data: 'https://a.b/n',
  },
} as const;

describe('the ETag of a customer', () => {
  it('changes with every field that admins can edit', async () => {
    const { see, member } = await openAdminArea(database);
    const seen = [(await see()).etag];
    for (const [table, columns] of Object.entries(CHANGEABLE)) {
      const own = table === 'users' ? { id: member.id } : { user_id: member.id };
      for (const [column, value] of Object.entries(columns)) {
        await knex(table)
          .where(own)
          .update({ [column]: value });
        seen.push((await see()).etag);
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(1 + 1 + 10 + 9);
  });

  it('does not change with files, the setup form or a payment', async () => {
    const { see, app, member } = await openAdminArea(database);
    const { etag } = await see();
    await buildAsset(knex, { user_id: member.id });
    const body = submitSetup.body_examples['with Starter'];
    expect((await send(app, submitSetup, { token: member.access_token, body })).status).toBe(200);
    await knex('radio_stations').update({
      purchased_at: new Date(),
      total_amount: 1,
      slug_changes: 3,
      station_logo_url: '/a.png',
    });
    await knex('users').where({ id: member.id }).update({ email_confirmed_at: new Date() });
    expect((await see()).etag).toBe(etag);
  });
});
