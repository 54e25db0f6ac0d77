import type { Knex } from 'knex';
import { Model } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../../contract/admin.ts';

/** Fields that changed, by name; never a secret. */
export type AuditedFields = Readonly<Record<string, unknown>>;

/** A line of the audit log. The database lets nobody change or delete one. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log';

  declare id: string;
  declare at: Date;
  /** Null: somebody at the terminal. */
  declare actor_id: string | null;
  declare action: AuditAction;
  /** Whom it was done to; null: nobody alone. */
  declare user_id: string | null;
  /** Null once the customer has left. */
  declare before: AuditedFields | null;
  declare after: AuditedFields | null;
  declare ip: string | null;
}

/** Who acts, and from where. */
export interface Actor {
  /** Null: somebody at the terminal. */
  id: string | null;
  ip: string | null;
}

/** Keeps what somebody did; in the transaction that does it, so that neither is there without the other. */
export async function audit(
  trx: Knex,
  actor: Actor,
  {
    action,
    user_id,
    before = {},
    after = {},
  }: {
    action: AuditAction;
    user_id: string | null;
    before?: AuditedFields;
    after?: AuditedFields;
  },
): Promise<void> {
  const line = { id: uuidv7(), actor_id: actor.id, ip: actor.ip, action, user_id, before, after };
  await AuditEntry.query(trx).insert(line);
}
