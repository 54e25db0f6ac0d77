import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ProfileChange, StationChange, type CustomerDetails } from '../../contract/customers.ts';
import { presentUser } from '../accounts/present-user.ts';
import { presentProfile, Profile } from '../accounts/profile.ts';
import { roleOf } from '../accounts/role-of.ts';
import type { User } from '../accounts/user.ts';
import { Asset, presentCustomerAsset } from '../assets/asset.ts';
import { presentAdminStation, type RadioStation } from '../stations/station.ts';
import type { AuditedFields } from './audit-entry.ts';
import { findCustomer, stationOf } from './find-customer.ts';

/** The rows that the desk changes. */
export interface CustomerRows {
  user: User;
  profile: Profile;
  station: RadioStation | undefined;
}

/** @throws `not_found` */
export async function readCustomer(db: Knex, user_id: string): Promise<CustomerRows> {
  const user = await findCustomer(db, user_id);
  const profile = await Profile.ofUser(db, user);
  return { user, profile, station: await stationOf(db, user_id) };
}

/** All that the desk can change of a customer, by its name with a dot: 'station.status'. */
export function changeableFields({ user, profile, station }: CustomerRows): AuditedFields {
  const { email: _, ...ofProfile } = ProfileChange.keyof().enum;
  const fields = new Map<string, unknown>([['profile.email', user.email]]);
  for (const name of Object.values(ofProfile)) fields.set(`profile.${name}`, profile[name]);
  if (station) {
    for (const name of StationChange.keyof().options) fields.set(`station.${name}`, station[name]);
  }
  return Object.fromEntries(fields);
}

/**
 * A strong ETag (RFC 9110 §8.8.1) of what the desk can change alone: that a customer sends a file meanwhile is
 * no conflict.
 */
export function etagOf(rows: CustomerRows): string {
  const text = JSON.stringify(changeableFields(rows));
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Everything about a customer, as these rows have it. */
export async function presentCustomer(
  db: Knex,
  rows: CustomerRows,
  publicUrl: string,
): Promise<CustomerDetails> {
  const { user, profile, station } = rows;
  const assets = await Asset.ofCustomer(db, user.id);
  return {
    user: presentUser(user),
    role: await roleOf(db, user.id),
    profile: presentProfile(profile),
    station: station ? presentAdminStation(station, publicUrl) : null,
    assets: assets.map((asset) => presentCustomerAsset(asset, publicUrl)),
    etag: etagOf(rows),
  };
}
