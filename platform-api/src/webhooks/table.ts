import { Model } from 'objection';
import type { WEBHOOK_DISABLED } from '../../contract/webhooks/calls.ts';
import type { WebhookEvent } from '../../contract/webhooks/values.ts';
import type { Table } from '../table.ts';

/** A server that webhooks are sent to. */
export class WebhookEndpoint extends Model {
  static override tableName = 'webhook_endpoints';

  declare id: string;
  /** The member; null: the endpoint is the operator’s. */
  declare user_id: string | null;
  declare url: string;
  declare description: string;
  declare events: WebhookEvent[];
  /** The secret that signs the webhooks, sealed. */
  declare secret: Buffer;
  declare former_secret: Buffer | null;
  declare former_secret_until: Date | null;
  declare failures: number;
  declare failing_since: Date | null;
  declare held_until: Date | null;
  declare disabled_because: (typeof WEBHOOK_DISABLED)[number] | null;
  declare created_at: Date;
}

/** An event that webhooks tell servers. Triggers of the database write it. */
export class StationEvent extends Model {
  static override tableName = 'webhook_events';
  static override jsonAttributes = ['data'];

  declare id: string;
  declare type: string;
  declare user_id: string | null;
  declare data: unknown;
  /** A member asked for it: nothing of the kind has happened. */
  declare is_test: boolean;
  declare created_at: Date;
}

/** A member whose programs listen to events without an endpoint. */
export class WebhookStream extends Model {
  static override tableName = 'webhook_streams';
  static override idColumn = 'user_id';

  declare user_id: string;
  /** Events are kept for them until then. */
  declare until: Date;
}

/** An event on its way to a server. */
export class WebhookDelivery extends Model {
  static override tableName = 'webhook_deliveries';
  static override idColumn = ['endpoint_id', 'event_id'];

  declare endpoint_id: string;
  declare event_id: string;
  declare state: 'waiting' | 'delivered' | 'failed';
  declare attempts: number;
  declare due_at: Date;
  declare attempted_at: Date | null;
  /** The status of the last answer. */
  declare status: number | null;
  declare answer: string | null;
  declare error: string | null;
  declare duration_ms: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    webhook_endpoints: Table<WebhookEndpoint>;
    webhook_events: Table<StationEvent>;
    webhook_deliveries: Table<WebhookDelivery>;
    webhook_streams: Table<WebhookStream>;
  }
}
