import type { Knex } from 'knex';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { memberNews, type Member } from '../mail/member-news.tsx';
import { renderMessage } from '../mail/render-message.ts';

const news = z.object({
  user_id: z.uuid(),
  kind: z.enum(['change', 'upload']),
  what: z.string(),
  lines: z.array(z.string()),
});

/** What a member did: whose it is, what it is about, and what is new, line by line. */
export type News = z.output<typeof news>;

/** Mails news of a member to the operator. Who the member is stands in no queue: it is looked up then. */
export const TELL_OPERATOR: Job<News> = { name: 'tell_operator', payload: news };

/** What carries the news. Of somebody who has left meanwhile nothing is told. */
export function tellOperatorTask(deps: {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}): Task {
  const { db, mailer, contactEmail, publicUrl } = deps;
  return taskFor(TELL_OPERATOR, async ({ user_id, ...told }, about) => {
    const member = await findMember(db, user_id);
    if (!member) return;
    const letter = await renderMessage(memberNews, { ...told, member, publicUrl });
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
