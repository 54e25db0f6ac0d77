import type { Knex } from 'knex';
import type { PersonalData } from '../../contract/admin/personal-data.ts';
import {
  PERSONAL_DATA_KINDS,
  RETENTION,
  type PersonalDataKind,
} from '../../contract/accounts/retention.ts';
import { roleOf, User } from '../accounts/user.ts';
import { eraseFromLog, linesWith, type Actor } from '../audit/audit.ts';
import { hasRunningSubscription } from '../billing/subscription.ts';
import { forgetMessages } from '../messages/contact-message.ts';
import { AppError } from '../errors.ts';
import { dropJobs } from '../jobs/job.ts';
import { forgetInvitations } from '../team/team-queries.ts';
import { deleteCustomer, requireStillAdmin } from './customer-acts.ts';

/**
 * Counts what is kept about an email address.
 * @param email in lower case
 */
export async function findPersonalData(db: Knex, email: string): Promise<PersonalData> {
  const user = await User.findByLogin(db, { email });
  const counts = await countAll(db, email, user?.id ?? null);
  return {
    email,
    customer: user
      ? {
          user_id: user.id,
          role: await roleOf(db, user.id),
          is_confirmed: user.email_confirmed_at !== null,
          has_subscription: await hasRunningSubscription(db, user.id),
        }
      : null,
    kinds: PERSONAL_DATA_KINDS.map((kind) => {
      const { days, erasure } = RETENTION[kind];
      return { kind, count: counts[kind] ?? 0, days, erasure };
    }).filter(({ count }) => count > 0),
  };
}

/**
 * Erases an email address: the account as its deletion does, then everything that is kept by the address alone.
 * Idempotent.
 *
 * @returns what was there before
 * @throws `cannot_delete_self`, `forbidden`, `last_admin`, `subscription_running`
 */
export async function erasePersonalData(
  db: Knex,
  actor: Actor,
  email: string,
): Promise<PersonalData> {
  return db.transaction(async (trx) => {
    await requireStillAdmin(trx, actor);
    const found = await findPersonalData(trx, email);
    if (found.customer) {
      if (found.customer.has_subscription) throw new AppError('subscription_running');
      await deleteCustomer(trx, actor, found.customer.user_id);
    }
    await forgetMessages(trx, email);
    await forgetInvitations(trx, email);
    await dropJobs(trx, [email]);
    await trx('one_time_codes').where({ target: email }).delete();
    await trx('users').where({ new_email: email }).update({ new_email: null });
    await answersWith(trx, email).delete();
    await eraseFromLog(trx, actor, email);
    return found;
  });
}

/** Tables whose rows belong to the account, by the kind of data. */
const TABLES: Partial<Record<PersonalDataKind, readonly string[]>> = {
  station: ['radio_stations'],
  files: ['assets'],
  messages: ['customer_messages'],
  credentials: ['api_keys', 'passkeys', 'authenticators', 'webhook_endpoints'],
  invoices: ['invoices'],
  sessions: ['sessions'],
  webhook_log: ['webhook_events'],
  teams: ['team_members'],
};

/** Answers that are stored for repeated requests: those to the user, and those with the address. */
const answersWith = (db: Knex, email: string, userId: string | null = null): Knex.QueryBuilder =>
  db('idempotency_keys').where((any) => {
    void any.whereRaw('position(? in body::text) > 0', [JSON.stringify(email)]);
    if (userId !== null) {
      void any.orWhere({ owner: userId }).orWhereLike('owner', `${userId} for %`);
    }
  });

type Counts = Partial<Record<PersonalDataKind, number>>;

async function countAll(db: Knex, email: string, userId: string | null): Promise<Counts> {
  const count = async (...queries: Knex.QueryBuilder[]): Promise<number> => {
    let sum = 0;
    for (const query of queries) sum += Number((await query.count('* as rows').first())?.rows);
    return sum;
  };
  const texts = [email, userId].filter((text) => text !== null).map((text) => JSON.stringify(text));
  const counts: Counts = {
    // An account that is being deleted has its address only there.
    account: await count(db('users').where({ email }), db('departures').where({ email })),
    pending_changes: await count(db('users').where({ new_email: email })),
    codes: await count(
      db('one_time_codes').where((any) => {
        void any.where({ target: email });
        if (userId !== null) void any.orWhere({ user_id: userId });
      }),
    ),
    mails: await count(
      db('graphile_worker._private_jobs').whereRaw(
        'exists (select from unnest(?::text[]) as text where position(text in payload::text) > 0)',
        [texts],
      ),
    ),
    contact_messages: await count(db('contact_messages').whereRaw('lower(email) = ?', [email])),
    team_invitations: await count(db('team_invitations').where({ email })),
    answers: await count(answersWith(db, email, userId)),
    audit_details: await count(linesWith(db, email)),
  };
  if (userId === null) return counts;
  for (const kind of PERSONAL_DATA_KINDS) {
    const tables = TABLES[kind] ?? [];
    if (tables.length > 0) {
      counts[kind] = await count(...tables.map((table) => db(table).where({ user_id: userId })));
    }
  }
  const purchases = () => db('purchases').where({ user_id: userId });
  counts.unpaid_orders = await count(purchases().where({ status: 'expired' }));
  counts.orders = await count(
    purchases().whereNot({ status: 'expired' }),
    db('subscriptions').where({ user_id: userId }),
  );
  counts.audit_details = await count(
    db('audit_log').where({ user_id: userId }).whereNotNull('after'),
    linesWith(db, email).whereNot({ user_id: userId }),
  );
  counts.audit_addresses = await count(
    db('audit_log').where({ actor_id: userId }).whereNotNull('ip'),
  );
  return counts;
}
