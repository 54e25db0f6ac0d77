// The thread of messages between a customer and the team.
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { MAX_AUDITED_TEXT_LENGTH, MESSAGE_MAIL_MINUTES } from '../../contract/messages/values.ts';
import { lockMember, userEmails } from '../accounts/user.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderMessage } from '../mail/message.ts';
import { newsForMember, newsForTeam } from './thread-mails.tsx';
import type { ModelObject } from 'objection';
import type { CustomerMessage } from './table.ts';
import { findCustomer } from './customers.ts';

/** A row of `customer_messages`. */
export type MessageRow = ModelObject<CustomerMessage> & {
  /** Of the admin who wrote it. */
  author_email: string | null;
};

interface MailDeps {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}

/**
 * Mails the waiting messages of one side, unless they were read or the account is deleted meanwhile. The queue holds no
 * text.
 */
export const MAIL_MESSAGES = job({
  name: 'mail_messages',
  payload: z.object({ user_id: z.uuid(), is_from_team: z.boolean() }),
  isMail: true,
  async run({ db, mailer, contactEmail, publicUrl }: MailDeps, about) {
    const { user_id, is_from_team } = about;
    const waiting = await db('customer_messages')
      .where({ ...about, read_at: null, mailed_at: null })
      .orderBy(['created_at', 'id'])
      .select<{ id: string; body: string }[]>('id', 'body');
    const customer = await findCustomer(db, user_id);
    const last = waiting.at(-1);
    // Only a confirmed address proves that its mailbox is the customer's.
    const to = is_from_team ? customer?.confirmed_email : contactEmail;
    if (!customer || !last || !to) return;
    const texts = waiting.map(({ body }) => body);
    const letter = is_from_team
      ? await renderMessage(newsForMember, { texts, publicUrl })
      : await renderMessage(newsForTeam, { texts, customer, userId: user_id, publicUrl });
    await mailer.send({ ...letter, to, id: `messages-${last.id}` });
    await db('customer_messages')
      .whereIn(
        'id',
        waiting.map(({ id }) => id),
      )
      .update({ mailed_at: db.fn.now() });
  },
});

const rowsOf = (db: Knex, userId: string) =>
  db('customer_messages as m')
    .leftJoin(userEmails(db).as('authors'), 'authors.id', 'm.author_id')
    .where('m.user_id', userId)
    .select<MessageRow[]>('m.*', 'authors.email as author_email');

/** All messages of a thread, the oldest first. */
export const allMessages = (db: Knex, userId: string): Promise<MessageRow[]> =>
  rowsOf(db, userId).orderBy(['m.created_at', 'm.id']);

/** Unread messages that one side has written. */
export async function countUnread(
  db: Knex,
  { userId, fromTeam }: { userId: string; fromTeam: boolean },
): Promise<number> {
  const [counted] = await db('customer_messages')
    .where({ user_id: userId, is_from_team: fromTeam, read_at: null })
    .count<{ count: number }[]>();
  return counted?.count ?? 0;
}

/** A page of a thread, the newest message first; a cursor names the last one. */
export async function readThread(
  db: Knex,
  asked: { userId: string; limit: number; cursor?: string | undefined },
): Promise<{ data: MessageRow[]; has_more: boolean; next_cursor: string | null }> {
  const { userId, limit, cursor } = asked;
  const query = rowsOf(db, userId)
    .orderBy([
      { column: 'm.created_at', order: 'desc' },
      { column: 'm.id', order: 'desc' },
    ])
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [id] = readCursor(cursor, z.tuple([z.uuid()]));
    // The database has microseconds, a Date only milliseconds: compare within the database.
    void query.whereRaw(
      '(m.created_at, m.id) < ((select created_at from customer_messages where id = ?), ?)',
      [id, id],
    );
  }
  const found = await query;
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return { data, has_more: last !== undefined, next_cursor: last ? cursorAt([last.id]) : null };
}

/**
 * Adds a message to a thread and queues its mail. A team's message is audited.
 * @param message.author the admin; null: the customer writes
 * @throws `not_found`, `session_ended` when the account is deleted meanwhile
 */
export async function addMessage(
  db: Knex,
  { userId, body, author }: { userId: string; body: string; author: Actor | null },
): Promise<MessageRow> {
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, userId))) {
      throw new AppError(author ? 'not_found' : 'session_ended');
    }
    const id = uuidv7();
    const is_from_team = author !== null;
    await trx('customer_messages').insert({
      id,
      user_id: userId,
      is_from_team,
      author_id: author?.id ?? null,
      body,
    });
    if (author) {
      const text = [...body].slice(0, MAX_AUDITED_TEXT_LENGTH).join('');
      await audit(trx, author, { action: 'send_message', user_id: userId, after: { text } });
    }
    await queueMessagesMail(trx, { user_id: userId, is_from_team });
    const row = await rowsOf(trx, userId).where('m.id', id).first();
    if (!row) throw new Error('A row that was just inserted exists.');
    return row;
  });
}

/** Counted from the oldest message that waits, so that further ones do not postpone the mail. */
async function queueMessagesMail(
  trx: Knex,
  about: { user_id: string; is_from_team: boolean },
): Promise<void> {
  const [waiting] = await trx('customer_messages')
    .where({ ...about, read_at: null, mailed_at: null })
    .select<{ run_at: Date }[]>(
      trx.raw(`min(created_at) + ? * interval '1 minute' as run_at`, [MESSAGE_MAIL_MINUTES]),
    );
  const key = `${about.user_id}:${about.is_from_team}`;
  await queueJob(trx, MAIL_MESSAGES, about, key, waiting?.run_at);
}

/** Marks the messages of one side as read, up to one that was shown. @returns how many are left */
export async function markRead(
  db: Knex,
  read: { userId: string; fromTeam: boolean; until: string },
): Promise<number> {
  const { userId, fromTeam, until } = read;
  await db('customer_messages')
    .where({ user_id: userId, is_from_team: fromTeam, read_at: null })
    .whereRaw(
      'created_at <= (select created_at from customer_messages where id = ? and user_id = ?)',
      [until, userId],
    )
    .update({ read_at: db.fn.now() });
  return countUnread(db, read);
}
