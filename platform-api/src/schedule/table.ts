import { Model } from 'objection';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type {
  PromiseFigures,
  ScheduleProblem,
  ScheduleRevision as ScheduleRevisionView,
} from '../../contract/schedule/schemas.ts';
import type { TrackRating } from '../../contract/schedule/values.ts';
import type { Item } from '../timeline/airing.ts';
import type { PlaylistUse } from './document.ts';
import type { Table } from '../table.ts';

/** The draft of a station’s schedule. */
export class StationSchedule extends Model {
  static override tableName = 'station_schedules';
  static override idColumn = 'station_id';
  static override jsonAttributes = ['draft', 'held_problems'];

  declare station_id: string;
  declare draft: ScheduleDraft;
  declare draft_version: number;
  declare changed_at: Date;
  declare changed_by: string | null;
  /** Why newer versions of its playlists were not published; null: the schedule has the newest ones. */
  declare held_problems: { problems: ScheduleProblem[]; playlists: PlaylistUse[] } | null;
  declare held_since: Date | null;
}

/** A published schedule. A revision never changes. */
export class ScheduleRevision extends Model {
  static override tableName = 'schedule_revisions';
  static override idColumn = ['station_id', 'number'];
  static override jsonAttributes = ['draft', 'playlists', 'figures'];

  declare station_id: string;
  declare number: number;
  /** The schedule as the timeline reads it, compressed; null: the station is off air from then on. */
  declare document: Buffer | null;
  declare draft: ScheduleDraft | null;
  declare playlists: PlaylistUse[];
  declare cause: ScheduleRevisionView['cause'];
  declare restored_from: number | null;
  declare note: string | null;
  declare committed_at: Date;
  declare committed_by: string | null;
  declare asset_ids: string[];
  declare prepared_file_ids: string[];
  /** Of the simulation with which it was published; null: not kept. */
  declare figures: PromiseFigures | null;
}

/** An item that airs once beside the schedule, or one that is skipped. */
export class ScheduleInsertion extends Model {
  static override tableName = 'schedule_insertions';
  static override jsonAttributes = ['item'];

  declare id: string;
  declare station_id: string;
  declare kind: 'item' | 'skip';
  declare item: Item | null;
  /** The unit at which the skipped item begins. */
  declare skipped_unit: number | null;
  declare wanted_at: Date | null;
  declare committed_at: Date;
  declare committed_by: string | null;
  /** The owner for whom a team member skipped; null: the user skipped on their own station. */
  declare acted_for: string | null;
  declare is_announcement: boolean;
  declare is_over_music: boolean;
  /** Where it airs; null: everywhere. */
  declare location_ids: string[] | null;
}

/** An insertion that was taken back. */
export class ScheduleWithdrawal extends Model {
  static override tableName = 'schedule_withdrawals';
  static override idColumn = 'insertion_id';

  declare insertion_id: string;
  declare station_id: string;
  declare withdrawn_at: Date;
  declare withdrawn_by: string | null;
}

/** A day of a station as it aired. */
export class KeptDay extends Model {
  static override tableName = 'kept_days';
  static override idColumn = ['station_id', 'day'];

  declare station_id: string;
  declare day: Date;
  /** The airings of the day, compressed. */
  declare content: Buffer;
  declare hash: string;
  /** The version of the timeline that has computed it. */
  declare algorithm: number;
  declare kept_at: Date;
}

/** A station's airings of today as they were computed. */
export class ComputedDay extends Model {
  static override tableName = 'computed_days';
  static override idColumn = 'station_id';

  declare station_id: string;
  declare day: Date;
  /** Names all that they were computed from. */
  declare inputs: string;
  /** The airings of the day and the hours before, each hour compressed. */
  declare content: Buffer;
  /** Where each hour begins in it, in bytes, and where the last one ends. Null: of an earlier release. */
  declare offsets: number[] | null;
  /** All but the airings, as JSON. */
  declare about: string | null;
}

/** A track that a member wants to hear more often, less often or never. */
export class RatedTrack extends Model {
  static override tableName = 'rated_tracks';
  static override idColumn = ['station_id', 'track_id'];

  declare station_id: string;
  declare track_id: string;
  declare rating: TrackRating;
  declare rated_at: Date;
}

/** A time in which a station could not be heard, because it was inactive, suspended or not paid for yet. */
export class UnheardTime extends Model {
  static override tableName = 'unheard_times';
  static override idColumn = ['station_id', 'began_at'];

  declare station_id: string;
  declare began_at: Date;
  /** The end; null: the time lasts. */
  declare ended_at: Date | null;
}

/** A time in which a station is closed. A pause that was removed before it began ends at its start. */
export class StationPause extends Model {
  static override tableName = 'station_pauses';
  static override jsonAttributes = ['item'];

  declare id: string;
  declare station_id: string;
  declare starts_at: Date;
  declare ends_at: Date;
  /** The end as local time of the station: '2026-12-28T09:00'. */
  declare until: string;
  declare message: string | null;
  /** The prepared sound of the message; null: silence. */
  declare item: Item | null;
  declare changed_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    station_schedules: Table<StationSchedule>;
    schedule_revisions: Table<ScheduleRevision>;
    schedule_insertions: Table<ScheduleInsertion>;
    schedule_withdrawals: Table<ScheduleWithdrawal>;
    kept_days: Table<KeptDay>;
    computed_days: Table<ComputedDay>;
    rated_tracks: Table<RatedTrack>;
    unheard_times: Table<UnheardTime>;
    station_pauses: Table<StationPause>;
  }
}
