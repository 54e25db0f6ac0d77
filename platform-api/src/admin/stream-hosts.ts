import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { SOURCE_FIELDS, type SourceField } from '../../contract/admin/customers.ts';
import type { StationOnHost } from '../../contract/admin/stream-hosts.ts';
import { audit, auditAll, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { whyForbidden, whyNotRead } from './source-addresses.ts';

interface Deps {
  db: Knex;
  guardedFetch: GuardedFetch;
  publicUrl: string;
}

interface Hosts {
  from: string;
  to: string;
}

/** SQL: the host of an address; null for our own (`/stream/…`). `\x3f` is a question mark, which knex would bind. */
const hostOf = (field: SourceField) =>
  String.raw`substring(lower(s.${field}) from '^https{0,1}://([^/\x3f#:]+)')`;

/** Stations with an address on the host `:from`. Accounts that are being deleted keep theirs. */
const ON_HOST = `radio_stations s join users u on u.id = s.user_id and u.departed_at is null
  where :from in (${SOURCE_FIELDS.map(hostOf).join(', ')})`;

type Row = Pick<StationOnHost, 'station_id' | 'user_id' | 'station_name' | 'station_slug'> &
  Record<SourceField, string | null>;

const COLUMNS = `s.id as station_id, s.user_id, s.station_name, s.station_slug,
  ${SOURCE_FIELDS.map((field) => `s.${field}`).join(', ')}`;

const Place = z.tuple([z.uuid()]);

/**
 * A page of the stations with addresses on a host, and what these would become.
 * @throws `url_not_allowed`; `validation_failed` for an invalid cursor
 */
export async function previewStreamHost(
  deps: Deps,
  { limit, cursor, ...hosts }: Hosts & { limit: number; cursor?: string | undefined },
) {
  await requireAllowedHost(deps, hosts);
  const after = cursor === undefined ? null : readCursor(cursor, Place)[0];
  const { rows: found } = await deps.db.raw<{ rows: Row[] }>(
    `select ${COLUMNS} from ${ON_HOST} and (cast(:after as uuid) is null or s.id > :after) order by s.id limit :limit`,
    { from: hosts.from, after, limit: limit + 1 },
  );
  const { rows } = await deps.db.raw<{ rows: { stations: number }[] }>(
    `select count(*)::int as stations from ${ON_HOST}`,
    { from: hosts.from },
  );
  const data = found.slice(0, limit).map((row) => changesOf(row, hosts));
  const last = found.length > limit ? data.at(-1) : undefined;
  return {
    data,
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.station_id]) : null,
    stations: rows[0]?.stations ?? 0,
  };
}

/**
 * Changes the host of every address that is on it now, in one transaction. Stations on air are checked next.
 * @returns how many stations were changed
 * @throws `url_not_allowed`
 */
export async function changeStreamHost(deps: Deps, actor: Actor, hosts: Hosts): Promise<number> {
  await requireAllowedHost(deps, hosts);
  return deps.db.transaction(async (trx) => {
    // In one order, so that two changes at once cannot deadlock.
    const { rows } = await trx.raw<{ rows: Row[] }>(
      `select ${COLUMNS} from ${ON_HOST} order by s.id for update of s`,
      { from: hosts.from },
    );
    const stations = rows.map((row) => changesOf(row, hosts));
    if (stations.length === 0) return 0;
    await writeAddresses(trx, stations);
    await checkNext(trx, stations);
    await auditAll(
      trx,
      actor,
      stations.map(({ user_id, changes }) => {
        const side = (which: 'before' | 'after') =>
          Object.fromEntries(changes.map((change) => [`station.${change.field}`, change[which]]));
        return { action: 'change_customer', user_id, before: side('before'), after: side('after') };
      }),
    );
    await audit(trx, actor, {
      action: 'change_stream_host',
      user_id: null,
      after: { ...hosts, stations: stations.length },
    });
    return stations.length;
  });
}

/** @throws `url_not_allowed` naming the field */
async function requireAllowedHost(deps: Deps, { to }: Hosts): Promise<void> {
  const refused = await whyForbidden(deps, `https://${to}/`);
  if (!refused) return;
  const fault = { field: 'to', code: refused.reason, message: whyNotRead(refused) };
  throw new AppError('url_not_allowed', { fields: [fault] });
}

function changesOf({ station_id, user_id, station_name, station_slug, ...row }: Row, hosts: Hosts) {
  const changes = SOURCE_FIELDS.flatMap((field) => {
    const before = row[field] ?? '';
    const after = moved(before, hosts);
    return after === before ? [] : [{ field, before, after }];
  });
  return { station_id, user_id, station_name, station_slug, changes };
}

/** The address on the new host, with the same port and path; the address itself if it is on another host. */
const moved = (address: string, { from, to }: Hosts): string =>
  address.replace(/^(https?:\/\/)([^/?#:]+)/i, (whole, scheme: string, host: string) =>
    host.toLowerCase() === from ? scheme + to : whole,
  );

async function writeAddresses(trx: Knex, stations: readonly StationOnHost[]): Promise<void> {
  const after = stations.map(({ station_id, changes }) => ({
    station_id,
    ...Object.fromEntries(changes.map((change) => [change.field, change.after])),
  }));
  const columns = SOURCE_FIELDS.map((field) => `${field} = coalesce(moved.${field}, s.${field})`);
  await trx.raw(
    `update radio_stations s set ${columns.join(', ')}
     from jsonb_to_recordset(cast(:after as jsonb))
       as moved(station_id uuid, ${SOURCE_FIELDS.map((field) => `${field} text`).join(', ')})
     where s.id = moved.station_id`,
    { after: JSON.stringify(after) },
  );
}

/** A new turn, so that a check of the old address that is under way does not count. */
async function checkNext(trx: Knex, stations: readonly StationOnHost[]): Promise<void> {
  const ids = stations.map(({ station_id }) => station_id);
  await trx('station_watches')
    .whereRaw('station_id = any(?)', [ids])
    .update({ turn: uuidv7(), due_at: trx.fn.now() });
}
