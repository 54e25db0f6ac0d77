import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import * as calls from '../../contract/locations/calls.ts';
import type { Location, LocationHistory } from '../../contract/locations/schemas.ts';
import { SILENCE_MINUTES, type PlayerStatus } from '../../contract/locations/values.ts';
import type { Call } from '../../contract/call.ts';
import type { Problem } from '../../contract/problem.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { workOff } from '../../test/work-off.ts';
import { teamAt } from '../team/team-queries.ts';
import { watchLocations } from './watch.ts';

const database = testDatabase();
const { knex } = database;

/** A Tuesday, at noon in London. */
const NOON = Date.parse('2026-11-24T12:00:00Z');
const TUESDAYS = [{ days: ['tue'], from: '09:00', to: '18:00' }];

/** A business with a station on air, and a clock that can be put forward. */
async function open() {
  let at = NOON;
  const now = () => at;
  const app = await startApp(database, { now });
  const member = await signedInUser(app);
  const { id: stationId, station_slug } = await buildStation(knex, { user_id: member.id });
  await knex('radio_stations').where({ id: stationId }).update({ zone: 'Europe/London' });
  const ask = async <T>(call: Call, sent: Sent = {}): Promise<T & Pick<Partial<Problem>, 'code'>> =>
    json(await send(app, call, { token: member.access_token, ...sent }));
  const mails = async () => {
    await workOff(app, ['send_mail']);
    return app.sent.mails.splice(0).map(({ subject }) => subject);
  };
  return {
    app,
    member,
    station_slug,
    ask,
    mails,
    forward(seconds: number) {
      at += seconds * 1_000;
    },
    now,
    watch: () => watchLocations({ db: knex, teamAt, publicUrl: 'http://radio.example.com', now }),
    /** Time passes while the watch looks at least every minute. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 50) {
        at += Math.min(left, 50) * 1_000;
        await watchLocations({ db: knex, teamAt, publicUrl: 'http://radio.example.com', now });
      }
    },
    add: (body: object = {}) =>
      ask<Location>(calls.addLocation, { body: { name: 'High Street', ...body } }),
    async statusOf(id: string) {
      return (await ask<Location>(calls.getLocation, { params: { id } })).status;
    },
  };
}

type Business = Awaited<ReturnType<typeof open>>;

/** A browser that shows a pairing code. */
async function openPlayer({ app, station_slug, now }: Business) {
  const body = { station: station_slug };
  const begun = await send(app, calls.beginPairing, { body });
  const { player_key, pairing_code } = await json<{ player_key: string; pairing_code: string }>(
    begun,
  );
  const opened = now();
  const report = async (status: PlayerStatus, more: object = {}) => {
    const running_seconds = (now() - opened) / 1_000;
    const answer = await send(app, calls.reportPlayer, {
      body: { player_key, status, running_seconds, ...more },
    });
    return json<
      { location: { name: string; is_open: boolean } | null; pairing: object | null } & Problem
    >(answer);
  };
  return { player_key, pairing_code, report };
}

/** A location with a paired player. */
async function paired(business: Business, hours: object[] | null = TUESDAYS) {
  const location = await business.add({ opening_hours: hours });
  const player = await openPlayer(business);
  const body = { pairing_code: player.pairing_code };
  await business.ask(calls.pairPlayer, { params: { id: location.id }, body });
  return { location, ...player };
}

/** Waits until a player's report is written. */
async function written(key: string, status: PlayerStatus, at: number) {
  await vi.waitFor(async () => {
    const row = await knex('location_players')
      .whereNotNull('reported_at')
      .where({ reported_at: new Date(at), status })
      .first('id');
    expect(row).toBeDefined();
  }, 10_000);
  return key;
}

describe('a location', () => {
  it('is added with the station’s zone, changed and removed', async () => {
    const { app, member, ask, add } = await open();
    const { id, zone, status, is_open } = await add({ opening_hours: TUESDAYS });
    expect([zone, status, is_open]).toEqual(['Europe/London', 'unpaired', true]);
    const changed = await ask<Location>(calls.changeLocation, {
      params: { id },
      body: { name: 'Harbour', zone: 'Pacific/Auckland' },
    });
    expect([changed.name, changed.is_open, changed.opening_hours]).toEqual([
      'Harbour',
      false,
      TUESDAYS,
    ]);
    await send(app, calls.deleteLocation, { token: member.access_token, params: { id } });
    expect((await ask<{ data: Location[] }>(calls.listLocations)).data).toEqual([]);
  });

  it('cannot be read or changed by another business', async () => {
    const business = await open();
    const { location } = await paired(business);
    const stranger = await signedInUser(business.app);
    await buildStation(knex, { user_id: stranger.id });
    const token = stranger.access_token;
    const params = { id: location.id };
    for (const call of [calls.getLocation, calls.deleteLocation])
      expect((await business.ask(call, { token, params })).code).toBe('not_found');
    const { pairing_code } = await openPlayer(business);
    const other = await business.ask<Location>(calls.addLocation, {
      token,
      body: { name: 'Elsewhere' },
    });
    const guess = { token, params: { id: other.id }, body: { pairing_code } };
    expect((await business.ask(calls.pairPlayer, guess)).code).toBe('pairing_code_unknown');
  });
});

describe('a location player', () => {
  it('belongs to a location once a member has typed its code, which then works no more', async () => {
    const business = await open();
    const { report, pairing_code } = await openPlayer(business);
    expect((await report('silent')).location).toBeNull();
    const { id } = await business.add();
    const typed = `${pairing_code.slice(0, 3).toLowerCase()}-${pairing_code.slice(3)}`;
    const body = { pairing_code: typed };
    const paired = await business.ask<Location>(calls.pairPlayer, { params: { id }, body });
    expect(paired.players).toHaveLength(1);
    expect((await report('playing')).location).toMatchObject({
      name: 'High Street',
      is_open: true,
    });
    expect((await business.ask(calls.pairPlayer, { params: { id }, body })).code).toBe(
      'pairing_code_unknown',
    );
  });

  it('shows another code after a quarter of an hour', async () => {
    const business = await open();
    const { report, pairing_code } = await openPlayer(business);
    business.forward(15 * 60 + 1);
    const { pairing } = await report('silent');
    expect(pairing).not.toMatchObject({ pairing_code });
    const { id } = await business.add();
    const body = { pairing_code };
    expect((await business.ask(calls.pairPlayer, { params: { id }, body })).code).toBe(
      'pairing_code_unknown',
    );
  });

  it('is refused after it was removed, wherever it is now', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    await report('playing');
    await written(player_key, 'playing', business.now());
    const { players } = await business.ask<Location>(calls.getLocation, {
      params: { id: location.id },
    });
    const params = { id: location.id, player_id: players[0]?.id ?? '' };
    const token = business.member.access_token;
    expect((await send(business.app, calls.removePlayer, { token, params })).status).toBe(204);
    await report('playing');
    await vi.waitFor(async () => {
      expect((await report('playing')).code).toBe('player_unknown');
    }, 10_000);
    // Its last status stays in the history of the location.
    const kept = await knex('player_statuses').where({ player_id: params.player_id });
    expect(kept.map(({ status }) => status)).toEqual(['playing']);
  });

  it('is unpaired at its screen with the PIN alone', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    const body = { leave_pin: '4071' };
    await business.ask(calls.changeLocation, { params: { id: location.id }, body });
    const leave = (pin?: string) =>
      business.ask(calls.leaveLocation, { body: { player_key, ...(pin && { pin }) } });
    expect([(await leave()).code, (await leave('4072')).code]).toEqual([
      'wrong_leave_pin',
      'wrong_leave_pin',
    ]);
    const left = await send(business.app, calls.leaveLocation, {
      body: { player_key, pin: '4071' },
    });
    expect(left.status).toBe(204);
    expect((await report('playing')).code).toBe('player_unknown');
  });

  it('that stops reporting is offline after one report is missing', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    await report('playing');
    await written(player_key, 'playing', business.now());
    business.forward(32);
    expect(await business.statusOf(location.id)).toBe('playing');
    business.forward(2);
    expect(await business.statusOf(location.id)).toBe('offline');
  });

  it('beside one that is muted lets the location play', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    const other = await openPlayer(business);
    const body = { pairing_code: other.pairing_code };
    await business.ask(calls.pairPlayer, { params: { id: location.id }, body });
    await other.report('muted');
    await report('playing');
    await written(player_key, 'playing', business.now());
    await written(player_key, 'muted', business.now());
    expect(await business.statusOf(location.id)).toBe('playing');
  });
});

describe('a silence', () => {
  it('of five minutes within opening hours is told once, and its end once', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    await report('playing');
    await written(player_key, 'playing', business.now());
    await business.watch();
    await business.pass(15 + SILENCE_MINUTES * 60 - 1);
    expect(await business.mails()).toEqual([]);
    await business.pass(1);
    expect(await business.mails()).toEqual(['High Street is silent']);
    await business.pass(300);
    expect(await business.mails()).toEqual([]);
    await report('playing');
    await written(player_key, 'playing', business.now());
    expect(await business.statusOf(location.id)).toBe('playing');
    await business.watch();
    await business.watch();
    expect(await business.mails()).toEqual(['High Street plays again']);
  });

  it('outside opening hours is not told, and in the morning after five minutes', async () => {
    const business = await open();
    const { report, player_key } = await paired(business, [
      { days: ['tue'], from: '09:00', to: '12:04' },
      { days: ['wed'], from: '09:00', to: '18:00' },
    ]);
    await report('playing');
    await written(player_key, 'playing', business.now());
    await business.pass(1_800);
    expect(await business.mails()).toEqual([]);
    // Until two minutes before it opens.
    business.forward(20 * 3_600 + 28 * 60);
    await business.pass((2 + SILENCE_MINUTES) * 60 - 5);
    expect(await business.mails()).toEqual([]);
    await business.pass(10);
    expect(await business.mails()).toEqual(['High Street is silent']);
  });

  it('is not concluded from an hour in which nothing could report', async () => {
    const business = await open();
    const { report, player_key } = await paired(business);
    await report('playing');
    await written(player_key, 'playing', business.now());
    await business.watch();
    business.forward(3_600);
    await business.watch();
    await report('playing', { running_seconds: 90_000 });
    await written(player_key, 'playing', business.now());
    business.forward(36);
    await business.watch();
    expect(await business.mails()).toEqual([]);
  });

  it('that was a cut line is said to have been played from the reserve', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    await report('playing', { running_seconds: 9_000, reserve_seconds: 3_600 });
    await written(player_key, 'playing', business.now());
    await business.watch();
    await business.pass(600);
    await workOff(business.app, ['send_mail']);
    expect(
      business.app.sent.mails
        .splice(0)
        .map(({ text }) => text)
        .join(),
    ).toContain('it plays its reserve until about Tuesday 13:00');
    const changes = [
      { status: 'reserve', seconds_ago: 595 },
      { status: 'playing', seconds_ago: 2 },
    ];
    await report('playing', { running_seconds: 9_600, changes });
    await written(player_key, 'playing', business.now());
    await business.watch();
    await workOff(business.app, ['send_mail']);
    expect(
      business.app.sent.mails
        .splice(0)
        .map(({ text }) => text)
        .join(),
    ).toContain('It played its reserve meanwhile');
    const { played_percent, days } = await business.ask<LocationHistory>(calls.getLocation, {
      params: { id: location.id },
    });
    expect(played_percent).toBeGreaterThan(99);
    expect(days[0]?.parts.map(({ status }) => status)).toContain('reserve');
  });

  it.each(['reserve', 'playing'] as const)(
    'with a reserve is not called one, and neither is its end, if the first report says %s',
    async (first) => {
      const business = await open();
      const { report, player_key } = await paired(business);
      await report('playing', { running_seconds: 9_000, reserve_seconds: 3_600 });
      await written(player_key, 'playing', business.now());
      await business.watch();
      await business.pass(600);
      expect(await business.mails()).toEqual(['High Street does not report']);
      const reserve = { status: 'reserve', seconds_ago: 595 };
      const changes =
        first === 'reserve' ? [reserve] : [reserve, { status: first, seconds_ago: 1 }];
      await report(first, { running_seconds: 9_600, changes });
      await written(player_key, first, business.now());
      await business.watch();
      expect(await business.mails()).toEqual(['High Street is back']);
    },
  );

  it('is told as a text message in the same way: until when the reserve plays, and that it did', async () => {
    const business = await open();
    const { app, member } = business;
    const { report, player_key } = await paired(business);
    const phone = '+442079460123';
    await knex('users').where({ id: member.id }).update({ phone, phone_confirmed_at: new Date() });
    await business.ask(calls.setLocationAlerts, { body: { alerts_by: 'text' } });
    await report('playing', { running_seconds: 9_000, reserve_seconds: 3_600 });
    await written(player_key, 'playing', business.now());
    await business.watch();
    await business.pass(600);
    await report('reserve', {
      running_seconds: 9_600,
      changes: [{ status: 'reserve', seconds_ago: 595 }],
    });
    await written(player_key, 'reserve', business.now());
    await business.watch();
    await workOff(app, ['send_location_alert']);
    expect(app.sent.texts.map(({ to, text }) => [to, text])).toEqual([
      [
        phone,
        expect.stringContaining('If only its line is cut, it plays until about Tuesday 13:00.'),
      ],
      [phone, expect.stringContaining('is back. It played its reserve since Tuesday 12:00.')],
    ]);
  });

  it('is told to those of the team who want it, unless they work elsewhere', async () => {
    const business = await open();
    const { location, report, player_key } = await paired(business);
    const { station_id } = await knex('locations').where({ id: location.id }).first();
    for (const location_ids of [null, [location.id], [randomUUID()]]) {
      const { id: user_id, access_token: token } = await signedInUser(business.app);
      const role = location_ids === null ? ('manager' as const) : ('staff' as const);
      await knex('team_members').insert({
        id: randomUUID(),
        station_id,
        user_id,
        role,
        location_ids,
      });
      const body = { alerts_by: 'email' };
      await business.ask(calls.setLocationAlerts, { token, body });
    }
    // One who has not chosen is not told.
    const { id: user_id } = await signedInUser(business.app);
    await knex('team_members').insert({ id: randomUUID(), station_id, user_id, role: 'manager' });
    await report('playing');
    await written(player_key, 'playing', business.now());
    await business.pass(SILENCE_MINUTES * 60 + 30);
    expect(await business.mails()).toEqual(Array(3).fill('High Street is silent'));
  });

  it('is listed for the operator until it is over', async () => {
    const business = await open();
    const admin = await signedInUser(business.app, { role: 'admin' });
    const { report, player_key } = await paired(business);
    const list = async () =>
      (
        await business.ask<{ data: { name: string; status: string }[] }>(
          calls.listSilentLocations,
          { token: admin.access_token },
        )
      ).data.map(({ name, status }) => `${name} ${status}`);
    await business.watch();
    await report('blocked');
    await written(player_key, 'blocked', business.now());
    await business.pass(SILENCE_MINUTES * 60 + 30);
    expect(await list()).toEqual(['High Street offline']);
    business.forward(1);
    await report('playing');
    await written(player_key, 'playing', business.now());
    await business.watch();
    expect(await list()).toEqual([]);
  });
});
