import { z } from 'zod';
import { ApiKey } from '../accounts/api-keys.ts';
import { User } from '../accounts/calls.ts';
import { packageChange, packageQuote } from '../billing/schemas.ts';
import { call } from '../call.ts';
import { CustomerAsset, customerParams, sourceAddress, SOURCE_FIELDS } from './customers.ts';
import { id, listOf, time } from '../fields.ts';
import { MAX_OPERATOR_FILES, OPERATOR_ASSET_KINDS } from '../assets/values.ts';
import { STREAM_BITRATES } from '../stations/values.ts';
import { SUPPORT_VIEW_PREFIX, SUPPORT_VIEW_SECONDS, USER_ROLES } from '../accounts/values.ts';
import { lowerCaseSlug } from '../stations/slug.ts';
import { Track } from '../stations/schemas.ts';

export const deleteCustomer = call({
  id: 'deleteCustomer',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'Delete a customer with all associated data',
  description:
    'As if they had deleted the account themselves. Sessions end and the station goes off air at once. Then the ' +
    'subscription is cancelled and all data is deleted for good. Invoices stay with the payment provider, as ' +
    'required by law.',
  params: customerParams,
  response: z.strictObject({}),
  status: 202,
  errors: ['not_found', 'cannot_delete_self'],
});

export const resetCustomerPassword = call({
  id: 'resetCustomerPassword',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/password-reset',
  access: 'support',
  api_keys: false,
  step_up: true,
  idempotent: true,
  summary: 'Send a password reset mail',
  description: 'The link goes only to the customer. Nothing changes until it is used.',
  params: customerParams,
  response: z.strictObject({}),
  status: 202,
  limits: ['desk_mail'],
  errors: ['not_found', 'no_email'],
});

export const listCustomerApiKeys = call({
  id: 'listCustomerApiKeys',
  method: 'get',
  path: '/v1/admin/customers/{user_id}/api-keys',
  access: 'support',
  api_keys: false,
  summary: 'A customer’s API keys',
  description: 'To find one that has become known to others by its first characters.',
  params: customerParams,
  response: listOf(ApiKey),
  errors: ['not_found'],
});

export const revokeCustomerApiKey = call({
  id: 'revokeCustomerApiKey',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/api-keys/{id}',
  access: 'admin',
  api_keys: false,
  summary: 'Revoke an API key of a customer',
  description: 'It ends at once, and the customer gets a mail.',
  params: customerParams.extend({ id: id.meta({ description: 'From the list.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const changeRole = call({
  id: 'changeRole',
  method: 'put',
  path: '/v1/admin/customers/{user_id}/role',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'Change a user’s role',
  description:
    'It takes effect with the next request. Support works in the admin area, but without money, packages, roles, ' +
    'logins and deletion.',
  params: customerParams,
  body: z.strictObject({ role: z.enum(USER_ROLES) }),
  body_examples: {
    'an admin': { role: 'admin' },
    support: { role: 'support' },
    'no longer an admin': { role: 'user' },
  },
  response: z.object({ role: z.enum(USER_ROLES) }),
  errors: ['not_found', 'last_admin', 'email_unconfirmed'],
});

export const startSupportView = call({
  id: 'startSupportView',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/view',
  access: 'support',
  api_keys: false,
  summary: 'See the portal as a customer sees it',
  description:
    'The token reads what an API key of the customer with the scope `read` could. Other calls answer `view_only`. ' +
    `It works for ${SUPPORT_VIEW_SECONDS / 60} minutes, or until the admin signs out. The audit log has a line, and ` +
    'customers see when we have looked at their account.',
  params: customerParams,
  response: z.object({
    view_token: z.string().meta({
      description: 'Send it as `Authorization: Bearer …`.',
      example: `${SUPPORT_VIEW_PREFIX}Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7nPo`,
    }),
    expires_at: time,
    user: User,
  }),
  status: 201,
  errors: ['not_found'],
});

export const endSupportView = call({
  id: 'endSupportView',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/view',
  access: 'support',
  api_keys: false,
  summary: 'End your views of a customer',
  params: customerParams,
  response: z.undefined(),
  status: 204,
  errors: [],
});

export const quoteCustomerPackage = call({
  id: 'quoteCustomerPackage',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/package/quote',
  access: 'admin',
  summary: 'Quote a change of a customer’s package',
  description: 'Like `POST /v1/me/billing/package/quote`.',
  params: customerParams,
  ...packageQuote,
  errors: ['not_found', ...packageQuote.errors],
});

export const changeCustomerPackage = call({
  id: 'changeCustomerPackage',
  method: 'put',
  path: '/v1/admin/customers/{user_id}/package',
  access: 'admin',
  summary: 'Change a customer’s package on their behalf',
  description:
    'The customer’s stored card is charged, and they get a mail. Like `PUT /v1/me/billing/package`.',
  params: customerParams,
  ...packageChange,
  errors: ['not_found', ...packageChange.errors],
});

/** The fields that are checked before a station goes live. */
export const CHECKED_FIELDS = [...SOURCE_FIELDS, 'station_slug'] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

/** The result of the check of one field. */
export const StationCheck = z
  .object({
    field: z.enum(CHECKED_FIELDS),
    ok: z.boolean().meta({ example: true }),
    message: z.string().meta({
      description: 'The result and, if there is a problem, what to do.',
      example: `It plays: MP3 at ${STREAM_BITRATES.Starter.mp3?.from} Kbps.`,
    }),
    track: Track.optional().meta({ description: 'The track that a track’s address names.' }),
    is_refused: z.literal(true).optional().meta({
      description: 'This value can’t be saved. Values with other problems can.',
    }),
  })
  .meta({ id: 'StationCheck' });
export type StationCheck = z.infer<typeof StationCheck>;

export const checkStation = call({
  id: 'checkStation',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/checks',
  access: 'support',
  idempotent: true,
  summary: 'Check a station before it goes live',
  description:
    'Listens to the stream for MP3 or AAC at the package’s bit rate, reads the track addresses, and looks up ' +
    'whether the station’s address is free. Fields that are left out are checked with their saved values. ' +
    'Nothing is changed. It takes some seconds.',
  params: customerParams,
  body: z.strictObject({
    stream_url: sourceAddress,
    current_track_data: sourceAddress,
    previous_track_data: sourceAddress,
    next_track_data: sourceAddress,
    station_slug: z
      .string()
      .overwrite(lowerCaseSlug)
      .optional()
      .meta({ example: 'counting-house' }),
  }),
  body_examples: {
    'as it is': {},
    'another stream': { stream_url: 'https://stream.example.com/counting-house.mp3' },
  },
  response: z.object({ checks: z.array(StationCheck) }),
  limits: ['check'],
  errors: ['not_found', 'customer_without_station'],
});

export const uploadCustomerAsset = call({
  id: 'uploadCustomerAsset',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/assets',
  access: 'support',
  idempotent: true,
  summary: 'Upload a file for a customer',
  description:
    'For radio IDs and commercial spots that the operator has produced. They don’t count towards the limits of the ' +
    `package; at most ${MAX_OPERATOR_FILES} of a kind. The customer can play them on the dashboard. A picture replaces ` +
    'the previous one. Otherwise like `POST /v1/me/assets`.',
  params: customerParams,
  form: z.strictObject({
    kind: z.enum(OPERATOR_ASSET_KINDS).meta({ example: 'radio_id' }),
    file: z.string().meta({ format: 'binary', description: 'One file, with its name.' }),
  }),
  response: CustomerAsset,
  status: 201,
  limits: ['upload'],
  errors: [
    'not_found',
    'bad_multipart',
    'customer_without_station',
    'too_many_files',
    'file_too_large',
    'upload_too_large',
    'logo_too_large',
    'background_too_large',
    'not_an_mp3',
    'not_a_picture',
    'form_expected',
    'image_too_large',
    'busy',
    'storage_unavailable',
  ],
});

export const deleteCustomerAsset = call({
  id: 'deleteCustomerAsset',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/assets/{id}',
  access: 'admin',
  summary: 'Remove a file of a customer',
  description: 'One that an admin or the customer has uploaded.',
  params: customerParams.extend({ id: id.meta({ description: 'From the customer’s `assets`.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});
