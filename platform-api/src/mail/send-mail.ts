import type { Knex } from 'knex';
import { z } from 'zod';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { alreadyRegistered } from './already-registered.tsx';
import { emailChanged } from './email-changed.tsx';
import type { Mailer } from './mailer.ts';
import { passwordChanged } from './password-changed.tsx';
import { renderMessage, type RenderedMessage } from './render-message.ts';

const to = z.string();

const mail = z.discriminatedUnion('message', [
  z.object({ message: z.literal('password-changed'), to }),
  /** Goes to the address left behind. */
  z.object({ message: z.literal('email-changed'), to, new_email: z.string() }),
  z.object({ message: z.literal('already-registered'), to }),
]);

/** A notice: a mail without a secret, which may lie in the queue as it is. */
export type Mail = z.output<typeof mail>;

const SEND_MAIL: Job<Mail> = { name: 'send_mail', payload: mail };

/** Queues a notice. Given a transaction, it is sent exactly when the transaction's change is made. */
export async function queueMail(db: Knex, notice: Mail): Promise<void> {
  await queueJob(db, SEND_MAIL, notice);
}

/** What writes and sends the notices. */
export function mailTasks({ mailer, publicUrl }: { mailer: Mailer; publicUrl: string }): Task[] {
  return [
    taskFor(SEND_MAIL, async (notice, about) => {
      const letter = await write(notice, publicUrl);
      await mailer.send({ ...letter, to: notice.to, id: `mail-${about.id}` });
    }),
  ];
}

function write(notice: Mail, publicUrl: string): Promise<RenderedMessage> {
  switch (notice.message) {
    case 'password-changed':
      return renderMessage(passwordChanged, { publicUrl });
    case 'email-changed':
      return renderMessage(emailChanged, { newEmail: notice.new_email, publicUrl });
    case 'already-registered':
      return renderMessage(alreadyRegistered, { publicUrl });
  }
}
