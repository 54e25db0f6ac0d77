import { ConfigInvalid, type Config } from '../config.ts';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';

/** The guarded fetch as it is configured. @throws ConfigInvalid naming the entry that is no host, address or network */
export function openGuardedFetch({ fetchAllow }: Config): GuardedFetch {
  try {
    return createGuardedFetch({ allow: fetchAllow });
  } catch (error) {
    throw new ConfigInvalid([`FETCH_ALLOW: ${error instanceof Error ? error.message : error}`]);
  }
}
