import { expect, test } from 'vitest';
import { answered, refused } from '../../api/test/answers.ts';
import { doing, isThere, press, pressable, text, type, until } from '../../ui/test/draw.tsx';
import { ServiceBanner } from '../../ui/ServiceBanner.tsx';
import { openAdmin } from '../test/open-admin-dialog.tsx';
import { OperationsCards } from './OperationsPage.tsx';

const CALL = 'GET /v1/admin/operations';
const ACT = 'POST /v1/admin/operations';
const CHANGE = 'PATCH /v1/admin/operations';
const STATUS = 'GET /v1/status';
const at = '2026-11-21T09:30:00.000Z';

const modes = { standby_since: null, maintenance_since: null, planned_work: null };
const works = { status: 'ok', since: at };

const nothing = {
  modes,
  parts: { database: works, storage: works, mail: works, payments: works },
  counts: {
    failed_jobs: 0,
    failed_mails: 0,
    retried_mails: 0,
    unprocessed_events: 0,
    failed_deliveries: 0,
  },
  tasks: [],
  stations: [],
  failed_jobs: [],
  mails: [],
  stripe_events: [],
  webhook_deliveries: [],
};

const job = {
  id: '4711',
  task: 'sync_stripe_customer',
  state: 'failed',
  attempts: 14,
  max_attempts: 14,
  created_at: at,
  run_at: at,
  last_error: 'Stripe did not answer',
  message: null,
  recipient: null,
};

const mail = {
  ...job,
  id: '4712',
  task: 'send_mail',
  message: 'password-changed',
  recipient: 'ada@example.com',
};

const open = (data: object = {}, answers: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(
    '/admin',
    { [CALL]: answered({ ...nothing, ...data }), ...answers },
    <>
      <ServiceBanner />
      <OperationsCards />
    </>,
  );

test('says that everything is fine when nothing has failed', async () => {
  await open();
  for (const sentence of [
    'No station waits for music.',
    'No job has failed.',
    'Every email was sent.',
    'Every event was processed.',
    'No webhook was given up.',
    'Nothing is announced.',
  ]) {
    await until(() => expect(text()).toContain(sentence));
  }
});

test('says which paid station is not on air, and why', async () => {
  const starter_note = {
    code: 'no_playlist',
    message: 'No starter playlist is chosen for its kind of place.',
    mend: 'Choose one.',
    playlist_id: null,
    at,
  };
  const station = { user_id: 'u1', station_slug: 'blue-cup', station_name: 'Blue Cup Radio' };
  await open({ stations: [{ ...station, starter_note }] });
  await until(() => expect(text()).toContain('Blue Cup Radio'));
  expect(text()).toContain('No starter playlist is chosen for its kind of place. Choose one.');
});

test('runs a failed job again, and refreshes the page', async () => {
  const page = await open(
    { failed_jobs: [job], counts: { ...nothing.counts, failed_jobs: 1 } },
    { [ACT]: answered({ done: 1 }) },
  );
  await until(() => expect(text()).toContain('Stripe did not answer · 14 attempts'));
  await press('Run again sync_stripe_customer 4711');
  await until(() => expect(page.toasts).toMatchObject([{ title: 'The job runs again now' }]));
  expect(page.sent(ACT)[0]?.body).toEqual({ act: 'retry_job', ids: ['4711'] });
  expect(page.sent(CALL).length).toBeGreaterThan(1);
});

test('asks before it deletes an email', async () => {
  const page = await open(
    { mails: [mail], counts: { ...nothing.counts, failed_mails: 1 } },
    { [ACT]: answered({ done: 1 }) },
  );
  await until(() => expect(text()).toContain('ada@example.com'));
  await press('Delete 4712');
  await until(() => expect(text()).toContain('It will never be sent.'));
  expect(page.sent(ACT)).toEqual([]);
  await press('Delete email');
  await until(() => expect(page.sent(ACT)[0]?.body).toEqual({ act: 'remove_job', ids: ['4712'] }));
});

test('begins maintenance after a question, and announces work in UTC', async () => {
  const page = await open({}, { [CHANGE]: answered(modes) });
  await until(() => expect(isThere('Begin maintenance')).toBe(true));
  await press('Begin maintenance');
  await press('Begin');
  await until(() => expect(page.sent(CHANGE)[0]?.body).toEqual({ maintenance: true }));

  await press('Announce');
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')];
  const message = document.querySelector('textarea');
  await doing(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      message,
      'We move.',
    );
    message?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  for (const [n, value] of ['2999-11-28T02:00', '2999-11-28T04:00'].entries()) {
    const input = inputs[n];
    if (input) await type(input, value);
  }
  await doing(() => document.querySelector<HTMLFormElement>('form')?.requestSubmit());
  await until(() =>
    expect(page.sent(CHANGE)[1]?.body).toEqual({
      planned_work: {
        message: 'We move.',
        starts_at: '2999-11-28T02:00:00.000Z',
        ends_at: '2999-11-28T04:00:00.000Z',
      },
    }),
  );
});

test('shows stand-by, maintenance and planned work', async () => {
  const work = { message: 'We move.', starts_at: at, ends_at: at };
  await open(
    { modes: { standby_since: at, maintenance_since: at, planned_work: work } },
    { [STATUS]: answered({ maintenance_since: null, planned_work: work }) },
  );
  await until(() => expect(text()).toContain('This is a copy in stand-by'));
  expect(text()).toContain('Maintenance since');
  expect(pressable('End maintenance')).toBeTruthy();
  await until(() => expect(text()).toContain('We move.Planned from 21 November 2026'));
});

test('can be loaded again after a failure', async () => {
  const page = await open({}, { [CALL]: refused(503, 'unavailable', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load the operations.'));
  page.answers[CALL] = answered(nothing);
  await press('Try again');
  await until(() => expect(text()).toContain('No job has failed.'));
});
