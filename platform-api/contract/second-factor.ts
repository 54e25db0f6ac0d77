import { z } from 'zod';
import { call } from './call.ts';
import { customerParams } from './customers.ts';
import { secondFactor, time } from './fields.ts';
import { RECOVERY_CODES } from './limits.ts';

/** The second factor of an account. */
const SecondFactor = z
  .object({
    confirmed_at: time.nullable().describe('Null: the account has no second factor.'),
    recovery_codes: z.int().meta({ description: 'How many are left.', example: RECOVERY_CODES }),
  })
  .meta({ id: 'SecondFactor' });

const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({
    description: 'Each works once, in place of the app’s code. They are shown only this time.',
    example: ['7K2M-QX4D-9TBN-RW3H'],
  }),
});

const own = { access: 'member', api_keys: false } as const;

export const getSecondFactor = call({
  id: 'getSecondFactor',
  method: 'get',
  path: '/v1/auth/second-factor',
  ...own,
  summary: 'Your second factor',
  response: SecondFactor,
  errors: [],
});

export const beginSecondFactor = call({
  id: 'beginSecondFactor',
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
  errors: ['second_factor_exists'],
});

export const confirmSecondFactor = call({
  id: 'confirmSecondFactor',
  method: 'post',
  path: '/v1/auth/second-factor/confirm',
  ...own,
  step_up: true,
  summary: 'Confirm the authenticator app with its first code',
  description:
    'From now on every way to sign in asks for a code. Ends all other sessions; the confirmed email address ' +
    'gets a mail.',
  body: z.strictObject({ second_factor: secondFactor }),
  body_examples: { 'a code': { second_factor: '402817' } },
  response: recoveryCodes,
  limits: ['second_factor_setup'],
  errors: ['second_factor_wrong', 'second_factor_exists'],
});

export const renewRecoveryCodes = call({
  id: 'renewRecoveryCodes',
  method: 'post',
  path: '/v1/auth/second-factor/recovery-codes',
  ...own,
  step_up: true,
  summary: 'Make new recovery codes',
  description: 'The former ones stop working.',
  response: recoveryCodes,
  limits: ['second_factor_setup'],
  errors: ['second_factor_missing'],
});

export const removeSecondFactor = call({
  id: 'removeSecondFactor',
  method: 'delete',
  path: '/v1/auth/second-factor',
  ...own,
  step_up: true,
  summary: 'Remove the second factor',
  description: 'With its recovery codes. The confirmed email address gets a mail.',
  response: z.undefined(),
  status: 204,
  errors: [],
});

export const removeCustomerSecondFactor = call({
  id: 'removeCustomerSecondFactor',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/second-factor',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'Remove a customer’s second factor',
  description:
    'For customers who have lost their app and their recovery codes: make sure first who is asking. They get a mail.',
  params: customerParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'second_factor_missing'],
});
