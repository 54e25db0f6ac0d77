import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  ProfileChange,
  StationChange,
  type CustomerDetails,
} from '../../contract/admin/customers.ts';
import { presentProfile, Profile } from '../accounts/profile.ts';
import { requireUser, roleOf, type User } from '../accounts/user.ts';
import { Asset, presentCustomerAsset } from '../assets/asset.ts';
import { presentAdminStation, RadioStation } from '../stations/station.ts';
import { waitingOf } from '../stations/waiting.ts';
import type { AuditedFields } from '../audit/audit.ts';
import { plannedPackageOf } from '../billing/subscription.ts';
import { purchaseOrderOf } from '../billing/billing-account.ts';

/** The rows that an admin can change. */
export interface CustomerRows {
  user: User;
  profile: Profile;
  station: RadioStation | undefined;
}

/** @throws `not_found` */
export async function readCustomer(db: Knex, userId: string): Promise<CustomerRows> {
  const user = await requireUser(db, userId);
  const profile = await Profile.ofUser(db, user);
  return { user, profile, station: await RadioStation.findOfCustomer(db, userId) };
}

/** All fields that an admin can change, by dotted names such as 'station.status'. */
export function changeableFields({ user, profile, station }: CustomerRows): AuditedFields {
  const { email: _, ...profileFields } = ProfileChange.keyof().enum;
  const fields = new Map<string, unknown>([['profile.email', user.email]]);
  for (const name of Object.values(profileFields)) fields.set(`profile.${name}`, profile[name]);
  if (station) {
    for (const name of StationChange.keyof().options) fields.set(`station.${name}`, station[name]);
  }
  return Object.fromEntries(fields);
}

/**
 * A strong ETag (RFC 9110 §8.8.1) of the changeable fields alone: a file that the customer uploads
 * meanwhile is no conflict.
 */
export function etagOf(rows: CustomerRows): string {
  const text = JSON.stringify(changeableFields(rows));
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** A customer for an answer. */
export async function customerDetails(
  db: Knex,
  rows: CustomerRows,
  { publicUrl, waitsForApproval }: { publicUrl: string; waitsForApproval: boolean },
): Promise<z.input<typeof CustomerDetails>> {
  const { user, profile, station } = rows;
  const assets = await Asset.ofCustomer(db, user.id);
  return {
    user,
    role: await roleOf(db, user.id),
    profile: presentProfile(profile),
    station: station
      ? presentAdminStation(station, publicUrl, await waitingOf(db, station, waitsForApproval))
      : null,
    next_package_name: await plannedPackageOf(db, user.id),
    purchase_order: await purchaseOrderOf(db, user.id),
    assets: assets.map((asset) => presentCustomerAsset(asset, publicUrl)),
    etag: etagOf(rows),
  };
}
