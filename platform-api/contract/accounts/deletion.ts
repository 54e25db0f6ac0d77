import { z } from 'zod';
import { Profile, User } from './calls.ts';
import { Announcement } from '../announcements/schemas.ts';
import { ApiKey } from './api-keys.ts';
import { Approval } from '../approval/calls.ts';
import { StationPause } from '../announcements/pauses.ts';
import { RatedTrack } from '../schedule/programme.ts';
import { SecondFactor } from './second-factor.ts';
import { OpenSession } from './sessions.ts';
import { Asset } from '../assets/calls.ts';
import { call } from '../call.ts';
import { time } from '../fields.ts';
import { Message } from '../messages/calls.ts';
import { PLAYER_KINDS } from '../listening/values.ts';
import { USER_ROLES } from './values.ts';
import { Station } from '../stations/schemas.ts';
import { Team, TeamInvitation, TeamMember } from '../team/calls.ts';
import { Webhook } from '../webhooks/calls.ts';

/** Listening to a station on a day in UTC, by player and country. */
const ListeningDay = z.object({
  day: z.string().meta({ example: '2026-11-24' }),
  player: z.enum(PLAYER_KINDS).meta({ example: 'page' }),
  country: z.string().meta({ description: 'Empty: not known.', example: 'GB' }),
  seconds: z.int().meta({ example: 86_400 }),
  sessions: z.int().meta({ example: 42 }),
});

/** All data of a user, in the shapes of the other calls. */
export const AccountExport = z
  .object({
    exported_at: time,
    user: User,
    role: z.enum(USER_ROLES),
    profile: Profile,
    station: z.union([Station, z.null()]),
    former_addresses: z
      .array(z.string())
      .meta({ description: 'Previous addresses of the station.', example: [] }),
    own_domain: z
      .string()
      .nullable()
      .meta({ description: 'The domain that you entered for your station.', example: null }),
    listening: z.array(ListeningDay),
    assets: z.array(Asset),
    messages: z.array(Message).meta({ description: 'With our team.' }),
    announcements: z.array(
      Announcement.pick({ title: true, text: true, when: true, created_at: true }).extend({
        audio_url: z.string().nullable().meta({
          description: 'The sound as it airs. The address expires after a day or two.',
          example: null,
        }),
        aired_at: z.array(time),
      }),
    ),
    rated_tracks: z.array(RatedTrack),
    approval: z
      .union([Approval.pick({ changes: true, answered_at: true }), z.null()])
      .meta({ description: 'Your answer before the first air.' }),
    pauses: z.array(StationPause).meta({ description: 'Those that are not over.' }),
    purchases: z.array(
      z.object({
        package_name: z.string().meta({ example: 'Starter' }),
        status: z.string().meta({ example: 'completed' }),
        total_amount: z.int().meta({ description: 'In cents.', example: 537_60 }),
        currency: z.string().meta({ example: 'eur' }),
        company_details: z.record(z.string(), z.unknown()).meta({
          description: 'As entered with the order.',
          example: { name: 'The Counting House', country: 'United Kingdom' },
        }),
        created_at: time,
      }),
    ),
    sessions: z.array(OpenSession.omit({ current: true })),
    api_keys: z.array(ApiKey),
    teams: z.array(Team).meta({ description: 'To which you belong.' }),
    team: z.array(TeamMember).meta({ description: 'The people of your own business.' }),
    team_invitations: z.array(TeamInvitation),
    webhooks: z.array(Webhook),
    second_factor: SecondFactor,
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof AccountExport>;

export const exportAccount = call({
  id: 'exportAccount',
  method: 'get',
  path: '/v1/me/export',
  access: 'member',
  api_keys: false,
  step_up: true,
  summary: 'Export your data',
  description:
    'All data of your account in one JSON file. It links to your uploaded files. Invoices are on your ' +
    'dashboard.',
  response: AccountExport,
  limits: ['export'],
  errors: [],
});

export const deleteAccount = call({
  id: 'deleteAccount',
  method: 'delete',
  path: '/v1/me',
  access: 'member',
  api_keys: false,
  step_up: true,
  summary: 'Delete your account',
  description:
    'Ends your sessions and takes your station off air at once. Then your subscription is cancelled and all ' +
    'your data is deleted for good. Invoices stay with the payment provider, as required by law.',
  response: z.strictObject({}),
  status: 202,
  errors: ['last_admin'],
});
