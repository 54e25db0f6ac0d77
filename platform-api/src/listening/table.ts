import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A listener’s session as it was at the end of an hour. */
export class ListeningSession extends Model {
  static override tableName = 'listening_sessions';
  static override idColumn = ['station_id', 'session_id', 'hour'];

  declare station_id: string;
  declare session_id: string;
  declare hour: Date;
  declare player: string;
  declare country: string;
  declare began_at: Date;
  /** Seconds since it began. */
  declare total: number;
  /** The session counts as listening until then; null: a connection of ours, whose end is known. */
  declare live_until: Date | null;
  declare has_ended: boolean;
}

/** The seconds that a station was heard within an hour, by player and country. */
export class ListeningHour extends Model {
  static override tableName = 'listening_hours';
  static override idColumn = ['station_id', 'hour', 'player', 'country'];

  declare station_id: string;
  declare hour: Date;
  declare player: string;
  declare country: string;
  declare seconds: number;
  declare sessions: number;
}

/** The most listeners that a station had at once within an hour. */
export class ListeningPeak extends Model {
  static override tableName = 'listening_peaks';
  static override idColumn = ['station_id', 'hour'];

  declare station_id: string;
  declare hour: Date;
  declare listeners: number;
}

/** The listeners of a station that a replica counts. */
export class ListeningNow extends Model {
  static override tableName = 'listening_now';
  static override idColumn = ['replica_id', 'station_id'];

  declare replica_id: string;
  declare station_id: string;
  declare listeners: number;
  declare seen_at: Date;
}

/** A mail about the listening hours of a month, so that it is sent once. */
export class ListeningLetter extends Model {
  static override tableName = 'listening_letters';
  static override idColumn = ['station_id', 'month', 'percent'];

  declare station_id: string;
  declare month: Date;
  declare percent: number;
  declare made_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    listening_sessions: Table<ListeningSession>;
    listening_hours: Table<ListeningHour>;
    listening_peaks: Table<ListeningPeak>;
    listening_now: Table<ListeningNow>;
    listening_letters: Table<ListeningLetter>;
  }
}
