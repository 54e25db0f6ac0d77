import { Model } from 'objection';
import type { Table } from '../table.ts';

/** A mode in which the installation is or will be. */
export class OperatingMode extends Model {
  static override tableName = 'operating_modes';
  static override idColumn = 'mode';

  declare mode: 'standby' | 'maintenance' | 'planned_work';
  declare starts_at: Date;
  declare ends_at: Date | null;
  declare message: string | null;
}

/** A backup of this installation. */
export class Backup extends Model {
  static override tableName = 'backups';
  static override idColumn = 'made_at';

  declare made_at: Date;
  declare verified_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    operating_modes: Table<OperatingMode>;
    backups: Table<Backup>;
  }
}
