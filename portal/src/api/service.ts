import type { PlannedWork } from '@stationhouse/platform-api/contract/health/calls';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { queryOptions } from '@tanstack/react-query';

/** How often a page that stays open looks again, in ms. */
const EVERY_MS = 5 * MINUTE_MS;

/** Work that the operator has announced, and whether changes are refused now. */
export interface Service {
  isInMaintenance: boolean;
  planned_work: PlannedWork | null;
}

/** The schema is fetched only with work to read: no page waits for the code that checks it. */
async function readWork(sent: unknown): Promise<PlannedWork | null> {
  if (typeof sent !== 'object' || sent === null) return null;
  const { PlannedWork } = await import('@stationhouse/platform-api/contract/health/calls');
  return PlannedWork.safeParse(sent).data ?? null;
}

/** From the public status, which needs no session and works for pages of any role. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  async queryFn({ signal }): Promise<Service> {
    const answer = await fetch(new URL('/v1/status', location.origin).href, { signal });
    const status: unknown = answer.ok ? await answer.json() : null;
    return {
      isInMaintenance: typeof Reflect.get(Object(status), 'maintenance_since') === 'string',
      planned_work: await readWork(Reflect.get(Object(status), 'planned_work')),
    };
  },
  refetchInterval: EVERY_MS,
  // The page itself says what fails.
  retry: false,
});
