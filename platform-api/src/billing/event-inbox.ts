import type { Knex } from 'knex';

/**
 * Does what events are about, and only then counts them as done: those that had come when it began. What
 * came later may tell of something that was not seen yet, and has a job of its own.
 */
export async function processEvents(
  db: Knex,
  about: { column: 'customer_id' | 'object_id'; id: string; types: RegExp },
  work: () => Promise<void>,
): Promise<void> {
  // As text: a Date would cut off what the database knows below a millisecond.
  const { rows } = await db.raw<{ rows: [{ began: string }] }>(
    'select clock_timestamp()::text as began',
  );
  await work();
  await db('stripe_events')
    .where(about.column, about.id)
    .where('type', '~', about.types.source)
    .whereNull('processed_at')
    .where('received_at', '<=', rows[0].began)
    .update({ processed_at: db.fn.now() });
}
