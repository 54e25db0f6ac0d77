import { Model } from 'objection';
import type { TeamRole } from '../../contract/team/values.ts';
import type { Table } from '../table.ts';

/** A person who works for a business beside its owner. */
export class TeamMember extends Model {
  static override tableName = 'team_members';

  declare id: string;
  /** The station of the business. */
  declare station_id: string;
  declare user_id: string;
  declare role: TeamRole;
  /** Of staff who work for some locations; null: for all. */
  declare location_ids: string[] | null;
  declare joined_at: Date;
}

/** An invitation to a team that was not accepted yet. */
export class TeamInvitation extends Model {
  static override tableName = 'team_invitations';

  declare id: string;
  declare station_id: string;
  declare email: string;
  declare role: TeamRole;
  declare location_ids: string[] | null;
  /** The token of the newest link is made of it. */
  declare link_id: string;
  declare link_hash: Buffer;
  declare sent_at: Date;
  declare expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    team_members: Table<TeamMember>;
    team_invitations: Table<TeamInvitation>;
  }
}
