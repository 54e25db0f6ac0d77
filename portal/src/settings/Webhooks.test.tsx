import { WEBHOOK_EVENTS } from '@stationhouse/platform-api/contract/webhooks/values';
import { expect, test } from 'vitest';
import { answered, listed } from '../api/test/answers.ts';
import { dialog, doing, field, find, press, text, type, until } from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const LIST = 'GET /v1/me/webhooks';
const CREATE = 'POST /v1/me/webhooks';
const LOG = 'GET /v1/me/webhooks/w1/deliveries';
const RESEND = 'POST /v1/me/webhooks/w1/deliveries/evt_1/resend';
const CHANGE = 'PATCH /v1/me/webhooks/w1';
const ROTATE = 'POST /v1/me/webhooks/w1/secret';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const till = {
  id: 'w1',
  url: 'https://counting-house.example/hooks',
  description: '',
  events: ['station.silent', 'station.recovered'],
  is_enabled: true,
  disabled_because: null,
  failing_since: null,
  former_secret_until: null,
  created_at: '2026-11-03T12:00:00.000Z',
};
const failed = {
  id: 'evt_1',
  type: 'station.silent',
  state: 'failed',
  attempts: 10,
  attempted_at: '2026-11-21T12:00:00.000Z',
  next_attempt_at: null,
  body: '{"type":"station.silent"}',
  status: 500,
  answer: 'Out of memory',
  error: null,
  duration_ms: 84,
  created_at: '2026-11-21T12:00:00.000Z',
};

/** Opens the webhooks section of the settings. */
async function openWebhooks(answers: Parameters<typeof openSettings>[0] = {}) {
  const page = await openSettings({ [LIST]: listed([till]), ...answers });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
  await doing(() => document.querySelectorAll('summary')[3]?.click());
  return page;
}

test('lists webhooks with their events and state', async () => {
  const paused = { ...till, id: 'w2', is_enabled: false, disabled_because: 'paused' };
  const broken = { ...till, id: 'w3', failing_since: '2026-11-20T12:00:00.000Z' };
  await openWebhooks({ [LIST]: listed([till, paused, broken]) });
  await until(() => expect(text()).toContain('station.silent, station.recovered'));
  for (const state of ['Enabled', 'Paused', 'Failing since 20 November 2026']) {
    expect(text()).toContain(state);
  }
});

test('adds a webhook and shows its secret once', async () => {
  const page = await openWebhooks({
    [LIST]: listed([]),
    [CREATE]: answered({ ...till, secret: SECRET }, 201),
  });
  await until(() => expect(text()).toContain('No webhooks yet'));
  await press('Add a webhook');
  await type(field('url'), till.url);
  await press('Add webhook');
  await until(() => expect(dialog().textContent).toContain('Choose at least one event.'));
  expect(page.sent(CREATE)).toEqual([]);
  await doing(() => find(HTMLInputElement, 'input[name="station.silent"]').click());
  await press('Add webhook');
  await until(() => expect(dialog().textContent).toContain(SECRET));
  expect(page.sent(CREATE)).toEqual([{ url: till.url, events: ['station.silent'] }]);
  await press('Done');
  await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(text()).not.toContain(SECRET);
  expect(text()).toContain(till.url);
});

test('adds a webhook for all events', async () => {
  const page = await openWebhooks({
    [LIST]: listed([]),
    [CREATE]: answered({ ...till, secret: SECRET }, 201),
  });
  await press('Add a webhook');
  await type(field('url'), till.url);
  await doing(() => find(HTMLInputElement, 'input[name="all"]').click());
  await press('Add webhook');
  await until(() => expect(page.sent(CREATE)).toEqual([{ url: till.url, events: WEBHOOK_EVENTS }]));
});

test('shows what was sent and how it was answered, and sends it again', async () => {
  const page = await openWebhooks({
    [LOG]: listed([failed]),
    [RESEND]: answered({ ...failed, state: 'waiting' }, 202),
  });
  await until(() => expect(text()).toContain(till.url));
  await press(`Log of ${till.url}`);
  await until(() => expect(dialog().textContent).toContain('Answered 500, 84 ms, 10 attempts'));
  expect(dialog().textContent).toContain('"type": "station.silent"');
  expect(dialog().textContent).toContain('Out of memory');
  await press('Send again');
  await until(() => expect(page.sent(RESEND)).toHaveLength(1));
});

test('says in words why there was no answer, and loads older deliveries', async () => {
  const waiting = {
    ...failed,
    state: 'waiting',
    attempts: 2,
    next_attempt_at: '2026-11-21T12:05:00.000Z',
    status: null,
    answer: null,
    error: 'certificate',
  };
  const older = { ...failed, id: 'evt_2', type: 'webhook.test' };
  const { answers } = await openWebhooks({
    [LOG]: answered({ data: [waiting], has_more: true, next_cursor: 'older' }),
  });
  await until(() => expect(text()).toContain(till.url));
  await press(`Log of ${till.url}`);
  await until(() =>
    expect(dialog().textContent).toContain(
      'The certificate of the server is not valid, 84 ms, 2 attemptsNext attempt:',
    ),
  );
  answers[LOG] = listed([older]);
  await press('Show more');
  await until(() => expect(dialog().textContent).toContain('webhook.test'));
});

test('pauses a webhook', async () => {
  const page = await openWebhooks({
    [CHANGE]: answered({ ...till, is_enabled: false, disabled_because: 'paused' }),
  });
  await until(() => expect(text()).toContain(till.url));
  await press(`Pause ${till.url}`);
  await until(() => expect(text()).toContain('Paused'));
  expect(page.sent(CHANGE)).toEqual([{ is_enabled: false }]);
});

test('makes a new secret and shows it once', async () => {
  const page = await openWebhooks({ [ROTATE]: answered({ ...till, secret: SECRET }) });
  await until(() => expect(text()).toContain(till.url));
  await press(`New secret ${till.url}`);
  await press('Make a new secret');
  await until(() => expect(text()).toContain(SECRET));
  expect(page.sent(ROTATE)).toHaveLength(1);
});
