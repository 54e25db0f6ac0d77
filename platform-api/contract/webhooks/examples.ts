// An example of each event: the reference shows it, and a sample that a developer asks for has its details.
import type { WebhookEventData } from './events.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent, type WebhookEventType } from './values.ts';

const USER_ID = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const STATION = {
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a12',
  station_slug: 'counting-house',
  station_name: 'Counting House Radio',
  status: 'active',
} as const;

const LOCATION = { public_id: 'loc_019aa5d47f3a7c1e9d550b6f3f1c2a10', name: 'High Street' };

/** The fields of an event besides the customer and the station. */
type Details<Type extends WebhookEvent> = Omit<WebhookEventData<Type>, 'user_id' | 'station'>;

/** The details of each event. */
export const EXAMPLE_DETAILS: { [Type in WebhookEvent]: Details<Type> } = {
  'station.activated': { is_first_time: true },
  'station.suspended': {},
  'station.slug_changed': { former_slug: 'counting-house-bar' },
  'station.silent': { since: '2026-11-21T09:20:00.000Z' },
  'station.recovered': { silent_since: '2026-11-21T09:00:00.000Z' },
  'setup.submitted': { is_first_time: true },
  'asset.ready': {
    asset: {
      id: '019a9d07-4c1b-7e92-a3d8-1b2c3d4e5f60',
      kind: 'jingle',
      file_name: 'happy-hour.mp3',
    },
  },
  'announcement.aired': {
    announcement: { id: '019aa5f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f', title: 'Soup of the day' },
    due_at: '2026-11-21T09:29:00.000Z',
    aired_at: '2026-11-21T09:29:04.000Z',
  },
  'invoice.paid': {
    invoice: { id: 'in_1SWQ7hKx2eZvKYlo', amount_paid: 14_900, currency: 'eur' },
  },
  'hours.threshold': { percent: 70, month: '2026-11' },
  'location.silent': { location: LOCATION, since: '2026-11-21T09:25:00.000Z', status: 'offline' },
  'location.playing': {
    location: LOCATION,
    since: '2026-11-21T09:05:00.000Z',
    was_on_reserve: false,
  },
};

/** The message of the test event. */
export const TEST_MESSAGE = 'This is a test event.';

/** The body of each event, as it arrives. */
export const WEBHOOK_EXAMPLES = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [type, exampleOf(type)]),
) as Record<WebhookEventType, ReturnType<typeof exampleOf>>;

function exampleOf(type: WebhookEventType) {
  const timestamp = '2026-11-21T09:30:00.000Z';
  if (type === 'webhook.test') {
    return { type, timestamp, is_test: true, data: { user_id: USER_ID, message: TEST_MESSAGE } };
  }
  const status = type === 'station.suspended' ? 'suspended' : STATION.status;
  const station = { ...STATION, status };
  return { type, timestamp, data: { user_id: USER_ID, station, ...EXAMPLE_DETAILS[type] } };
}
