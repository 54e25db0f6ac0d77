import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A message of the thread between a customer and the team. */
export class CustomerMessage extends Model {
  static override tableName = 'customer_messages';

  declare id: string;
  declare user_id: string;
  declare is_from_team: boolean;
  /** The admin who wrote it. */
  declare author_id: string | null;
  declare body: string;
  declare created_at: Date;
  declare read_at: Date | null;
  declare mailed_at: Date | null;
}

/** A change or an upload of a member that the operator has not been mailed yet. */
export class MemberNews extends Model {
  static override tableName = 'member_news';
  static override jsonAttributes = ['lines'];

  declare id: number;
  declare user_id: string;
  declare kind: 'change' | 'upload';
  declare what: string;
  declare lines: string[];
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    customer_messages: Table<CustomerMessage>;
    member_news: Table<MemberNews>;
  }
}
