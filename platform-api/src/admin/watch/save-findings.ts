import type { Knex } from 'knex';
import { TROUBLES, type Trouble } from '../../../contract/admin/calls.ts';
import { STUCK_TITLE_MINUTES, WATCH_MINUTES } from '../../../contract/admin/values.ts';
import type { Turn } from './claim-stations.ts';
import { HOLD_STATION } from '../../stations/station-queries.ts';

/** The findings of one check of a station. */
export interface Findings {
  /** The problems, as sentences for admins. */
  troubles: Partial<Record<Exclude<Trouble, 'stuck'>, string>>;
  /** Whether the stream's server sent any sound; null for our own streams. */
  isHeard: boolean | null;
  /** The current track, to compare with later ones; null when it is unknown. */
  title: string | null;
}

/** A trouble that returns within this time is the same one, and is not mailed again. */
const FLAP_MINUTES = 60;

// Locks the station before its dependent rows: the same order as taking it off air.

// Guarded by the turn, so that a late one stores nothing. Jitter of 10 % spreads the stations over time.
const END_TURN = `
  update station_watches
  set checked_at = now(),
    due_at = now() + :minutes * interval '1 minute' * (0.95 + 0.1 * random()),
    title = :title,
    title_since = case
      when :title::text is null then null
      when title = :title then title_since
      else now()
    end
  where station_id = :station_id and turn = :turn
  returning title_since,
    coalesce(title_since <= now() - :stuck * interval '1 minute', false) as is_stuck`;

const FIND = `
  insert into station_troubles as t (station_id, trouble, message, since, times)
  values (:station_id, :trouble, :message, coalesce(:since, now()), 1)
  on conflict (station_id, trouble) do update
  set message = excluded.message, times = t.times + 1, ended_at = null,
    since = case when t.times = 0 then excluded.since else t.since end,
    told_at = case
      when t.ended_at < now() - :flap * interval '1 minute' then null
      else t.told_at
    end`;

const END_OTHERS = `
  update station_troubles set times = 0, ended_at = now()
  where station_id = :station_id and times > 0 and trouble <> all (:found::text[])`;

const FORGET = `
  delete from station_troubles
  where station_id = :station_id and ended_at < now() - :flap * interval '1 minute'`;

/** Stores the findings of a turn and ends it. A station that went off air meanwhile has no turn any more. */
export async function saveFindings(db: Knex, turn: Turn, findings: Findings): Promise<void> {
  const { station_id } = turn;
  await db.transaction(async (trx) => {
    await trx.raw(HOLD_STATION, { station_id });
    const { rows } = await trx.raw<{ rows: { title_since: Date | null; is_stuck: boolean }[] }>(
      END_TURN,
      {
        station_id,
        turn: turn.turn,
        title: findings.title,
        minutes: WATCH_MINUTES,
        stuck: STUCK_TITLE_MINUTES,
      },
    );
    const [ended] = rows;
    if (!ended) return;

    const messages: Partial<Record<Trouble, string>> = { ...findings.troubles };
    if (ended.is_stuck) messages.stuck = `The title has been ${findings.title} all the time.`;
    const found = TROUBLES.filter((trouble) => messages[trouble] !== undefined);
    for (const trouble of found) {
      const since = trouble === 'stuck' ? ended.title_since : null;
      const message = messages[trouble] ?? '';
      await trx.raw(FIND, { station_id, trouble, message, since, flap: FLAP_MINUTES });
    }
    await trx.raw(END_OTHERS, { station_id, found });
    await trx.raw(FORGET, { station_id, flap: FLAP_MINUTES });
  });
}
