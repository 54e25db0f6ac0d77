// Team members: people who work for a business beside its owner.
import { z } from 'zod';
import { call } from '../call.ts';
import { email, id, listOf, time } from '../fields.ts';
import { PUBLIC_ID_EXAMPLE } from '../stations/schemas.ts';
import { MAX_LOCATIONS } from '../locations/values.ts';
import {
  BUSINESS_HEADER,
  INVITATION_DAYS,
  MAX_TEAM_SIZE,
  TEAM_ROLES,
  type TeamRole,
} from './values.ts';

const role = z.enum(TEAM_ROLES).meta({ example: 'staff' });
const location_ids = z
  .array(id)
  .nullable()
  .meta({
    description:
      'The ids of the locations that staff work for; null: all. For some, they see what is on air and the status of their ' +
      'players, and make announcements there.',
    example: null,
  });
const chosen_locations = z
  .array(id)
  .min(1, 'Choose at least one location.')
  .max(MAX_LOCATIONS)
  .nullable()
  .optional()
  .meta({ description: 'For staff only. Null or left out: all.', example: null });

/** Only staff can be limited to locations. */
const hasRightLocations = (body: { role: TeamRole; location_ids?: string[] | null | undefined }) =>
  body.role === 'staff' || !body.location_ids;
const FOR_ALL = { path: ['location_ids'], message: 'Managers work for all locations.' };

/** A person who works for a business beside its owner. */
export const TeamMember = z
  .object({
    id,
    email: z.string().nullable().meta({ example: 'grace@example.com' }),
    first_name: z.string().meta({ example: 'Grace' }),
    last_name: z.string().meta({ example: 'Hopper' }),
    role,
    location_ids,
    joined_at: time,
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

/** An invitation that is open or has expired. */
export const TeamInvitation = z
  .object({
    id,
    email: z.string().meta({ example: 'grace@example.com' }),
    role,
    location_ids,
    sent_at: time,
    expires_at: time,
  })
  .meta({ id: 'TeamInvitation' });
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** A team that the signed-in person belongs to. */
export const Team = z
  .object({
    id,
    business_id: z.string().meta({
      description: `The public id of the station, for the header \`${BUSINESS_HEADER}\`.`,
      example: PUBLIC_ID_EXAMPLE,
    }),
    station_name: z.string().meta({ example: 'Counting House Radio' }),
    station_slug: z.string().meta({ example: 'counting-house' }),
    role,
    location_ids,
    joined_at: time,
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

const params = z.object({ id: id.meta({ description: 'From the list.' }) });
const token = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'From the link in the mail.', example: 'Yk3vN0fJm1x7cQ2hZr8sTQ' });
const taken_token = { 'from the mail': { token: 'Yk3vN0fJm1x7cQ2hZr8sTQ' } };

export const listTeam = call({
  id: 'listTeam',
  method: 'get',
  path: '/v1/me/team',
  access: 'member',
  api_keys: false,
  summary: 'Your team',
  description: 'Team members, the newest last, and the invitations that are open or have expired.',
  response: listOf(TeamMember).extend({ invitations: z.array(TeamInvitation) }),
  errors: ['no_station'],
});

export const inviteTeamMember = call({
  id: 'inviteTeamMember',
  method: 'post',
  path: '/v1/me/team/invitations',
  access: 'member',
  api_keys: false,
  idempotent: true,
  summary: 'Invite a person to your team',
  description:
    `The address gets a mail with a link, which works once and for ${INVITATION_DAYS} days. Another invitation of the ` +
    `same address replaces the earlier one. A team has at most ${MAX_TEAM_SIZE} members and invitations.`,
  body: z
    .strictObject({ email, role, location_ids: chosen_locations })
    .refine(hasRightLocations, FOR_ALL),
  body_examples: {
    'a member of staff': { email: 'grace@example.com', role: 'staff' },
    'a manager': { email: 'grace@example.com', role: 'manager' },
  },
  response: TeamInvitation,
  status: 201,
  limits: ['team_invitation'],
  errors: ['no_station', 'own_invitation', 'already_in_team', 'team_full'],
});

export const resendTeamInvitation = call({
  id: 'resendTeamInvitation',
  method: 'post',
  path: '/v1/me/team/invitations/{id}/resend',
  access: 'member',
  api_keys: false,
  idempotent: true,
  summary: 'Send an invitation again',
  description: `The new link works for ${INVITATION_DAYS} days. The earlier one stops working.`,
  params,
  response: TeamInvitation,
  limits: ['team_invitation'],
  errors: ['no_station', 'not_found'],
});

export const revokeTeamInvitation = call({
  id: 'revokeTeamInvitation',
  method: 'delete',
  path: '/v1/me/team/invitations/{id}',
  access: 'member',
  api_keys: false,
  summary: 'Withdraw an invitation',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'not_found'],
});

export const changeTeamMember = call({
  id: 'changeTeamMember',
  method: 'patch',
  path: '/v1/me/team/members/{id}',
  access: 'member',
  api_keys: false,
  summary: 'Change the role of a team member',
  description: 'Role and locations count from their next request on.',
  params,
  body: z.strictObject({ role, location_ids: chosen_locations }).refine(hasRightLocations, FOR_ALL),
  body_examples: { 'a manager': { role: 'manager' } },
  response: TeamMember,
  errors: ['no_station', 'not_found'],
});

export const removeTeamMember = call({
  id: 'removeTeamMember',
  method: 'delete',
  path: '/v1/me/team/members/{id}',
  access: 'member',
  api_keys: false,
  summary: 'Remove a team member',
  description:
    'Their next request for your business is refused, and their event streams of it end within seconds. Their own ' +
    'account, sessions and second factor stay as they are.',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'not_found'],
});

export const listMyTeams = call({
  id: 'listMyTeams',
  method: 'get',
  path: '/v1/me/teams',
  access: 'member',
  api_keys: false,
  team: 'self',
  summary: 'The teams that you belong to',
  description:
    `To act for one of these businesses, send its \`business_id\` in the header \`${BUSINESS_HEADER}\`. Your own ` +
    'business is not in the list: it needs no header.',
  response: listOf(Team),
  errors: [],
});

export const leaveTeam = call({
  id: 'leaveTeam',
  method: 'delete',
  path: '/v1/me/teams/{id}',
  access: 'member',
  api_keys: false,
  team: 'self',
  summary: 'Leave a team',
  description:
    'The owner is told by mail. A business keeps its owner, so its last manager may leave.',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const readTeamInvitation = call({
  id: 'readTeamInvitation',
  method: 'post',
  path: '/v1/team-invitations/read',
  access: 'public',
  summary: 'The business and the role of an invitation',
  description: 'For the page that the link in the mail opens. It does not use the invitation up.',
  body: z.strictObject({ token }),
  body_examples: taken_token,
  response: z.object({
    station_name: z.string().meta({ example: 'Counting House Radio' }),
    email: z.string().meta({ example: 'grace@example.com' }),
    role,
    expires_at: time,
  }),
  limits: ['verify'],
  errors: ['invitation_over'],
});

export const joinTeam = call({
  id: 'joinTeam',
  method: 'post',
  path: '/v1/me/teams',
  access: 'member',
  api_keys: false,
  team: 'self',
  idempotent: true,
  summary: 'Accept an invitation',
  description: 'Works once, for the account with the address to which the invitation was sent.',
  body: z.strictObject({ token }),
  body_examples: taken_token,
  response: Team,
  status: 201,
  limits: ['team_join'],
  errors: ['invitation_over', 'invitation_for_another', 'own_invitation'],
});
