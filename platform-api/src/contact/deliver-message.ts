import type { Knex } from 'knex';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { contactMessage } from '../mail/contact-message.tsx';
import type { Mailer } from '../mail/mailer.ts';
import { renderMessage } from '../mail/render-message.ts';
import { ContactMessage } from './contact-message.ts';

/** Mails a message to the operator. Its row's id is all that lies in the queue. */
export const DELIVER_MESSAGE: Job<{ message_id: string }> = {
  name: 'deliver_contact_message',
  payload: z.object({ message_id: z.uuid() }),
};

/**
 * Sender and recipient are ours, whatever the message says; only an answer goes to the visitor. A message
 * that was deleted meanwhile is not sent.
 */
export function deliverMessageTask(deps: {
  db: Knex;
  mailer: Mailer;
  /** Where messages go. */
  contactEmail: string;
}): Task {
  const { db, mailer, contactEmail } = deps;
  return taskFor(DELIVER_MESSAGE, async ({ message_id }) => {
    const message = await ContactMessage.query(db).findById(message_id);
    if (!message) return;
    const letter = await renderMessage(contactMessage, message);
    const id = `contact-${message_id}`;
    await mailer.send({ ...letter, to: contactEmail, reply_to: message.email, id });
  });
}
