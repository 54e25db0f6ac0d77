import {
  createAnnouncement,
  deleteAnnouncement,
  pauseAnnouncement,
} from '../../contract/announcements/calls.ts';
import { describe, expect, it } from 'vitest';
import { changeProfile, getMe } from '../../contract/accounts/calls.ts';
import { listAudit } from '../../contract/admin/calls.ts';
import { addPause, endPause, listPauses } from '../../contract/announcements/pauses.ts';
import {
  addLocation,
  deleteLocation,
  getLocation,
  listLocations,
} from '../../contract/locations/calls.ts';
import { getBilling } from '../../contract/billing/calls.ts';
import { getMyStation, changeWallMessage } from '../../contract/stations/calls.ts';
import * as calls from '../../contract/team/calls.ts';
import { BUSINESS_HEADER, INVITATION_DAYS } from '../../contract/team/values.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { deleteOwnAccount } from '../../test/deleted-user.ts';
import {
  buildStation,
  buildUser,
  madeApiKey,
  signedInUser,
  type SignedInUser,
} from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { actingFor, buildMembership, invited, joined, tokenMailedTo } from '../../test/team.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

interface Problem {
  code: string;
}

/** An owner with a station, and a person without one. */
async function openBusiness(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  const owner = await signedInUser(app);
  const station = await buildStation(knex, { user_id: owner.id, station_name: 'Blue Café' });
  const grace = await signedInUser(app);
  const headers = actingFor(station);
  /** A call of Grace for the business. */
  const asGrace = (call: Parameters<typeof send>[1], sent: object = {}) =>
    send(app, call, { token: grace.access_token, headers, ...sent });
  return { app, owner, station, grace, headers, asGrace };
}

const codeOf = async (answer: Response) => (await json<Problem>(answer)).code;

const join = (app: TestApp, user: SignedInUser, token: string) =>
  send(app, calls.joinTeam, { token: user.access_token, body: { token } });

const teamOf = async (app: TestApp, owner: SignedInUser) =>
  json<{ data: calls.TeamMember[]; invitations: calls.TeamInvitation[] }>(
    await send(app, calls.listTeam, { token: owner.access_token }),
  );

describe('an invitation', () => {
  it('makes a person staff, who then acts for the business with its id in a header', async () => {
    const { app, owner, station, grace, asGrace } = await openBusiness();
    expect(await codeOf(await asGrace(getMyStation))).toBe('not_in_team');
    const team = await joined(app, owner, { user: grace, role: 'staff' });
    expect(team).toMatchObject({ station_name: 'Blue Café', role: 'staff' });
    const mine = await json<{ id: string }>(await asGrace(getMyStation));
    expect(mine.id).toBe(station.id);
    // Without the header, the person has only what is theirs.
    const own = await send(app, getMyStation, { token: grace.access_token });
    expect(await codeOf(own)).toBe('no_station');
    expect(await teamOf(app, owner)).toMatchObject({
      data: [{ email: grace.email, role: 'staff' }],
      invitations: [],
    });
    await workOff(app);
    const told = app.sent.mails.filter(({ to }) => to === owner.email);
    expect(told.map(({ subject }) => subject)).toEqual(['Your team of Blue Café has grown']);
  });

  it('says what it is for, without being used up', async () => {
    const { app, owner, grace } = await openBusiness();
    const token = await invited(app, owner, { email: grace.email, role: 'manager' });
    const read = await send(app, calls.readTeamInvitation, { body: { token } });
    expect(await json(read)).toMatchObject({
      station_name: 'Blue Café',
      email: grace.email,
      role: 'manager',
    });
    expect((await join(app, grace, token)).status).toBe(201);
  });

  it('is answered 404 when it is used twice', async () => {
    const { app, owner, grace } = await openBusiness();
    const token = await invited(app, owner, { email: grace.email, role: 'staff' });
    const answers = await Promise.all([join(app, grace, token), join(app, grace, token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    const read = await send(app, calls.readTeamInvitation, { body: { token } });
    expect(await codeOf(read)).toBe('invitation_over');
  });

  it('cannot be accepted after its last day, but be sent again', async () => {
    let now = Date.now();
    const { app, owner, grace } = await openBusiness({ now: () => now });
    const old = await invited(app, owner, { email: grace.email, role: 'staff' });
    now += (INVITATION_DAYS * 24 * 60 + 1) * 60_000;
    const later = await startApp(database, { now: () => now });
    // The session of the test is as old as the invitation.
    const fresh = (await json<{ access_token: string }>(
      await later.post('/v1/auth/token', {
        grant_type: 'password',
        email: grace.email,
        password: 'a long walk by the sea',
      }),
    )) as SignedInUser;
    const ownerToken = (await json<{ access_token: string }>(
      await later.post('/v1/auth/token', {
        grant_type: 'password',
        email: owner.email,
        password: 'a long walk by the sea',
      }),
    )) as SignedInUser;
    expect(await codeOf(await join(later, fresh, old))).toBe('invitation_over');
    const { invitations } = await teamOf(later, ownerToken);
    const params = { id: String(invitations[0]?.id) };
    const token = ownerToken.access_token;
    const resent = await send(later, calls.resendTeamInvitation, { token, params });
    expect(resent.status).toBe(200);
    const newest = await tokenMailedTo(later, grace.email);
    expect(newest).not.toBe(old);
    expect((await join(later, fresh, newest)).status).toBe(201);
  });

  it('is for its address alone', async () => {
    const { app, owner, grace } = await openBusiness();
    const token = await invited(app, owner, { email: 'mary@example.com', role: 'staff' });
    expect(await codeOf(await join(app, grace, token))).toBe('invitation_for_another');
    expect(await codeOf(await join(app, owner, token))).toBe('own_invitation');
    const mary = await signedInUser(app, { email: 'mary@example.com' });
    expect((await join(app, mary, token)).status).toBe(201);
  });

  it('cannot be sent to the owner, nor to a team member', async () => {
    const { app, owner, grace } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'staff' });
    const ask = (email: string) =>
      send(app, calls.inviteTeamMember, {
        token: owner.access_token,
        body: { email, role: 'manager' },
      });
    expect(await codeOf(await ask(owner.email.toUpperCase()))).toBe('own_invitation');
    expect(await codeOf(await ask(grace.email))).toBe('already_in_team');
  });

  it('replaces the earlier one of the same address, whose link stops working', async () => {
    const { app, owner, grace } = await openBusiness();
    const first = await invited(app, owner, { email: grace.email, role: 'staff' });
    const second = await invited(app, owner, { email: grace.email, role: 'manager' });
    expect((await teamOf(app, owner)).invitations).toHaveLength(1);
    expect(await codeOf(await join(app, grace, first))).toBe('invitation_over');
    expect(await json(await join(app, grace, second))).toMatchObject({ role: 'manager' });
  });

  it('is not mailed, and does not work, once it is withdrawn', async () => {
    const { app, owner, grace } = await openBusiness();
    const token = await invited(app, owner, { email: grace.email, role: 'staff' });
    const { invitations } = await teamOf(app, owner);
    const sent = { token: owner.access_token, params: { id: String(invitations[0]?.id) } };
    await send(app, calls.resendTeamInvitation, sent);
    expect((await send(app, calls.revokeTeamInvitation, sent)).status).toBe(204);
    const mails = app.sent.mails.length;
    await workOff(app, ['send_invitation']);
    expect(app.sent.mails).toHaveLength(mails);
    expect(await codeOf(await join(app, grace, token))).toBe('invitation_over');
  });

  it('leaves no secret in the queue or the table', async () => {
    const { app, owner, grace } = await openBusiness();
    await send(app, calls.inviteTeamMember, {
      token: owner.access_token,
      body: { email: grace.email, role: 'staff' },
    });
    const rows = [
      ...(await knex('team_invitations').select('*')),
      ...(await knex('graphile_worker._private_jobs').select('payload')),
    ];
    const token = await tokenMailedTo(app, grace.email);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a team member', () => {
  it('has the rights of the role, which change with the next request', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    const { id } = await joined(app, owner, { user: grace, role: 'manager' });
    const body = { wall_message: null };
    expect((await asGrace(changeWallMessage, { body })).status).toBe(200);
    const sent = { token: owner.access_token, params: { id }, body: { role: 'staff' } };
    expect((await send(app, calls.changeTeamMember, sent)).status).toBe(200);
    expect(await codeOf(await asGrace(changeWallMessage, { body }))).toBe('manager_only');
    expect((await asGrace(listPauses)).status).toBe(200);
    expect(await codeOf(await asGrace(getBilling))).toBe('owner_only');
  });

  it('who is removed while signed in is refused at once, and keeps the own account', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    const { id } = await joined(app, owner, { user: grace, role: 'staff' });
    expect((await asGrace(getMyStation)).status).toBe(200);
    const sent = { token: owner.access_token, params: { id } };
    expect((await send(app, calls.removeTeamMember, sent)).status).toBe(204);
    expect(await codeOf(await asGrace(getMyStation))).toBe('not_in_team');
    const me = await send(app, getMe, { token: grace.access_token });
    expect(await json(me)).toMatchObject({ user: { id: grace.id } });
    await workOff(app);
    const told = app.sent.mails.findLast(({ to }) => to === grace.email);
    expect(told?.subject).toBe('You no longer belong to the team of Blue Café');
  });

  it('may leave, even as the last manager: the owner stays, and is told', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    const { id } = await joined(app, owner, { user: grace, role: 'manager' });
    const left = await send(app, calls.leaveTeam, { token: grace.access_token, params: { id } });
    expect(left.status).toBe(204);
    expect(await codeOf(await asGrace(getMyStation))).toBe('not_in_team');
    expect((await teamOf(app, owner)).data).toEqual([]);
    await workOff(app);
    const told = app.sent.mails.findLast(({ to }) => to === owner.email);
    expect(told?.text).toContain(grace.email);
  });

  it('belongs to several businesses, and sees those of others as before', async () => {
    const { app, owner, grace } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'staff' });
    const other = await buildStation(knex, { station_name: 'Aqua Gym' });
    await buildMembership(knex, { station: other, user: grace, role: 'manager' });
    const own = await buildStation(knex, { user_id: grace.id });
    const teams = await json<{ data: calls.Team[] }>(
      await send(app, calls.listMyTeams, { token: grace.access_token }),
    );
    expect(teams.data.map(({ station_name }) => station_name)).toEqual(['Aqua Gym', 'Blue Café']);
    for (const { business_id } of teams.data) {
      const headers = { [BUSINESS_HEADER]: business_id };
      const answer = await send(app, getMyStation, { token: grace.access_token, headers });
      expect(await json(answer)).toMatchObject({ public_id: business_id });
    }
    const mine = await send(app, getMyStation, { token: grace.access_token });
    expect(await json(mine)).toMatchObject({ id: own.id });
  });

  it('is named in the audit log for what they did, and the owner for the team', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'manager' });
    await asGrace(changeWallMessage, { body: { wall_message: null } });
    // A request that is refused did nothing.
    await asGrace(endPause, { params: { id: owner.id } });
    const admin = await signedInUser(app, { role: 'admin' });
    const log = await send(app, listAudit, {
      token: admin.access_token,
      query: { user_id: owner.id },
    });
    const { data } = await json<{ data: { action: string; actor_email: string }[] }>(log);
    const acts = data.map(({ action, actor_email }) => `${action} ${actor_email}`);
    expect(acts).toEqual([
      `act_for_owner ${grace.email}`,
      `join_team ${grace.email}`,
      `invite_team_member ${owner.email}`,
    ]);
  });

  it('has idempotency keys of their own', async () => {
    const { app, owner, grace, headers, station } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'staff' });
    const keyed = { 'Idempotency-Key': 'the same' };
    const [starts, ends] = [1, 2].map((n) => `2027-01-0${n}T09:00`);
    const body = { from: starts, until: ends };
    await send(app, addPause, { token: owner.access_token, headers: keyed, body });
    const again = await send(app, addPause, {
      token: grace.access_token,
      headers: { ...headers, ...keyed },
      body,
    });
    expect(again.headers.get('Idempotent-Replayed')).toBeNull();
    const owners = await knex('idempotency_keys').orderBy('owner').pluck('owner');
    expect(owners.toSorted()).toEqual([owner.id, `${grace.id} for ${owner.id}`].toSorted());
    expect(station.user_id).toBe(owner.id);
  });

  it('cannot act with an API key, nor through an address that is no business', async () => {
    const { app, owner, grace, headers } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'manager' });
    const { key } = await madeApiKey(app, grace);
    for (const [token, business] of [
      [key, headers[BUSINESS_HEADER]],
      [grace.access_token, 'blue-cafe'],
      [grace.access_token, `st_${'0'.repeat(32)}`],
    ]) {
      const named = { [BUSINESS_HEADER]: String(business) };
      const answer = await send(app, getMyStation, { token, headers: named });
      expect(await codeOf(answer)).toBe('not_in_team');
    }
  });

  it('changes the own profile only without the header', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'manager' });
    const body = { first_name: 'Eve' };
    expect(await codeOf(await asGrace(changeProfile, { body }))).toBe('owner_only');
    expect(await json(await asGrace(getMe))).toMatchObject({ user: { id: grace.id } });
  });
});

describe('staff of some locations', () => {
  it('see only these, and change nothing that is heard in all of them', async () => {
    const { app, owner, grace, station, asGrace } = await openBusiness();
    const add = async (name: string) =>
      (
        await json<{ id: string }>(
          await send(app, addLocation, {
            token: owner.access_token,
            body: { name, leave_pin: '4071' },
          }),
        )
      ).id;
    await knex('radio_stations').where({ id: station.id }).update({ package_name: 'Professional' });
    const [mine, other] = [await add('High Street'), await add('Station Road')];
    const { id } = await joined(app, owner, { user: grace, role: 'staff' });
    const change = (body: object) =>
      send(app, calls.changeTeamMember, { token: owner.access_token, params: { id }, body });
    expect((await change({ role: 'staff', location_ids: [mine] })).status).toBe(200);
    const { data } = await json<{ data: { id: string; leave_pin: string | null }[] }>(
      await asGrace(listLocations),
    );
    expect(data.map((each) => each.id)).toEqual([mine]);
    // The PIN protects the player against staff.
    expect(data.map((each) => each.leave_pin)).toEqual([null]);
    expect((await asGrace(getLocation, { params: { id: mine } })).status).toBe(200);
    expect((await asGrace(getLocation, { params: { id: other } })).status).toBe(404);
    expect((await asGrace(getMyStation)).status).toBe(200);
    const pause = await asGrace(endPause, { params: { id: mine } });
    expect(await codeOf(pause)).toBe('all_locations_only');
    const announce = (body: object) => asGrace(createAnnouncement, { body });
    const { id: said } = await json<{ id: string }>(
      await announce({ title: 'Soup', location_ids: [mine] }),
    );
    expect((await asGrace(deleteAnnouncement, { params: { id: said } })).status).toBe(204);
    for (const body of [{ title: 'Soup' }, { title: 'Soup', location_ids: [mine, other] }])
      expect(await codeOf(await announce(body))).toBe('all_locations_only');
    const everywhere = await json<{ id: string }>(
      await send(app, createAnnouncement, {
        token: owner.access_token,
        body: { title: 'For all' },
      }),
    );
    const params = { id: everywhere.id };
    for (const call of [deleteAnnouncement, pauseAnnouncement])
      expect(await codeOf(await asGrace(call, { params }))).toBe('all_locations_only');
    // A location that is removed does not widen what they see.
    await send(app, deleteLocation, { token: owner.access_token, params: { id: mine } });
    expect((await json<{ data: object[] }>(await asGrace(listLocations))).data).toEqual([]);
    expect(await codeOf(await change({ role: 'staff', location_ids: [mine] }))).toBe(
      'validation_failed',
    );
    expect((await change({ role: 'manager', location_ids: [other] })).status).toBe(422);
    expect(await json(await change({ role: 'manager' }))).toMatchObject({ location_ids: null });
  });
});

describe('an account deletion', () => {
  it('of a team member removes them from the team, and leaves the business as it is', async () => {
    const { app, owner, grace, station } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'staff' });
    await deleteOwnAccount(app, grace);
    await workOff(app);
    expect((await teamOf(app, owner)).data).toEqual([]);
    expect(await knex('radio_stations').where({ id: station.id })).toHaveLength(1);
  });

  it('of the owner ends the team at once, and leaves the accounts of its members', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    await joined(app, owner, { user: grace, role: 'manager' });
    await deleteOwnAccount(app, owner);
    expect(await codeOf(await asGrace(getMyStation))).toBe('not_in_team');
    await workOff(app);
    expect(await knex('team_members')).toEqual([]);
    const me = await send(app, getMe, { token: grace.access_token });
    expect(me.status).toBe(200);
  });
});

describe('the team of an owner', () => {
  it('is hidden from other members', async () => {
    const { app, owner, grace } = await openBusiness();
    const member = await joined(app, owner, { user: grace, role: 'staff' });
    const stranger = await signedInUser(app);
    await buildStation(knex, { user_id: stranger.id });
    const sent = { token: stranger.access_token, params: { id: member.id } };
    expect((await teamOf(app, stranger)).data).toEqual([]);
    expect((await send(app, calls.removeTeamMember, sent)).status).toBe(404);
    const body = { role: 'manager' };
    expect((await send(app, calls.changeTeamMember, { ...sent, body })).status).toBe(404);
    expect((await send(app, calls.leaveTeam, sent)).status).toBe(404);
  });

  it('cannot be changed by its managers', async () => {
    const { app, owner, grace, asGrace } = await openBusiness();
    const { id } = await joined(app, owner, { user: grace, role: 'manager' });
    const other = await buildUser(knex);
    const body = { email: other.email, role: 'manager' };
    expect(await codeOf(await asGrace(calls.inviteTeamMember, { body }))).toBe('owner_only');
    const params = { id };
    expect(await codeOf(await asGrace(calls.removeTeamMember, { params }))).toBe('owner_only');
  });
});
