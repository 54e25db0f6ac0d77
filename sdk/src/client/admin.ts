import type { Ask } from './ask.ts';
import type { GetStatsResponse } from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The operator's side; for admins. */
export function adminRoom(ask: Ask) {
  return {
    /**
     * The business in figures. Money is in cents.
     *
     * @throws RequestFailed `forbidden` for anybody else
     * @example const { active_stations } = await client.admin.stats();
     */
    stats: (options?: RequestOptions) => ask<GetStatsResponse>('GET', '/v1/admin/stats', options),
  };
}
