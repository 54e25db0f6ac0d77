import type { Knex } from 'knex';
import { domainOrigin, type DomainProblem } from '../../contract/domains/calls.ts';
import type { Logger } from '../process/log.ts';
import type { Dns } from './dns.ts';
import { PROOF_PATH, proofName, proofText, type StationDomain } from './domain-row.ts';

/** The result of a check. */
export interface Finding {
  /** Null: all is well, as far as the package is not concerned. */
  problem: DomainProblem | null;
  isProven: boolean;
  pointsHere: boolean;
}

/** The host names of this installation, of which the first is the one to point at. */
export interface OurNames {
  publicHost: string;
  mainDomain: string;
  projectHostDomain: string | null;
}

export interface CheckDeps {
  db: Knex;
  dns: Dns;
  publicUrl: string;
  domains: OurNames;
  now: () => number;
  log: Logger;
}

/** Looks up the records of a domain, and opens it as a listener would once they are right. */
export async function checkDomain(row: StationDomain, deps: CheckDeps): Promise<Finding> {
  const { domain, proven_at } = row;
  let [isProven, pointsHere, pointsSomewhere] = [proven_at !== null, false, false];
  try {
    const [texts, place] = await Promise.all([
      isProven ? [] : deps.dns.texts(proofName(domain)),
      whereTo(domain, deps),
    ]);
    isProven ||= texts.some((text) => text.trim() === proofText(row.token));
    ({ pointsHere, pointsSomewhere } = place);
  } catch (error) {
    deps.log.info({ err: error, domain }, 'the name servers of a domain do not answer');
    return { problem: 'dns_unreachable', isProven, pointsHere: row.points_here };
  }
  if (isProven && (await isReached(row, deps))) return { problem: null, isProven, pointsHere };
  if (pointsSomewhere && !pointsHere) return { problem: 'points_elsewhere', isProven, pointsHere };
  const problem = isProven && pointsHere ? 'unreachable' : 'records_missing';
  return { problem, isProven, pointsHere };
}

/** Whether a domain leads to this installation: by an alias of our name, or by our addresses. */
async function whereTo(
  domain: string,
  { dns, domains }: CheckDeps,
): Promise<{ pointsHere: boolean; pointsSomewhere: boolean }> {
  const aliases = await dns.aliases(domain);
  const ours = [domains.publicHost, domains.mainDomain];
  const isOurs = (name: string) => ours.some((own) => name === own || name.endsWith(`.${own}`));
  if (aliases.some(isOurs)) return { pointsHere: true, pointsSomewhere: true };
  const [found, own] = await Promise.all([
    dns.addresses(domain),
    dns.addresses(domains.publicHost),
  ]);
  return {
    pointsHere: found.length > 0 && found.every((address) => own.includes(address)),
    pointsSomewhere: found.length > 0 || aliases.length > 0,
  };
}

/** Whether the domain's address is answered by this installation, with a valid certificate. */
async function isReached(
  { domain, token }: StationDomain,
  { dns, publicUrl, log }: CheckDeps,
): Promise<boolean> {
  try {
    const answer = await dns.fetchJson(domainOrigin(domain, publicUrl) + PROOF_PATH);
    return Object(answer).token === token;
  } catch (error) {
    log.debug({ err: error, domain }, 'a domain could not be reached');
    return false;
  }
}
