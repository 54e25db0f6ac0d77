import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A counter of requests. rate-limiter-flexible reads and writes it. */
export class RateLimit extends Model {
  static override tableName = 'rate_limits';
  static override idColumn = 'key';

  declare key: string;
  declare points: number;
  /** The end of the counter, in epoch ms. */
  declare expire: number | null;
}

/** A request with an idempotency key, and its answer. */
export class IdempotencyKey extends Model {
  static override tableName = 'idempotency_keys';
  static override idColumn = ['owner', 'key'];
  static override jsonAttributes = ['body'];

  /** The id of the user, or the limited address of a visitor. */
  declare owner: string;
  declare key: string;
  declare fingerprint: string;
  /** The status of the answer; null: the request runs. */
  declare status: number | null;
  declare body: unknown;
  declare leased_until: Date;
  declare created_at: Date;
  /** When the request first wrote something; null: a repeat may run it. */
  declare acted_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    rate_limits: Table<RateLimit>;
    idempotency_keys: Table<IdempotencyKey>;
  }
}
