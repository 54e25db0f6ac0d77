import { Model } from 'objection';
import type { SpeechProblem } from './voice-maker.ts';
import type { Table } from '../table.ts';

/** The newest take of a script, and the accepted one. */
export class SpokenScript extends Model {
  static override tableName = 'spoken_ids';

  declare id: string;
  declare user_id: string;
  declare script: string;
  declare spoken_text: string;
  declare take_id: string;
  /** The voice that spoke it; null: a person recorded it. */
  declare voice_id: string | null;
  declare prepared_file_id: string | null;
  declare problem: SpeechProblem | null;
  declare taken_at: Date;
  declare asset_id: string | null;
  declare accepted_take_id: string | null;
  declare accepted_text: string | null;
  declare accepted_voice_id: string | null;
  declare accepted_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    spoken_ids: Table<SpokenScript>;
  }
}
