import { randomBytes } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import type { Knex } from 'knex';
import { Model } from 'objection';
import type { z } from 'zod';
import {
  domainOrigin,
  type DomainProblem,
  type DomainState,
  type StationDomain as View,
} from '../../contract/domains/calls.ts';
import { DOMAIN_GRACE_DAYS } from '../../contract/domains/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import type { Table } from '../table.ts';

/** The states in which a station is served at its domain. */
export const SERVED_STATES: readonly DomainState[] = ['connecting', 'active', 'failing'];

/** The domains at which stations are served: their records lead here, so that a certificate can be had. */
export const listServedDomains = (db: Knex): Promise<string[]> =>
  db('station_domains')
    .whereIn('state', [...SERVED_STATES])
    .orderBy('domain')
    .pluck('domain');

/** The path at a member's domain that proves to a check that it has reached this installation. */
export const PROOF_PATH = '/.well-known/station-domain';

/** A station's own domain. */
export class StationDomain extends Model {
  static override tableName = 'station_domains';
  static override idColumn = 'station_id';

  declare station_id: string;
  declare domain: string;
  declare token: string;
  declare state: DomainState;
  declare problem: DomainProblem | null;
  /** Its records led here at the last check. */
  declare points_here: boolean;
  /** When the TXT record was found. */
  declare proven_at: Date | null;
  /** Failed checks in a row. */
  declare failures: number;
  declare failing_since: Date | null;
  declare checked_at: Date | null;
  declare check_due_at: Date;
  declare created_at: Date;

  static async ofStation(db: Knex, station_id: string): Promise<StationDomain | undefined> {
    return StationDomain.query(db).findById(station_id);
  }
}

declare module 'knex/types/tables.js' {
  interface Tables {
    station_domains: Table<StationDomain>;
  }
}

/** A value for the TXT record that nobody can guess: 128 random bits. */
export const newToken = (): string => randomBytes(16).toString('hex');

/** The TXT record has a name of its own, because a name with a CNAME record can have no other (RFC 1034 §3.6.2). */
export const proofName = (domain: string): string => `_station.${domain}`;
export const proofText = (token: string): string => `station-domain=${token}`;

/** When a failing domain stops being served. */
export const endOfGrace = (since: Date): Date =>
  new Date(since.getTime() + DOMAIN_GRACE_DAYS * DAY_MS);

/** A domain as its member sees it. */
export function presentDomain(
  row: StationDomain,
  { target, addresses, publicUrl }: { target: string; addresses: string[]; publicUrl: string },
): z.input<typeof View> {
  const { domain, token, state, problem, failing_since } = row;
  return {
    domain: domainToUnicode(domain),
    url: domainOrigin(domain, publicUrl),
    state,
    problem,
    records: [
      { type: 'CNAME', name: domain, value: target, is_found: row.points_here },
      {
        type: 'TXT',
        name: proofName(domain),
        value: proofText(token),
        is_found: row.proven_at !== null,
      },
    ],
    addresses,
    checked_at: row.checked_at,
    ends_at: state === 'failing' && failing_since ? endOfGrace(failing_since) : null,
  };
}
