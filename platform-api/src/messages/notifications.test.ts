import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NEWS_LONGEST_HOURS, NEWS_QUIET_MINUTES } from '../../contract/setup/values.ts';
import { notifyOperator as call } from '../../contract/setup/notifications.ts';
import type { Problem } from '../../contract/problem.ts';
import { submitSetup } from '../../contract/setup/calls.ts';
import { changeSlug } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { quickEngine } from '../../test/sounds.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { upload } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { notifyAdmin, type News } from './notify-admin.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;
const OPERATOR_EMAIL = 'desk@radio.example.com';
const FROM = { name: 'Stationhouse', address: 'hello@radio.example.com' };

/** Long enough for the worker's next poll. */
const PATIENCE = { timeout: 20_000, interval: 20 };

const CHANGE = call.body_examples['a change'];
const UPLOAD = call.body_examples['an upload'];

/** Without those that prepare uploaded sound. */
/** The jobs but those for the sound of stations. */
const jobs = () =>
  knex('graphile_worker._private_jobs').whereNotIn(
    'task_id',
    knex('graphile_worker._private_tasks')
      .where('identifier', 'like', 'prepare_%')
      .orWhere({ identifier: 'start_programme' })
      .select('id'),
  );
const stored = () => knex('member_news').orderBy('id');

/** A member with all details, and news from their programs. */
async function startMember(services: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, { preparer: createPreparer(quickEngine()), ...services });
  const member = await signedInUser(app, { email: 'ada@example.com' });
  await knex('profiles')
    .where({ user_id: member.id })
    .update({ first_name: 'Ada', last_name: 'Byron', company_name: 'The Counting House' });
  await buildStation(knex, { user_id: member.id, station_name: 'Blue Café' });
  const token = member.access_token;
  const tell = (body: unknown, by = token) => send(app, call, { token: by, body });
  /** News as another feature sends it. */
  const news: News = {
    user_id: member.id,
    kind: 'change',
    what: 'setup',
    lines: ['Voice: male'],
  };
  return { app, member, token, tell, news };
}

/** Moves what is collected into the past. */
async function minutesPass(minutes: number): Promise<void> {
  const past = (column: string) => knex.raw('?? - make_interval(mins => ?)', [column, minutes]);
  await knex('member_news').update({ created_at: past('created_at') });
  await jobs().update({ run_at: past('run_at') });
}

/** Runs the jobs that are due, and returns the number of mails so far. */
async function mailsDue(app: TestApp): Promise<number> {
  const [due] = await jobs().where('run_at', '<=', knex.fn.now()).limit(1);
  if (due) await workOff(app);
  return app.sent.mails.length;
}

describe('news of a member', () => {
  it('is mailed with the member’s details from the database', async () => {
    const { app, tell } = await startMember();
    for (const body of [CHANGE, UPLOAD]) {
      const answer = await tell(body);
      expect([answer.status, await answer.json()]).toEqual([202, {}]);
      await workOff(app);
    }
    const [change, upload] = app.sent.mails;
    expect(app.sent.mails.map(({ to }) => to)).toEqual([OPERATOR_EMAIL, OPERATOR_EMAIL]);
    expect(change?.subject).toBe('Stationhouse: changed opening hours - Blue Café');
    expect(upload?.subject).toBe('Stationhouse: new radio id - Blue Café');
    const who = [
      'Name: Ada Byron',
      'Email: ada@example.com',
      'Company: The Counting House',
      'Station: Blue Café',
    ];
    expect(change?.text.split('\n')).toEqual(expect.arrayContaining([...who, 'monday: 8 to 18']));
    expect(upload?.text.split('\n')).toEqual(
      expect.arrayContaining([...who, 'File: Good morning.mp3']),
    );
  });

  it('is mailed for a member with few details', async () => {
    const { app, tell } = await startMember();
    await knex('radio_stations').delete();
    await knex('profiles').delete();
    await knex('users').update({ email: null, phone: '+442079460000' });
    await tell(CHANGE);
    await workOff(app);
    const [mail] = app.sent.mails;
    expect(mail?.subject).toBe('Stationhouse: changed opening hours - a member');
    expect(mail?.text).toContain('Phone: +442079460000');
    expect(mail?.text).not.toMatch(/null|undefined|Station:|Company:/);
  });

  it('does not name an unpaid station', async () => {
    const { app, tell } = await startMember();
    await knex('radio_stations').update({ status: 'payment_pending' });
    await tell(CHANGE);
    await workOff(app);
    expect(app.sent.mails[0]?.text).not.toContain('Blue Café');
  });

  it('is not mailed after the account is deleted', async () => {
    const { app, tell } = await startMember();
    await tell(CHANGE);
    await knex('users').delete();
    expect(await stored()).toEqual([]);
    await workOff(app);
    expect(app.sent.mails).toEqual([]);
  });

  it('is not mailed while the account is being deleted', async () => {
    const { app, tell } = await startMember();
    await tell(CHANGE);
    await knex('users').update({ departed_at: knex.fn.now() });
    await workOff(app);
    expect(app.sent.mails).toEqual([]);
  });

  it('ignores any identity in the request', async () => {
    const { app, tell, member } = await startMember();
    const other = await signedInUser(app);
    const before = await knex('users').orderBy('id');
    for (const [field, value] of Object.entries({
      userId: other.id,
      user_id: other.id,
      email: other.email,
      firstName: 'Eve',
      first_name: 'Eve',
      stationName: 'Red',
      station_name: 'Red',
      to: 'eve@evil.example',
    })) {
      for (const [body, named] of [
        [{ ...CHANGE, [field]: value }, field],
        [{ ...CHANGE, data: { ...CHANGE.data, [field]: value } }, `data.${field}`],
      ] as const) {
        const answer = await tell(body);
        const { errors } = await json<Problem>(answer);
        expect([answer.status, errors?.map((fault) => fault.field)]).toEqual([422, [named]]);
      }
    }
    expect([await jobs(), await stored(), await knex('users').orderBy('id')]).toEqual([
      [],
      [],
      before,
    ]);
    await tell(CHANGE);
    expect(await stored()).toMatchObject([{ user_id: member.id }]);
  });

  it('needs a session or API key', async () => {
    const { app } = await startMember();
    expect((await send(app, call, { body: CHANGE })).status).toBe(401);
    expect(await jobs()).toEqual([]);
  });

  it('is rate limited', async () => {
    const { token } = await startMember();
    const notification = { ...WIDE_LIMITS.notification, points: 0 };
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, notification } };
    const full = await startApp(database, { limits });
    const answer = await send(full, call, { token, body: CHANGE });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringContaining('"notification"'),
    ]);
  });
});

describe('news is queued in the transaction of its change', () => {
  it('or rolled back with it', async () => {
    const { news } = await startMember();
    const failing = knex.transaction(async (trx) => {
      await notifyAdmin(trx, news);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect([await jobs(), await stored()]).toEqual([[], []]);
  });

  it('when a station’s address changes, and not when the change is refused', async () => {
    const { app, token } = await startMember();
    await buildStation(knex, { station_slug: 'taken' });
    for (const station_slug of ['taken', 'login', 'blue_cafe']) {
      await send(app, changeSlug, { token, body: { station_slug } });
    }
    expect([await jobs(), await stored()]).toEqual([[], []]);
    const changed = await send(app, changeSlug, { token, body: { station_slug: 'blue' } });
    expect(changed.status).toBe(200);
    await workOff(app);
    expect(app.sent.mails).toMatchObject([
      { to: OPERATOR_EMAIL, subject: 'Stationhouse: changed address - Blue Café' },
    ]);
    expect(app.sent.mails[0]?.text).toContain('Address of the station: blue');
  });

  it('and not when a change of address is rolled back', async () => {
    const { app, token } = await startMember();
    const before = await knex('radio_stations');
    await knex.raw(`
      create function refuse_address() returns trigger language plpgsql
        as $$ begin raise exception 'the change failed'; end $$;
      create constraint trigger refuse_address after update on radio_stations
        deferrable initially deferred for each row execute function refuse_address()`);
    const answer = await send(app, changeSlug, { token, body: { station_slug: 'blue' } });
    await knex.raw('drop function refuse_address cascade');
    expect(answer.status).toBe(500);
    expect([await jobs(), await stored(), await knex('radio_stations')]).toEqual([[], [], before]);
  });
});

describe(`all news of a member is one mail after ${NEWS_QUIET_MINUTES} quiet minutes`, () => {
  it('with the setup form and every file of a setup, however long the member takes', async () => {
    const { app, member, token } = await startMember();
    await knex('radio_stations').update({ status: 'setup_pending', package_name: 'Enterprise' });
    const files = ['Hello.mp3', 'Welcome.mp3', 'Good night.mp3'];
    for (const name of files) {
      expect((await upload(app, member, { name })).status).toBe(201);
      await minutesPass(60);
      expect(await mailsDue(app)).toBe(0);
    }
    const body = submitSetup.body_examples['with Starter'];
    expect((await send(app, submitSetup, { token, body })).status).toBe(200);
    await minutesPass(NEWS_QUIET_MINUTES - 1);
    expect((await upload(app, member, { name: 'Last.mp3' })).status).toBe(201);
    await minutesPass(NEWS_QUIET_MINUTES - 1);
    expect(await mailsDue(app)).toBe(0);
    await minutesPass(1);
    expect(await mailsDue(app)).toBe(1);
    const [mail] = app.sent.mails;
    expect(mail?.subject).toBe('Stationhouse: changed setup, 4 new files - Blue Café');
    for (const text of ['Station name: Counting House Radio', ...files, 'Last.mp3']) {
      expect(mail?.text).toContain(text);
    }
    expect([await jobs(), await stored()]).toEqual([[], []]);
  });

  it(`and after ${NEWS_LONGEST_HOURS} hours at the latest, with or without the form`, async () => {
    for (const status of ['active', 'setup_pending']) {
      await knex('users').delete();
      const { app, tell } = await startMember();
      await knex('radio_stations').update({ status });
      await tell(CHANGE);
      await minutesPass(NEWS_LONGEST_HOURS * 60 - 5);
      await tell(CHANGE);
      await minutesPass(4);
      expect(await mailsDue(app)).toBe(0);
      await minutesPass(1);
      expect(await mailsDue(app)).toBe(1);
      expect(app.sent.mails[0]?.text.match(/monday: 8 to 18/g)).toHaveLength(2);
    }
  });

  it('even when many requests on two replicas race', async () => {
    const { app, token } = await startMember();
    const replicas = [app, await startApp(database)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(replicas[n % 2] ?? app, call, { token, body: CHANGE }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(await jobs()).toHaveLength(1);
    expect(await stored()).toHaveLength(20);
  });

  it('while other members have mails of their own', async () => {
    const { app, tell } = await startMember();
    const other = await signedInUser(app);
    await tell(CHANGE);
    await tell(UPLOAD);
    await tell(CHANGE, other.access_token);
    await workOff(app);
    expect(app.sent.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Stationhouse: changed opening hours - ' + other.email,
      'Stationhouse: changed opening hours, new radio id - Blue Ca…',
    ]);
  });

  it('and news that comes while the mail is sent is in the next one', async () => {
    let whileSending = async (): Promise<unknown> => undefined;
    const mailer: Mailer = { send: async () => void (await whileSending()) };
    const { app, member, tell } = await startMember({ mailer });
    whileSending = () => tell(UPLOAD);
    await tell(CHANGE);
    await runTask(app, 'mail_news', { user_id: member.id });
    expect(await stored()).toMatchObject([{ kind: 'upload' }]);
    expect(await jobs()).toHaveLength(1);
  });

  it('and includes news that a replica of the previous release has queued', async () => {
    const { app, news, tell } = await startMember();
    await runTask(app, 'tell_operator', news);
    await tell(UPLOAD);
    await workOff(app);
    expect(app.sent.mails).toHaveLength(1);
    expect(app.sent.mails[0]?.text).toContain('Voice: male');
    await knex('users').delete();
    await runTask(app, 'tell_operator', news);
    expect(await stored()).toEqual([]);
  });
});

describe('a mail server that is down', () => {
  it('does not affect the change, and the mail is sent once later', async () => {
    const sink = await startSmtpSink();
    const mailer = createSmtpMailer({ url: sink.url, from: FROM });
    onTestFinished(() => mailer.close());
    await sink.stop();
    const { app, token, tell } = await startMember({ mailer });
    await startMailInbox(app);
    expect((await tell(CHANGE)).status).toBe(202);
    const changed = await send(app, changeSlug, { token, body: { station_slug: 'blue' } });
    expect(changed.status).toBe(200);
    await minutesPass(NEWS_QUIET_MINUTES);
    await vi.waitFor(async () => {
      expect(await jobs().where('attempts', '>', 0).whereNull('locked_at')).toHaveLength(1);
    }, PATIENCE);
    expect(app.logged()).toContain('mail_news');
    const back = await startSmtpSink(Number(new URL(sink.url).port));
    await jobs().update({ run_at: knex.fn.now() });
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(back.mails).toHaveLength(1);
  });
});

const LINE_BREAKS = ['\r\n', '\n', '\r', '\r\n\r\n', '\r\n ', '\u2028', '\u0085', '\u000b'];

describe('control characters in news', () => {
  it('add no header and no recipient, and stay on one line', async () => {
    const sink = await startSmtpSink();
    const mailer = createSmtpMailer({ url: sink.url, from: FROM });
    onTestFinished(() => mailer.close());
    const { app, tell } = await startMember({ mailer });
    for (const [n, lineBreak] of LINE_BREAKS.entries()) {
      const text = `${n}${lineBreak}Bcc: eve@evil.example${lineBreak}<img src=x onerror=alert(1)>`;
      await knex('profiles').update({ first_name: text, company_name: text });
      await knex('radio_stations').update({ station_name: text });
      const data = { change_type: text, changes: { [text]: text } };
      expect((await tell({ type: 'change', data })).status).toBe(202);
      await minutesPass(NEWS_QUIET_MINUTES);
      await workOff(app);
      const { recipients, email } = await sink.next();
      expect([recipients, email.to]).toEqual([
        [OPERATOR_EMAIL],
        [{ name: '', address: OPERATOR_EMAIL }],
      ]);
      expect([email.bcc, email.cc]).toEqual([undefined, undefined]);
      expect(email.subject).toMatch(/^Stationhouse: changed \d Bcc: eve@evil\.example/);
      expect(email.subject).not.toMatch(/\p{Cc}/u);
      expect(email.subject?.length).toBeLessThanOrEqual(60);
      expect(email.html).not.toContain('<img');
      for (const line of email.text?.split('\n') ?? []) expect(line).not.toMatch(/^Bcc/);
    }
  });

  it('such as NUL and lone surrogates are refused or sent safely', async () => {
    const { app, tell } = await startMember();
    for (const strange of ['a\0b', '\ud800']) {
      const data = { ...CHANGE.data, changes: { monday: strange } };
      expect((await tell({ ...CHANGE, data })).status).toBe(422);
      await workOff(app);
      await tell({
        ...CHANGE,
        data: { change_type: `x${strange.length}`, changes: { [strange]: 'x' } },
      });
    }
    await workOff(app);
    expect(app.sent.mails).toHaveLength(2);
  });
});
