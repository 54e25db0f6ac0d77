import type { Knex } from 'knex';
import type { Logger } from '../process/log.ts';
import { SERVED_STATES } from './domain-row.ts';
import { stationLabels } from '../stations/station-queries.ts';

/** A domain at which a station is served. */
export interface OwnHost {
  slug: string;
  token: string;
}

/** The members' domains that are served, in memory: a request with another host asks no database. */
export interface DomainHosts {
  /** @param host a host name in lower case, without port and without a dot at its end */
  get(host: string): OwnHost | undefined;
  /** The same for a Host header. */
  ofHeader(header: string | undefined): OwnHost | undefined;
  /** Domains have changed, on any replica. Resolves when they are known here. */
  reload(): Promise<void>;
}

interface Row extends OwnHost {
  domain: string;
}

export function createDomainHosts({ db, log }: { db: Knex; log: Logger }): DomainHosts {
  let hosts = new Map<string, OwnHost>();
  let isStale = false;
  let loading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const rows: Row[] = await db('station_domains as d')
      .join(stationLabels(db).as('s'), 's.id', 'd.station_id')
      .whereIn('d.state', [...SERVED_STATES])
      .select('d.domain', 'd.token', 's.station_slug as slug');
    hosts = new Map(rows.map(({ domain, slug, token }) => [domain, { slug, token }]));
  }

  // Changes that come during a query are read by one more.
  async function load(): Promise<void> {
    try {
      do {
        isStale = false;
        await read();
      } while (isStale);
    } catch (error) {
      log.warn({ err: error }, 'the domains of stations could not be read');
    } finally {
      loading = undefined;
    }
  }

  return {
    get: (host) => hosts.get(host),
    ofHeader(header) {
      if (header === undefined || hosts.size === 0) return undefined;
      return hosts.get(header.toLowerCase().replace(/\.?(?::\d+)?$/, ''));
    },
    reload() {
      isStale = true;
      return (loading ??= load());
    },
  };
}
