import * as calls from '../contract/team/calls.ts';
import { MAX_TEAM_SIZE } from '../contract/team/values.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../contract/values.ts';
import { buildStation, buildUser } from './factories.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe, World } from './recipe.ts';
import { buildMembership, invited, joined, tokenMailedTo } from './team.ts';

const staff = { email: 'grace@example.com', role: 'staff' as const };

const stationOf = ({ app, member }: World) => buildStation(app.services.db, { user_id: member.id });

/** The owner's call before there is a station, then with one, about an unknown thing and a known one. */
async function ofOwner(
  world: World,
  call: Parameters<World['ask']>[0],
  { body, make }: { body?: object; make: (station: { id: string }) => Promise<string | undefined> },
): Promise<void> {
  const { member, ask } = world;
  const token = member.access_token;
  const sent = { token, ...(body && { body }) };
  await ask(call, { ...sent, params: { id: UNKNOWN_ID } });
  const id = await make(await stationOf(world));
  for (const each of [UNKNOWN_ID, id ?? UNKNOWN_ID]) {
    await ask(call, { ...sent, params: { id: each } });
  }
}

const invitationOf = (world: World) => async (): Promise<string | undefined> => {
  const { app, member } = world;
  await invited(app, member, staff);
  return (await app.services.db('team_invitations').first('id'))?.id;
};

const memberOf =
  ({ app, other }: World) =>
  (station: { id: string }): Promise<string> =>
    buildMembership(app.services.db, { station, user: other, role: 'staff' });

/** Recipes of the calls about teams. */
export const TEAM_RECIPES: Record<string, Recipe> = {
  async listTeam(world) {
    const { app, member, other, ask } = world;
    const token = member.access_token;
    await ask(calls.listTeam, { token });
    await stationOf(world);
    await joined(app, member, { user: other, role: 'manager' });
    await invited(app, member, staff);
    await ask(calls.listTeam, { token });
  },
  async inviteTeamMember(world) {
    const { app, member, other, ask } = world;
    const token = member.access_token;
    await ask(calls.inviteTeamMember, { token, body: staff });
    const station = await stationOf(world);
    await buildMembership(app.services.db, { station, user: other, role: 'staff' });
    for (const email of [staff.email, member.email, other.email]) {
      await ask(calls.inviteTeamMember, { token, body: { ...staff, email } });
    }
    const location_ids = [UNKNOWN_ID];
    await ask(calls.inviteTeamMember, { token, body: { ...staff, location_ids } });
    const { db } = app.services;
    for (let n = 2; n < MAX_TEAM_SIZE; n += 1) {
      await buildMembership(db, { station, user: await buildUser(db), role: 'staff' });
    }
    await ask(calls.inviteTeamMember, { token, body: { ...staff, email: 'one@example.com' } });
  },
  async resendTeamInvitation(world) {
    await ofOwner(world, calls.resendTeamInvitation, { make: invitationOf(world) });
    const token = world.member.access_token;
    const headers = { 'Idempotency-Key': 'a'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1) };
    await world.ask(calls.resendTeamInvitation, { token, params: { id: UNKNOWN_ID }, headers });
  },
  revokeTeamInvitation: (world) =>
    ofOwner(world, calls.revokeTeamInvitation, { make: invitationOf(world) }),
  async changeTeamMember(world) {
    const make = memberOf(world);
    await ofOwner(world, calls.changeTeamMember, { body: { role: 'manager' }, make });
    const { app, member, ask } = world;
    const row = await app.services.db('team_members').first('id');
    await ask(calls.changeTeamMember, {
      token: member.access_token,
      params: { id: String(row?.id) },
      body: { role: 'staff', location_ids: [UNKNOWN_ID] },
    });
  },
  removeTeamMember: (world) => ofOwner(world, calls.removeTeamMember, { make: memberOf(world) }),
  async listMyTeams(world) {
    const { app, member, other, ask } = world;
    await stationOf(world);
    await joined(app, member, { user: other, role: 'staff' });
    await ask(calls.listMyTeams, { token: other.access_token });
  },
  async leaveTeam(world) {
    const { app, member, other, ask } = world;
    await stationOf(world);
    const { id } = await joined(app, member, { user: other, role: 'staff' });
    for (const each of [UNKNOWN_ID, id]) {
      await ask(calls.leaveTeam, { token: other.access_token, params: { id: each } });
    }
  },
  async readTeamInvitation(world) {
    const { app, member, ask } = world;
    await ask(calls.readTeamInvitation, { body: { token: 'unknown' } });
    await stationOf(world);
    const token = await invited(app, member, staff);
    await ask(calls.readTeamInvitation, { body: { token } });
  },
  async joinTeam(world) {
    const { app, member, other, admin, ask } = world;
    await ask(calls.joinTeam, { token: other.access_token, body: { token: 'unknown' } });
    await stationOf(world);
    await invited(app, member, { email: other.email, role: 'staff' });
    const body = { token: await tokenMailedTo(app, other.email) };
    for (const { access_token: token } of [admin, member, other]) {
      await ask(calls.joinTeam, { token, body });
    }
  },
};
