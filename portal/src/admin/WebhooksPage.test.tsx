import { expect, test } from 'vitest';
import { answered, listed } from '../api/test/answers.ts';
import { dialog, doing, field, find, press, text, type, until } from '../ui/test/draw.tsx';
import { openAdmin } from './test/open-admin-dialog.tsx';
import { OperatorWebhooks } from './WebhooksPage.tsx';

const LIST = 'GET /v1/admin/webhooks';
const CREATE = 'POST /v1/admin/webhooks';
const CHANGE = 'PATCH /v1/admin/webhooks/w1';
const ROTATE = 'POST /v1/admin/webhooks/w1/secret';
const TEST = 'POST /v1/admin/webhooks/w1/test';
const LOG = 'GET /v1/admin/webhooks/w1/deliveries';
const RESEND = 'POST /v1/admin/webhooks/w1/deliveries/evt_1/resend';
const REMOVE = 'DELETE /v1/admin/webhooks/w1';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const ledger = {
  id: 'w1',
  url: 'https://ledger.example/hooks',
  description: '',
  events: ['invoice.paid'],
  is_enabled: true,
  disabled_because: null,
  failing_since: null,
  former_secret_until: null,
  created_at: '2026-11-03T12:00:00.000Z',
};
const paid = {
  id: 'evt_1',
  type: 'invoice.paid',
  state: 'delivered',
  attempts: 1,
  attempted_at: '2026-11-21T12:00:00.000Z',
  next_attempt_at: null,
  body: '{"type":"invoice.paid"}',
  status: 200,
  answer: 'noted',
  error: null,
  duration_ms: 12,
  created_at: '2026-11-21T12:00:00.000Z',
};

test('an admin adds, tests, pauses and removes a webhook of the operator, and reads its log', async () => {
  const page = await openAdmin(
    '/admin',
    {
      [LIST]: listed([]),
      [CREATE]: answered({ ...ledger, secret: SECRET }, 201),
      [TEST]: answered(paid, 202),
      [LOG]: listed([paid]),
      [RESEND]: answered(paid, 202),
      [ROTATE]: answered({ ...ledger, secret: `${SECRET}2` }),
      [CHANGE]: answered({ ...ledger, is_enabled: false, disabled_because: 'paused' }),
      [REMOVE]: answered(null),
    },
    <OperatorWebhooks />,
  );
  await until(() => expect(text()).toContain('of all customers'));
  await press('Add a webhook');
  await type(field('url'), ledger.url);
  await doing(() => find(HTMLInputElement, 'input[name="invoice.paid"]').click());
  await press('Add webhook');
  await until(() => expect(dialog().textContent).toContain(SECRET));
  await press('Done');
  await press(`Send a test to ${ledger.url}`);
  await press(`Log of ${ledger.url}`);
  await until(() => expect(dialog().textContent).toContain('Answered 200, 12 ms, 1 attempt'));
  await press('Send again');
  await press('Close');
  await press(`New secret ${ledger.url}`);
  await press('Make a new secret');
  await until(() => expect(dialog().textContent).toContain(`${SECRET}2`));
  await press('Done');
  await press(`Pause ${ledger.url}`);
  await until(() => expect(text()).toContain('Paused'));
  await press(`Remove ${ledger.url}`);
  await press('Remove webhook');
  await until(() => expect(text()).toContain('No webhooks yet'));
  const calls = [CREATE, TEST, RESEND, ROTATE, CHANGE, REMOVE];
  expect(calls.map((call) => page.sent(call).length)).toEqual(calls.map(() => 1));
});
