import { Model } from 'objection';
import type { PreparationProblem } from '../../contract/assets/preparation.ts';
import type { PlaylistRule } from '../../contract/library/playlists.ts';
import type { UploadState } from '../../contract/library/values.ts';
import type { StarterUse } from '../../contract/setup/values.ts';
import type { SystemStation } from '../../contract/stations/values.ts';
import type { Tags } from './read-tags.ts';
import type { Table } from '../table.ts';

/** A track of the operator’s music. */
export class Track extends Model {
  static override tableName = 'library_tracks';

  declare id: string;
  declare prepared_file_id: string;
  declare file_name: string;
  declare title: string;
  declare artist: string | null;
  declare album: string | null;
  declare year: number | null;
  declare isrc: string | null;
  declare label: string | null;
  declare composer: string | null;
  declare genre: string | null;
  declare mood: string | null;
  declare energy: number | null;
  declare tempo_bpm: number | null;
  declare language: string | null;
  declare is_explicit: boolean;
  declare notes: string | null;
  declare duration_seconds: number;
  /** The segue and the intro as an admin has moved them, in units; null: as measured. */
  declare segue_units: number | null;
  declare intro_units: number | null;
  declare segue_moved_at: Date | null;
  declare cover_key: string | null;
  declare retired_at: Date | null;
  /** The admin; null: the track came with an own station, or the account is deleted. */
  declare added_by: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  /** The texts of the row, folded for the search. The database computes it. */
  declare search: string;
  /** The own station that the track came with; null: an admin has added it. */
  declare system_station: SystemStation | null;
}

/** A file on its way to the library. */
export class Upload extends Model {
  static override tableName = 'library_uploads';
  static override jsonAttributes = ['tags'];

  declare id: string;
  declare uploaded_by: string | null;
  declare file_name: string;
  declare size_bytes: number;
  declare modified_at: Date | null;
  /** The parts that have arrived, sorted, from 0. */
  declare parts: number[];
  declare state: UploadState;
  declare problem: PreparationProblem | null;
  /** The sound, once the parts are joined. */
  declare prepared_file_id: string | null;
  declare tags: Tags | null;
  declare cover_key: string | null;
  declare track_id: string | null;
  declare is_duplicate: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}

/** A playlist. Its tracks are those of its newest version. */
export class Playlist extends Model {
  static override tableName = 'playlists';

  declare id: string;
  declare name: string;
  declare notes: string | null;
  declare is_in_order: boolean;
  /** A job makes new versions from its rule. */
  declare is_renewed: boolean;
  declare archived_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare starter_for: StarterUse[];
  declare system_station: SystemStation | null;
}

/** The tracks of a playlist at a time. A version never changes. */
export class PlaylistVersion extends Model {
  static override tableName = 'playlist_versions';
  static override jsonAttributes = ['rule'];

  declare id: string;
  declare playlist_id: string;
  declare number: number;
  /** The rule that has chosen the tracks; null: an admin chose them. */
  declare rule: PlaylistRule | null;
  declare track_ids: string[];
  declare duration_seconds: number;
  declare artist_count: number;
  /** The admin; null: a job made it, or the account is deleted. */
  declare created_by: string | null;
  declare created_at: Date;
}

/** The last UTC day on which a track aired on any station. */
export class TrackAiring extends Model {
  static override tableName = 'track_airings';
  static override idColumn = 'track_id';

  declare track_id: string;
  declare last_aired_on: Date;
}

/** Settings of the library: at most one row. Without it, every track may air. */
export class LibrarySettings extends Model {
  static override tableName = 'library_settings';

  declare id: boolean;
  /** Whether tracks without an ISRC or a label may air. */
  declare airs_incomplete_tracks: boolean;
  /** Schedules that were published before are renewed. Null: never changed. */
  declare changed_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    library_tracks: Table<Track>;
    library_uploads: Table<Upload>;
    playlists: Table<Playlist>;
    playlist_versions: Table<PlaylistVersion>;
    track_airings: Table<TrackAiring>;
    library_settings: Table<LibrarySettings>;
  }
}
