import type { Knex } from 'knex';
import { Profile } from '../accounts/profile.ts';
import { RadioStation } from '../stations/station.ts';
import { assetUrl, namedAssetUrl } from './asset-address.ts';
import { Asset } from './asset.ts';

/**
 * Writes where a member's logo and jingles are to where the specification has them: jingles in the
 * profile, the logo in profile and station alike (API document, Uploads), and what the operator has sent in
 * the station. The member is locked.
 */
export async function showAddresses(
  trx: Knex,
  { user_id, kind, is_operators }: Pick<Asset, 'user_id' | 'kind' | 'is_operators'>,
  publicUrl: string,
): Promise<void> {
  if (is_operators) return showOperators(trx, { user_id, kind }, publicUrl);
  if (kind !== 'logo' && kind !== 'jingle') return;
  const assets = await Asset.ofMember(trx, user_id).where({ kind }).orderBy('number');
  const urls = assets.map((asset) => assetUrl(publicUrl, asset));
  await Profile.ofUser(trx, { id: user_id });
  const profile = Profile.query(trx).where({ user_id });
  if (kind === 'jingle') {
    await profile.patch({ jingle_files: urls });
    return;
  }
  const station_logo_url = urls[0] ?? null;
  await profile.patch({ station_logo_url });
  await RadioStation.query(trx).where({ user_id }).patch({ station_logo_url });
}

/** There is a station to write to: nothing is kept for somebody who has none (`requireRoom`). */
async function showOperators(
  trx: Knex,
  { user_id, kind }: Pick<Asset, 'user_id' | 'kind'>,
  publicUrl: string,
): Promise<void> {
  const assets = await Asset.query(trx)
    .where({ user_id, kind, is_operators: true, state: 'stored' })
    .orderBy('number');
  const urls = assets.map((asset) => namedAssetUrl(publicUrl, asset));
  const column = kind === 'radio_id' ? 'admin_uploaded_ids' : 'admin_uploaded_commercials';
  await RadioStation.query(trx)
    .where({ user_id })
    .patch({ [column]: urls });
}
