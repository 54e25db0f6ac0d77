// The content of each webhook event. Triggers of the database write it in the transaction of the change, so that no way of
// changing a row can forget it (migrations/20261124122100_create_webhooks.ts). The envelope is made in webhooks/deliveries.ts.
import { z } from 'zod';
import { ASSET_KINDS } from '../assets/values.ts';
import { id, time } from '../fields.ts';
import { locationId } from '../locations/schemas.ts';
import { WATCH_MINUTES } from '../admin/values.ts';
import { LOCATION_STATUSES, SILENCE_MINUTES } from '../locations/values.ts';
import { LISTENING_LETTERS } from '../listening/values.ts';
import { PublicStation } from '../stations/schemas.ts';
import { STATION_STATUSES } from '../stations/values.ts';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventType,
} from './values.ts';

/** The fields of every event about a customer. */
export const WebhookEventAbout = z.object({
  user_id: id,
  station: PublicStation.pick({ public_id: true, station_slug: true, station_name: true })
    .extend({ status: z.enum(STATION_STATUSES).meta({ example: 'active' }) })
    .nullable()
    .describe('The station as it was then. Null: no station is paid for.'),
});

const aboutLocation = z
  .object({ public_id: locationId, name: z.string().meta({ example: 'High Street' }) })
  .describe('The location, with its public_id and name.');

/** The `data` of each event. The description says when it is sent. */
export const WEBHOOK_EVENT_DATA = {
  'station.activated': WebhookEventAbout.extend({
    is_first_time: z.boolean().describe('Whether it was never on air before.'),
  }).describe('The station is on air.'),
  'station.suspended': WebhookEventAbout.describe('The station is off air until it is paid for.'),
  'station.slug_changed': WebhookEventAbout.extend({
    former_slug: z
      .string()
      .meta({ description: 'The previous address.', example: 'counting-house-bar' }),
  }).describe('The address of the station has changed.'),
  'station.silent': WebhookEventAbout.extend({
    since: time.describe('The time of the first of the two checks.'),
  }).describe(
    'Two checks in a row found the station silent. A station whose sound comes from us is not checked.',
  ),
  'station.recovered': WebhookEventAbout.extend({
    silent_since: time.describe('The time of the first check that found it silent.'),
  }).describe('A check found the station playing again.'),
  'setup.submitted': WebhookEventAbout.extend({
    is_first_time: z.boolean().describe('Whether it was never sent before.'),
  }).describe('The setup form was sent, for the first time or again.'),
  'asset.ready': WebhookEventAbout.extend({
    asset: z
      .object({ id, kind: z.enum(ASSET_KINDS), file_name: z.string() })
      .describe('The file, with its id, kind and file_name.'),
  }).describe('A picture is stored, or an audio file is ready to air.'),
  'announcement.aired': WebhookEventAbout.extend({
    announcement: z
      .object({ id, title: z.string() })
      .describe('The announcement, with its id and title.'),
    due_at: time.describe('When it was planned.'),
    aired_at: time.describe('When it aired.'),
  }).describe('An announcement has aired.'),
  'invoice.paid': WebhookEventAbout.extend({
    invoice: z
      .object({ id: z.string(), amount_paid: z.int(), currency: z.string() })
      .describe('The invoice, with its id, amount_paid in cents and currency.'),
  }).describe('An invoice is paid.'),
  'hours.threshold': WebhookEventAbout.extend({
    percent: z
      .literal(LISTENING_LETTERS)
      // The document’s generator takes the first of several literals.
      .meta({
        description: 'The part of the month’s listening hours that is used.',
        enum: [...LISTENING_LETTERS],
      }),
    month: z.string().describe('The month, such as 2026-11.'),
  }).describe(
    `The station has used ${LISTENING_LETTERS.join(', ')} per cent of the month’s listening hours. Each is an event.`,
  ),
  'location.silent': WebhookEventAbout.extend({
    location: aboutLocation,
    since: time.describe('The last moment at which it is known to have played, or its opening.'),
    status: z.enum(LOCATION_STATUSES).describe('The last status of its player, or `offline`.'),
  }).describe(`A location was silent for ${SILENCE_MINUTES} minutes within its opening hours.`),
  'location.playing': WebhookEventAbout.extend({
    location: aboutLocation,
    since: time.describe('The start of the silence that is over.'),
    was_on_reserve: z
      .boolean()
      .describe('Whether it played its reserve meanwhile, and could only not report it.'),
  }).describe('A location that was silent plays again.'),
} as const satisfies Record<WebhookEvent, z.ZodObject>;

/** The `data` of the test event. An endpoint of the operator belongs to no customer. */
const WebhookTestData = z
  .object({ user_id: id.nullable(), message: z.string().describe('A sentence for people.') })
  .describe('You asked for a test event.');

/**
 * The longest time between a fact and its event, in words, while the servers keep up. Triggers write most events in the
 * transaction of the change. The others follow the schedule of the job that finds the fact: `admin/watch`, `announcements/tasks.ts`,
 * `listening/letters.ts`, `locations/watch.ts` and `billing/reconcile.ts`.
 */
export const WEBHOOK_DELAYS: Record<WebhookEventType, string> = {
  'station.activated': 'At once.',
  'station.suspended': 'Within 5 minutes of the end of the days to pay.',
  'station.slug_changed': 'At once.',
  'station.silent': `About ${2 * WATCH_MINUTES} minutes after the silence begins: checks are ${WATCH_MINUTES} minutes apart.`,
  'station.recovered': `At the next check, within about ${WATCH_MINUTES} minutes.`,
  'setup.submitted': 'At once.',
  'asset.ready': 'At once for a picture; when its preparation ends for an audio file.',
  'announcement.aired': 'Within 2 minutes of its start.',
  'invoice.paid': 'When the payment provider reports the payment.',
  'hours.threshold': 'Within 15 minutes.',
  'location.silent': `Within a minute after the ${SILENCE_MINUTES} minutes.`,
  'location.playing': 'Within 10 seconds of the player’s report.',
  'webhook.test': 'At once.',
};

/** The name of an event's component in the document: `StationSilentEvent`. */
const nameOf = (type: WebhookEventType): string => {
  const words = type.split(/[._]/);
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Event`;
};

/** The body of a request with an event. */
const bodyOf = (type: WebhookEventType, data: z.ZodObject) =>
  z
    .object({
      type: z.literal(type),
      timestamp: time.describe('When we noted it.'),
      is_test: z
        .literal(true)
        .optional()
        .describe('You asked for this event: nothing of the kind has happened.'),
      data,
    })
    .meta({ id: nameOf(type), description: data.description ?? type });

/** The bodies of all events by type. */
export const WEBHOOK_BODIES = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [
    type,
    bodyOf(type, type === 'webhook.test' ? WebhookTestData : WEBHOOK_EVENT_DATA[type]),
  ]),
) as Record<WebhookEventType, ReturnType<typeof bodyOf>>;

/** An event as it is sent. Programs choose by `type`. */
export const WebhookEventBody = z
  .discriminatedUnion('type', [
    WEBHOOK_BODIES['webhook.test'],
    ...WEBHOOK_EVENTS.map((type) => WEBHOOK_BODIES[type]),
  ])
  .meta({ id: 'WebhookEvent' });

/** Of a text that holds an event as JSON (JSON Schema 2020-12, "Contents"). */
export const JSON_EVENT = {
  contentMediaType: 'application/json',
  contentSchema: { $ref: '#/components/schemas/WebhookEvent' },
};

/** The `data` of an event. */
export type WebhookEventData<Type extends WebhookEvent> = z.output<
  (typeof WEBHOOK_EVENT_DATA)[Type]
>;
