import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A source of track data, and whose turn it is to read it. All times are the database’s. */
export class TrackSource extends Model {
  static override tableName = 'track_feeds';
  static override idColumn = 'url_sha256';
  static override jsonAttributes = ['tracks'];

  declare url_sha256: Buffer;
  /** The tracks as last read. */
  declare tracks: unknown;
  declare read_at: Date | null;
  declare failures: number;
  /** The number of turns that were taken. */
  declare claims: number;
  declare claimed_at: Date;
  declare settled_at: Date | null;
  declare next_attempt_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    track_feeds: Table<TrackSource>;
  }
}
