import { Model } from 'objection';
import type { Table } from '../table.ts';

/** The oldest migration whose release can live with this schema. There is one row. */
export class SchemaCompatibility extends Model {
  static override tableName = 'schema_compatibility';
  static override idColumn = 'is_only';

  declare is_only: boolean;
  declare schema_compatible_from: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    schema_compatibility: Table<SchemaCompatibility>;
  }
}
