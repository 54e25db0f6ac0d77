import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { MESSAGE_MAIL_MINUTES } from '../../contract/messages/values.ts';
import * as calls from '../../contract/messages/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp, WIDE_LIMITS } from '../../test/server.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

type MyMessages = z.infer<typeof calls.listMyMessages.response>;
type Thread = z.infer<typeof calls.listCustomerMessages.response>;
type Waiting = z.infer<typeof calls.listWaitingCustomers.response>;

/** A member, an admin, and what each can do. */
async function openThread() {
  const app = await startApp(database);
  const [ada, grace] = [await signedInUser(app), await signedInUser(app, { role: 'admin' })];
  const params = { user_id: ada.id };
  const ask = async <T>(by: typeof ada, call: Call, sent: Sent = {}) => {
    const answer = await send(app, call, { token: by.access_token, ...sent });
    return { ...(await json<T & Problem>(answer)), status: answer.status };
  };
  return {
    app,
    ada,
    grace,
    ask,
    mine: () => ask<MyMessages>(ada, calls.listMyMessages),
    theirs: () => ask<Thread>(grace, calls.listCustomerMessages, { params }),
    waiting: () => ask<Waiting>(grace, calls.listWaitingCustomers),
    write: (body: string) => ask<calls.Message>(ada, calls.sendMyMessage, { body: { body } }),
    answer: (body: string) =>
      ask<calls.AdminMessage>(grace, calls.sendCustomerMessage, { params, body: { body } }),
    readMine: (until: string) => ask<object>(ada, calls.readMyMessages, { body: { until } }),
    readTheirs: (until: string) =>
      ask<object>(grace, calls.readCustomerMessages, { params, body: { until } }),
  };
}

describe('a thread', () => {
  it('has the messages of both sides, newest first, with who has read them', async () => {
    const thread = await openThread();
    const question = await thread.write(' More jazz?\nBefore noon. ');
    expect(question).toMatchObject({
      status: 201,
      body: 'More jazz?\nBefore noon.',
      is_from_team: false,
      read_at: null,
    });
    const answer = await thread.answer('Of course.');
    expect(answer).toMatchObject({
      status: 201,
      is_from_team: true,
      author_email: thread.grace.email,
    });
    const mine = await thread.mine();
    expect(mine.data.map(({ body }) => body)).toEqual(['Of course.', 'More jazz?\nBefore noon.']);
    expect(mine.unread).toBe(1);
    // Members do not see which admin wrote.
    expect(JSON.stringify(mine)).not.toContain(thread.grace.email);
    const theirs = await thread.theirs();
    expect(theirs.data.map(({ author_email }) => author_email)).toEqual([thread.grace.email, null]);
    expect(theirs.unread).toBe(1);

    expect(await thread.readMine(answer.id)).toMatchObject({ unread: 0 });
    expect(await thread.readTheirs(question.id)).toMatchObject({ unread: 0 });
    expect((await thread.mine()).data.map(({ read_at }) => read_at)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
  });

  it('is read up to the message that was shown, and no further', async () => {
    const thread = await openThread();
    const first = await thread.write('One');
    await thread.write('Two');
    expect(await thread.readTheirs(first.id)).toMatchObject({ unread: 1 });
    // The other side's messages stay, and so do those of unknown ids.
    expect(await thread.readMine(first.id)).toMatchObject({ unread: 0 });
    expect(await thread.readTheirs('019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10')).toMatchObject({
      unread: 1,
    });
    expect((await thread.theirs()).data.map(({ body, read_at }) => [body, read_at])).toEqual([
      ['Two', null],
      ['One', expect.any(String)],
    ]);
  });

  it('comes in pages', async () => {
    const { ada, ask, write } = await openThread();
    for (const body of ['One', 'Two', 'Three']) await write(body);
    const page = (cursor?: string) =>
      ask<MyMessages>(ada, calls.listMyMessages, {
        query: { limit: '2', ...(cursor !== undefined && { cursor }) },
      });
    const first = await page();
    expect(first.data.map(({ body }) => body)).toEqual(['Three', 'Two']);
    const second = await page(first.next_cursor ?? '');
    expect([second.data.map(({ body }) => body), second.has_more]).toEqual([['One'], false]);
  });

  it('is hidden from other members, and closed to them', async () => {
    const { app, ask, write, ada } = await openThread();
    const { id } = await write('A secret');
    const bob = await signedInUser(app);
    expect((await ask<MyMessages>(bob, calls.listMyMessages)).data).toEqual([]);
    const body = { until: id };
    expect(await ask(bob, calls.readMyMessages, { body })).toMatchObject({ unread: 0 });
    const params = { user_id: ada.id };
    expect((await ask(bob, calls.listCustomerMessages, { params })).status).toBe(403);
    expect(await knex('customer_messages').whereNotNull('read_at')).toEqual([]);
  });

  it.each([
    ['', 'Please write a message.'],
    [' \n ', 'Please write a message.'],
    ['a'.repeat(5_001), 'Please use fewer characters.'],
  ])('refuses the message %j', async (text, message) => {
    const { write } = await openThread();
    const { status, errors } = await write(text);
    expect([status, errors]).toEqual([422, [expect.objectContaining({ field: 'body', message })]]);
  });

  it('takes messages at a limited rate', async () => {
    const message = { ...WIDE_LIMITS.message, points: 0 };
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, message } };
    const app = await startApp(database, { limits });
    const ada = await signedInUser(app);
    const answer = await send(app, calls.sendMyMessage, {
      token: ada.access_token,
      body: { body: 'Hello' },
    });
    expect(answer.status).toBe(429);
  });

  it('is unknown for an unknown or deleted customer', async () => {
    const { ada, theirs, answer, write } = await openThread();
    await knex('users').where({ id: ada.id }).update({ departed_at: knex.fn.now() });
    expect([(await theirs()).status, (await answer('Hello')).status]).toEqual([404, 404]);
    expect((await write('Hello')).status).toBe(401);
    expect(await knex('customer_messages')).toEqual([]);
  });

  it('is deleted with the account of the customer, and survives that of an admin', async () => {
    const { ada, grace, answer, theirs } = await openThread();
    const { app, ask } = await openThread();
    await answer('Hello');
    const other = await signedInUser(app, { role: 'admin' });
    await knex('users').where({ id: grace.id }).delete();
    const { data } = await ask<Thread>(other, calls.listCustomerMessages, {
      params: { user_id: ada.id },
    });
    expect(data).toMatchObject([{ body: 'Hello', is_from_team: true, author_email: null }]);
    await knex('users').where({ id: ada.id }).delete();
    expect(await knex('customer_messages')).toEqual([]);
    expect((await theirs()).status).toBe(401);
  });
});

describe('what a team writes', () => {
  it('is in the audit log, shortened', async () => {
    const { answer, ada, grace } = await openThread();
    await answer(`😀${'a'.repeat(1_000)}`);
    expect(await knex('audit_log')).toMatchObject([
      {
        action: 'send_message',
        user_id: ada.id,
        actor_id: grace.id,
        after: { text: `😀${'a'.repeat(199)}` },
      },
    ]);
  });

  it('is mailed to the member, with what came since, and not a second time', async () => {
    const { app, ada, answer } = await openThread();
    await knex('users').update({ email_confirmed_at: knex.fn.now() });
    await answer('First line\nsecond <b>line</b>');
    await answer('Another message');
    await workOff(app);
    expect(app.sent.mails).toHaveLength(1);
    const [mail] = app.sent.mails;
    expect(mail).toMatchObject({ to: ada.email, subject: 'A message from Stationhouse' });
    for (const text of ['second <b>line</b>', 'Another message', '/members#messages']) {
      expect(mail?.text).toContain(text);
    }
    expect(mail?.html).not.toContain('<b>line</b>');
    await answer('A third message');
    await workOff(app);
    expect(app.sent.mails[1]?.text).toContain('A third message');
    expect(app.sent.mails[1]?.text).not.toContain('Another message');
  });

  it('is not mailed when it was read in time, nor to an address that is not confirmed', async () => {
    const { app, answer, readMine } = await openThread();
    await knex('users').update({ email_confirmed_at: null });
    const { id } = await answer('Hello');
    await workOff(app);
    await knex('users').update({ email_confirmed_at: knex.fn.now() });
    await readMine(id);
    await answer('Hello again');
    await knex('customer_messages').update({ read_at: knex.fn.now() });
    await workOff(app);
    expect(app.sent.mails).toEqual([]);
  });
});

describe('what a customer writes', () => {
  it('is mailed to the operator after a while', async () => {
    const { app, ada, write } = await openThread();
    await buildStation(knex, { user_id: ada.id, station_name: 'Blue Café' });
    await write('More jazz?');
    const { rows } = await knex.raw<{ rows: { wait: number }[] }>(
      'select extract(epoch from run_at - now())::float / 60 as wait from graphile_worker._private_jobs',
    );
    expect(rows[0]?.wait).toBeGreaterThan(MESSAGE_MAIL_MINUTES - 1);
    expect(rows[0]?.wait).toBeLessThanOrEqual(MESSAGE_MAIL_MINUTES);
    await workOff(app);
    const [mail] = app.sent.mails;
    expect(mail).toMatchObject({ to: app.services.contactEmail });
    for (const text of ['More jazz?', 'Station: Blue Café', `customer=${ada.id}`]) {
      expect(mail?.text).toContain(text);
    }
  });

  it('waits for an answer in a list, the longest waiting first', async () => {
    const { app, ada, ask, write, waiting, readTheirs } = await openThread();
    const bob = await signedInUser(app);
    const first = await write('One');
    await ask(bob, calls.sendMyMessage, { body: { body: 'From Bob' } });
    const newest = await write('b'.repeat(300));
    const { data } = await waiting();
    expect(data.map(({ user_id, unread, newest: text }) => [user_id, unread, text])).toEqual([
      [ada.id, 2, 'b'.repeat(160)],
      [bob.id, 1, 'From Bob'],
    ]);
    expect(data[0]?.waiting_since).toBe(first.created_at);
    await readTheirs(newest.id);
    expect((await waiting()).data.map(({ user_id }) => user_id)).toEqual([bob.id]);
  });
});
