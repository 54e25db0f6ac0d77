import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { StationStatus } from '@stationhouse/platform-api/contract/stations/values';
import { formatDate } from '../ui/dates.ts';
import { hasEnded, isUnpaid } from './subscription.ts';

/** A missing payment in words, and its remedy. */
export interface PaymentTrouble {
  title: string;
  text: string;
  /** `pay` on the provider's page, or `buy` a new subscription. */
  remedy: 'pay' | 'buy';
}

const OFF_AIR = 'Your station is off air';

/** How long the station stays; nothing is promised for one that the operator switched off. */
function howLong(offAirAt: string | null, status: StationStatus): string {
  if (offAirAt === null || status === 'inactive') return '';
  const date = formatDate(offAirAt);
  return status === 'active'
    ? `Your station stays on air until ${date}. `
    : `We keep your station for you until ${date}. `;
}

/** The notice about a missing payment; null when nothing is due. */
export function paymentTrouble(
  subscription: Subscription | null,
  status: StationStatus,
): PaymentTrouble | null {
  if (status === 'suspended' && hasEnded(subscription)) {
    return {
      title: OFF_AIR,
      text: 'Your subscription has ended and was not renewed. Start again and your station comes back as it was.',
      remedy: 'buy',
    };
  }
  if (subscription === null) return null;
  if (status === 'suspended' && isUnpaid(subscription)) {
    return {
      title: OFF_AIR,
      text: 'A payment failed. Pay it or add another card, and your station comes back as it was.',
      remedy: 'pay',
    };
  }
  const { off_air_at } = subscription;
  if (isUnpaid(subscription)) {
    return {
      title: 'Your last payment failed',
      text: `${howLong(off_air_at, status)}Pay it or add another card to keep your station.`,
      remedy: 'pay',
    };
  }
  if (hasEnded(subscription) && off_air_at !== null && status !== 'inactive') {
    return {
      title: 'Your subscription has ended',
      text: `${howLong(off_air_at, status)}Start again to keep your station.`,
      remedy: 'buy',
    };
  }
  return null;
}
