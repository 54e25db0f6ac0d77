import { z } from 'zod';
import { call } from '../call.ts';
import { customerParams } from '../admin/customers.ts';
import { base64url, factorCode, id, passkeyAnswer, passkeyName, time } from '../fields.ts';
import { MAX_PASSKEYS, PASSKEY_SECONDS, RECOVERY_CODES } from './values.ts';

/** A passkey in its owner's list. */
const Passkey = z
  .object({
    id,
    name: z.string().meta({ example: 'Chrome on Windows' }),
    created_at: time,
    last_used_at: time.nullable(),
    signs_in: z.boolean().meta({
      description:
        'Whether it signs in without the password. False after a new password, or after signing out everywhere, ' +
        'until it was used along with the password.',
      example: true,
    }),
  })
  .meta({ id: 'Passkey' });

/** The second factors of an account. */
export const SecondFactor = z
  .object({
    confirmed_at: time.nullable().describe('Null: the account has no authenticator app.'),
    passkeys: z.array(Passkey),
    recovery_codes: z.int().meta({ description: 'How many are left.', example: RECOVERY_CODES }),
  })
  .meta({ id: 'SecondFactor' });

const passkeyReferences = z.array(
  z.object({
    id: base64url,
    type: z.literal('public-key'),
    transports: z
      .array(z.string())
      .optional()
      .meta({ example: ['internal'] }),
  }),
);
const timeout = z.int().meta({ description: 'In ms.', example: PASSKEY_SECONDS * 1_000 });
const host = z.string().meta({ example: 'radio.example.com' });

/** The options of a browser that asks for a passkey: WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequest = z
  .object({
    challenge: base64url,
    rpId: host,
    timeout,
    userVerification: z.literal('required'),
    allowCredentials: passkeyReferences.describe('Empty: the user chooses among all of this site.'),
  })
  .meta({ id: 'PasskeyRequest' });

const recoveryCodes = z.array(z.string()).meta({
  description: 'Each works once, in place of the app or passkey. They are shown only this time.',
  example: ['7K2M-QX4D-9TBN-RW3H'],
});
const firstRecoveryCodes = recoveryCodes.meta({
  description:
    'For the first second factor of an account; otherwise empty, as the former codes stay. Each works once, in place ' +
    'of the app or passkey. They are shown only this time.',
});

const own = { access: 'member', api_keys: false } as const;

export const getSecondFactor = call({
  id: 'getSecondFactor',
  method: 'get',
  path: '/v1/auth/second-factor',
  ...own,
  summary: 'Your second factors',
  response: SecondFactor,
  errors: [],
});

export const beginSecondFactor = call({
  id: 'beginSecondFactor',
  in_maintenance: true,
  method: 'post',
  path: '/v1/auth/second-factor',
  ...own,
  step_up: true,
  summary: 'Begin to set up an authenticator app',
  description:
    'Protects nothing until a first code confirms it. Begun again, it gets a new secret.',
  response: z.object({
    secret: z.string().meta({
      description: 'To be typed into the app.',
      example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    }),
    uri: z.string().meta({
      description: 'The same for a QR code (Google Authenticator’s key URI format).',
      example: 'otpauth://totp/Stationhouse:ada%40example.com?secret=JBSWY3DP&issuer=Stationhouse',
    }),
  }),
  limits: ['second_factor_setup'],
  errors: ['second_factor_exists', 'second_factor_needs_mail'],
});

export const confirmSecondFactor = call({
  id: 'confirmSecondFactor',
  in_maintenance: true,
  method: 'post',
  path: '/v1/auth/second-factor/confirm',
  ...own,
  step_up: true,
  summary: 'Confirm the authenticator app with its first code',
  description:
    'From now on every way to sign in asks for a code. Ends all other sessions; the confirmed email address ' +
    'gets a mail.',
  body: z.strictObject({ second_factor: factorCode }),
  body_examples: { 'a code': { second_factor: '402817' } },
  response: z.object({ recovery_codes: firstRecoveryCodes }),
  limits: ['second_factor_setup'],
  errors: ['second_factor_wrong', 'second_factor_exists', 'second_factor_needs_mail'],
});

export const renewRecoveryCodes = call({
  id: 'renewRecoveryCodes',
  in_maintenance: true,
  method: 'post',
  path: '/v1/auth/second-factor/recovery-codes',
  ...own,
  step_up: true,
  summary: 'Make new recovery codes',
  description: 'The former ones stop working.',
  response: z.object({ recovery_codes: recoveryCodes }),
  limits: ['second_factor_setup'],
  errors: ['second_factor_missing'],
});

export const removeSecondFactor = call({
  id: 'removeSecondFactor',
  in_maintenance: true,
  method: 'delete',
  path: '/v1/auth/second-factor',
  ...own,
  step_up: true,
  summary: 'Remove the authenticator app',
  description:
    'Passkeys stay. Without passkeys the recovery codes are removed, too. The confirmed email address gets a mail.',
  response: z.undefined(),
  status: 204,
  errors: [],
});

export const beginPasskey = call({
  id: 'beginPasskey',
  in_maintenance: true,
  method: 'post',
  path: '/v1/auth/passkey-creation',
  ...own,
  step_up: true,
  summary: 'Begin to add a passkey',
  description:
    'The answer is for the browser: `PublicKeyCredential.parseCreationOptionsFromJSON`. Its challenge works once, in ' +
    `this session, for ${PASSKEY_SECONDS / 60} minutes.`,
  response: z
    .object({
      challenge: base64url,
      rp: z.object({ id: host, name: z.string().meta({ example: 'Stationhouse' }) }),
      user: z.object({
        id: base64url,
        name: z.string().meta({ example: 'ada@example.com' }),
        displayName: z.string().meta({ example: 'ada@example.com' }),
      }),
      pubKeyCredParams: z.array(
        z.object({ alg: z.int().meta({ example: -7 }), type: z.literal('public-key') }),
      ),
      timeout,
      excludeCredentials: passkeyReferences.describe('The account’s passkeys.'),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    })
    .meta({ id: 'PasskeyCreation' }),
  limits: ['second_factor_setup'],
  errors: ['too_many_passkeys'],
});

export const addPasskey = call({
  id: 'addPasskey',
  in_maintenance: true,
  method: 'post',
  path: '/v1/auth/passkeys',
  ...own,
  step_up: true,
  summary: 'Add a passkey',
  description:
    'It is a second factor, and signs in without the password, too. The first second factor ends all other ' +
    `sessions. The confirmed email address gets a mail. An account can have ${MAX_PASSKEYS} passkeys.`,
  body: z.strictObject({
    name: passkeyName.meta({ example: 'Chrome on Windows' }),
    passkey: passkeyAnswer
      .extend({
        response: z.object({
          clientDataJSON: base64url,
          attestationObject: base64url,
          transports: z.array(z.string().max(32)).max(8).optional(),
        }),
      })
      .describe('The browser’s answer: WebAuthn’s `RegistrationResponseJSON`.'),
  }),
  body_examples: {
    'a passkey': {
      name: 'Chrome on Windows',
      passkey: {
        id: 'Yk3vN0fJm1x7cQ2hZr8sTQ',
        rawId: 'Yk3vN0fJm1x7cQ2hZr8sTQ',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZQ',
        },
      },
    },
  },
  response: z.object({ passkey: Passkey, recovery_codes: firstRecoveryCodes }),
  status: 201,
  limits: ['second_factor_setup'],
  errors: ['second_factor_needs_mail', 'passkey_refused', 'passkey_exists', 'too_many_passkeys'],
});

export const removePasskey = call({
  id: 'removePasskey',
  in_maintenance: true,
  method: 'delete',
  path: '/v1/auth/passkeys/{id}',
  ...own,
  step_up: true,
  summary: 'Remove a passkey',
  description:
    'With the last second factor the recovery codes are removed, too. The confirmed email address gets a mail.',
  params: z.object({ id: id.meta({ description: 'From your second factors.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const beginPasskeySignIn = call({
  id: 'beginPasskeySignIn',
  method: 'post',
  path: '/v1/auth/passkey-request',
  access: 'public',
  in_maintenance: true,
  summary: 'Begin to sign in with a passkey',
  description:
    'The answer is for the browser: `PublicKeyCredential.parseRequestOptionsFromJSON`. Send what the passkey answers ' +
    `to createToken. The challenge works once, for ${PASSKEY_SECONDS / 60} minutes.`,
  response: PasskeyRequest,
  limits: ['token'],
  errors: [],
});

export const removeCustomerSecondFactor = call({
  id: 'removeCustomerSecondFactor',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/second-factor',
  access: 'support',
  api_keys: false,
  step_up: true,
  summary: 'Remove a customer’s second factors',
  description:
    'The authenticator app, all passkeys and recovery codes: for customers who have lost them. Make sure first who is ' +
    'asking. They get a mail.',
  params: customerParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'second_factor_missing'],
});
