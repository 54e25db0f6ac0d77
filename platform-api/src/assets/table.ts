import { Model } from 'objection';
import type { Table } from '../table.ts';

/** An object in the storage that no row knows. */
export class OrphanedObject extends Model {
  static override tableName = 'orphaned_objects';
  static override idColumn = 'storage_key';

  declare storage_key: string;
  declare first_seen_at: Date;
}

/** The id of this installation, which its storage repeats. There is one row. */
export class Installation extends Model {
  static override tableName = 'installation';
  static override idColumn = 'is_only';

  declare is_only: boolean;
  declare id: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    orphaned_objects: Table<OrphanedObject>;
    installation: Table<Installation>;
  }
}
