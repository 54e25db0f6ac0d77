import { type ApiPart } from '../accounts/values.ts';

/** Webhooks per customer, and of the operator. */
export const MAX_WEBHOOKS = 10;
/** Events that webhooks can get. */
export const WEBHOOK_EVENTS = [
  'station.activated',
  'station.suspended',
  'station.slug_changed',
  'station.silent',
  'station.recovered',
  'setup.submitted',
  'asset.ready',
  'announcement.aired',
  'invoice.paid',
  'hours.threshold',
  'location.silent',
  'location.playing',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Those events, and the one that only tests whether a webhook arrives. */
export const WEBHOOK_EVENT_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];
/** The part of the API that an event belongs to: an API key needs a scope to read it. */
export const WEBHOOK_EVENT_PARTS = {
  'station.activated': 'stations',
  'station.suspended': 'stations',
  'station.slug_changed': 'stations',
  'station.silent': 'stations',
  'station.recovered': 'stations',
  'setup.submitted': 'stations',
  'asset.ready': 'assets',
  'announcement.aired': 'announcements',
  'invoice.paid': 'billing',
  'hours.threshold': 'stations',
  'location.silent': 'locations',
  'location.playing': 'locations',
} as const satisfies Record<WebhookEvent, ApiPart>;
/** The time for an answer, in s: the least that the Standard Webhooks specification recommends. */
export const WEBHOOK_SECONDS = 15;
/** Of an answer, so many bytes are read and kept. */
export const WEBHOOK_ANSWER_BYTES = 1_024;
/** Waits after each failed attempt, in s, as the Standard Webhooks specification recommends them. */
export const WEBHOOK_WAITS_S = [
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
] as const;
/** The sum of the waits in days; an endpoint that failed all this time is disabled. */
export const WEBHOOK_DAYS = 3;
/** After a rotation, both secrets sign for so long. */
export const WEBHOOK_OVERLAP_HOURS = 24;
/** Deliveries are kept for so long. */
export const WEBHOOK_LOG_DAYS = 30;
/** After a program that listened has left, its events are kept for so long, so that it misses none while it reconnects. */
export const WEBHOOK_LISTENING_MINUTES = 10;
