import type { Knex } from 'knex';
import type { AccountExport } from '../../contract/departures.ts';
import { listApiKeys, presentApiKey } from '../accounts/api-key.ts';
import { presentProfile, Profile } from '../accounts/profile.ts';
import { listSessions, presentSession } from '../accounts/sessions.ts';
import { Asset, presentAsset } from '../assets/asset.ts';
import { Purchase } from '../billing/purchase.ts';
import type { Identity } from '../http/mount-call.ts';
import { presentMyStation, RadioStation } from '../stations/station.ts';

/**
 * All that we keep of a person, as every other call shows it: no hash, no key, nothing that only the
 * operator knows.
 */
export async function exportAccount(
  { db, publicUrl, now }: { db: Knex; publicUrl: string; now: () => number },
  { user, role }: Pick<Identity, 'user' | 'role'>,
): Promise<AccountExport> {
  const station = await RadioStation.findOwn(db, user.id);
  const assets = await Asset.ofCustomer(db, user.id);
  return {
    exported_at: new Date(now()).toISOString(),
    user,
    role: role ?? 'user',
    profile: presentProfile(await Profile.ofUser(db, user)),
    station: station ? presentMyStation(station, publicUrl) : null,
    former_addresses: station ? await formerAddresses(db, station) : [],
    assets: assets.map((asset) => presentAsset(asset, publicUrl)),
    purchases: await purchasesOf(db, user.id),
    sessions: (await listSessions(db, user.id)).map(presentSession),
    api_keys: (await listApiKeys(db, user.id)).map(presentApiKey),
  };
}

function formerAddresses(db: Knex, { id }: RadioStation): Promise<string[]> {
  return db('former_slugs')
    .where({ station_id: id })
    .orderBy('created_at')
    .pluck<string[]>('station_slug');
}

async function purchasesOf(db: Knex, user_id: string): Promise<AccountExport['purchases']> {
  const purchases = await Purchase.query(db).where({ user_id }).orderBy('created_at');
  return purchases.map(
    ({ package_name, status, total_amount, currency, company_details, created_at }) => ({
      package_name,
      status,
      total_amount,
      currency,
      company_details,
      created_at: created_at.toISOString(),
    }),
  );
}
