import type { Knex } from 'knex';
import { RETENTION } from '../../contract/accounts/retention.ts';
import { forgetOldIps } from '../audit/audit.ts';
import { job } from '../jobs/job.ts';
import { removeOldMails } from '../jobs/queue.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { deleteOldMessages } from '../messages/contact-message.ts';
import { deleteOldInvitations } from '../team/team-queries.ts';

const BATCH_SIZE = 5_000;

/**
 * Deletes personal data that is older than the contract's table says and that no account owns. Features whose rows
 * expire delete them themselves: accounts, billing, listening, webhooks, and the stored answers of http.
 */
export const DELETE_OLD_DATA = job({
  name: 'delete_old_data',
  schedule: '7 3 * * *',
  async run({ db }: { db: Knex }) {
    const { contact_messages, mails, audit_addresses, team_invitations } = RETENTION;
    await deleteInBatches(BATCH_SIZE, (limit) =>
      deleteOldMessages(db, contact_messages.days, limit),
    );
    await deleteInBatches(BATCH_SIZE, (limit) =>
      deleteOldInvitations(db, team_invitations.days, limit),
    );
    await deleteInBatches(BATCH_SIZE, (limit) => removeOldMails(db, mails.days, limit));
    await deleteInBatches(BATCH_SIZE, (limit) => forgetOldIps(db, audit_addresses.days, limit));
  },
});
