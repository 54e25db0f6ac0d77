// The assets room: members' logos, jingles, radio IDs and commercials. Rows are here, bytes in storage.
import type { Knex } from 'knex';
import { Model, type QueryBuilder } from 'objection';
import type { z } from 'zod';
import type { Asset as PublicAsset } from '../../contract/assets.ts';
import type { CustomerAsset } from '../../contract/customers.ts';
import type { AssetKind } from '../../contract/limits.ts';
import { assetUrl } from './asset-address.ts';

/**
 * A file is kept in steps, so that nobody sees half of one: its row is claimed (`storing`), its object
 * written, its row shown (`stored`); and taken away in the reverse order (`removing`).
 */
export type AssetState = 'storing' | 'stored' | 'removing';

/** A member's file. */
export class Asset extends Model {
  static override tableName = 'assets';

  declare id: string;
  declare user_id: string;
  declare kind: AssetKind;
  declare file_name: string;
  declare storage_key: string;
  declare content_type: string;
  declare size_bytes: number;
  declare duration_seconds: number | null;
  declare bitrate_kbps: number | null;
  declare channels: number | null;
  declare peaks: number[] | null;
  declare state: AssetState;
  /**
   * The lease of whoever is at its object, which nobody else may touch meanwhile. Null: it is as the row
   * says. One that is over was left by somebody who died or failed, and the object is to be looked at.
   */
  declare storing_until: Date | null;
  /** The n of `jingle_{n}.mp3`; null: a logo. */
  declare number: number | null;
  /** The operator has sent it for the member, who hears it and does nothing else with it; never a logo. */
  declare is_operators: boolean;
  /** Made of the stored bytes. */
  declare version: string;
  /** Made of what was sent last: kind, name, bytes. */
  declare sent_hash: string;
  declare idempotency_key: string | null;
  declare created_at: Date;
  declare updated_at: Date;

  /** A member's own files. */
  static ofMember(db: Knex, userId: string): QueryBuilder<Asset, Asset[]> {
    return Asset.query(db).where({ user_id: userId, is_operators: false, state: 'stored' });
  }

  /** All files of a customer, the operator's too, by kind and name. */
  static ofCustomer(db: Knex, userId: string): QueryBuilder<Asset, Asset[]> {
    return Asset.query(db)
      .where({ user_id: userId, state: 'stored' })
      .orderBy(['kind', 'file_name', 'id']);
  }
}

/** An asset's row as its member sees it. */
export function presentAsset(asset: Asset, publicUrl: string): z.input<typeof PublicAsset> {
  const { duration_seconds, bitrate_kbps, channels, peaks } = asset;
  return {
    ...asset,
    url: assetUrl(publicUrl, asset),
    duration_seconds: duration_seconds ?? undefined,
    bitrate_kbps: bitrate_kbps ?? undefined,
    channels: channels ?? undefined,
    peaks: peaks ?? undefined,
  };
}

/** An asset's row as the desk sees it. */
export const presentCustomerAsset = (
  asset: Asset,
  publicUrl: string,
): z.input<typeof CustomerAsset> => ({
  ...presentAsset(asset, publicUrl),
  is_operators: asset.is_operators,
});
