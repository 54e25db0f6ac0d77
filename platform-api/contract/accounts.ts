import { z } from 'zod';
import { call } from './call.ts';
import type { ErrorName } from './errors.ts';
import {
  apiKeyName,
  apiKeyScopes,
  country,
  email,
  firstName,
  id,
  lastName,
  listOf,
  loginPhone,
  oneTimeCode,
  optionalLine,
  password,
  phoneNumber,
  time,
  webAddress,
} from './fields.ts';
import {
  ACCESS_TOKEN_SECONDS,
  API_KEY_SCOPES,
  RADIO_ID_FREQUENCY,
  STEP_UP_SECONDS,
  USER_ROLES,
  VOICE_PREFERENCES,
} from './limits.ts';

/** Who signs in. What we know of the person is the profile. */
export const User = z
  .object({
    id,
    email: z.string().nullable().meta({ example: 'ada@example.com' }),
    phone: z.string().nullable().meta({ example: null }),
    new_email: z.string().nullable().meta({
      description: 'Where a change of e-mail waits to be confirmed.',
      example: null,
    }),
    email_confirmed_at: time.nullable(),
    phone_confirmed_at: time.nullable().meta({ example: null }),
    created_at: time,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** What we know of a person and their business (specification §3). */
export const Profile = z
  .object({
    id,
    user_id: id,
    email: z.string().meta({ example: 'ada@example.com' }),
    first_name: z.string().meta({ example: 'Ada' }),
    last_name: z.string().meta({ example: 'Byron' }),
    phone_number: z.string().meta({ example: '+44 20 7946 0000' }),
    country: z.string().meta({ example: 'United Kingdom' }),
    company_name: z.string().nullable().meta({ example: 'The Counting House' }),
    company_address: z.string().nullable().meta({ example: '12 St James’s Square' }),
    company_city: z.string().nullable().meta({ example: 'London' }),
    company_postal_code: z.string().nullable().meta({ example: 'SW1Y 4JH' }),
    company_website: z.string().nullable().meta({ example: 'https://counting-house.example' }),
    company_vat_number: z.string().nullable().meta({ example: null }),
    created_at: time,
    station_name_request: z.string().nullable().meta({ example: 'Counting House Radio' }),
    station_logo_url: z.string().nullable().meta({ example: null }),
    voice_preference: z.enum(VOICE_PREFERENCES),
    radio_id_texts: z
      .array(z.string())
      .meta({ example: ['You are listening to Counting House Radio.'] }),
    jingle_files: z.array(z.string()).meta({ example: [] }),
    radio_id_frequency: z.int().meta({ example: RADIO_ID_FREQUENCY.default }),
    announcement_frequency: z.int().nullable().meta({ example: null }),
    commercial_spots_per_break: z.int().nullable().meta({ example: null }),
    setup_form_submitted: z.boolean().meta({ example: true }),
    setup_form_submitted_at: time.nullable(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** Signed in: what a client keeps. */
export const Session = z
  .object({
    access_token: z.string().meta({
      description: 'A JWT. Send it as `Authorization: Bearer …`.',
      example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTlhYTVkNCJ9.c2lnbmF0dXJl',
    }),
    token_type: z.literal('bearer'),
    expires_in: z.literal(ACCESS_TOKEN_SECONDS).describe('Seconds.'),
    refresh_token: z.string().optional().meta({
      description: 'Good for one refresh. Absent when the session lives in a cookie.',
      example: 'shr_Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7nPo',
    }),
    user: User,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

const session = z
  .enum(['body', 'cookie'])
  .optional()
  .describe(
    'Where the refresh token goes: into the answer (default), or into a cookie of our pages.',
  );

const empty = z.object({});

/** Whether the field is there and holds something. */
const has = (body: Record<string, unknown>, field: string): boolean =>
  body[field] !== undefined && body[field] !== null && body[field] !== '';

const refuseWithoutTarget = (body: Record<string, unknown>): ErrorName | undefined =>
  has(body, 'email') || has(body, 'phone') ? undefined : 'missing_target';

/** Exactly one of the two: an e-mail address or a phone number. */
const oneTarget = <T extends { email?: string | undefined; phone?: string | undefined }>(body: T) =>
  (body.email === undefined) !== (body.phone === undefined);
const ONE_TARGET = {
  path: ['phone'],
  message: 'Give an e-mail address or a phone number, not both.',
};

const company = {
  company_name: optionalLine,
  company_address: optionalLine,
  company_city: optionalLine,
  company_postal_code: optionalLine,
  company_website: z.union([webAddress, z.literal('')]).optional(),
  company_vat_number: optionalLine,
};

export const signUp = call({
  id: 'signUp',
  method: 'post',
  path: '/v1/auth/signup',
  access: 'public',
  summary: 'Sign up',
  description:
    'Makes the account and signs in at once. With an e-mail address the phone number is contact data; ' +
    'without one it is the login, with its country code. Leave optional fields out when they are empty.',
  body: z
    .strictObject({
      email: email.optional(),
      phone_number: phoneNumber.optional(),
      password,
      first_name: firstName.meta({ example: 'Ada' }),
      last_name: lastName.meta({ example: 'Byron' }),
      country: country.meta({ example: 'United Kingdom' }),
      ...company,
      session,
    })
    .refine((body) => body.email !== undefined || loginPhone.safeParse(body.phone_number).success, {
      path: ['phone_number'],
      message: 'Please enter the number with its country code, such as +44 20 7946 0000.',
    }),
  refuse_first: (body) =>
    (has(body, 'email') || has(body, 'phone_number')) && has(body, 'password')
      ? undefined
      : 'missing_credentials',
  body_examples: {
    'with an e-mail address': {
      email: 'ada@example.com',
      password: 'a long walk by the sea',
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
      company_name: 'The Counting House',
    },
    'with a phone number': {
      phone_number: '+44 20 7946 0000',
      password: 'a long walk by the sea',
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
    },
  },
  response: Session,
  response_headers: ['Set-Cookie'],
  status: 201,
  limits: ['signup', 'signup_target'],
  errors: ['missing_credentials', 'csrf_rejected', 'user_already_exists', 'weak_password', 'busy'],
});

const passwordGrant = z
  .strictObject({
    grant_type: z.literal('password'),
    email: email.optional(),
    phone: loginPhone.optional(),
    password,
    session,
  })
  .refine(oneTarget, ONE_TARGET);

const refreshGrant = z.strictObject({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().max(200).optional().describe('Absent: the one in the cookie.'),
});

export const createToken = call({
  id: 'createToken',
  method: 'post',
  path: '/v1/auth/token',
  access: 'public',
  summary: 'Sign in with a password, or refresh a session',
  description:
    'A refresh token is good once: the answer holds the next. The same one sent again within ten ' +
    'seconds gives the same answer, for two tabs may race; later it ends the session.',
  body: z.discriminatedUnion('grant_type', [passwordGrant, refreshGrant]),
  refuse_first: (body) =>
    body['grant_type'] !== 'password' ||
    ((has(body, 'email') || has(body, 'phone')) && has(body, 'password'))
      ? undefined
      : 'missing_credentials',
  body_examples: {
    'sign in': {
      grant_type: 'password',
      email: 'ada@example.com',
      password: 'a long walk by the sea',
    },
    refresh: {
      grant_type: 'refresh_token',
      refresh_token: 'shr_Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7nPo',
    },
  },
  response: Session,
  response_headers: ['Set-Cookie'],
  limits: ['token', 'login', 'login_target', 'login_slow'],
  errors: [
    'missing_credentials',
    'invalid_credentials',
    'invalid_token',
    'session_ended',
    'refresh_token_reused',
    'csrf_rejected',
    'busy',
  ],
});

export const sendCode = call({
  id: 'sendCode',
  method: 'post',
  path: '/v1/auth/otp',
  access: 'public',
  summary: 'Send a code to sign in with',
  description:
    'The answer is the same whether the account exists or not, and a code never makes one. By ' +
    'e-mail a link comes with it.',
  body: z
    .strictObject({ email: email.optional(), phone: loginPhone.optional() })
    .refine(oneTarget, ONE_TARGET),
  body_examples: {
    'by e-mail': { email: 'ada@example.com' },
    'by phone': { phone: '+442079460000' },
  },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'code_target'],
  errors: ['missing_target'],
});

/** What can be sent again. A forgotten password is asked for anew instead. */
const RESENDABLE = ['otp', 'signup', 'email_change', 'phone_change'] as const;

export const resendCode = call({
  id: 'resendCode',
  method: 'post',
  path: '/v1/auth/resend',
  access: 'public',
  summary: 'Send a code again',
  description: 'The code before it stops working. The answer never tells whether there was one.',
  body: z
    .strictObject({
      type: z.enum(RESENDABLE),
      email: email.optional(),
      phone: loginPhone.optional(),
    })
    .refine(oneTarget, ONE_TARGET),
  body_examples: { 'to confirm an account': { type: 'signup', email: 'ada@example.com' } },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'code_target'],
  errors: ['missing_target'],
});

const linkToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ example: 'p0Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7n' });

const byCode = z
  .strictObject({
    type: z.enum(RESENDABLE),
    email: email.optional(),
    phone: loginPhone.optional(),
    code: oneTimeCode,
    session,
  })
  .refine(oneTarget, ONE_TARGET);
const byLink = z.strictObject({
  type: z.enum(RESENDABLE),
  token: linkToken.describe('From the link in the mail.'),
  session,
});

export const verifyCode = call({
  id: 'verifyCode',
  method: 'post',
  path: '/v1/auth/verify',
  access: 'public',
  summary: 'Use a code or a link',
  description:
    'Type `otp` signs in and answers with a session; the others confirm what they are named after and ' +
    'answer with the user. A code has five tries.',
  body: z.union([byCode, byLink]),
  body_examples: {
    'by code': { type: 'otp', email: 'ada@example.com', code: '402817' },
    'by link': { type: 'signup', token: 'p0Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7n' },
  },
  response: z.union([Session, z.object({ user: User })]),
  response_headers: ['Set-Cookie'],
  limits: ['verify'],
  errors: ['spent_token', 'csrf_rejected'],
});

export const recoverPassword = call({
  id: 'recoverPassword',
  method: 'post',
  path: '/v1/auth/recover',
  access: 'public',
  summary: 'Send a link to set a new password',
  description: 'The answer is the same whether the account exists or not.',
  body: z.strictObject({ email }),
  body_examples: { 'by e-mail': { email: 'ada@example.com' } },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'recover_target_minute', 'recover_target'],
  errors: ['missing_target'],
});

export const resetPassword = call({
  id: 'resetPassword',
  method: 'post',
  path: '/v1/auth/reset',
  access: 'public',
  summary: 'Set a new password by the link from the mail',
  description: 'Ends every session of the account. It does not sign in.',
  body: z.strictObject({ token: linkToken, password }),
  body_examples: {
    'a new password': {
      token: 'p0Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7n',
      password: 'a long walk by the sea',
    },
  },
  response: empty,
  limits: ['verify'],
  errors: ['spent_token', 'weak_password', 'busy'],
});

export const signOut = call({
  id: 'signOut',
  method: 'post',
  path: '/v1/auth/signout',
  access: 'public',
  summary: 'Sign out',
  description:
    'The session is that of the refresh token in the body or in the cookie, or else of the access ' +
    'token. A session that has ended already is no error.',
  body: z.strictObject({
    refresh_token: z.string().max(200).optional(),
    scope: z
      .enum(['local', 'others', 'global'])
      .optional()
      .describe('This session (default), all the others, or all.'),
  }),
  body_examples: { 'this session': {}, everywhere: { scope: 'global' } },
  response: z.undefined(),
  response_headers: ['Set-Cookie'],
  status: 204,
  errors: ['csrf_rejected'],
});

export const getUser = call({
  id: 'getUser',
  method: 'get',
  path: '/v1/auth/user',
  access: 'member',
  summary: 'Who is signed in',
  response: User,
  errors: [],
});

export const changeUser = call({
  id: 'changeUser',
  method: 'patch',
  path: '/v1/auth/user',
  access: 'member',
  api_keys: false,
  summary: 'Change e-mail address, phone number or password',
  description:
    'A new address or number counts once it is confirmed. A new password ends all other sessions.',
  body: z
    .strictObject({
      email: email.optional(),
      phone: loginPhone.optional(),
      password: password.optional(),
      current_password: password,
    })
    .refine(
      (body) => [body.email, body.phone, body.password].some((value) => value !== undefined),
      'Name what should change: email, phone or password.',
    ),
  body_examples: {
    'another password': {
      password: 'a long walk by the sea',
      current_password: 'a short walk by the sea',
    },
    'another e-mail address': {
      email: 'ada@counting-house.example',
      current_password: 'a long walk by the sea',
    },
  },
  response: User,
  limits: ['user_change', 'current_password', 'code_target'],
  errors: ['current_password_wrong', 'weak_password', 'busy'],
});

/** One place where somebody is signed in. */
export const OpenSession = z
  .object({
    id,
    created_at: time,
    last_used_at: time,
    user_agent: z.string().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0' }),
    ip: z.string().meta({ example: '203.0.113.7' }),
    current: z.boolean().meta({ example: true, description: 'The one that asks.' }),
  })
  .meta({ id: 'OpenSession' });

export const listSessions = call({
  id: 'listSessions',
  method: 'get',
  path: '/v1/auth/sessions',
  access: 'member',
  api_keys: false,
  summary: 'Where you are signed in',
  response: listOf(OpenSession),
  errors: [],
});

export const endOtherSessions = call({
  id: 'endOtherSessions',
  method: 'delete',
  path: '/v1/auth/sessions',
  access: 'member',
  api_keys: false,
  summary: 'Sign out everywhere else',
  response: z.undefined(),
  status: 204,
  errors: [],
});

export const endSession = call({
  id: 'endSession',
  method: 'delete',
  path: '/v1/auth/sessions/{id}',
  access: 'member',
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
  api_keys: false,
  summary: 'Give the password again',
  description:
    `For what can't be undone. The token counts for this session, for ${STEP_UP_SECONDS / 60} minutes, in the ` +
    'header `Step-Up`.',
  body: z.strictObject({ password }),
  body_examples: { 'the password': { password: 'a long walk by the sea' } },
  response: z.object({
    step_up_token: z
      .string()
      .meta({ example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InN0ZXAtdXArand0In0.e30.c2ln' }),
    expires_in: z.int().meta({ description: 'In seconds.', example: STEP_UP_SECONDS }),
  }),
  limits: ['current_password'],
  errors: ['step_up_refused', 'busy'],
});

export const getMe = call({
  id: 'getMe',
  method: 'get',
  path: '/v1/me',
  access: 'member',
  summary: 'User, role and profile',
  response: z.object({ user: User, role: z.enum(USER_ROLES), profile: Profile }),
  errors: [],
});

export const getProfile = call({
  id: 'getProfile',
  method: 'get',
  path: '/v1/me/profile',
  access: 'member',
  summary: 'Your profile',
  response: Profile,
  errors: [],
});

/** A line that can be emptied: null or '' clears it. */
const clearableLine = optionalLine.unwrap().nullable().optional();

export const changeProfile = call({
  id: 'changeProfile',
  method: 'patch',
  path: '/v1/me/profile',
  access: 'member',
  summary: 'Change your profile',
  description:
    'Only what is sent changes. E-mail address and login are changed at `/v1/auth/user`.',
  body: z.strictObject({
    first_name: firstName.optional(),
    last_name: lastName.optional(),
    phone_number: phoneNumber.optional(),
    country: country.optional(),
    company_name: clearableLine,
    company_address: clearableLine,
    company_city: clearableLine,
    company_postal_code: clearableLine,
    company_website: z.union([webAddress, z.literal(''), z.null()]).optional(),
    company_vat_number: clearableLine,
  }),
  body_examples: {
    'another company': { company_name: 'The Counting House', company_city: 'London' },
  },
  response: Profile,
  errors: [],
});

/** A key of a program. The key itself is shown once, when it is made. */
export const ApiKey = z
  .object({
    id,
    name: z.string().meta({ example: 'Shop window' }),
    scopes: z.array(z.enum(API_KEY_SCOPES)).meta({ example: ['read'] }),
    prefix: z.string().meta({
      description: 'How the key begins, to tell one from another.',
      example: 'shk_Yk3vN0',
    }),
    created_at: time,
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
  summary: 'Make an API key',
  description: 'The key is shown this once; we keep only its hash.',
  body: z.strictObject({
    name: apiKeyName.meta({ example: 'Shop window' }),
    scopes: apiKeyScopes.meta({ example: ['read'] }),
  }),
  body_examples: { 'a key that reads': { name: 'Shop window', scopes: ['read'] } },
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
