import { Model } from 'objection';
import type { TROUBLES } from '../../contract/admin/calls.ts';
import type { Table } from '../table.ts';

/** The figures of the admin area as they were on a day. */
export class DailyFigures extends Model {
  static override tableName = 'daily_figures';
  static override idColumn = 'day';

  declare day: Date;
  declare total_customers: number;
  /** The revenue is in cents. */
  declare total_revenue: number;
  declare active_stations: number;
  declare pending_setups: number;
}

/** The turns in which a station on air is listened to. */
export class StationWatch extends Model {
  static override tableName = 'station_watches';
  static override idColumn = 'station_id';

  declare station_id: string;
  declare turn: string;
  declare due_at: Date;
  declare checked_at: Date | null;
  /** The title that was last read. */
  declare title: string | null;
  declare title_since: Date | null;
}

/** A trouble of a station on air. It counts once two turns in a row have found it. */
export class Trouble extends Model {
  static override tableName = 'station_troubles';
  static override idColumn = ['station_id', 'trouble'];

  declare station_id: string;
  declare trouble: (typeof TROUBLES)[number];
  declare message: string;
  declare since: Date;
  declare times: number;
  declare ended_at: Date | null;
  declare told_at: Date | null;
  declare member_told_at: Date | null;
  declare member_told_well_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    daily_figures: Table<DailyFigures>;
    station_watches: Table<StationWatch>;
    station_troubles: Table<Trouble>;
  }
}
