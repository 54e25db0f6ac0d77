import { z } from 'zod';
import { Profile, User } from './accounts.ts';
import { ApiKey } from './api-keys.ts';
import { OpenSession } from './sessions.ts';
import { Asset } from './assets.ts';
import { call } from './call.ts';
import { time } from './fields.ts';
import { USER_ROLES } from './limits.ts';
import { Station } from './stations.ts';

/** All that we keep of a person, in the shapes in which every other call answers it. */
export const AccountExport = z
  .object({
    exported_at: time,
    user: User,
    role: z.enum(USER_ROLES),
    profile: Profile,
    station: z.union([Station, z.null()]),
    former_addresses: z
      .array(z.string())
      .meta({ description: 'Addresses that the station had before.', example: [] }),
    assets: z.array(Asset),
    purchases: z.array(
      z.object({
        package_name: z.string().meta({ example: 'Starter' }),
        status: z.string().meta({ example: 'completed' }),
        total_amount: z.int().meta({ description: 'In cents.', example: 537_60 }),
        currency: z.string().meta({ example: 'eur' }),
        company_details: z.record(z.string(), z.unknown()).meta({
          description: 'As they were ordered with.',
          example: { name: 'The Counting House', country: 'United Kingdom' },
        }),
        created_at: time,
      }),
    ),
    sessions: z.array(OpenSession.omit({ current: true })),
    api_keys: z.array(ApiKey),
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
  summary: 'All that we keep of you',
  description:
    'One JSON file. Your files are in it by their addresses; invoices are with the payment provider and ' +
    'on your dashboard.',
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
    'Ends your sessions at once and takes the station off air; then your subscription is cancelled and ' +
    'everything that is yours is deleted, for good. Invoices stay with the payment provider, as the law ' +
    'wants.',
  response: z.strictObject({}),
  status: 202,
  errors: ['last_admin'],
});
