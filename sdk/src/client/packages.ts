import type { Ask } from './ask.ts';
import type { ListPackagesResponse } from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** What is sold; open to anybody. */
export function packagesRoom(ask: Ask) {
  return {
    /**
     * The catalogue, cheapest first. Fees are in cents.
     *
     * @throws RequestFailed
     * @example const { data } = await client.packages.list();
     */
    list: (options?: RequestOptions) => ask<ListPackagesResponse>('GET', '/v1/packages', options),
  };
}
