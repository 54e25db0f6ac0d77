import { Model } from 'objection';
import type { OpeningHours } from './opening-hours.ts';
import type { AlertWay, LocationStatus, PlayerStatus } from '../../contract/locations/values.ts';
import type { Table } from '../table.ts';

/** A place of a business. */
export class Location extends Model {
  static override tableName = 'locations';

  declare id: string;
  declare station_id: string;
  declare name: string;
  declare address: string;
  declare leave_pin: string | null;
  /** Of any change that its players are told. */
  declare changed_at: Date;
  /** Of its first player; null: it was never paired, and nothing is expected of it. */
  declare paired_at: Date | null;
  /** The last moment at which one of its players is known to have played. */
  declare sound_at: Date | null;
  /** When to check next whether it is silent. */
  declare watch_at: Date | null;
  declare created_at: Date;
}

/** The opening hours of a location from a moment on. */
export class LocationHours extends Model {
  static override tableName = 'location_hours';
  static override idColumn = ['location_id', 'from_at'];
  static override jsonAttributes = ['opening_hours'];

  declare location_id: string;
  declare from_at: Date;
  declare zone: string;
  /** Null: always open. */
  declare opening_hours: OpeningHours | null;
}

/** A browser that plays at a location, or shows its pairing code until then. */
export class LocationPlayer extends Model {
  static override tableName = 'location_players';

  declare id: string;
  declare station_id: string;
  declare location_id: string | null;
  declare key_hash: Buffer;
  declare pairing_code: string | null;
  declare code_expires_at: Date | null;
  declare paired_at: Date | null;
  declare status: PlayerStatus | null;
  declare status_since: Date | null;
  declare reported_at: Date | null;
  declare reserve_seconds: number;
  declare created_at: Date;
}

/** A status of a player that is over. */
export class PlayerStatusSpan extends Model {
  static override tableName = 'player_statuses';
  static override idColumn = ['player_id', 'began_at'];

  declare location_id: string;
  declare player_id: string;
  declare status: LocationStatus;
  declare began_at: Date;
  declare ended_at: Date;
}

/** A silence within opening hours that was told. */
export class LocationSilence extends Model {
  static override tableName = 'location_silences';

  declare id: string;
  declare location_id: string;
  declare status: LocationStatus;
  declare since: Date;
  declare told_at: Date;
  declare ended_at: Date | null;
  declare was_on_reserve: boolean;
}

/** The one row that says when the watch ran, on whichever process. */
export class LocationWatch extends Model {
  static override tableName = 'location_watch';

  declare id: number;
  declare ran_at: Date;
  declare resumed_at: Date;
}

/** How a user is told of silences; without a row by email. */
export class LocationAlerts extends Model {
  static override tableName = 'location_alerts';
  static override idColumn = 'user_id';

  declare user_id: string;
  declare send_by: AlertWay;
}

/** A month of a station's locations, once it is over. */
export class LocationLetter extends Model {
  static override tableName = 'location_letters';
  static override idColumn = ['station_id', 'month'];

  declare station_id: string;
  declare month: Date;
  /** Of their opening hours. Null: none was open. */
  declare played_percent: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    locations: Table<Location>;
    location_hours: Table<LocationHours>;
    location_players: Table<LocationPlayer>;
    player_statuses: Table<PlayerStatusSpan>;
    location_silences: Table<LocationSilence>;
    location_watch: Table<LocationWatch>;
    location_alerts: Table<LocationAlerts>;
    location_letters: Table<LocationLetter>;
  }
}
