import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { Model } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { AuditAction } from '../../contract/admin/audit-sentences.ts';
import type { listAudit } from '../../contract/admin/calls.ts';
import { STORAGE_LIST_LIMIT } from '../../contract/assets/values.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { Call } from '../../contract/call.ts';
import { personOf, type Identity } from '../http/mount-call.ts';
import type { Table } from '../table.ts';

/** Changed fields by name; never a secret. */
export type AuditedFields = Readonly<Record<string, unknown>>;

/** A line of the audit log. The database refuses to change or delete one. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log';
  static override jsonAttributes = ['before', 'after'];

  declare id: string;
  declare at: Date;
  /** An admin, or a person of a team. Null for an admin at the terminal (the command `stationhouse`). */
  declare actor_id: string | null;
  declare action: AuditAction;
  /** The customer concerned; null when the action concerns no single customer. */
  declare user_id: string | null;
  /** Null once the customer's account is deleted. */
  declare before: AuditedFields | null;
  declare after: AuditedFields | null;
  declare ip: string | null;
  /** Null with a session, and at the terminal. */
  declare api_key_prefix: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    audit_log: Table<AuditEntry>;
  }
}

/** The admin or the team member who acts, from which address, and with which API key. */
export interface Actor {
  /** Null for an admin at the terminal. */
  id: string | null;
  ip: string | null;
  /** Left out with a session, and at the terminal. */
  api_key_prefix?: string | null;
}

/** The person of a request. */
export const actorOf = (identity: Identity, address: string) =>
  ({
    id: personOf(identity),
    ip: address,
    api_key_prefix: identity.key_prefix,
  }) satisfies Actor;

/** Writes down what a team member did for the owner of a business. */
export async function auditTeamAct(
  db: Knex,
  { id: call, summary }: Call,
  { identity, address }: { identity: Identity; address: string },
): Promise<void> {
  const after = { call, summary, role: identity.team?.role };
  const user_id = identity.user.id;
  await audit(db, actorOf(identity, address), { action: 'act_for_owner', user_id, after });
}

/** An action, before it is written. */
export interface AuditedAction {
  action: AuditAction;
  user_id: string | null;
  before?: AuditedFields;
  after?: AuditedFields;
}

/** Writes a line of the audit log. Call it in the transaction of the action itself. */
export async function audit(trx: Knex, actor: Actor, done: AuditedAction): Promise<void> {
  await auditAll(trx, actor, [done]);
}

/** Lines of one statement: PostgreSQL takes 65,535 parameters. */
const LINES_AT_ONCE = 1_000;

/** Writes a line for each of many actions of one transaction. */
export async function auditAll(
  trx: Knex,
  { id: actor_id, ip, api_key_prefix = null }: Actor,
  done: readonly AuditedAction[],
): Promise<void> {
  const by = { actor_id, ip, api_key_prefix };
  const lines = done.map(({ action, user_id, before = {}, after = {} }) => ({
    id: uuidv7(),
    ...by,
    action,
    user_id,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    await trx('audit_log').insert(lines.slice(at, at + LINES_AT_ONCE));
  }
}

type Line = AuditEntry & { actor_email: string | null; user_email: string | null };

/** A cursor is the last line's id: lines are never deleted. */
const Place = z.tuple([z.uuid()]);

/** A page of the audit log, the newest line first. */
export async function readAudit(
  db: Knex,
  { user_id, limit, cursor }: z.output<typeof listAudit.query>,
): Promise<{ data: Line[]; has_more: boolean; next_cursor: string | null }> {
  const query = AuditEntry.query(db)
    .select('audit_log.*', 'actors.email as actor_email', 'customers.email as user_email')
    .leftJoin('users as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('users as customers', 'customers.id', 'audit_log.user_id')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .castTo<Line[]>();
  if (user_id !== undefined) query.where({ user_id });
  // Many, and of interest for one customer only.
  else query.whereNot({ action: 'act_for_owner' satisfies AuditAction });
  if (cursor !== undefined) {
    const [id] = readCursor(cursor, Place);
    // The database has microseconds, a Date only milliseconds: compare within the database.
    query.whereRaw(
      '(audit_log.at, audit_log.id) < ((select at from audit_log where id = :id), :id)',
      { id },
    );
  }
  const found = await query;
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return { data, has_more: last !== undefined, next_cursor: last ? cursorAt([last.id]) : null };
}

/**
 * Erases an email address from the log. The line about it has only its hash, and lets the table's trigger replace this
 * address until the transaction ends.
 */
export async function eraseFromLog(trx: Knex, actor: Actor, email: string): Promise<void> {
  const address_hash = createHash('sha256').update(email).digest('hex');
  await audit(trx, actor, { action: 'erase_address', user_id: null, after: { address_hash } });
  await linesWith(trx, email).update({
    before: trx.raw('without_erased(before)'),
    after: trx.raw('without_erased(after)'),
  });
}

/** The lines whose fields have an email address. */
export const linesWith = (db: Knex, email: string): Knex.QueryBuilder =>
  db('audit_log').whereRaw(
    `action = 'change_customer'
    and ? in (before ->> 'profile.email', after ->> 'profile.email')`,
    [email],
  );

/** Removes IP addresses from old lines, and from those of deleted admins. @returns how many, up to the limit */
export async function forgetOldIps(db: Knex, days: number, limit: number): Promise<number> {
  const old = db('audit_log')
    .whereNotNull('ip')
    .whereRaw(
      `(at < now() - make_interval(days => ?)
        or not exists (select from users where users.id = audit_log.actor_id))`,
      [days],
    );
  return db('audit_log').whereIn('id', old.limit(limit).select('id')).update({ ip: null });
}

/** When admins have seen the portal as a customer, the newest first. */
export async function readSupportViews(db: Knex, userId: string): Promise<Date[]> {
  return db('audit_log')
    .where({ user_id: userId, action: 'view_as_customer' satisfies AuditAction })
    .orderBy('at', 'desc')
    .limit(STORAGE_LIST_LIMIT)
    .pluck('at');
}
