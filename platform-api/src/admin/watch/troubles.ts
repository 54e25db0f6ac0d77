import type { Knex } from 'knex';
import { z } from 'zod';
import {
  TROUBLES,
  type listTroubles as listCall,
  type StationTrouble,
} from '../../../contract/admin/calls.ts';
import { cursorAt, readCursor } from '../../http/cursor.ts';
import { job, queueJob } from '../../jobs/job.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { renderMessage } from '../../mail/message.ts';
import { stationTroubles, type TroubleLine } from './trouble-mail.tsx';

type Trouble = Omit<StationTrouble, 'since' | 'checked_at'> & { since: Date; checked_at: Date };

/** The sort key of a page's last line. */
const Place = z.tuple([z.iso.datetime().pipe(z.coerce.date()), z.uuid(), z.enum(TROUBLES)]);

/** Stations in trouble, the longest first. A trouble counts once two turns in a row have found it. */
export async function listTroubles(
  db: Knex,
  { limit, cursor }: z.output<typeof listCall.query>,
): Promise<{ data: Trouble[]; has_more: boolean; next_cursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor, Place);
  const found = await readPage(db, limit + 1, after);
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  const next_cursor = last ? cursorAt([last.since, last.station_id, last.trouble]) : null;
  return { data, has_more: last !== undefined, next_cursor };
}

/** Triggers delete the troubles of a station that goes off air (migration watch_stations). */
function readPage(
  db: Knex,
  limit: number,
  after: z.output<typeof Place> | null,
): Promise<Trouble[]> {
  const heard = db('station_troubles as t')
    .join('station_watches as w', 'w.station_id', 't.station_id')
    .where('t.times', '>', 1)
    .select('t.station_id', 't.trouble', 't.message', 't.since', 'w.checked_at');
  const ofDomains = db('station_domains')
    .where({ state: 'failing' })
    .select(
      'station_id',
      db.raw("'domain'"),
      db.raw("domain || ' does not lead to the station any more.'"),
      'failing_since',
      'checked_at',
    );
  const troubles = db(heard.unionAll(ofDomains).as('t'))
    .join('radio_stations as s', 's.id', 't.station_id')
    .orderBy(['t.since', 't.station_id', 't.trouble'])
    .limit(limit);
  if (after) void troubles.whereRaw('(t.since, t.station_id, t.trouble) > (?, ?, ?)', after);
  return troubles.select(
    't.station_id',
    't.trouble',
    't.message',
    't.since',
    't.checked_at',
    's.user_id',
    's.station_name',
    's.station_slug',
  );
}

/** A mail lists at most this many stations, and gives the number of the others. */
const MAX_LINES = 50;

const news = z.object({
  troubles: z.array(z.object({ station_id: z.uuid(), trouble: z.enum(TROUBLES) })),
  is_own_line: z.boolean(),
});

interface Deps {
  db: Knex;
  mailer: Mailer;
  /** Where the operator reads mail. */
  contactEmail: string;
  publicUrl: string;
}

/**
 * Mails troubles to the operator, without stations that are deleted meanwhile. The queue holds only ids; the rest is
 * read when it is sent.
 */
export const NOTIFY_TROUBLES = job({
  name: 'tell_of_troubles',
  payload: news,
  isMail: true,
  async run({ db, mailer, contactEmail, publicUrl }: Deps, { troubles, is_own_line }, { id }) {
    const found = await readLines(db, troubles);
    if (found.length === 0) return;
    const letter = await renderMessage(stationTroubles, {
      troubles: found.slice(0, MAX_LINES),
      total: found.length,
      isOwnLine: is_own_line,
      publicUrl,
    });
    await mailer.send({ ...letter, to: contactEmail, id: `troubles-${id}` });
  },
});

/**
 * Queues a mail about troubles that two turns in a row have found, each once.
 * @param isOwnLine whether the cause may be this server's own internet connection
 */
export async function notifyTroubles(db: Knex, isOwnLine: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    const troubles = await trx('station_troubles')
      .where('times', '>', 1)
      .whereNull('told_at')
      .update({ told_at: trx.fn.now() })
      .returning(['station_id', 'trouble']);
    if (troubles.length === 0) return;
    await queueJob(trx, NOTIFY_TROUBLES, news.parse({ troubles, is_own_line: isOwnLine }));
  });
}

/** The longest trouble first. */
function readLines(db: Knex, troubles: z.output<typeof news>['troubles']): Promise<TroubleLine[]> {
  return db('station_troubles')
    .join('radio_stations', 'radio_stations.id', 'station_troubles.station_id')
    .whereIn(
      ['station_id', 'trouble'],
      troubles.map(({ station_id, trouble }) => [station_id, trouble]),
    )
    .orderBy(['since', 'station_id', 'trouble'])
    .select('station_name', 'station_slug', 'trouble', 'message', 'since');
}
