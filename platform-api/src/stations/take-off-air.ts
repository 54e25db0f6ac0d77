import type { Knex } from 'knex';
import { RadioStation } from './station.ts';

/** Takes a member's station off air, however it stands; a payment does not bring it back. */
export async function takeOffAir(trx: Knex, userId: string): Promise<void> {
  await RadioStation.query(trx)
    .where({ user_id: userId })
    .patch({ status: 'inactive', status_before_suspension: null });
}
