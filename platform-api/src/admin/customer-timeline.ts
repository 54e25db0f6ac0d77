import type { Knex } from 'knex';
import { z } from 'zod';
import {
  type listCustomerTimeline,
  type MomentKind,
} from '../../contract/admin/customer-timeline.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { requireUser } from '../accounts/user.ts';

/** The letters of a message that a moment shows. */
const MESSAGE_LETTERS = 200;

/** A row of the union; `ref` tells apart moments of the same millisecond. */
interface Moment {
  kind: MomentKind;
  at: Date;
  ended_at: Date | null;
  text: string | null;
  amount: number | null;
  seconds: number | null;
  ref: string;
}

/** To the millisecond, so that a page of the list ends where the next begins. */
const MOMENTS = `
  with station as (
    select * from radio_stations where user_id = :userId and status <> 'payment_pending'
  ), moments (kind, at, ended_at, text, amount, seconds, ref) as (
    select 'joined', created_at, null::timestamptz, null, null::int, null::int, '' from users
      where id = :userId
    union all
    select 'bought', purchased_at, null, package_name, total_amount, null, '' from station
      where purchased_at is not null
    union all
    select 'form', setup_form_submitted_at, null, null, null, null, '' from profiles
      where user_id = :userId and setup_form_submitted_at is not null
    union all
    select 'on_air', setup_completed_at, null, station_name, null, null, '' from station
      where setup_completed_at is not null
    union all
    select case cause when 'off_air' then 'off_air' else 'published' end, committed_at, null,
        r.note, null, null, r.number::text
      from schedule_revisions r join station on station.id = r.station_id where cause <> 'playlist'
    union all
    select case when is_from_team then 'message_from_team' else 'message_from_customer' end,
        created_at, null, left(body, ${MESSAGE_LETTERS}), null, null, id::text
      from customer_messages where user_id = :userId
    union all
    select 'payment', created_at, null, status, amount_paid, null, id from invoices
      where user_id = :userId
    union all
    select 'listening', max(hour), null, null, null, sum(seconds)::int, ''
      from listening_hours where station_id = (select id from station)
        and hour >= date_trunc('month', now() - interval '12 months', 'UTC')
      group by date_trunc('month', hour, 'UTC')
    union all
    select 'trouble', t.since, t.ended_at, t.message, null, null, t.trouble
      from station_troubles t join station on station.id = t.station_id
      -- Found by one turn alone, it may be nothing: the list of troubles leaves it out, too.
      where t.times <> 1
    union all
    select 'unheard', u.began_at, u.ended_at, null, null, null, ''
      from unheard_times u join station on station.id = u.station_id
  )
  select kind, date_trunc('milliseconds', at) as at, ended_at, text, amount, seconds,
    kind || ref as ref
  from moments
`;

const Place = z.tuple([z.iso.datetime().pipe(z.coerce.date()), z.string().max(200)]);

/**
 * The life of a customer and their station, newest first.
 * @throws `not_found`
 * @throws `validation_failed` for an invalid cursor
 */
export async function readTimeline(
  db: Knex,
  userId: string,
  { limit, cursor }: z.output<typeof listCustomerTimeline.query>,
) {
  await requireUser(db, userId);
  const after = cursor === undefined ? null : readCursor(cursor, Place);
  const { rows } = await db.raw<{ rows: Moment[] }>(
    `select * from (${MOMENTS}) known
     ${after ? 'where (at, ref) < (:at, :ref)' : ''}
     order by at desc, ref desc limit :limit`,
    { userId, limit: limit + 1, ...(after && { at: after[0], ref: after[1] }) },
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown,
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.at, last.ref]) : null,
  };
}
