import type { Knex } from 'knex';
import { z } from 'zod';
import { TROUBLES } from '../../../contract/admin.ts';
import { queueJob, taskFor, type Job, type Task } from '../../jobs/job.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { renderMessage } from '../../mail/render-message.ts';
import { stationTroubles, type TroubleLine } from '../../mail/station-troubles.tsx';

/** A letter names so many; of more it gives the number. */
const MAX_LINES = 50;

const news = z.object({
  troubles: z.array(z.object({ station_id: z.uuid(), trouble: z.enum(TROUBLES) })),
  is_own_line: z.boolean(),
});
type News = z.output<typeof news>;

/** Mails troubles to the operator. Which station it is stands in no queue: it is looked up then. */
const TELL_OF_TROUBLES: Job<News> = { name: 'tell_of_troubles', payload: news };

/**
 * Has the operator told of the troubles that two turns in a row have found, each once.
 * @param isOwnLine whether it may be our own line that fails
 */
export async function tellOfTroubles(db: Knex, isOwnLine: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    const troubles = await trx('station_troubles')
      .where('times', '>', 1)
      .whereNull('told_at')
      .update({ told_at: trx.fn.now() })
      .returning(['station_id', 'trouble']);
    if (troubles.length === 0) return;
    await queueJob(trx, TELL_OF_TROUBLES, news.parse({ troubles, is_own_line: isOwnLine }));
  });
}

/** What carries the letter. Of stations that have left meanwhile nothing is told. */
export function tellOfTroublesTask(deps: {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}): Task {
  const { db, mailer, contactEmail, publicUrl } = deps;
  return taskFor(TELL_OF_TROUBLES, async ({ troubles, is_own_line }, about) => {
    const found = await findTroubles(db, troubles);
    if (found.length === 0) return;
    const letter = await renderMessage(stationTroubles, {
      troubles: found.slice(0, MAX_LINES),
      total: found.length,
      isOwnLine: is_own_line,
      publicUrl,
    });
    await mailer.send({ ...letter, to: contactEmail, id: `troubles-${about.id}` });
  });
}

/** The longest first. */
function findTroubles(db: Knex, troubles: News['troubles']): Promise<TroubleLine[]> {
  return db('station_troubles')
    .join('radio_stations', 'radio_stations.id', 'station_troubles.station_id')
    .whereIn(
      ['station_id', 'trouble'],
      troubles.map(({ station_id, trouble }) => [station_id, trouble]),
    )
    .orderBy(['since', 'station_id', 'trouble'])
    .select('station_name', 'station_slug', 'trouble', 'message', 'since');
}
