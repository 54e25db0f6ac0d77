// The domains feature: a member's own domain for their station. routes.ts lets the member enter it, check-domain.ts
// looks at its records, save-finding.ts decides what follows, and domain-hosts.ts has the served ones in memory.
import { performance } from 'node:perf_hooks';
import type { IncomingMessage } from 'node:http';
import pLimit from 'p-limit';
import type { Feature } from '../feature.ts';
import { job } from '../jobs/job.ts';
import { checkDomain, type CheckDeps, type Finding } from './check-domain.ts';
import { createDomainHosts, type DomainHosts } from './domain-hosts.ts';
import type { StationDomain } from './domain-row.ts';
import { saveFinding } from './save-finding.ts';
import { domainRoutes } from './routes.ts';

/** Domains of one run, and how many at a time. One takes at most about 15 s, the job 90 s. */
const MOST = 200;
const LANES = 20;

/** No check begins later than this in a run, in ms. */
const BEGIN_WITHIN_MS = 45_000;

/** If 80 % of at least five domains fail at once, the cause is likely our own connection or name server. */
const OWN_LINE_DOMAINS = 5;
const OWN_LINE_PART = 0.8;

/** Longer than a run: after that the turn of another process counts as lost. */
const CLAIM = `
  update station_domains set check_due_at = now() + interval '3 minutes'
  where station_id in (
    select station_id from station_domains where state <> 'lost' and check_due_at <= now()
    order by check_due_at limit :most for update skip locked
  ) returning *`;

/** The domains that are served: each request is compared with them. */
interface ServedDomains {
  hosts: DomainHosts;
  isOwnHost(req: IncomingMessage): boolean;
}

export function domainsFeature(
  deps: CheckDeps & { contactEmail: string; modes: { isStandby(): boolean } },
): Feature & ServedDomains {
  const { db, log, domains } = deps;
  const { publicHost, mainDomain, projectHostDomain } = domains;
  const hosts = createDomainHosts(deps);

  /** A domain whose records have just been found is opened at once, which also makes the proxy get its certificate. */
  async function check(row: StationDomain): Promise<void> {
    // A copy would find that the domain leads elsewhere.
    if (deps.modes.isStandby()) return;
    const isServed = await saveFinding(deps, row, await checkDomain(row, deps));
    if (!isServed) return;
    await hosts.reload();
    const served = Object.assign(row, { state: 'connecting', proven_at: new Date(deps.now()) });
    await saveFinding(deps, served, await checkDomain(served, deps));
  }

  async function checkAll(): Promise<void> {
    const began = performance.now();
    const { rows } = await db.raw<{ rows: StationDomain[] }>(CLAIM, { most: MOST });
    const lane = pLimit(LANES);
    const found: { row: StationDomain; finding: Finding }[] = [];
    await Promise.all(
      rows.map((row) =>
        lane(async () => {
          // The others are due again in three minutes.
          if (performance.now() - began > BEGIN_WITHIN_MS) return;
          if (row.state === 'active') found.push({ row, finding: await checkDomain(row, deps) });
          else await check(row);
        }),
      ),
    );
    const failed = found.filter(({ finding }) => finding.problem !== null).length;
    if (found.length >= OWN_LINE_DOMAINS && failed >= found.length * OWN_LINE_PART) {
      log.error(
        { alarm: 'own_domains', domains: found.length, failed },
        'domains fail all at once',
      );
      return;
    }
    for (const { row, finding } of found) await saveFinding(deps, row, finding);
  }

  return {
    hosts,
    routers: (mountCall) => [
      domainRoutes(mountCall, {
        ...deps,
        hosts,
        check,
        ours: [publicHost, mainDomain, projectHostDomain].filter((name) => name !== null),
      }),
    ],
    tasks: [job({ name: 'check_domains', schedule: '* * * * *', run: checkAll }).taskWith(null)],
    channels: { domains_changed: () => void hosts.reload() },
    onListening: () => void hosts.reload(),
    start: hosts.reload,
    isOwnHost: (req) => hosts.ofHeader(req.headers.host) !== undefined,
  };
}
