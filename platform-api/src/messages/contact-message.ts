import type { Knex } from 'knex';
import { Model } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { ContactForm } from '../../contract/contact/calls.ts';
import { job, queueJob } from '../jobs/job.ts';
import { contactMessage } from './contact-mail.tsx';
import type { Mailer } from '../mail/mailer.ts';
import { renderMessage } from '../mail/message.ts';
import type { Table } from '../table.ts';

/** A message from the contact form (specification §3). */
export class ContactMessage extends Model {
  static override tableName = 'contact_messages';

  declare id: string;
  declare name: string;
  declare email: string;
  declare company: string | null;
  declare subject: string;
  declare message: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    contact_messages: Table<ContactMessage>;
  }
}

interface DeliverDeps {
  db: Knex;
  mailer: Mailer;
  /** Where messages go. */
  contactEmail: string;
}

/**
 * Mails a message to the operator. The queue holds only the id of its row: a message deleted meanwhile is not sent.
 * Sender and recipient are fixed; only the Reply-To is the visitor's.
 */
export const DELIVER_MESSAGE = job({
  name: 'deliver_contact_message',
  payload: z.object({ message_id: z.uuid() }),
  isMail: true,
  async run({ db, mailer, contactEmail }: DeliverDeps, { message_id }) {
    const message = await ContactMessage.query(db).findById(message_id);
    if (!message) return;
    const letter = await renderMessage(contactMessage, message);
    const id = `contact-${message_id}`;
    await mailer.send({ ...letter, to: contactEmail, reply_to: message.email, id });
  },
});

/** Stores a message and queues its mail, in one transaction. */
export async function storeMessage(db: Knex, form: ContactForm): Promise<void> {
  const { name, email, company, subject, message } = form;
  const id = uuidv7();
  await db.transaction(async (trx) => {
    const row = { id, name, email, subject, message, company: company || null };
    await ContactMessage.query(trx).insert(row);
    await queueJob(trx, DELIVER_MESSAGE, { message_id: id });
  });
}

/** Deletes messages that are so many days old. @returns how many, up to the limit */
export async function deleteOldMessages(db: Knex, days: number, limit: number): Promise<number> {
  const old = ContactMessage.query(db)
    .whereRaw('created_at < now() - make_interval(days => ?)', [days])
    .limit(limit)
    .select('id');
  return ContactMessage.query(db).whereIn('id', old).delete();
}

/** Deletes all messages from an address. Mails still in the queue are not sent. */
export async function forgetMessages(trx: Knex, email: string): Promise<void> {
  await ContactMessage.query(trx).whereRaw('lower(email) = ?', [email]).delete();
}
