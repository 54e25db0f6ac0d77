// The content of each webhook event. Triggers of the database write it in the transaction of the change, so that no way of
// changing a row can forget it (migrations/20261124122100_create_webhooks.ts). The envelope is made in webhooks/deliveries.ts.
import { z } from 'zod';
import { ASSET_KINDS } from '../assets/values.ts';
import { id, time } from '../fields.ts';
import { locationId } from '../locations/schemas.ts';
import { LOCATION_STATUSES, SILENCE_MINUTES } from '../locations/values.ts';
import { LISTENING_LETTERS } from '../listening/values.ts';
import { PublicStation } from '../stations/schemas.ts';
import { STATION_STATUSES } from '../stations/values.ts';
import type { WebhookEvent } from './values.ts';

/** Of every event. Null where the customer has no station, or has not paid for it. */
export const WebhookEventAbout = z.object({
  user_id: id,
  station: PublicStation.pick({ public_id: true, station_slug: true, station_name: true })
    .extend({ status: z.enum(STATION_STATUSES).meta({ example: 'active' }) })
    .nullable(),
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
  }).describe('Two checks in a row found the station silent.'),
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
      .describe('The part of the month’s listening hours that is used.'),
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

/** The `data` of an event. */
export type WebhookEventData<Type extends WebhookEvent> = z.output<
  (typeof WEBHOOK_EVENT_DATA)[Type]
>;
