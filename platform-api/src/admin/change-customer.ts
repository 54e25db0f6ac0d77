import type { Knex } from 'knex';
import type { z } from 'zod';
import type { changeCustomer as changeCall, CustomerDetails } from '../../contract/customers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { changeProfile } from '../accounts/change-profile.ts';
import { moveLoginOfOther } from '../accounts/move-login.ts';
import { Profile } from '../accounts/profile.ts';
import { roleOf } from '../accounts/role-of.ts';
import { User } from '../accounts/user.ts';
import { AppError, type FieldFault } from '../errors.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { queueMail } from '../mail/send-mail.ts';
import { changeStation } from '../stations/change-station.ts';
import { presentPublicStation, RadioStation } from '../stations/station.ts';
import { audit, type Actor, type AuditedFields } from './audit-entry.ts';
import {
  changeableFields,
  etagOf,
  presentCustomer,
  readCustomer,
  type CustomerRows,
} from './customer-details.ts';
import { findCustomer } from './find-customer.ts';
import { requireAllowedAddresses } from './source-addresses.ts';

interface Deps {
  db: Knex;
  guardedFetch: GuardedFetch;
  publicUrl: string;
}

type Change = z.output<typeof changeCall.body>;

/**
 * Changes what an admin has changed of a customer, all of it or nothing, if the customer is still who the admin
 * has seen. What is so already is no change.
 *
 * @param asked.ifMatch the header's text
 * @returns the customer as they are now
 * @throws `not_found`; `customer_without_station`; `changed_meanwhile`; `status_locked`; `slug_invalid`; `slug_reserved`;
 *   `slug_taken`; `url_not_allowed`; `email_in_use`; `email_of_admin`
 */
export async function changeCustomer(
  deps: Deps,
  asked: { user_id: string; actor: Actor; ifMatch: string; change: Change },
): Promise<CustomerDetails> {
  const { db, publicUrl } = deps;
  const { user_id, actor, ifMatch, change } = asked;
  await findCustomer(db, user_id);
  // Asks name servers, so before the transaction.
  if (change.station) await requireAllowedAddresses(deps, change.station);
  return db.transaction(async (trx) => {
    await holdCustomer(trx, user_id);
    const rows = await readCustomer(trx, user_id);
    if (!isMatch(ifMatch, etagOf(rows))) {
      throw new AppError('changed_meanwhile', {
        data: { current: await presentCustomer(trx, rows, publicUrl) },
      });
    }
    const before = changeableFields(rows);
    await apply(trx, rows, change, publicUrl);
    const now = await readCustomer(trx, user_id);
    const changed = difference(before, changeableFields(now));
    if (changed) await audit(trx, actor, { action: 'change_customer', user_id, ...changed });
    return presentCustomer(trx, now, publicUrl);
  });
}

/**
 * Lets nobody else write to a customer's rows until the transaction ends.
 * @throws `not_found`
 */
async function holdCustomer(trx: Knex, user_id: string): Promise<void> {
  // More than `lockMember` takes: a login that moves would ask for it later, when others may wait for us.
  const user = await User.query(trx).findById(user_id).whereNull('departed_at').forUpdate();
  if (!user) throw new AppError('not_found');
  await Profile.query(trx).where({ user_id }).forUpdate();
  await RadioStation.query(trx).where({ user_id }).forUpdate();
}

/** Whether an If-Match header names this state: `*` any, a weak tag none (RFC 9110 §13.1.1). */
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
  const isFirstOnAir = !station.setup_completed_at && changed.setup_completed_at;
  if (!isFirstOnAir || user.email === null) return;
  const { station_url } = presentPublicStation(changed, publicUrl);
  await queueMail(trx, { message: 'station-live', to: user.email, station_url });
}

/** @throws `email_of_admin`; `email_in_use` */
async function moveEmail(trx: Knex, user: User, email: string): Promise<void> {
  // Whoever reads an admin's mail sets their password, which is what a step-up asks for. The role stays as it
  // is while the user's row is held (change-role).
  if ((await roleOf(trx, user.id)) === 'admin') {
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

/** The fields that are others now, as they were and as they are; null: none. */
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
