import type { Knex } from 'knex';
import { z } from 'zod';
import { RETENTION } from '../../contract/accounts/retention.ts';
import { forgetOldIps } from '../audit/audit.ts';
import { deleteOldMessages } from '../contact/contact-message.ts';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { removeOldMails } from '../jobs/queue.ts';
import { deleteInBatches } from '../jobs/sweep.ts';

const BATCH_SIZE = 5_000;

/** At night, when few users are active. */
const EVERY_NIGHT = '7 3 * * *';

const DELETE_OLD_DATA: Job<object> = { name: 'delete_old_data', payload: z.object({}) };

/**
 * Deletes personal data that is older than the contract's table says and that no account owns. Features whose rows
 * expire delete them themselves: accounts, billing, listening, webhooks, and the stored answers of http.
 */
export function deleteOldDataTask({ db }: { db: Knex }): Task {
  const { contact_messages, mails, audit_addresses } = RETENTION;
  const task = taskFor(DELETE_OLD_DATA, async () => {
    await deleteInBatches(BATCH_SIZE, (limit) =>
      deleteOldMessages(db, contact_messages.days, limit),
    );
    await deleteInBatches(BATCH_SIZE, (limit) => removeOldMails(db, mails.days, limit));
    await deleteInBatches(BATCH_SIZE, (limit) => forgetOldIps(db, audit_addresses.days, limit));
  });
  return { ...task, schedule: EVERY_NIGHT };
}
