import type { Knex } from 'knex';

/**
 * Takes out of the queue what waits there about somebody: jobs that have one of these texts as a value in
 * their payload, an id or an address. What is being done at this moment is let be.
 */
export async function dropJobs(trx: Knex, about: string[]): Promise<void> {
  // The library's own table, since its view leaves payloads out. They are kept as `queueJob` wrote them.
  await trx('graphile_worker._private_jobs')
    .whereNull('locked_at')
    .where((any) => {
      for (const text of about) {
        void any.orWhereRaw('position(? in payload::text) > 0', [JSON.stringify(text)]);
      }
    })
    .delete();
}
