// Assets: members' logos, jingles, radio IDs and commercials. Rows are in the database, bytes in storage.
import type { Knex } from 'knex';
import { Model, type QueryBuilder } from 'objection';
import type { z } from 'zod';
import type { Asset as PublicAsset } from '../../contract/assets/calls.ts';
import type { CustomerAsset } from '../../contract/admin/customers.ts';
import type { LogoShape } from '../../contract/site/colours.ts';
import { isPictureKind, type AssetKind } from '../../contract/assets/values.ts';
import { soundProblem, type PreparationProblem } from '../../contract/assets/preparation.ts';
import { Profile } from '../accounts/profile.ts';
import { RadioStation } from '../stations/station.ts';
import { airUrl, assetUrl, namedAssetUrl } from './asset-address.ts';
import { PREPARED } from './prepared-sounds.ts';
import type { Table } from '../table.ts';

/**
 * A file becomes visible in steps: its row is reserved (`storing`), its object is written, its row is shown
 * (`stored`). Removal takes the reverse order (`removing`).
 */
export type AssetState = 'storing' | 'stored' | 'removing';

/** A member's file. */
export class Asset extends Model {
  static override tableName = 'assets';
  static override jsonAttributes = ['logo_shape'];

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
  /** Of a logo, once it is measured. */
  declare logo_shape: LogoShape | null;
  declare state: AssetState;
  /**
   * The end of a lease: until then only its holder may touch the object. Null: row and object agree. A lease
   * in the past was left by a crash or a failure, and the object must be checked.
   */
  declare storing_until: Date | null;
  /** The n of `jingle_{n}.mp3`; null: a picture. */
  declare number: number | null;
  /** An admin has uploaded it for the member, who may only play it. Never a picture. */
  declare is_operators: boolean;
  /** Derived from the stored bytes. */
  declare version: string;
  /** Hash of the last upload: kind, name, bytes. */
  declare sent_hash: string;
  declare idempotency_key: string | null;
  /** The sound as it airs; null: a picture, or a sound whose preparation has not begun. */
  declare prepared_file_id: string | null;
  /** Its sound in the form in which it airs; null: not begun. Read by the lists only. */
  declare prepared?: {
    state: string;
    problem: PreparationProblem | null;
    duration_seconds: number | null;
  } | null;
  declare created_at: Date;
  declare updated_at: Date;

  /** A member's own files. */
  static ofMember(db: Knex, userId: string): QueryBuilder<Asset, Asset[]> {
    return Asset.query(db)
      .select('assets.*', db.raw(PREPARED))
      .where({ user_id: userId, is_operators: false, state: 'stored' });
  }

  /** All files of a customer, including the operator's, by kind and name. */
  static ofCustomer(db: Knex, userId: string): QueryBuilder<Asset, Asset[]> {
    return Asset.query(db)
      .select('assets.*', db.raw(PREPARED))
      .where({ user_id: userId, state: 'stored' })
      .orderBy(['kind', 'file_name', 'id']);
  }
}

declare module 'knex/types/tables.js' {
  interface Tables {
    assets: Table<Asset>;
  }
}

/** SQL: the keys of all stored files. */
export const STORED_KEYS = "select storage_key from assets where state = 'stored'";

/** How many files a member has of each kind, without the operator's. */
export const countByKind = async (
  db: Knex,
  userId: string,
): Promise<{ kind: AssetKind; files: number }[]> =>
  db('assets')
    .where({ user_id: userId, is_operators: false, state: 'stored' })
    .groupBy('kind')
    .select('kind', db.raw('count(*)::int as files'));

function preparationOf(
  asset: Asset,
  publicUrl: string,
): z.input<typeof PublicAsset>['preparation'] {
  const { kind, prepared } = asset;
  if (isPictureKind(kind)) return undefined;
  if (prepared?.state === 'ready') {
    const { duration_seconds } = prepared;
    return { state: 'ready', message: null, url: airUrl(publicUrl, asset), duration_seconds };
  }
  const nothing = { url: null, duration_seconds: null };
  const problem = prepared?.problem;
  if (problem) return { ...nothing, state: 'failed', message: soundProblem(problem) };
  return { ...nothing, state: 'getting_ready', message: null };
}

/** An asset as its member sees it. */
export function presentAsset(asset: Asset, publicUrl: string): z.input<typeof PublicAsset> {
  const { duration_seconds, bitrate_kbps, channels, peaks } = asset;
  return {
    ...asset,
    url: assetUrl(publicUrl, asset),
    duration_seconds: duration_seconds ?? undefined,
    bitrate_kbps: bitrate_kbps ?? undefined,
    channels: channels ?? undefined,
    peaks: peaks ?? undefined,
    preparation: preparationOf(asset, publicUrl),
  };
}

/** An asset as admins see it. */
export const presentCustomerAsset = (
  asset: Asset,
  publicUrl: string,
): z.input<typeof CustomerAsset> => ({
  ...presentAsset(asset, publicUrl),
  is_operators: asset.is_operators,
});

/**
 * Writes the URLs of a member's files to where readers expect them: jingles to the profile, the logo to profile
 * and station, the other pictures and the operator's files to the station. The caller has locked the member.
 */
export async function showAddresses(
  trx: Knex,
  { user_id, kind, is_operators }: Pick<Asset, 'user_id' | 'kind' | 'is_operators'>,
  publicUrl: string,
): Promise<void> {
  if (is_operators) return showOperatorsAddresses(trx, { user_id, kind }, publicUrl);
  if (!isPictureKind(kind) && kind !== 'jingle') return;
  const assets = await Asset.ofMember(trx, user_id).where({ kind }).orderBy('number');
  const urls = assets.map((asset) => assetUrl(publicUrl, asset));
  if (kind === 'background') {
    const background_url = urls[0] ?? null;
    await RadioStation.changeOfMember(trx, user_id, { background_url });
    return;
  }
  if (kind === 'dark_logo') {
    const [station_logo_url, logo_shape] = [urls[0], assets[0]?.logo_shape];
    const dark_logo = station_logo_url && logo_shape ? { station_logo_url, logo_shape } : null;
    await RadioStation.changeOfMember(trx, user_id, { dark_logo });
    return;
  }
  await Profile.ofUser(trx, { id: user_id });
  if (kind === 'jingle') {
    await Profile.change(trx, user_id, { jingle_files: urls });
    return;
  }
  const station_logo_url = urls[0] ?? null;
  await Profile.change(trx, user_id, { station_logo_url });
  const logo_shape = assets[0]?.logo_shape ?? null;
  await RadioStation.changeOfMember(trx, user_id, { station_logo_url, logo_shape });
}

/** The member has a station: `requireQuota` refuses files without one. */
async function showOperatorsAddresses(
  trx: Knex,
  { user_id, kind }: Pick<Asset, 'user_id' | 'kind'>,
  publicUrl: string,
): Promise<void> {
  const assets = await Asset.query(trx)
    .where({ user_id, kind, is_operators: true, state: 'stored' })
    .orderBy('number');
  const urls = assets.map((asset) => namedAssetUrl(publicUrl, asset));
  const column = kind === 'radio_id' ? 'admin_uploaded_ids' : 'admin_uploaded_commercials';
  await RadioStation.changeOfMember(trx, user_id, { [column]: urls });
}
