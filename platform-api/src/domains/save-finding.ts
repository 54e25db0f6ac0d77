import type { Knex } from 'knex';
import { raw } from 'objection';
import { DOMAIN_CHECK_MINUTES, OWN_DOMAIN_PACKAGES } from '../../contract/domains/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { isTaken } from '../db/errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import { domainTrouble, ownDomain } from './domain-mails.tsx';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import type { Finding } from './check-domain.ts';
import { endOfGrace, SERVED_STATES, StationDomain } from './domain-row.ts';
import { emailOf } from '../accounts/user.ts';

/** Checks of a domain that does not work yet: often while its owner waits, then more and more rarely. */
const NEXT_CHECKS = [
  { untilHours: 1, minutes: 1 },
  { untilHours: 14 * 24, minutes: 30 },
  { untilHours: Infinity, minutes: 24 * 60 },
];

/** A domain that works is checked again this soon after a failure, in minutes. */
const CONFIRM_MINUTES = 1;

/** A single failure may be a short disturbance. Name servers that do not answer have an hour. */
const FAILURES_THAT_COUNT = 2;
const UNANSWERED_THAT_COUNT = 6;

type Change = Partial<
  Pick<
    StationDomain,
    'state' | 'problem' | 'points_here' | 'proven_at' | 'failures' | 'failing_since'
  >
>;

/** A change that is mailed. */
type News = 'connected' | 'failing' | 'lost' | 'back';

interface Deps {
  db: Knex;
  contactEmail: string;
  publicUrl: string;
  now: () => number;
}

interface Outcome {
  change: Change;
  /** Whether links and redirects may use the domain. */
  works: boolean;
  minutes: number;
  news: News | null;
}

/**
 * Stores what a check has found, with the mails that follow from it.
 *
 * @param seen the row as it was checked: a domain that was changed meanwhile is left alone
 * @returns whether the domain has come into a served state, so that a further check can find it working
 */
export async function saveFinding(
  deps: Deps,
  seen: StationDomain,
  finding: Finding,
): Promise<boolean> {
  const keep = () => deps.db.transaction((trx) => saveIn(trx, deps, seen, finding));
  try {
    return await keep();
  } catch (error) {
    // Another station was served at this domain first. Now it is seen.
    if (isTaken(error)) return keep();
    throw error;
  }
}

async function saveIn(
  trx: Knex,
  deps: Deps,
  seen: StationDomain,
  finding: Finding,
): Promise<boolean> {
  // In the order in which every change of a station locks these rows.
  const station = await RadioStation.hold(trx, seen.station_id);
  const row = await StationDomain.query(trx).findById(seen.station_id).forNoKeyUpdate();
  if (!station || row?.token !== seen.token || row.state !== seen.state) return false;

  const about = { isInPackage: isInPackage(station), isTaken: await isServedElsewhere(trx, row) };
  const outcome = outcomeOf(row, finding, about, deps.now());
  const { change, works, news } = outcome;
  await StationDomain.query(trx)
    .findById(row.station_id)
    .patch({
      ...change,
      checked_at: raw('now()'),
      check_due_at: raw("now() + ? * interval '1 minute'", [outcome.minutes]),
    });
  const own_domain = works ? row.domain : null;
  if (station.own_domain !== own_domain) {
    await RadioStation.change(trx, station.id, { own_domain });
  }
  if (news) {
    const changed = await RadioStation.read(trx, station.id);
    await mail(trx, deps, { ...row, ...change } as StationDomain, changed, news);
  }
  return row.state === 'pending' && change.state === 'connecting';
}

/** Whether the package of a station has a domain of its own. */
export const isInPackage = ({ package_name }: Pick<RadioStation, 'package_name'>): boolean =>
  package_name !== null && OWN_DOMAIN_PACKAGES.includes(package_name);

/** Whether another station is served at this domain. */
export async function isServedElsewhere(
  db: Knex,
  { domain, station_id }: Pick<StationDomain, 'domain' | 'station_id'>,
): Promise<boolean> {
  const other = await StationDomain.query(db)
    .findOne({ domain })
    .whereIn('state', [...SERVED_STATES])
    .whereNot({ station_id });
  return other !== undefined;
}

function outcomeOf(
  row: StationDomain,
  finding: Finding,
  { isInPackage, isTaken }: { isInPackage: boolean; isTaken: boolean },
  now: number,
): Outcome {
  const found: Change = {
    points_here: finding.pointsHere,
    ...(finding.isProven && row.proven_at === null && { proven_at: new Date(now) }),
  };
  return row.state === 'active' || row.state === 'failing'
    ? afterConnecting(row, finding, { isInPackage, found, now })
    : beforeConnecting(row, finding, { isInPackage, isTaken, found, now });
}

function beforeConnecting(
  row: StationDomain,
  { problem, isProven, pointsHere }: Finding,
  about: { isInPackage: boolean; isTaken: boolean; found: Change; now: number },
): Outcome {
  const { found, now } = about;
  const hours = (now - row.created_at.getTime()) / HOUR_MS;
  const minutes = NEXT_CHECKS.find(({ untilHours }) => hours < untilHours)?.minutes ?? 24 * 60;
  const waiting = (change: Change): Outcome => ({
    change: { ...found, failures: 0, ...change },
    works: false,
    minutes,
    news: null,
  });
  if (!about.isInPackage) return waiting({ state: 'pending', problem: 'not_in_package' });
  if (about.isTaken) return waiting({ state: 'pending', problem: 'taken' });
  if (problem === 'dns_unreachable') return waiting({ problem });
  if (!isProven || !pointsHere) return waiting({ state: 'pending', problem });
  if (problem !== null) return waiting({ state: 'connecting', problem });
  return {
    change: { ...found, state: 'active', problem, failures: 0 },
    works: true,
    minutes: DOMAIN_CHECK_MINUTES,
    news: 'connected',
  };
}

function afterConnecting(
  row: StationDomain,
  finding: Finding,
  { isInPackage, found, now }: { isInPackage: boolean; found: Change; now: number },
): Outcome {
  const problem = isInPackage ? finding.problem : 'not_in_package';
  const isFailing = row.state === 'failing';
  if (problem === null) {
    return {
      change: { ...found, state: 'active', problem, failures: 0, failing_since: null },
      works: true,
      minutes: DOMAIN_CHECK_MINUTES,
      news: isFailing ? 'back' : null,
    };
  }
  const failures = row.failures + 1;
  const counts = problem === 'dns_unreachable' ? UNANSWERED_THAT_COUNT : FAILURES_THAT_COUNT;
  if (isFailing && row.failing_since && endOfGrace(row.failing_since).getTime() <= now) {
    return {
      // The domain may have another owner when it comes back, so it is proven again.
      change: { state: 'lost', problem, failures, points_here: false, proven_at: null },
      works: false,
      minutes: DOMAIN_CHECK_MINUTES,
      news: 'lost',
    };
  }
  const isNew = !isFailing && (problem === 'not_in_package' || failures >= counts);
  // Without its record a domain is broken for new visitors at once. The others may only be disturbed.
  const mayWork =
    finding.problem === null ||
    (!isFailing && !isNew && ['unreachable', 'dns_unreachable'].includes(finding.problem));
  return {
    change: {
      ...found,
      problem,
      failures,
      ...(isNew && { state: 'failing' as const, failing_since: new Date(now) }),
    },
    works: mayWork,
    minutes:
      isFailing || isNew || problem === 'dns_unreachable' ? DOMAIN_CHECK_MINUTES : CONFIRM_MINUTES,
    news: isNew ? 'failing' : null,
  };
}

/** Tells the member, and the operator of what is lost. */
async function mail(
  trx: Knex,
  { contactEmail, publicUrl }: Deps,
  row: StationDomain,
  station: RadioStation,
  news: News,
): Promise<void> {
  const { domain, problem, failing_since } = row;
  const ends_at = failing_since ? endOfGrace(failing_since).toISOString() : null;
  const { station_slug, station_name, user_id } = station;
  const to = await emailOf(trx, user_id);
  if (to !== null) {
    const looks = presentMailedStation(station, publicUrl);
    const about = ownDomain({ ...looks, news, domain, station_slug, problem, ends_at });
    await queueMail(trx, to, about);
  }
  if (news === 'failing' || news === 'lost') {
    const station = station_name ?? station_slug;
    const about = domainTrouble({ news, domain, station, problem, ends_at });
    await queueMail(trx, contactEmail, about);
  }
}
