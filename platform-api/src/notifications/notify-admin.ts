import type { Knex } from 'knex';
import { z } from 'zod';
import { NOTIFY_AGAIN_MINUTES } from '../../contract/limits.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { memberNews, type Member } from '../mail/member-news.tsx';
import { renderMessage } from '../mail/message.ts';

const news = z.object({
  user_id: z.uuid(),
  kind: z.enum(['change', 'upload']),
  what: z.string(),
  lines: z.array(z.string()),
});

/** A member's change or upload: the member, its subject, and its details line by line. */
export type News = z.output<typeof news>;

/** Mails a member's news to the operator. The queue holds the member's id; the rest is read later. */
const NOTIFY_ADMIN: Job<News> = { name: 'tell_operator', payload: news, isMail: true };

/**
 * Queues a mail about a member's change or upload, in the transaction that makes it. News of the same
 * kind and object is mailed once in `NOTIFY_AGAIN_MINUTES`. One statement decides, so that of parallel
 * requests only one sends.
 *
 * @param news.object identifies the subject among the member's others
 * @param news.what the subject as the mail names it: 'setup', 'radio_id'
 * @param news.lines the details, line by line, as plain text
 */
export async function notifyAdmin(
  trx: Knex,
  { object, ...member_news }: News & { object: string },
): Promise<void> {
  const { user_id, kind } = member_news;
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into operator_notices as told (user_id, kind, object)
     values (:user_id, :kind, :object)
     on conflict (user_id, kind, object) do update set told_at = now()
     where told.told_at < now() - make_interval(mins => :minutes)
     returning told_at`,
    { user_id, kind, object, minutes: NOTIFY_AGAIN_MINUTES },
  );
  if (rows.length > 0) await queueJob(trx, NOTIFY_ADMIN, member_news);
}

/** Sends the mail, unless the member's account is deleted meanwhile. */
export function notifyAdminTask(deps: {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}): Task {
  const { db, mailer, contactEmail, publicUrl } = deps;
  return taskFor(NOTIFY_ADMIN, async ({ user_id, ...member_news }, about) => {
    const member = await findMember(db, user_id);
    if (!member) return;
    const letter = await renderMessage(memberNews, { ...member_news, member, publicUrl });
    await mailer.send({ ...letter, to: contactEmail, id: `news-${about.id}` });
  });
}

function findMember(db: Knex, userId: string): Promise<Member | undefined> {
  return db('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('radio_stations', (on) =>
      on
        .on('radio_stations.user_id', 'users.id')
        .andOnVal('radio_stations.status', '<>', 'payment_pending'),
    )
    .where('users.id', userId)
    .whereNull('users.departed_at')
    .first<Member | undefined>(
      'users.email',
      'users.phone',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.company_name',
      'radio_stations.station_name',
    );
}

const ROWS_AT_ONCE = 5_000;

/** Once a day, at a quiet hour. */
const EVERY_NIGHT = '37 3 * * *';

const SWEEP_NOTICES: Job<object> = { name: 'sweep_notices', payload: z.object({}) };

/** Deletes notices that no longer suppress a mail. */
export function sweepNoticesTask({ db }: { db: Knex }): Task {
  const key = ['user_id', 'kind', 'object'];
  const age = db.raw('now() - make_interval(mins => ?)', [NOTIFY_AGAIN_MINUTES]);
  const task = taskFor(SWEEP_NOTICES, () =>
    deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('operator_notices')
        .whereIn(key, db('operator_notices').where('told_at', '<', age).limit(limit).select(key))
        .delete(),
    ),
  );
  return { ...task, schedule: EVERY_NIGHT };
}
