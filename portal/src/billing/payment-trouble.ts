import type { Subscription } from '@stationhouse/platform-api/contract/billing';
import type { StationStatus } from '@stationhouse/platform-api/contract/limits';
import { formatDate } from '../ui/dates.ts';
import { hasEnded, isUnpaid } from './subscription.ts';

/** What has come of a payment that is missing, and what to do about it. */
export interface PaymentTrouble {
  title: string;
  text: string;
  /** `pay`: on the provider's page. `buy`: a new subscription. */
  remedy: 'pay' | 'buy';
}

const OFF_AIR = 'Your station is off air';

/** Until when the station stays as it is; one that the operator switched off is promised nothing. */
function howLong(offAirAt: string | null, status: StationStatus): string {
  if (offAirAt === null || status === 'inactive') return '';
  const date = formatDate(offAirAt);
  return status === 'active'
    ? `Your station stays on air until ${date}. `
    : `We keep your station for you until ${date}. `;
}

/** What a member has to know of a payment that is missing; null: all is well. */
export function paymentTrouble(
  subscription: Subscription | null,
  status: StationStatus,
): PaymentTrouble | null {
  if (status === 'suspended' && hasEnded(subscription)) {
    return {
      title: OFF_AIR,
      text: 'Its subscription has ended and was not renewed. Start again, and it comes back as it was.',
      remedy: 'buy',
    };
  }
  if (subscription === null) return null;
  if (status === 'suspended' && isUnpaid(subscription)) {
    return {
      title: OFF_AIR,
      text: 'A payment did not go through. Pay it, or give us another card, and your station comes back as it was.',
      remedy: 'pay',
    };
  }
  const { off_air_at } = subscription;
  if (isUnpaid(subscription)) {
    return {
      title: 'Your last payment did not go through',
      text: `${howLong(off_air_at, status)}Pay it, or give us another card, and all goes on as before.`,
      remedy: 'pay',
    };
  }
  if (hasEnded(subscription) && off_air_at !== null && status !== 'inactive') {
    return {
      title: 'Your subscription has ended',
      text: `${howLong(off_air_at, status)}Start again, and all goes on as before.`,
      remedy: 'buy',
    };
  }
  return null;
}
