import { setTimeout as delay } from 'node:timers/promises';
import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/domains/calls.ts';
import { lockMember } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { notifyAdmin } from '../messages/notify-admin.ts';
import { RadioStation } from '../stations/station.ts';
import type { CheckDeps } from './check-domain.ts';
import type { DomainHosts } from './domain-hosts.ts';
import { newToken, presentDomain, StationDomain } from './domain-row.ts';
import { readDomain } from './domain-name.ts';
import { isInPackage, isServedElsewhere } from './save-finding.ts';

export function domainRoutes(
  mountCall: MountCall,
  deps: CheckDeps & {
    hosts: DomainHosts;
    /** No member can have these domains, nor names in them. */
    ours: readonly string[];
    check: (row: StationDomain) => Promise<void>;
  },
): Router {
  const { db, hosts } = deps;
  const target = deps.domains.publicHost;
  const ownAddresses = createOwnAddresses(deps);
  const router = new Router();

  async function view({ id }: RadioStation) {
    const row = await StationDomain.ofStation(db, id);
    if (!row) return { domain: null };
    const addresses = await ownAddresses();
    return { domain: presentDomain(row, { ...deps, target, addresses }) };
  }

  mountCall(router, calls.getDomain, async ({ identity: { user } }) =>
    view(await RadioStation.requireOwn(db, user.id)),
  );

  mountCall(router, calls.setDomain, async ({ identity: { user }, body }) => {
    const domain = readDomain(body.domain, deps.ours);
    const station = await db.transaction(async (trx) => {
      if (!(await lockMember(trx, user.id))) throw new AppError('session_ended');
      const station = await RadioStation.requireOwn(trx, user.id);
      if (!isInPackage(station)) throw new AppError('domain_not_in_package');
      if (await isServedElsewhere(trx, { domain, station_id: station.id })) {
        throw new AppError('domain_taken');
      }
      await setDomain(trx, station, domain);
      return station;
    });
    return view(station);
  });

  mountCall(router, calls.checkDomain, async ({ identity: { user } }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    const row = await StationDomain.ofStation(db, station.id);
    if (!row) throw new AppError('no_domain');
    if (row.state === 'lost') {
      await db.transaction((trx) => setDomain(trx, station, row.domain));
    }
    await deps.check((await StationDomain.ofStation(db, station.id)) ?? row);
    return view(station);
  });

  mountCall(router, calls.removeDomain, async ({ identity: { user } }) => {
    await db.transaction(async (trx) => {
      if (!(await lockMember(trx, user.id))) throw new AppError('session_ended');
      const { id } = await RadioStation.requireOwn(trx, user.id);
      await RadioStation.change(trx, id, { own_domain: null });
      const removed = await StationDomain.query(trx).deleteById(id);
      if (removed === 0) throw new AppError('no_domain');
    });
    return undefined;
  });

  mountCall(router, calls.isDomainAllowed, ({ ctx, query }) => {
    ctx.set('Cache-Control', 'no-store');
    if (!hosts.ofHeader(query.domain)) throw new AppError('domain_not_allowed');
    return { allowed: true as const };
  });

  return router;
}

/** How long our own addresses are kept in memory, and how long a request waits for them, in ms. */
const KEEP_ADDRESSES_MS = 600_000;
const WAIT_FOR_ADDRESSES_MS = 1_000;

/** The addresses that domains without a CNAME record point at; none while our name cannot be resolved. */
function createOwnAddresses({ dns, domains, now }: CheckDeps): () => Promise<string[]> {
  let known: string[] = [];
  let readAt = -Infinity;
  async function read(): Promise<void> {
    known = await dns.addresses(domains.publicHost);
    readAt = now();
  }
  return async () => {
    if (now() - readAt > KEEP_ADDRESSES_MS) {
      const late = delay(WAIT_FOR_ADDRESSES_MS, undefined, { ref: false });
      await Promise.race([read().catch(() => undefined), late]);
    }
    return known;
  };
}

/** Begins with a domain, unless the station has it already and has not lost it. */
async function setDomain(trx: Knex, station: RadioStation, domain: string): Promise<void> {
  const present = await StationDomain.query(trx).findById(station.id).forUpdate();
  if (present?.domain === domain && present.state !== 'lost') return;
  await RadioStation.change(trx, station.id, { own_domain: null });
  if (present) await StationDomain.query(trx).deleteById(station.id);
  const token = newToken();
  await StationDomain.query(trx).insert({
    station_id: station.id,
    domain,
    // A domain that comes back keeps its TXT record.
    token: present?.domain === domain ? present.token : token,
    problem: 'records_missing',
  });
  await notifyAdmin(trx, {
    user_id: station.user_id,
    kind: 'change',
    what: 'domain',
    lines: [`Own domain: ${domain}`],
  });
}
