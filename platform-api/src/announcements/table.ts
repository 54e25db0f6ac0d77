import { Model } from 'objection';
import type { MissedReason, STOPPED_MESSAGES } from '../../contract/announcements/schemas.ts';
import type { SpeechProblem } from '../voices/voice-maker.ts';
import type { Plan } from './due-moments.ts';
import type { Table } from '../table.ts';

/** An announcement of a member. */
export class Announcement extends Model {
  static override tableName = 'announcements';
  static override jsonAttributes = ['plan'];

  declare id: string;
  declare user_id: string;
  declare station_id: string;
  declare title: string;
  declare text: string | null;
  declare voice_id: string | null;
  declare take_id: string | null;
  declare prepared_file_id: string | null;
  declare problem: SpeechProblem | null;
  declare plan: Plan | null;
  /** Where it airs; null: everywhere. */
  declare location_ids: string[] | null;
  declare planned_at: Date | null;
  declare planned_until: Date | null;
  declare paused_at: Date | null;
  declare stopped: keyof typeof STOPPED_MESSAGES | null;
  declare over_at: Date | null;
  declare removed_at: Date | null;
  declare created_at: Date;
}

/** A moment at which an announcement is due. It is settled once it has aired, was missed or was withdrawn. */
export class AnnouncementAiring extends Model {
  static override tableName = 'announcement_airings';

  declare id: string;
  declare announcement_id: string;
  declare station_id: string;
  declare due_at: Date;
  declare insertion_id: string | null;
  declare withdrawn_at: Date | null;
  declare aired_at: Date | null;
  declare missed: MissedReason | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    announcements: Table<Announcement>;
    announcement_airings: Table<AnnouncementAiring>;
  }
}
