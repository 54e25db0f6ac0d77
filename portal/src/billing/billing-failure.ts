import { RequestFailed } from '@stationhouse/sdk/client';
import { describe } from '../api/failures.ts';

/**
 * A refusal has a reason of its own, which is its title: 'Setup Required', 'Configuration Error'. A fault
 * is called by what it kept from happening.
 */
function isRefusal(failure: unknown): failure is RequestFailed {
  if (!(failure instanceof RequestFailed)) return false;
  const { code, status } = failure;
  return code === 'stripe_not_configured' || (status >= 400 && status < 500);
}

/** What a part of the page is called that could not be loaded (specification §8, Billing load). */
export function loadFailureTitle(failure: unknown): string {
  const hasSpoken = isRefusal(failure) || Object(failure).code === 'payment_provider_error';
  return hasSpoken ? describe(failure).title : 'Failed to load billing information';
}

/**
 * How the failure of something that was pressed is told (specification §8, Invoice and Portal).
 *
 * @param title what could not be done: 'Failed to download invoice'
 */
export function actionFailure(title: string, failure: unknown) {
  const told = describe(failure);
  if (isRefusal(failure)) return { title: told.title, description: told.detail };
  const isUnreachable = Object(failure).code === 'unreachable';
  return { title, description: isUnreachable ? told.detail : 'Please try again in a moment.' };
}
