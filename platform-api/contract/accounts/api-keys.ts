import { z } from 'zod';
import { call } from '../call.ts';
import { apiKeyDays, apiKeyName, apiKeyScopes, id, listOf, time } from '../fields.ts';
import { API_KEY_SCOPES, TEST_KEY_PREFIX } from './values.ts';

/** An API key. The key itself is shown only once, when it is created. */
export const ApiKey = z
  .object({
    id,
    name: z.string().meta({ example: 'Shop window' }),
    scopes: z.array(z.enum(API_KEY_SCOPES)).meta({ example: ['read'] }),
    prefix: z.string().meta({
      description: 'The first characters, to tell keys apart.',
      example: 'shk_Yk3vN0',
    }),
    created_at: time,
    expires_at: time.nullable().describe('Null: it does not expire.'),
    last_used_at: time.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const listApiKeys = call({
  id: 'listApiKeys',
  method: 'get',
  path: '/v1/me/api-keys',
  access: 'member',
  api_keys: false,
  summary: 'Your API keys',
  response: listOf(ApiKey),
  errors: [],
});

export const createApiKey = call({
  id: 'createApiKey',
  method: 'post',
  path: '/v1/me/api-keys',
  access: 'member',
  api_keys: false,
  step_up: true,
  summary: 'Create an API key',
  description:
    'The key is shown only once; we keep only its hash. The confirmed email address gets a mail. An ' +
    'admin’s key has an admin’s rights only with the scope `admin`. All keys end with a password reset, when ' +
    'the user signs out everywhere, and when an admin changes the email address. A test key starts with ' +
    `\`${TEST_KEY_PREFIX}\`. Its requests are checked like others, answered with the examples of this reference, and ` +
    'change nothing. No mail is sent about it.',
  body: z.strictObject({
    name: apiKeyName.meta({ example: 'Shop window' }),
    scopes: apiKeyScopes.meta({ example: ['read'] }),
    expires_in_days: apiKeyDays.optional().meta({
      description: 'Without it, the key does not expire.',
      example: 90,
    }),
    is_test: z.boolean().optional().meta({
      description: 'True: a test key.',
      example: false,
    }),
  }),
  body_examples: {
    'a key that reads': { name: 'Shop window', scopes: ['read'] },
    'a key of a till': { name: 'Till', scopes: ['announcements:write'] },
    'a test key': { name: 'Build server', scopes: ['read', 'write'], is_test: true },
    'a key that expires': { name: 'Import', scopes: ['read', 'write'], expires_in_days: 30 },
  },
  response: ApiKey.extend({
    key: z.string().meta({ example: 'shk_Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7nPo' }),
  }),
  status: 201,
  limits: ['api_key'],
  errors: ['too_many_keys'],
});

export const deleteApiKey = call({
  id: 'deleteApiKey',
  method: 'delete',
  path: '/v1/me/api-keys/{id}',
  access: 'member',
  api_keys: false,
  summary: 'Revoke an API key',
  params: z.object({ id: id.meta({ description: 'From the list.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});
