import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { inviteTeamMember, joinTeam, type Team } from '../contract/team/calls.ts';
import { publicStationId } from '../contract/stations/slug.ts';
import { BUSINESS_HEADER, type TeamRole } from '../contract/team/values.ts';
import { send } from './call.ts';
import type { SignedInUser } from './factories.ts';
import { json, type TestApp } from './server.ts';
import { workOff } from './work-off.ts';

/** The header with which a team member acts for the business of a station. */
export const actingFor = ({ id }: { id: string }): Record<string, string> => ({
  [BUSINESS_HEADER]: publicStationId(id),
});

/** Puts a user into the team of a station, as if they had accepted an invitation. */
export async function buildMembership(
  db: Knex,
  {
    station,
    user,
    role,
    location_ids = null,
  }: {
    station: { id: string };
    user: { id: string };
    role: TeamRole;
    location_ids?: readonly string[] | null;
  },
): Promise<string> {
  const id = uuidv7();
  const of = { station_id: station.id, user_id: user.id };
  await db('team_members').insert({
    id,
    ...of,
    role,
    location_ids: location_ids && [...location_ids],
  });
  return id;
}

/** The token of the newest invitation that was mailed to an address. */
export async function tokenMailedTo(app: TestApp, email: string): Promise<string> {
  await workOff(app, ['send_invitation']);
  const mail = app.sent.mails.findLast(({ to }) => to === email);
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No invitation was mailed to ${email}.`);
  return token;
}

/** Invites an address over HTTP. @returns the token of the mail */
export async function invited(
  app: TestApp,
  owner: SignedInUser,
  body: { email: string; role: TeamRole },
): Promise<string> {
  const answer = await send(app, inviteTeamMember, { token: owner.access_token, body });
  if (answer.status !== 201) throw new Error(`The invitation was refused: ${await answer.text()}`);
  return tokenMailedTo(app, body.email);
}

/** Invites a user, who accepts. */
export async function joined(
  app: TestApp,
  owner: SignedInUser,
  { user, role }: { user: SignedInUser; role: TeamRole },
): Promise<Team> {
  const token = await invited(app, owner, { email: user.email, role });
  const answer = await send(app, joinTeam, { token: user.access_token, body: { token } });
  if (answer.status !== 201) throw new Error(`Joining was refused: ${await answer.text()}`);
  return json<Team>(answer);
}
