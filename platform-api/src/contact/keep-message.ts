import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { ContactForm } from '../../contract/contact.ts';
import { queueJob } from '../jobs/job.ts';
import { ContactMessage } from './contact-message.ts';
import { DELIVER_MESSAGE } from './deliver-message.ts';

/** Keeps a message and has it mailed: both, or neither. */
export async function keepMessage(db: Knex, form: ContactForm): Promise<void> {
  const { name, email, company, subject, message } = form;
  const id = uuidv7();
  await db.transaction(async (trx) => {
    await ContactMessage.query(trx).insert({
      id,
      name,
      email,
      subject,
      message,
      // An emptied field is no text, but nothing.
      company: company || null,
    });
    await queueJob(trx, DELIVER_MESSAGE, { message_id: id });
  });
}
