import { DAY_MS } from '../../contract/time.ts';
import { queueMail, type MailContent } from '../mail/send-mail.ts';
import { stationRestored, stationSuspended } from '../stations/station-mails.tsx';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import type { SyncContext } from './billing-deps.ts';
import { customerPackageChanged } from './operator-mails.tsx';
import {
  packageChanged,
  paymentFailed,
  subscriptionCancelled,
  subscriptionEnded,
  subscriptionResumed,
  trialContinued,
  trialEnds,
} from './subscription-mails.tsx';
import { currentSubscription, isLive, Subscription } from './subscription.ts';
import { isReminderDue } from './trial.ts';

/**
 * When an unpaid station goes off air.
 * @param unpaidSince null: it is paid
 */
export function offAirAt(unpaidSince: Date | null, graceDays: number): Date | null {
  return unpaidSince && new Date(unpaidSince.getTime() + graceDays * DAY_MS);
}

/**
 * Suspends a station after its grace period and restores it once it is paid again. Each step sends a mail.
 * A station that an admin has taken off air does not change.
 */
export async function applyStation(context: SyncContext): Promise<void> {
  const { trx, user, state, graceDays, now, publicUrl } = context;
  const current = currentSubscription(state.subscriptions);
  const station = await RadioStation.findOwn(trx, user.id);
  if (!current || !station) return;
  const row = await Subscription.query(trx).findById(current.id).throwIfNotFound();
  const off_air_at = offAirAt(row.unpaid_since, graceDays);
  await mailAboutSubscription(context, row, station, off_air_at);
  await changePackage(context, row, station);
  const mailAbout = async (news: typeof stationSuspended): Promise<void> => {
    const changed = await RadioStation.read(trx, station.id);
    await mailMember(context, news(presentMailedStation(changed, publicUrl)));
  };
  if (off_air_at && off_air_at <= now) {
    if (await RadioStation.suspend(trx, user.id)) await mailAbout(stationSuspended);
  } else if (isLive(row.status)) {
    if (await RadioStation.restore(trx, user.id)) await mailAbout(stationRestored);
  }
}

async function mailAboutSubscription(
  context: SyncContext,
  row: Subscription,
  station: RadioStation,
  offAir: Date | null,
): Promise<void> {
  const before = context.before.get(row.id);
  if (isLive(row.status) && row.is_trial && row.cancel_at) {
    await remindOfTrial(context, row, row.cancel_at);
  } else if (isLive(row.status) && row.cancel_at) {
    const wasMailed = before?.cancel_at?.getTime() === row.cancel_at.getTime();
    const last = row.next_payment_date;
    const mail = subscriptionCancelled({
      ends_at: row.cancel_at.toISOString(),
      payment: last && { amount: row.amount, currency: row.currency, date: last.toISOString() },
    });
    if (!wasMailed) await mailMember(context, mail);
  } else if (isLive(row.status) && before?.cancel_at) {
    const { amount, currency, next_payment_date } = row;
    const payment = { amount, currency, date: next_payment_date?.toISOString() ?? null };
    await mailMember(
      context,
      before.is_trial ? trialContinued({ payment }) : subscriptionResumed({}),
    );
  }
  if (!offAir) return;
  const off_air_at = offAir.toISOString();
  if (row.status === 'canceled') {
    // The member of a suspended station was mailed before, and the end changes nothing for them.
    const isNew = before?.status !== 'canceled' && station.status !== 'suspended';
    if (isNew) await mailMember(context, subscriptionEnded({ off_air_at }));
  } else if (!before?.unpaid_since) {
    await mailMember(context, paymentFailed({ off_air_at }));
  }
}

async function remindOfTrial(context: SyncContext, row: Subscription, endsAt: Date): Promise<void> {
  const { trx, now } = context;
  if (!isReminderDue(endsAt, row.trial_reminded_at, now)) return;
  await row.$query(trx).patch({ trial_reminded_at: now });
  const { amount, currency } = row;
  const ends_at = endsAt.toISOString();
  await mailMember(context, trialEnds({ ends_at, price: { amount, currency } }));
}

/** Gives the station another package once it has begun. Each change and each plan is told to both sides. */
async function changePackage(
  context: SyncContext,
  row: Subscription,
  station: RadioStation,
): Promise<void> {
  const { trx, user, contactEmail } = context;
  const before = context.before.get(row.id);
  const { package_name, next_package_name } = row;
  if (!before?.package_name || !package_name) return;
  const hasBegun = package_name !== before.package_name;
  const isPlanned = next_package_name !== null && next_package_name !== before.next_package_name;
  const isTakenBack = !hasBegun && next_package_name === null && before.next_package_name !== null;
  // The amounts stay: they are those of the purchase.
  if (hasBegun) await station.$query(trx).patch({ package_name });
  if (!hasBegun && !isPlanned && !isTakenBack) return;
  const change = {
    package_name: next_package_name ?? package_name,
    before: isTakenBack ? package_name : before.package_name,
    starts_at: isPlanned ? (row.next_payment_date?.toISOString() ?? null) : null,
  };
  await mailMember(context, packageChanged(change));
  const customer = `${station.station_name} (${user.email ?? user.id})`;
  await queueMail(trx, contactEmail, customerPackageChanged({ ...change, customer }));
}

/** Mails a member. A member without an email address sees the change on the dashboard only. */
async function mailMember({ trx, user }: SyncContext, mail: MailContent): Promise<void> {
  if (user.email !== null) await queueMail(trx, user.email, mail);
}
