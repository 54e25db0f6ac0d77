import { Model } from 'objection';
import type { PreparationProblem } from '../../contract/assets/preparation.ts';
import type { MediaEngine, RenditionName } from './media-engine.ts';
import type { StoredRendition } from './stored-sound.ts';
import type { Table } from '../table.ts';

/** A sound as it airs. Immutable once it is ready, but renditions and segue points may be added. */
export class PreparedFile extends Model {
  static override tableName = 'prepared_files';
  static override jsonAttributes = ['renditions'];

  declare id: string;
  /** The SHA-256 of the original, in hex; of a file that is missing, its version, which is a hash as well. */
  declare source_hash: string;
  declare state: 'waiting' | 'ready' | 'failed';
  declare problem: PreparationProblem | null;
  declare engine: MediaEngine['name'] | null;
  declare audio_hash: string | null;
  declare fingerprint: number[] | null;
  declare fingerprint_keys: number[] | null;
  declare duration_seconds: number | null;
  declare units: number | null;
  /** The end over which the next song may sound, and the start over which one may speak; null: not measured. */
  declare segue_units: number | null;
  declare intro_units: number | null;
  /** Only if prepared before songs were measured: when the job for it was queued, and when it succeeded. */
  declare segue_queued_at: Date | null;
  declare segue_measured_at: Date | null;
  declare loudness_lufs: number | null;
  declare true_peak_dbtp: number | null;
  declare is_quieter: boolean;
  declare peaks: number[] | null;
  declare renditions: Partial<Record<RenditionName, StoredRendition>> | null;
  declare created_at: Date;
  declare prepared_at: Date | null;
  declare renditions_added_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    prepared_files: Table<PreparedFile>;
  }
}
