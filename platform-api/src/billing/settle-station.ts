import { raw } from 'objection';
import { queueMail, type Mail } from '../mail/send-mail.ts';
import { RadioStation } from '../stations/station.ts';
import type { Applying } from './apply-reading.ts';
import { countingOf, isLive, Subscription } from './subscription.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Until when a station that nobody pays for stays on air.
 * @param unpaidSince null: it is paid for
 */
export function offAirAt(unpaidSince: Date | null, graceDays: number): Date | null {
  return unpaidSince && new Date(unpaidSince.getTime() + graceDays * DAY_MS);
}

/**
 * Takes a station off air once its days of grace are over, brings it back as it was once it is paid for
 * again, and tells the member of each turn. What an admin has taken off air stays as it is.
 */
export async function settleStation(applying: Applying): Promise<void> {
  const { trx, user, reading, graceDays, now } = applying;
  const counting = countingOf(reading.subscriptions);
  const station = await RadioStation.findOwn(trx, user.id);
  if (!counting || !station) return;
  const kept = await Subscription.query(trx).findById(counting.id).throwIfNotFound();
  const off_air_at = offAirAt(kept.unpaid_since, graceDays);
  await tellOfSubscription(applying, kept, station, off_air_at);
  if (off_air_at && off_air_at <= now) {
    if (await suspend(applying)) await tell(applying, { message: 'station-suspended' });
  } else if (isLive(kept.status)) {
    if (await restore(applying)) await tell(applying, { message: 'station-restored' });
  }
}

async function tellOfSubscription(
  applying: Applying,
  kept: Subscription,
  station: RadioStation,
  offAir: Date | null,
): Promise<void> {
  const before = applying.before.get(kept.id);
  if (isLive(kept.status) && kept.cancel_at) {
    const wasTold = before?.cancel_at?.getTime() === kept.cancel_at.getTime();
    const ends_at = kept.cancel_at.toISOString();
    if (!wasTold) await tell(applying, { message: 'subscription-cancelled', ends_at });
  }
  if (!offAir) return;
  const off_air_at = offAir.toISOString();
  if (kept.status === 'canceled') {
    // Who is off air already was told why, and nothing more is taken away.
    const isNews = before?.status !== 'canceled' && station.status !== 'suspended';
    if (isNews) await tell(applying, { message: 'subscription-ended', off_air_at });
  } else if (!before?.unpaid_since) {
    await tell(applying, { message: 'payment-failed', off_air_at });
  }
}

async function suspend({ trx, user }: Applying): Promise<boolean> {
  const changed = await RadioStation.query(trx)
    .where({ user_id: user.id })
    .whereIn('status', ['active', 'setup_pending'])
    .patch({ status: 'suspended', status_before_suspension: raw('status') });
  return changed > 0;
}

async function restore({ trx, user }: Applying): Promise<boolean> {
  const changed = await RadioStation.query(trx)
    .where({ user_id: user.id, status: 'suspended' })
    .whereNotNull('status_before_suspension')
    .patch({ status: raw('status_before_suspension'), status_before_suspension: null });
  return changed > 0;
}

/** What is said to a member, without the address. */
type ToMember = Mail extends infer One ? (One extends Mail ? Omit<One, 'to'> : never) : never;

/** A member without an address hears it on the dashboard. */
async function tell({ trx, user }: Applying, notice: ToMember): Promise<void> {
  // TypeScript doesn't see that what was taken out of each kind is put back.
  if (user.email !== null) await queueMail(trx, { ...notice, to: user.email } as Mail);
}
