import type { Knex } from 'knex';
import { ContactMessage } from './contact-message.ts';

/** Forgets what was written from an address. What was not mailed yet is mailed no more. */
export async function forgetMessages(trx: Knex, email: string): Promise<void> {
  await ContactMessage.query(trx).whereRaw('lower(email) = ?', [email]).delete();
}
