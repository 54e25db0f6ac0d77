import { z } from 'zod';
import { editableProfile, Profile, User } from '../accounts/calls.ts';
import { Asset } from '../assets/calls.ts';
import { call } from '../call.ts';
import { STATION_THEMES } from '../site/colours.ts';
import { accentColour, clearableLine, email, id, listOf, time } from '../fields.ts';
import { CUSTOMER_SORTS, ADMIN_LIST } from './values.ts';
import { APPROVAL_STATES } from '../approval/values.ts';
import {
  DELIVERY_STATES,
  EDITABLE_STATION_STATUSES,
  LAUNCH_HOURS,
  MAX_EMBED_HTML_LENGTH,
  STATION_STATUSES,
} from '../stations/values.ts';
import { MAX_LINE_LENGTH, MAX_URL_LENGTH } from '../values.ts';
import { MAX_MESSAGE_LENGTH } from '../messages/values.ts';
import { STARTER_NOTES } from '../setup/values.ts';
import { USER_ROLES } from '../accounts/values.ts';
import { LISTENING_POLICIES } from '../listening/values.ts';
import { CURRENCY, PACKAGE_NAMES } from '../billing/prices.ts';
import { lowerCaseSlug } from '../stations/slug.ts';
import { Station } from '../stations/schemas.ts';

/** The columns of the customers’ table, and of its export. */
export const CustomerLine = z.object({
  user_id: id,
  role: z.enum(USER_ROLES),
  first_name: z.string().meta({ example: 'Ada' }),
  last_name: z.string().meta({ example: 'Byron' }),
  email: z.string().nullable().meta({ example: 'ada@example.com' }),
  company_name: z.string().nullable().meta({ example: 'The Counting House' }),
  package_name: z.enum(PACKAGE_NAMES).nullable().meta({ example: 'Starter' }),
  status: z.enum(STATION_STATUSES).nullable().meta({
    description: 'Of the station; null without a station.',
    example: 'active',
  }),
  station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
  station_slug: z.string().nullable().meta({ example: 'counting-house' }),
  total_amount: z
    .int()
    .nullable()
    .meta({ description: 'The amount of the order, in cents.', example: 537_60 }),
  currency: z.literal(CURRENCY),
  purchased_at: time.nullable(),
  setup_form_submitted_at: time.nullable(),
  created_at: time,
});

/** Why a starter programme is not on air, or how it gives way. */
export const StarterNote = z
  .object({
    code: z.enum(STARTER_NOTES).meta({
      description:
        '`no_playlist`: no playlist can start it. `refused`: the programme breaks a rule. `failed`: an ' +
        'error; it is tried again. `short`: it is on air, and its playlist is too short for the usual separation.',
      example: 'short',
    }),
    message: z.string().meta({
      example:
        'The starter playlist “Mornings” is 6 songs long: a song can repeat after 15 minutes.',
    }),
    mend: z.string().nullable().meta({ example: 'Use it, or choose another.' }),
    playlist_id: id.nullable().meta({ example: null }),
    at: time,
  })
  .meta({ id: 'StarterNote' });
export type StarterNote = z.infer<typeof StarterNote>;

/** A line of the customers’ table (specification §2, Admin dashboard), with how far its station is. */
export const Customer = CustomerLine.extend({
  starter_since: time.nullable().meta({
    description: 'The station plays its starter programme since then; null: it has none.',
    example: null,
  }),
  approval: z.enum(APPROVAL_STATES).nullable().meta({
    description: 'Of a station before its first air; null without a station.',
    example: 'waiting',
  }),
  starter_note: z.union([StarterNote, z.null()]).meta({
    description:
      'Of a station before its own programme: why it has no starter programme, or how that gives way.',
  }),
  missing: z
    .object({
      lines_to_speak: z.int().meta({
        description: 'Texts of the setup form without an accepted recording.',
        example: 2,
      }),
      has_playlist: z.boolean().meta({
        description:
          'Its draft has one, or there are playlists to begin with where nothing was drafted yet.',
        example: true,
      }),
    })
    .nullable()
    .meta({
      description:
        'The parts that a programme still lacks, while its station waits for setup; null before the setup form, and afterwards.',
      example: { lines_to_speak: 2, has_playlist: true },
    }),
}).meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;

/** Filters and order of the customers' table. */
const customerFilters = {
  search: z.string().trim().max(MAX_LINE_LENGTH).optional().meta({
    description: 'Part of a name, a company, an email address, a station’s name or address.',
    example: 'count',
  }),
  status: z.enum(STATION_STATUSES).optional().meta({
    description:
      'Of the station. `setup_pending` also finds stations on air with a starter programme, which are still built.',
    example: 'setup_pending',
  }),
  package_name: z.enum(PACKAGE_NAMES).optional().meta({
    description: 'Of the station.',
    example: 'Starter',
  }),
  created_from: z.iso.date().optional().meta({
    description: 'Joined on this day (UTC) or later.',
    example: '2026-11-01',
  }),
  created_to: z.iso.date().optional().meta({
    description: 'Joined on this day (UTC) or before.',
    example: '2026-11-30',
  }),
  sort: z.enum(CUSTOMER_SORTS).default('created_at').meta({
    description: '`name` sorts by last name, then first name. Customers without a value come last.',
    example: 'created_at',
  }),
  order: z.enum(['asc', 'desc']).default('desc').meta({
    description: 'Ascending or descending.',
    example: 'desc',
  }),
};

/** Paging of the admin lists. */
export const adminPage = {
  limit: z.coerce.number().int().min(1).max(ADMIN_LIST.max).default(ADMIN_LIST.default).meta({
    description: 'Maximum number of rows.',
    example: ADMIN_LIST.default,
  }),
  cursor: z.string().max(1_000).optional().meta({
    description: '`next_cursor` of the previous page, with the same filters.',
    example: 'WyIyMDI2LTExLTIxVDA5OjMwOjAwLjAwMFoiXQ',
  }),
};

export const listCustomers = call({
  id: 'listCustomers',
  method: 'get',
  path: '/v1/admin/customers',
  access: 'support',
  summary: 'All customers',
  description:
    'All accounts, admins included. Newest first by default. For the queue of pending setups, use ' +
    '`status=setup_pending` and sort by `setup_form_submitted_at`, ascending: stations are promised to be on ' +
    `air within ${LAUNCH_HOURS} hours of the setup form. Stations without a form come last.`,
  query: z.strictObject({ ...customerFilters, ...adminPage }),
  response: listOf(Customer),
  errors: [],
});

export const exportCustomers = call({
  id: 'exportCustomers',
  method: 'get',
  path: '/v1/admin/customers.csv',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'All customers as CSV',
  description:
    'All rows, in UTF-8. The first line names the fields; amounts are in cents. An apostrophe is put before ' +
    'texts that a spreadsheet would read as a formula.',
  query: z.strictObject(customerFilters),
  response: z.string().meta({ example: 'user_id,role,first_name\r\n' }),
  content_type: 'text/csv',
  limits: ['customers_export'],
  errors: [],
});

/** A station with the fields that only admins see (specification §3). Addresses are as entered. */
export const AdminStation = Station.extend({
  station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
  stream_url: z.string().nullable().meta({
    description: 'Null: it plays the demo stream.',
    example: 'https://stream.example.com/counting-house.mp3',
  }),
  is_on_air_here: z.boolean().meta({
    description: 'Its schedule sets the stream and the track addresses, which can’t be edited.',
    example: false,
  }),
  setup_notes: z.string().nullable().meta({ example: 'Jazz before noon.' }),
  current_track_data: z.string().nullable().meta({ example: 'https://stream.example.com/now' }),
  previous_track_data: z.string().nullable().meta({ example: null }),
  next_track_data: z.string().nullable().meta({ example: null }),
  website_state: z.enum(DELIVERY_STATES).meta({
    description: 'Of the white label website, if the package includes it.',
    example: 'due',
  }),
  website_url: z.string().nullable().meta({ example: null }),
  apps_state: z.enum(DELIVERY_STATES).meta({
    description: 'Of the native apps, if the package includes them.',
    example: 'due',
  }),
  app_store_url: z.string().nullable().meta({ example: null }),
  google_play_url: z.string().nullable().meta({ example: null }),
  listening_policy: z.enum(LISTENING_POLICIES).meta({
    description: 'The policy for a month whose listening hours are used up.',
    example: 'notify',
  }),
  created_at: time,
}).meta({ id: 'AdminStation' });
export type AdminStation = z.infer<typeof AdminStation>;

/** A customer’s file, and whether an admin has uploaded it. */
export const CustomerAsset = Asset.extend({
  is_operators: z.boolean().meta({ example: false }),
}).meta({ id: 'CustomerAsset' });
export type CustomerAsset = z.infer<typeof CustomerAsset>;

/** Everything about one customer. */
export const CustomerDetails = z
  .object({
    user: User,
    role: z.enum(USER_ROLES),
    profile: Profile,
    station: z.union([AdminStation, z.null()]).meta({
      description: 'A station with a pending payment is shown only when there is no other.',
    }),
    next_package_name: z.enum(PACKAGE_NAMES).nullable().meta({
      description: 'The package from the next payment on; null: it does not change.',
      example: null,
    }),
    purchase_order: z.string().nullable().meta({
      description: 'The customer’s own number for the order, printed on invoices.',
      example: 'PO-2026-118',
    }),
    assets: z.array(CustomerAsset),
    etag: z.string().meta({
      description:
        'Send it in `If-Match` with a change; the header `ETag` has the same value. It changes whenever a field ' +
        'changes that admins can edit.',
      example: '"4mX0q2bB9sY"',
    }),
  })
  .meta({ id: 'CustomerDetails' });
export type CustomerDetails = z.infer<typeof CustomerDetails>;

/** The customer of a call. */
export const customerParams = z.object({ user_id: id.meta({ description: 'From the list.' }) });

export const getCustomer = call({
  id: 'getCustomer',
  method: 'get',
  path: '/v1/admin/customers/{user_id}',
  access: 'support',
  summary: 'One customer',
  description: 'A change must send its ETag, so that two admins can’t overwrite each other.',
  params: customerParams,
  response: CustomerDetails,
  response_headers: ['ETag'],
  errors: ['not_found'],
});

const INVALID_URL = 'Please enter a web address, such as https://example.com.';

/** The address of a stream or of track data: a URL, or one of our own (`/stream/…`); '' or null clears it. */
export const sourceAddress = z
  .union([
    z.url({ protocol: /^https?$/, error: INVALID_URL }).max(MAX_URL_LENGTH),
    z
      .string()
      .regex(/^\/stream\/[\w/-]+$/, INVALID_URL)
      .max(MAX_URL_LENGTH),
    z.literal(''),
    z.null(),
  ])
  .optional()
  .meta({ example: 'https://stream.example.com/counting-house.mp3' });

/** A web address; '' or null clears it. @param hostname of a store: its pages alone count */
const clearableUrl = (error: string, hostname = /./) =>
  z
    .union([
      z.url({ protocol: /^https?$/, hostname, error }).max(MAX_URL_LENGTH),
      z.literal(''),
      z.null(),
    ])
    .optional();

const clearableText = (most: number) =>
  z.string().trim().max(most, 'Please use fewer characters.').nullable().optional();

/** The fields of a station with outside addresses. */
export const SOURCE_FIELDS = [
  'stream_url',
  'current_track_data',
  'previous_track_data',
  'next_track_data',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** The fields of a profile that admins change. A changed email address also changes the login. */
export const ProfileChange = z.strictObject({ email: email.optional(), ...editableProfile });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The fields of a station that admins change (specification §2, Edit dialog). */
export const StationChange = z.strictObject({
  status: z.enum(EDITABLE_STATION_STATUSES).optional(),
  station_name: clearableLine,
  station_slug: z.string().overwrite(lowerCaseSlug).optional().meta({ example: 'counting-house' }),
  accent_colour: z
    .union([accentColour, z.literal(''), z.null()])
    .optional()
    .meta({ example: '#c2410c' }),
  theme: z.union([z.enum(STATION_THEMES), z.literal(''), z.null()]).optional(),
  stream_url: sourceAddress,
  radio_player_embed: clearableText(MAX_EMBED_HTML_LENGTH),
  setup_notes: clearableText(MAX_MESSAGE_LENGTH),
  current_track_data: sourceAddress,
  previous_track_data: sourceAddress,
  next_track_data: sourceAddress,
  website_state: z.enum(DELIVERY_STATES).optional(),
  website_url: clearableUrl(INVALID_URL),
  apps_state: z.enum(DELIVERY_STATES).optional(),
  listening_policy: z.enum(LISTENING_POLICIES).optional(),
  app_store_url: clearableUrl(
    'Please enter an address that starts with https://apps.apple.com/.',
    /^apps\.apple\.com$/,
  ),
  google_play_url: clearableUrl(
    'Please enter an address that starts with https://play.google.com/.',
    /^play\.google\.com$/,
  ),
});
export type StationChange = z.infer<typeof StationChange>;

const hasField = (part: unknown, field: string): boolean =>
  typeof part === 'object' && part !== null && field in part;

export const changeCustomer = call({
  id: 'changeCustomer',
  method: 'patch',
  path: '/v1/admin/customers/{user_id}',
  access: 'support',
  summary: 'Change a customer’s data',
  description:
    'Fields that are left out stay as they are. A change applies as a whole or not at all. Send the ETag of the ' +
    'customer in `If-Match`: if another admin has changed the customer meanwhile, the change is refused and the ' +
    'answer has the current customer. A changed email address changes login and profile, ends the sessions and ' +
    'sends a mail to both addresses; it needs an admin with a session and a `Step-Up` token, and ' +
    'the policy for listening hours an admin. Admins change theirs only ' +
    'themselves. Changes of a station’s address are not ' +
    'counted. `setup_completed_at` is when the station first went live. A website or apps count as delivered ' +
    'once they have a link.',
  step_up_for: ({ profile }) => hasField(profile, 'email'),
  // A moved login opens the account, and the policy is part of the plan.
  admin_for: ({ profile, station }) =>
    hasField(profile, 'email') || hasField(station, 'listening_policy'),
  params: customerParams,
  request_headers: z.object({
    'if-match': z.string().optional().meta({
      description: 'Required. The ETag of the customer that the change is based on.',
      example: '"4mX0q2bB9sY"',
    }),
  }),
  body: z.strictObject({ profile: ProfileChange.optional(), station: StationChange.optional() }),
  body_examples: {
    'on air': { station: { status: 'active', stream_url: 'https://stream.example.com/a.mp3' } },
    'another company': { profile: { company_name: 'The Counting House' } },
  },
  response: CustomerDetails,
  response_headers: ['ETag'],
  errors: [
    'not_found',
    'customer_without_station',
    'precondition_required',
    'changed_meanwhile',
    'status_locked',
    'slug_taken',
    'slug_held',
    'slug_invalid',
    'slug_reserved',
    'url_not_allowed',
    'on_air_here',
    'approval_missing',
    'email_in_use',
    'email_of_admin',
  ],
});
