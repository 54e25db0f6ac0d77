import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A slug that a station had before. It leads to the station, and is kept for it for a while. */
export class FormerSlug extends Model {
  static override tableName = 'former_slugs';
  static override idColumn = 'station_slug';

  declare station_slug: string;
  declare station_id: string;
  declare created_at: Date;
  declare held_until: Date;
}

/** The answer of a member to the first programme of their station. */
export class StationApproval extends Model {
  static override tableName = 'station_approvals';
  static override idColumn = 'station_id';

  declare station_id: string;
  /** The newest revision of the schedule at the time of the answer. */
  declare revision: number;
  /** The changes that the member wants; null: the member has approved. */
  declare changes: string | null;
  declare answered_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    former_slugs: Table<FormerSlug>;
    station_approvals: Table<StationApproval>;
  }
}
