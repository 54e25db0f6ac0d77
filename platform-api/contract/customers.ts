import { z } from 'zod';
import { editableProfile, Profile, User } from './accounts.ts';
import { Asset } from './assets.ts';
import { call } from './call.ts';
import { clearableLine, email, id, listOf, time } from './fields.ts';
import {
  CURRENCY,
  CUSTOMER_SORTS,
  DESK_LIST,
  EDITABLE_STATION_STATUSES,
  LAUNCH_HOURS,
  MAX_EMBED_HTML_LENGTH,
  MAX_LINE_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_URL_LENGTH,
  PACKAGE_NAMES,
  STATION_STATUSES,
  USER_ROLES,
} from './limits.ts';
import { lowerCaseSlug } from './slug.ts';
import { Station } from './stations.ts';

/** A line of the customers’ table (specification §2, Admin dashboard). */
export const Customer = z
  .object({
    user_id: id,
    role: z.enum(USER_ROLES),
    first_name: z.string().meta({ example: 'Ada' }),
    last_name: z.string().meta({ example: 'Byron' }),
    email: z.string().nullable().meta({ example: 'ada@example.com' }),
    company_name: z.string().nullable().meta({ example: 'The Counting House' }),
    package_name: z.enum(PACKAGE_NAMES).nullable().meta({ example: 'Starter' }),
    status: z.enum(STATION_STATUSES).nullable().meta({
      description: 'Of the station; null while there is none.',
      example: 'active',
    }),
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    station_slug: z.string().nullable().meta({ example: 'counting-house' }),
    total_amount: z
      .int()
      .nullable()
      .meta({ description: 'What was ordered, in cents.', example: 448_00 }),
    currency: z.literal(CURRENCY),
    purchased_at: time.nullable(),
    setup_form_submitted_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;

/** Which customers, and in which order. */
const customerFilters = {
  search: z.string().trim().max(MAX_LINE_LENGTH).optional().meta({
    description: 'A part of a name, a company, an e-mail address, a station’s name or address.',
    example: 'count',
  }),
  status: z.enum(STATION_STATUSES).optional().meta({
    description: 'Of the station.',
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
    description:
      'By name: the last one, then the first. Where nothing stands to sort by comes last.',
    example: 'created_at',
  }),
  order: z.enum(['asc', 'desc']).default('desc').meta({
    description: 'Ascending or descending.',
    example: 'desc',
  }),
};

/** A page of one of the desk’s lists. */
export const deskPage = {
  limit: z.coerce.number().int().min(1).max(DESK_LIST.max).default(DESK_LIST.default).meta({
    description: 'How many at most.',
    example: DESK_LIST.default,
  }),
  cursor: z.string().max(1_000).optional().meta({
    description: '`next_cursor` of the page before, asked for with the same filters.',
    example: 'WyIyMDI2LTExLTIxVDA5OjMwOjAwLjAwMFoiXQ',
  }),
};

export const listCustomers = call({
  id: 'listCustomers',
  method: 'get',
  path: '/v1/admin/customers',
  access: 'admin',
  summary: 'All customers',
  description:
    'Everybody who has an account, admins too. Newest first unless asked otherwise. The queue of pending ' +
    'setups is `status=setup_pending`, sorted by `purchased_at`, in ascending order: ' +
    `${LAUNCH_HOURS} hours after it a station was promised to be on air.`,
  query: z.strictObject({ ...customerFilters, ...deskPage }),
  response: listOf(Customer),
  errors: [],
});

export const exportCustomers = call({
  id: 'exportCustomers',
  method: 'get',
  path: '/v1/admin/customers.csv',
  access: 'admin',
  summary: 'All customers as CSV',
  description:
    'As many as there are, in UTF-8; the first line names the fields, amounts are in cents. A text that a ' +
    'spreadsheet would take for a formula begins with an apostrophe.',
  query: z.strictObject(customerFilters),
  response: z.string().meta({ example: 'user_id,role,first_name\r\n' }),
  content_type: 'text/csv',
  limits: ['customers_export'],
  errors: [],
});

/** A station with what only the operator sees (specification §3). Addresses as they were entered. */
export const AdminStation = Station.extend({
  station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
  stream_url: z.string().nullable().meta({
    description: 'Null: it plays the demo’s.',
    example: 'https://stream.example.com/counting-house.mp3',
  }),
  setup_notes: z.string().nullable().meta({ example: 'Jazz before noon.' }),
  current_track_data: z.string().nullable().meta({ example: 'https://stream.example.com/now' }),
  previous_track_data: z.string().nullable().meta({ example: null }),
  next_track_data: z.string().nullable().meta({ example: null }),
  created_at: time,
}).meta({ id: 'AdminStation' });
export type AdminStation = z.infer<typeof AdminStation>;

/** A customer’s file, and whether the operator has sent it for them. */
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
      description: 'One whose payment is still pending counts only where there is no other.',
    }),
    assets: z.array(CustomerAsset),
    etag: z.string().meta({
      description:
        'What a change must name in `If-Match`; the same as in the head. Another one once something that ' +
        'the desk can change is another.',
      example: '"4mX0q2bB9sY"',
    }),
  })
  .meta({ id: 'CustomerDetails' });
export type CustomerDetails = z.infer<typeof CustomerDetails>;

/** Whom a call is about. */
export const customerParams = z.object({ user_id: id.meta({ description: 'From the list.' }) });

export const getCustomer = call({
  id: 'getCustomer',
  method: 'get',
  path: '/v1/admin/customers/{user_id}',
  access: 'admin',
  summary: 'One customer',
  description:
    'Its ETag is what a change must name, so that two admins can’t overwrite each other.',
  params: customerParams,
  response: CustomerDetails,
  response_headers: ['ETag'],
  errors: ['not_found'],
});

const NO_WEB_ADDRESS = 'Please enter a web address, such as https://example.com.';

/** The address of a stream or of a track, on the web or one of our own (`/stream/…`); '' or null clears it. */
export const sourceAddress = z
  .union([
    z.url({ protocol: /^https?$/, error: NO_WEB_ADDRESS }).max(MAX_URL_LENGTH),
    z
      .string()
      .regex(/^\/stream\/[\w/-]+$/, NO_WEB_ADDRESS)
      .max(MAX_URL_LENGTH),
    z.literal(''),
    z.null(),
  ])
  .optional()
  .meta({ example: 'https://stream.example.com/counting-house.mp3' });

const clearableText = (most: number) =>
  z.string().trim().max(most, 'Please use fewer characters.').nullable().optional();

/** The fields of a station that hold somebody else’s address. */
export const SOURCE_FIELDS = [
  'stream_url',
  'current_track_data',
  'previous_track_data',
  'next_track_data',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** What the desk changes of a profile: e-mail address and login are one here. */
export const ProfileChange = z.strictObject({ email: email.optional(), ...editableProfile });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** What the desk changes of a station (specification §2, Edit dialog). */
export const StationChange = z.strictObject({
  status: z.enum(EDITABLE_STATION_STATUSES).optional(),
  station_name: clearableLine,
  station_slug: z.string().overwrite(lowerCaseSlug).optional().meta({ example: 'counting-house' }),
  stream_url: sourceAddress,
  radio_player_embed: clearableText(MAX_EMBED_HTML_LENGTH),
  setup_notes: clearableText(MAX_MESSAGE_LENGTH),
  current_track_data: sourceAddress,
  previous_track_data: sourceAddress,
  next_track_data: sourceAddress,
});
export type StationChange = z.infer<typeof StationChange>;

export const changeCustomer = call({
  id: 'changeCustomer',
  method: 'patch',
  path: '/v1/admin/customers/{user_id}',
  access: 'admin',
  summary: 'Change a customer’s data',
  description:
    'Only what is sent changes, all of it or nothing. `If-Match` takes the ETag that the change is made from: ' +
    'where somebody else has changed the customer meanwhile it is refused, with the customer as they are now. ' +
    'A changed e-mail address changes login and profile together, ends the sessions and tells both addresses; an ' +
    'admin’s is changed by nobody but themselves. ' +
    'A station’s address changes without being counted. The first time that it goes live is kept.',
  params: customerParams,
  request_headers: z.object({
    'if-match': z.string().optional().meta({
      description: 'The ETag of the customer that you have, which must be there.',
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
    'slug_invalid',
    'slug_reserved',
    'url_not_allowed',
    'email_in_use',
    'email_of_admin',
  ],
});
