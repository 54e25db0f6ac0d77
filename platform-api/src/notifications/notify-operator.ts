// The notifications room: what the operator hears of members' changes and uploads.
import type { Knex } from 'knex';
import { NOTIFY_AGAIN_MINUTES } from '../../contract/limits.ts';
import { queueJob } from '../jobs/job.ts';
import { TELL_OPERATOR, type News } from './tell-operator.ts';

/**
 * Has the operator told of a member's change or upload, exactly when the transaction's change is made.
 * The same kind of news of the same thing is told once in `NOTIFY_AGAIN_MINUTES`: one statement decides,
 * so that of two requests at once only one tells.
 *
 * @param news.object what it is about, told apart from the member's other things
 * @param news.what what it is about, in the mail's subject: 'setup', 'radio_id'
 * @param news.lines what is new, line by line, as text
 */
export async function notifyOperator(
  trx: Knex,
  { object, ...news }: News & { object: string },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into operator_notices as told (user_id, kind, object)
     values (:user_id, :kind, :object)
     on conflict (user_id, kind, object) do update set told_at = now()
     where told.told_at < now() - make_interval(mins => :minutes)
     returning told_at`,
    { user_id: news.user_id, kind: news.kind, object, minutes: NOTIFY_AGAIN_MINUTES },
  );
  if (rows.length > 0) await queueJob(trx, TELL_OPERATOR, news);
}
