import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sendContactMessage } from '../../contract/contact/calls.ts';
import { MAX_LINE_LENGTH } from '../../contract/values.ts';
import { MAX_MESSAGE_LENGTH } from '../../contract/messages/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';

const database = testDatabase();
const { knex } = database;
const OPERATOR_EMAIL = 'desk@radio.example.com';
const FROM = { name: 'Stationhouse', address: 'hello@radio.example.com' };
const MESSAGE = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'The Counting House',
  subject: 'Music for three cafés',
  message: 'We open in May.\n\nCan all three play one station?',
};

/** Long enough for the worker's next poll. */
const PATIENCE = { timeout: 10_000, interval: 20 };

const jobs = () => knex('graphile_worker._private_jobs');
const kept = () => knex('contact_messages');
const write = (app: TestApp, body: unknown) => send(app, sendContactMessage, { body });

/** The app and an SMTP server. The mail worker delivers once it is started. */
async function start() {
  const sink = await startSmtpSink();
  const mailer = createSmtpMailer({ url: sink.url, from: FROM });
  onTestFinished(() => mailer.close());
  return { sink, app: await startApp(database, { mailer }) };
}

async function expectTaken(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([202, { success: true }]);
}

/** The fields that an answer finds fault with. */
async function faultsOf(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(422);
  const { code, errors } = await json<{ code: string; errors: { field: string }[] }>(answer);
  expect(code).toBe('validation_failed');
  return errors.map(({ field }) => field).toSorted();
}

describe('a message', () => {
  test('is stored and mailed to the operator, who can reply to the visitor', async () => {
    const { app, sink } = await start();
    await startMailInbox(app);
    await expectTaken(await write(app, { ...MESSAGE, homepage: '', elapsed_ms: 48_000 }));
    const { recipients, sender, email } = await sink.next();
    expect(recipients).toEqual([OPERATOR_EMAIL]);
    expect(sender).toBe(FROM.address);
    expect(email.from).toMatchObject(FROM);
    expect(email.to).toEqual([{ name: '', address: OPERATOR_EMAIL }]);
    expect(email.replyTo).toEqual([{ name: '', address: MESSAGE.email }]);
    expect(email.subject).toBe(`Contact form: ${MESSAGE.subject}`);
    for (const line of [
      'From: Ada Byron <ada@example.com>',
      'Company: The Counting House',
      `Subject: ${MESSAGE.subject}`,
    ]) {
      expect(email.text?.split('\n')).toContain(line);
    }
    expect(email.text).toContain(MESSAGE.message);
    expect(await kept().first()).toMatchObject(MESSAGE);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(1);
  });

  test('needs no company and no elapsed time', async () => {
    const { company: _, ...without } = MESSAGE;
    const { app, sink } = await start();
    await startMailInbox(app);
    await expectTaken(await write(app, without));
    await expectTaken(await write(app, { ...MESSAGE, company: ' ' }));
    expect(await kept().pluck('company')).toEqual([null, null]);
    expect((await sink.next()).email.text).not.toContain('Company');
  });

  test('appears in no log', async () => {
    const { app, sink } = await start();
    sink.refuse(true);
    await startMailInbox(app);
    await write(app, MESSAGE);
    await write(app, { ...MESSAGE, homepage: 'https://robots.example' });
    await write(app, { ...MESSAGE, email: `${MESSAGE.email},` });
    await vi.waitFor(() => expect(app.logged()).toContain('rejected a mail'), PATIENCE);
    for (const text of Object.values(MESSAGE)) expect(app.logged()).not.toContain(text);
    expect(app.logged()).not.toContain('robots.example');
  });

  test('is not mailed when it was deleted before', async () => {
    const { app, sink } = await start();
    await write(app, MESSAGE);
    await kept().delete();
    await write(app, { ...MESSAGE, subject: 'The second' });
    await startMailInbox(app);
    expect((await sink.next()).email.subject).toContain('The second');
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(1);
  });

  test('is not mailed when it could not be stored', async () => {
    const { app, sink } = await start();
    await knex.raw(`
      create function refuse_message() returns trigger language plpgsql
        as $$ begin raise exception 'the change failed'; end $$;
      create constraint trigger refuse_message after insert on contact_messages
        deferrable initially deferred for each row execute function refuse_message()`);
    expect((await write(app, MESSAGE)).status).toBe(500);
    await knex.raw('drop function refuse_message cascade');
    expect(await jobs()).toEqual([]);
    await startMailInbox(app);
    await expectTaken(await write(app, { ...MESSAGE, subject: 'The second' }));
    expect((await sink.next()).email.subject).toContain('The second');
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(1);
    expect(await kept().pluck('subject')).toEqual(['The second']);
  });
});

describe('a message is refused', () => {
  const REQUIRED = ['name', 'email', 'subject', 'message'];

  test.each(REQUIRED)('without %s, or with nothing but spaces in it', async (field) => {
    const app = await startApp(database);
    for (const value of [undefined, '', ' \r\n\t ', null, 1, {}, [MESSAGE.email]]) {
      expect(await faultsOf(await write(app, { ...MESSAGE, [field]: value }))).toEqual([field]);
    }
    expect(await kept()).toEqual([]);
  });

  test('without any required field, naming all of them', async () => {
    const app = await startApp(database);
    expect(await faultsOf(await write(app, {}))).toEqual(REQUIRED.toSorted());
    const blank = Object.fromEntries(REQUIRED.map((field) => [field, ' ']));
    expect(await faultsOf(await write(app, blank))).toEqual(REQUIRED.toSorted());
  });

  test.each<[string, unknown]>([
    ['name', 'a'.repeat(MAX_LINE_LENGTH + 1)],
    ['company', 'a'.repeat(MAX_LINE_LENGTH + 1)],
    ['subject', 'a'.repeat(MAX_LINE_LENGTH + 1)],
    ['message', 'a'.repeat(MAX_MESSAGE_LENGTH + 1)],
    ['message', 'a\0b'],
    ['subject', '\ud800'],
    ['company', 7],
    ['homepage', null],
    ['elapsed_ms', -1],
    ['elapsed_ms', 1.5],
    ['elapsed_ms', '3000'],
    ['to', 'eve@evil.example'],
    ['reply_to', 'eve@evil.example'],
    ['bcc', ['eve@evil.example']],
    ['id', '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'],
  ])('with a strange %s', async (field, value) => {
    const app = await startApp(database);
    expect(await faultsOf(await write(app, { ...MESSAGE, [field]: value }))).toEqual([field]);
    expect([await kept(), await jobs()]).toEqual([[], []]);
  });
});

/** Texts that some parser takes for several addresses, or for headers. */
const NOT_ONE_ADDRESS = [
  'ada@example.com,eve@evil.example',
  'ada@example.com, eve@evil.example',
  'ada@example.com,',
  'ada@example.com;eve@evil.example',
  'ada@example.com eve@evil.example',
  ',ada@example.com',
  'ada@example.com\teve@evil.example',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  '<ada@example.com>,<eve@evil.example>',
  'ada@example.com<eve@evil.example>',
  '"ada@example.com, eve@evil.example"@evil.example',
  '"eve@evil.example"ada@example.com',
  'group: ada@example.com, eve@evil.example;',
  'group:ada@example.com;',
  'a:;',
  '"a"@x.example',
  'ada@example.com (eve@evil.example)',
  '(x)ada@example.com',
  'ada(x)@example.com',
  'ada@example.com@evil.example',
  'ada@@example.com',
  'ada',
  '@example.com',
  'ada@',
  '@',
  'ada@exa mple.com',
  'ada@example',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@exä mple.com',
  'ada@exämple',
  'ada@exämple.com/eve@evil.example',
  'ada@exämple.com:25',
  '\u212ada@example.com',
  'ada@127.0.0.1:25',
  'ädä@example.com',
  `${'a'.repeat(250)}@example.com`,
  'ada@example.com\0',
  'ada\u00a0@example.com',
  '=?utf-8?q?ada=40example.com=2C?=@evil.example',
  '@evil.example:ada@example.com',
  'ada@example.com\\',
  "ada@example.com'",
  'mailto:ada@example.com',
  'file:///etc/passwd',
  'ada@example.com?bcc=eve@evil.example',
  'evil.example!ada@example.com@x',
];
const LINE_BREAKS = ['\r\n', '\n', '\r', '\r\n\r\n', '\r\n ', '\u2028', '\u0085', '\u000b'];
const INJECTED = [
  'Bcc: eve@evil.example',
  'RCPT TO:<eve@evil.example>',
  'Content-Type: text/html',
  'eve@evil.example',
];
const BROKEN_LINES = LINE_BREAKS.flatMap((lineBreak) =>
  INJECTED.map((words) => ({ line: lineBreak + words, words })),
);

describe('one message to one recipient, whatever is sent', () => {
  const hostile = [...NOT_ONE_ADDRESS, ...BROKEN_LINES.map(({ line }) => `ada@example.com${line}`)];

  test(`${hostile.length} addresses that are not one are refused`, async () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(60);
    const app = await startApp(database);
    for (const email of hostile) {
      expect([email, await faultsOf(await write(app, { ...MESSAGE, email }))]).toEqual([
        email,
        ['email'],
      ]);
    }
    expect([await kept(), await jobs()]).toEqual([[], []]);
  });

  test(`${BROKEN_LINES.length} line breaks in every other field begin no header`, async () => {
    const { app, sink } = await start();
    await startMailInbox(app);
    for (const { line, words } of BROKEN_LINES) {
      const text = `Hello${line}`;
      const fields = { name: text, company: text, subject: text, message: text };
      await expectTaken(await write(app, { ...MESSAGE, ...fields }));
      const { recipients, email } = await sink.next();
      expect(recipients).toEqual([OPERATOR_EMAIL]);
      expect(email.to).toEqual([{ name: '', address: OPERATOR_EMAIL }]);
      expect(email.replyTo).toEqual([{ name: '', address: MESSAGE.email }]);
      expect([email.bcc ?? [], email.cc ?? []]).toEqual([[], []]);
      const names = email.headers.map(({ key }) => key);
      expect(names.filter((name) => name === 'content-type')).toHaveLength(1);
      expect(names).not.toContain('bcc');
      expect(email.subject).toBe(`Contact form: Hello ${words}`);
      expect(email.text).toContain(words);
    }
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(BROKEN_LINES.length);
  });

  test('the end of the mail is fixed: SMTP commands in a message stay text', async () => {
    const { app, sink } = await start();
    await startMailInbox(app);
    const message = 'Before\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nDATA\r\n.\r\nAfter';
    await expectTaken(await write(app, { ...MESSAGE, message }));
    const { email } = await sink.next();
    expect(email.text).toContain(message.replaceAll('\r\n', '\n'));
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(1);
  });

  test('script and markup arrive as text', async () => {
    const { app, sink } = await start();
    await startMailInbox(app);
    const script = `<script>alert(1)</script><img src=x onerror="alert('1')"> & {{7*7}}`;
    const fields = { name: script, company: script, subject: script, message: script };
    await expectTaken(await write(app, { ...MESSAGE, ...fields }));
    const { email } = await sink.next();
    expect(email.subject).toBe(`Contact form: ${script}`);
    expect(email.text?.split(script)).toHaveLength(5);
    expect(email.html).not.toMatch(/<script|<img|<[^>]*onerror|href=/i);
    // The name also appears in the subject line.
    expect(email.html?.split('&lt;script&gt;')).toHaveLength(6);
  });
});

describe('a bot', () => {
  test.each([
    { homepage: 'https://robots.example' },
    { homepage: ' ' },
    { elapsed_ms: 0 },
    { elapsed_ms: 1_999 },
    { homepage: 'x', elapsed_ms: 60_000 },
  ])('gets the same answer as a person, and nothing is stored or mailed: %j', async (signs) => {
    const app = await startApp(database);
    await expectTaken(await write(app, { ...MESSAGE, ...signs }));
    expect([await kept(), await jobs()]).toEqual([[], []]);
  });

  test('is not assumed after two seconds', async () => {
    const app = await startApp(database);
    await expectTaken(await write(app, { ...MESSAGE, elapsed_ms: 2_000 }));
    expect(await kept()).toHaveLength(1);
  });
});

describe('the limits', () => {
  const withLimit = (name: 'contact' | 'contact_address' | 'contact_queue') => ({
    trustProxy: 1,
    limits: { eventStreams: 1, rates: { ...WIDE_LIMITS, [name]: RATE_LIMITS[name] } },
  });
  const writeFrom = (app: TestApp, address: string, body: object = MESSAGE) =>
    send(app, sendContactMessage, { body, headers: { 'X-Forwarded-For': address } });

  test('a visitor can send five messages an hour, and others of the same office are not affected', async () => {
    const app = await startApp(database, withLimit('contact'));
    // Corrected messages do not count.
    for (let n = 0; n < 6; n += 1) {
      const wrong = await writeFrom(app, '203.0.113.7', { ...MESSAGE, subject: '' });
      expect(wrong.status).toBe(422);
    }
    for (let n = 0; n < 5; n += 1) await expectTaken(await writeFrom(app, '203.0.113.7'));
    const refused = await writeFrom(app, '203.0.113.7');
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    const colleague = { ...MESSAGE, email: 'colleague@example.com' };
    await expectTaken(await writeFrom(app, '203.0.113.7', colleague));
    await expectTaken(await writeFrom(app, '203.0.113.8'));
    expect(await kept()).toHaveLength(7);
  });

  test('an address can send twenty messages an hour under any names', async () => {
    const app = await startApp(database, withLimit('contact_address'));
    const email = (n: number) => `visitor-${n}@example.com`;
    const write = (n: number, from: string) =>
      writeFrom(app, from, { ...MESSAGE, email: email(n) });
    for (let n = 0; n < 20; n += 1) await expectTaken(await write(n, '203.0.113.9'));
    expect((await write(20, '203.0.113.9')).status).toBe(429);
    await expectTaken(await write(20, '203.0.113.10'));
  });

  test('more than thirty messages an hour raise one alarm, and are still delivered', async () => {
    const app = await startApp(database, withLimit('contact_queue'));
    const alarms = () => app.logged().split('"alarm":"contact_queue"').length - 1;
    await expectTaken(await writeFrom(app, '203.0.113.1', { ...MESSAGE, homepage: 'x' }));
    for (let n = 1; n <= 30; n += 1) await expectTaken(await writeFrom(app, `203.0.113.${n}`));
    expect(alarms()).toBe(0);
    await expectTaken(await writeFrom(app, '203.0.113.31'));
    expect(alarms()).toBe(1);
    for (let n = 32; n <= 35; n += 1) await expectTaken(await writeFrom(app, `203.0.113.${n}`));
    expect(alarms()).toBe(1);
    expect(await kept()).toHaveLength(35);
    const mailInbox = await startMailInbox(app);
    expect(await mailInbox.to(OPERATOR_EMAIL)).toHaveLength(35);
  });
});
