import { z } from 'zod';
import { call } from '../call.ts';
import {
  clearableLine,
  country,
  email,
  firstName,
  id,
  lastName,
  loginPhone,
  password,
  phoneNumber,
  time,
  webAddress,
} from '../fields.ts';
import { INDUSTRIES, RADIO_ID_FREQUENCY, VOICE_PREFERENCES } from '../setup/values.ts';
import { USER_ROLES } from './values.ts';
import { MusicWishes } from '../setup/music-wishes.ts';

/** An account that can sign in. Personal details are in the profile. */
export const User = z
  .object({
    id,
    email: z.string().nullable().meta({ example: 'ada@example.com' }),
    phone: z.string().nullable().meta({ example: null }),
    new_email: z.string().nullable().meta({
      description: 'A new email address that is not confirmed yet.',
      example: null,
    }),
    email_confirmed_at: time.nullable(),
    phone_confirmed_at: time.nullable().meta({ example: null }),
    created_at: time,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** A user's personal and company details, and their setup (specification §3). */
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
    music_wishes: z
      .union([MusicWishes, z.null()])
      .meta({ description: 'Null: no wishes were submitted.' }),
    industry: z
      .enum(INDUSTRIES)
      .nullable()
      .meta({ description: 'The kind of place; null: not said.', example: 'cafe' }),
    hears_first: z.boolean().meta({
      description: 'Your station waits for your yes before its first air.',
      example: false,
    }),
    setup_form_submitted: z.boolean().meta({ example: true }),
    setup_form_submitted_at: time.nullable(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

export const getUser = call({
  id: 'getUser',
  method: 'get',
  path: '/v1/auth/user',
  access: 'member',
  scope: 'account',
  team: 'self',
  summary: 'Who is signed in',
  response: User,
  errors: [],
});

export const changeUser = call({
  id: 'changeUser',
  method: 'patch',
  path: '/v1/auth/user',
  access: 'member',
  in_maintenance: true,
  api_keys: false,
  step_up_with_factor: true,
  summary: 'Change email address, phone number or password',
  description:
    'A new address or number takes effect once it is confirmed. A number needs a confirmed email address. A new password ends all other sessions. ' +
    'API keys stay, unless `end_api_keys` is true.',
  body: z
    .strictObject({
      email: email.optional(),
      phone: loginPhone.optional(),
      password: password.optional(),
      current_password: password,
      end_api_keys: z.boolean().optional().describe('Ends all API keys too.'),
    })
    .refine(
      (body) => [body.email, body.phone, body.password].some((value) => value !== undefined),
      'Send at least one of email, phone and password.',
    ),
  body_examples: {
    'another password': {
      password: 'a long walk by the sea',
      current_password: 'a short walk by the sea',
    },
    'another email address': {
      email: 'ada@counting-house.example',
      current_password: 'a long walk by the sea',
    },
  },
  response: User,
  limits: [
    'user_change',
    'current_password',
    'code_target',
    'messages_target',
    'text',
    'text_new_number',
    'text_unproven',
    'text_budget',
  ],
  errors: [
    'current_password_wrong',
    'weak_password',
    'confirm_email_first',
    'number_not_supported',
    'busy',
  ],
});

export const getMe = call({
  id: 'getMe',
  method: 'get',
  path: '/v1/me',
  access: 'member',
  scope: 'account',
  team: 'self',
  summary: 'User, role and profile',
  response: z.object({
    user: User,
    role: z.enum(USER_ROLES),
    profile: Profile,
    has_station: z.boolean().meta({
      description:
        'Whether `GET /v1/me/station` has a station. One with a pending payment counts as missing.',
      example: true,
    }),
    has_teams: z.boolean().meta({
      description: 'Whether `GET /v1/me/teams` has teams of other businesses.',
      example: false,
    }),
  }),
  errors: [],
});

export const getProfile = call({
  id: 'getProfile',
  method: 'get',
  path: '/v1/me/profile',
  access: 'member',
  scope: 'account',
  team: 'manager',
  summary: 'Your profile',
  response: Profile,
  errors: [],
});

/** The fields of a profile that can be changed; the login has a call of its own. */
export const editableProfile = {
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
};

export const changeProfile = call({
  id: 'changeProfile',
  method: 'patch',
  path: '/v1/me/profile',
  access: 'member',
  scope: 'account',
  summary: 'Change your profile',
  description:
    'Fields that are left out stay as they are. Email address and login are changed at `/v1/auth/user`.',
  body: z.strictObject(editableProfile),
  body_examples: {
    'another company': { company_name: 'The Counting House', company_city: 'London' },
  },
  response: Profile,
  errors: [],
});
