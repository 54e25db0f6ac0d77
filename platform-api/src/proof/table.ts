import { Model } from 'objection';
import type { ReportKind, ReportState, SpotKind } from '../../contract/proof/values.ts';
import type { Table } from '../table.ts';

/** A key with which proofs are signed. */
export class ProofKey extends Model {
  static override tableName = 'proof_keys';
  static override idColumn = 'kid';

  declare kid: string;
  declare x: string;
  /** Null: the key is retired. */
  declare sealed_key: Buffer | null;
  declare created_at: Date;
  declare retired_at: Date | null;
}

/** A signed proof of play. It never changes. */
export class PlayProofRow extends Model {
  static override tableName = 'play_proofs';

  declare id: string;
  declare station_id: string;
  declare spot_id: string;
  declare spot_kind: SpotKind;
  declare spot_title: string;
  declare number: number;
  declare from_day: Date;
  declare to_day: Date;
  declare due: number;
  declare aired: number;
  declare jws: string;
  declare made_at: Date;
}

/** A report of what aired, and how far it is. */
export class AirReportRow extends Model {
  static override tableName = 'air_reports';

  declare id: string;
  declare kind: ReportKind;
  declare from_day: Date;
  declare to_day: Date;
  declare station_id: string | null;
  declare state: ReportState;
  declare done: number;
  declare stations: number;
  declare rows: number;
  declare incomplete_rows: number;
  declare has_sheet: boolean;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    proof_keys: Table<ProofKey>;
    play_proofs: Table<PlayProofRow>;
    air_reports: Table<AirReportRow>;
  }
}
