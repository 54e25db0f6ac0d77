import type { Knex } from 'knex';
import type { z } from 'zod';
import type {
  changeCustomer as changeCall,
  CustomerDetails,
} from '../../contract/admin/customers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { moveLoginOfOther } from '../accounts/move-login.ts';
import { changeProfile, Profile } from '../accounts/profile.ts';
import { lockUser, requireUser, roleOf, type User } from '../accounts/user.ts';
import { requireCountry } from '../accounts/countries.ts';
import { AppError, type FieldFault } from '../errors.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { queueMail } from '../mail/send-mail.ts';
import { waitsForYes } from '../stations/approval-state.ts';
import { changeStation } from '../stations/change-station.ts';
import { stationBack, stationLive, stationOffAir } from '../stations/station-mails.tsx';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { audit, type Actor, type AuditedFields } from '../audit/audit.ts';
import {
  changeableFields,
  type CustomerRows,
  etagOf,
  customerDetails,
  readCustomer,
} from './customer.ts';
import { requireAllowedAddresses } from './source-addresses.ts';

interface Deps {
  db: Knex;
  guardedFetch: GuardedFetch;
  publicUrl: string;
  /** Stations of ours go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
}

type Change = z.output<typeof changeCall.body>;
type Details = z.input<typeof CustomerDetails>;

/**
 * Applies an admin's changes to a customer in one transaction, unless the customer was changed since the
 * admin has loaded it (optimistic locking). Equal values are no change.
 *
 * @param asked.ifMatch the value of the header
 * @returns the customer after the change
 * @throws `not_found`; `validation_failed` for an unknown country; `customer_without_station`; `changed_meanwhile`; `status_locked`; `slug_invalid`; `slug_reserved`;
 *   `slug_taken`; `slug_held`; `url_not_allowed`; `email_in_use`; `email_of_admin`; `approval_missing`
 */
export async function changeCustomer(
  deps: Deps,
  asked: { userId: string; actor: Actor; ifMatch: string; change: Change },
): Promise<Details> {
  const { db, publicUrl, waitsForApproval } = deps;
  const { userId, actor, ifMatch, change } = asked;
  await requireUser(db, userId);
  const country = change.profile?.country;
  if (country !== undefined) requireCountry(country, 'profile.country');
  // DNS lookups are slow, so they come before the transaction.
  if (change.station) await requireAllowedAddresses(deps, change.station);
  return db.transaction(async (trx) => {
    await lockCustomer(trx, userId);
    const rows = await readCustomer(trx, userId);
    if (!isMatch(ifMatch, etagOf(rows))) {
      throw new AppError('changed_meanwhile', {
        data: { current: await customerDetails(trx, rows, deps) },
      });
    }
    if (rows.station && change.station?.status === 'active') {
      const isWaiting = await waitsForYes(trx, rows.station, waitsForApproval);
      if (isWaiting) throw new AppError('approval_missing');
    }
    const before = changeableFields(rows);
    await apply(trx, rows, change, publicUrl);
    const now = await readCustomer(trx, userId);
    const changed = difference(before, changeableFields(now));
    if (changed) {
      await audit(trx, actor, { action: 'change_customer', user_id: userId, ...changed });
    }
    return customerDetails(trx, now, deps);
  });
}

/**
 * Locks a customer's rows until the transaction ends.
 * @throws `not_found`
 */
async function lockCustomer(trx: Knex, userId: string): Promise<void> {
  // A stronger lock than `lockMember` takes. A changed email address would need it later, and
  // upgrading a lock can deadlock.
  if (!(await lockUser(trx, userId))) throw new AppError('not_found');
  await Profile.lock(trx, userId);
  await RadioStation.lockOfMember(trx, userId);
}

/** Whether an If-Match header matches: `*` always does, a weak tag never (RFC 9110 §13.1.1). */
function isMatch(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.match(/(?:W\/)?"[^"]*"/g)?.includes(etag) ?? false;
}

async function apply(
  trx: Knex,
  { user, profile, station }: CustomerRows,
  change: Change,
  publicUrl: string,
): Promise<void> {
  if (change.station && !station) throw new AppError('customer_without_station');
  const { email, ...fields } = change.profile ?? {};
  await changeProfile(trx, profile, fields);
  if (email !== undefined && email !== user.email) await moveEmail(trx, user, email);
  if (!change.station || !station) return;
  const changed = await changeStation(trx, station, change.station);
  await mailAboutStatus(trx, user, { before: station, after: changed }, publicUrl);
}

/** Mails the member when their station comes on air or goes off air. */
async function mailAboutStatus(
  trx: Knex,
  { email: to }: User,
  { before, after }: { before: RadioStation; after: RadioStation },
  publicUrl: string,
): Promise<void> {
  const [wasOnAir, isOnAir] = [before, after].map(({ status }) => status === 'active');
  if (to === null || wasOnAir === isOnAir) return;
  const onAir = before.setup_completed_at ? stationBack : stationLive;
  const news = isOnAir ? onAir : stationOffAir;
  await queueMail(trx, to, news(presentMailedStation(after, publicUrl)));
}

/** @throws `email_of_admin`; `email_in_use` */
async function moveEmail(trx: Knex, user: User, email: string): Promise<void> {
  // Access to the mail of an admin or of support is enough to reset the password, which a step-up relies on. The lock of
  // the user's row keeps the role stable.
  if ((await roleOf(trx, user.id)) !== 'user') {
    throw new AppError('email_of_admin', {
      fields: [emailFault('email_of_admin', ERRORS.email_of_admin.detail)],
    });
  }
  const refuse = () =>
    new AppError('email_in_use', {
      fields: [emailFault('user_already_exists', ERRORS.email_in_use.detail)],
    });
  await moveLoginOfOther(trx, user, { email, refuse });
}

const emailFault = (code: string, message: string): FieldFault => ({
  field: 'profile.email',
  code,
  message,
});

/** The fields that differ, before and after; null when all are equal. */
function difference(
  before: AuditedFields,
  after: AuditedFields,
): { before: AuditedFields; after: AuditedFields } | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const of = (fields: AuditedFields) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: of(before), after: of(after) };
}
