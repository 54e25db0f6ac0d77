import { z } from 'zod';
import { User } from './calls.ts';
import { call } from '../call.ts';
import type { ErrorName } from '../errors.ts';
import {
  country,
  email,
  exactlyOne,
  firstName,
  lastName,
  loginPhone,
  oneTimeCode,
  optionalLine,
  passkeyProof,
  password,
  phoneNumber,
  secondFactor,
  webAddress,
} from '../fields.ts';
import { INDUSTRIES } from '../setup/values.ts';
import { ACCESS_TOKEN_SECONDS } from './values.ts';

/** A session as its client gets it. */
export const Session = z
  .object({
    access_token: z.string().meta({
      description: 'A JWT. Send it as `Authorization: Bearer …`.',
      example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTlhYTVkNCJ9.c2lnbmF0dXJl',
    }),
    token_type: z.literal('bearer'),
    expires_in: z.literal(ACCESS_TOKEN_SECONDS).describe('Seconds.'),
    refresh_token: z.string().optional().meta({
      description: 'Good for one refresh. Absent when the session is in a cookie.',
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
    'Where the refresh token goes: into the answer (default), or into a cookie for our own pages.',
  );

const empty = z.object({});

/** Whether the field is present and not empty. */
const has = (body: Record<string, unknown>, field: string): boolean =>
  body[field] !== undefined && body[field] !== null && body[field] !== '';

const refuseWithoutTarget = (body: Record<string, unknown>): ErrorName | undefined =>
  has(body, 'email') || has(body, 'phone') ? undefined : 'missing_target';

/** The limits of calls that text a number that may be new. */
const TEXT_LIMITS = ['text', 'text_unproven', 'text_budget'] as const;

/** A body with an email address or a phone number. */
const withTarget = <Shape extends z.ZodRawShape>(others: Shape) =>
  exactlyOne(
    z.strictObject({ email: email.optional(), phone: loginPhone.optional(), ...others }),
    ['email', 'phone'],
    'Give an email address or a phone number, not both.',
  );

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
    'Creates the account and signs in. With an email address the phone number is contact data; ' +
    'without one it is the login and needs its country code. Leave empty optional fields out.',
  body: z
    .strictObject({
      email: email.optional(),
      phone_number: phoneNumber.optional(),
      password,
      first_name: firstName.meta({ example: 'Ada' }),
      last_name: lastName.meta({ example: 'Byron' }),
      country: country.meta({ example: 'United Kingdom' }),
      ...company,
      industry: z
        .enum(INDUSTRIES)
        .optional()
        .describe('The kind of place, which the setup form then proposes.'),
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
    'with an email address': {
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
  limits: ['signup', 'signup_target', ...TEXT_LIMITS],
  errors: [
    'missing_credentials',
    'csrf_rejected',
    'user_already_exists',
    'weak_password',
    'number_not_supported',
    'busy',
  ],
});

const passwordGrant = withTarget({
  grant_type: z.literal('password'),
  password,
  second_factor: secondFactor.optional().describe('For an account that has one.'),
  session,
});

const passkeyGrant = z.strictObject({
  grant_type: z.literal('passkey'),
  passkey: passkeyProof.describe('The answer to the challenge of beginPasskeySignIn.'),
  session,
});

const refreshGrant = z.strictObject({
  grant_type: z.literal('refresh_token'),
  refresh_token: z
    .string()
    .max(200)
    .optional()
    .describe('Leave it out to use the one in the cookie.'),
});

export const createToken = call({
  id: 'createToken',
  method: 'post',
  path: '/v1/auth/token',
  access: 'public',
  in_maintenance: true,
  summary: 'Sign in with a password or passkey, or refresh a session',
  description:
    'A passkey counts as both factors. ' +
    'A refresh token works once: the answer holds the next one. Sent again within ten seconds it gets ' +
    'the same answer, because two tabs may race. Later reuse ends the session.',
  body: z.discriminatedUnion('grant_type', [passwordGrant, passkeyGrant, refreshGrant]),
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
  limits: ['token', 'login', 'login_target', 'login_slow', 'second_factor', 'second_factor_day'],
  errors: [
    'missing_credentials',
    'invalid_credentials',
    'second_factor_required',
    'second_factor_wrong',
    'passkey_refused',
    'passkey_needs_password',
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
  in_maintenance: true,
  summary: 'Send a code to sign in with',
  description:
    'The answer is the same whether or not the account exists. A code never creates an account. A mail ' +
    'also has a link.',
  body: withTarget({}),
  body_examples: {
    'by email': { email: 'ada@example.com' },
    'by phone': { phone: '+442079460000' },
  },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'code_target', 'messages_target', 'text', 'text_budget'],
  errors: ['missing_target', 'number_not_supported'],
});

/** Codes that can be sent again. A password reset is requested anew instead. */
const RESENDABLE = ['otp', 'signup', 'email_change', 'phone_change'] as const;

export const resendCode = call({
  id: 'resendCode',
  method: 'post',
  path: '/v1/auth/resend',
  access: 'public',
  in_maintenance: true,
  summary: 'Send a code again',
  description:
    'The previous code stops working. The answer is the same whether or not there was one.',
  body: withTarget({ type: z.enum(RESENDABLE) }),
  body_examples: { 'to confirm an account': { type: 'signup', email: 'ada@example.com' } },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'code_target', 'messages_target', ...TEXT_LIMITS],
  errors: ['missing_target', 'number_not_supported'],
});

const linkToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ example: 'p0Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7n' });

const byCode = withTarget({
  type: z.enum(RESENDABLE),
  code: oneTimeCode,
  second_factor: secondFactor.optional(),
  session,
});
const byLink = z.strictObject({
  type: z.enum(RESENDABLE),
  token: linkToken.describe('From the link in the mail.'),
  second_factor: secondFactor.optional(),
  session,
});

export const verifyCode = call({
  id: 'verifyCode',
  method: 'post',
  path: '/v1/auth/verify',
  access: 'public',
  in_maintenance: true,
  summary: 'Use a code or a link',
  description:
    'Type `otp` signs in and answers with a session; an account with a second factor needs it, too. The other types confirm the address or number and ' +
    'answer with the user. A code has five tries. The first proof of an address ends password, sessions and API ' +
    'keys, unless the request carries a session of the account; a changed address can only be confirmed with one.',
  body: z.union([byCode, byLink]),
  body_examples: {
    'by code': { type: 'otp', email: 'ada@example.com', code: '402817' },
    'by link': { type: 'signup', token: 'p0Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7n' },
  },
  response: z.union([
    Session,
    z.object({
      user: User,
      needs_new_password: z
        .boolean()
        .describe('Password, sessions and API keys have ended: send a link with recoverPassword.'),
    }),
  ]),
  response_headers: ['Set-Cookie'],
  limits: ['verify', 'second_factor', 'second_factor_day'],
  errors: [
    'spent_token',
    'sign_in_first',
    'second_factor_required',
    'second_factor_wrong',
    'passkey_refused',
    'csrf_rejected',
  ],
});

export const checkPassword = call({
  id: 'checkPassword',
  method: 'post',
  path: '/v1/auth/password-check',
  access: 'public',
  in_maintenance: true,
  summary: 'Whether a new password is good enough',
  description:
    'For forms, while a password is typed. It is compared with a list of common passwords and is not kept. A password ' +
    'that is the user’s name or address is refused only where it is set.',
  body: z.strictObject({ password }),
  body_examples: { 'a password': { password: 'a long walk by the sea' } },
  response: z.object({ is_good: z.boolean().meta({ example: true }) }),
  limits: ['password_check'],
  errors: [],
});

export const recoverPassword = call({
  id: 'recoverPassword',
  method: 'post',
  path: '/v1/auth/recover',
  access: 'public',
  in_maintenance: true,
  summary: 'Send a link to set a new password',
  description: 'The answer is the same whether or not the account exists.',
  body: z.strictObject({ email }),
  body_examples: { 'by email': { email: 'ada@example.com' } },
  refuse_first: refuseWithoutTarget,
  response: empty,
  limits: ['send', 'recover_target_minute', 'recover_target', 'messages_target'],
  errors: ['missing_target'],
});

export const resetPassword = call({
  id: 'resetPassword',
  method: 'post',
  path: '/v1/auth/reset',
  access: 'public',
  in_maintenance: true,
  summary: 'Set a new password with the link from the mail',
  description:
    'Ends every session and API key of the account. It does not sign in, and a second factor stays.',
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
  in_maintenance: true,
  summary: 'Sign out',
  description:
    'Ends the session of the refresh token in the body or in the cookie, or else of the access token. ' +
    'A session that has ended already is no error.',
  body: z.strictObject({
    refresh_token: z.string().max(200).optional(),
    scope: z
      .enum(['local', 'others', 'global'])
      .optional()
      .describe('This session (default), all others, or all. The last two also end all API keys.'),
  }),
  body_examples: { 'this session': {}, everywhere: { scope: 'global' } },
  response: z.undefined(),
  response_headers: ['Set-Cookie'],
  status: 204,
  errors: ['csrf_rejected'],
});
