import type { Knex } from 'knex';
import { z } from 'zod';
import { NEWS_LONGEST_HOURS, NEWS_QUIET_MINUTES } from '../../contract/setup/values.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { memberNews } from './member-news.tsx';
import { renderMessage } from '../mail/message.ts';
import { findMember, IS_SETUP_AWAITED } from './customers.ts';

const news = z.object({
  user_id: z.uuid(),
  kind: z.enum(['change', 'upload']),
  what: z.string(),
  lines: z.array(z.string()),
});

/** A member's change or upload: the member, its subject, and its details line by line. */
export type News = z.output<typeof news>;

interface MailDeps {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}

/** Mails a member's collected news to the operator, unless the account is deleted meanwhile. */
export const MAIL_NEWS = job({
  name: 'mail_news',
  payload: news.pick({ user_id: true }),
  isMail: true,
  async run({ db, mailer, contactEmail, publicUrl }: MailDeps, { user_id }) {
    const member = await findMember(db, user_id);
    const found = await db('member_news')
      .where({ user_id })
      .orderBy('id')
      .select<(News & { id: string })[]>('id', 'kind', 'what', 'lines');
    const last = found.at(-1);
    if (!member || !last) return;
    const letter = await renderMessage(memberNews, { news: found, member, publicUrl });
    await mailer.send({ ...letter, to: contactEmail, id: `news-${last.id}` });
    // Only what was mailed: more may have come meanwhile, with a job of its own.
    await db('member_news')
      .whereIn(
        'id',
        found.map(({ id }) => id),
      )
      .delete();
  },
});

// Files usually come before the setup form that they belong to, so they wait for it.
const ADD_NEWS = `
  with added as (
    insert into member_news (user_id, kind, what, lines)
    values (:user_id, :kind, :what, :lines::json)
  ), first as (
    select coalesce(min(created_at), now()) as at from member_news where user_id = :user_id
  ), setup as (
    select ${IS_SETUP_AWAITED} as is_awaited
  )
  select least(
    first.at + :longest * interval '1 hour',
    case
      when setup.is_awaited then now() + :longest * interval '1 hour'
      else now() + :quiet * interval '1 minute'
    end
  ) as run_at
  from first, setup`;

/**
 * Stores a member's change or upload, in the transaction that makes it. All news of a member is mailed
 * together, when none has come for `NEWS_QUIET_MINUTES`, so that a setup with its files is one mail.
 *
 * @param member_news.what the subject as the mail names it: 'setup', 'radio_id'
 * @param member_news.lines the details, line by line, as plain text
 */
export async function notifyAdmin(trx: Knex, member_news: News): Promise<void> {
  const { user_id, lines } = member_news;
  const { rows } = await trx.raw<{ rows: { run_at: Date }[] }>(ADD_NEWS, {
    ...member_news,
    lines: JSON.stringify(lines),
    quiet: NEWS_QUIET_MINUTES,
    longest: NEWS_LONGEST_HOURS,
  });
  await queueJob(trx, MAIL_NEWS, { user_id }, user_id, rows[0]?.run_at);
}

/** Collects news that a replica of the previous release has queued, with a job for each piece. */
export const TELL_OPERATOR = job({
  name: 'tell_operator',
  payload: news,
  run: ({ db }: { db: Knex }, member_news) =>
    db.transaction(async (trx) => {
      if (await findMember(trx, member_news.user_id)) await notifyAdmin(trx, member_news);
    }),
});
