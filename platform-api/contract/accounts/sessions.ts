import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf, password, secondFactor, time } from '../fields.ts';
import { STEP_UP_SECONDS } from './values.ts';

/** A session in the user's list. */
export const OpenSession = z
  .object({
    id,
    created_at: time,
    last_used_at: time,
    user_agent: z.string().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0' }),
    ip: z.string().meta({ example: '203.0.113.7' }),
    current: z
      .boolean()
      .meta({ example: true, description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'OpenSession' });

export const listSessions = call({
  id: 'listSessions',
  method: 'get',
  path: '/v1/auth/sessions',
  access: 'member',
  api_keys: false,
  summary: 'Where you are signed in',
  response: listOf(OpenSession).extend({
    support_views: z.array(time).meta({
      description:
        'When our team has looked at the account as you see it, newest first. They can change nothing.',
    }),
  }),
  errors: [],
});

export const endOtherSessions = call({
  id: 'endOtherSessions',
  method: 'delete',
  path: '/v1/auth/sessions',
  access: 'member',
  in_maintenance: true,
  api_keys: false,
  summary: 'Sign out everywhere else',
  description: 'Ends all other sessions and all API keys.',
  response: z.undefined(),
  status: 204,
  errors: [],
});

export const endSession = call({
  id: 'endSession',
  method: 'delete',
  path: '/v1/auth/sessions/{id}',
  access: 'member',
  in_maintenance: true,
  api_keys: false,
  summary: 'Sign out one session',
  params: z.object({ id: id.meta({ description: 'From the list.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const stepUp = call({
  id: 'stepUp',
  method: 'post',
  path: '/v1/auth/step-up',
  access: 'member',
  in_maintenance: true,
  api_keys: false,
  summary: 'Enter the password again',
  description:
    `Required before actions that can't be undone. Send the token in the header \`Step-Up\`. It works for ` +
    `this session, for ${STEP_UP_SECONDS / 60} minutes.`,
  body: z.strictObject({
    password,
    second_factor: secondFactor.optional().describe('For an account that has one.'),
  }),
  body_examples: { 'the password': { password: 'a long walk by the sea' } },
  response: z.object({
    step_up_token: z
      .string()
      .meta({ example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InN0ZXAtdXArand0In0.e30.c2ln' }),
    expires_in: z.int().meta({ description: 'In seconds.', example: STEP_UP_SECONDS }),
  }),
  limits: ['current_password', 'second_factor', 'second_factor_day'],
  errors: [
    'step_up_refused',
    'second_factor_required',
    'second_factor_wrong',
    'passkey_refused',
    'busy',
  ],
});
