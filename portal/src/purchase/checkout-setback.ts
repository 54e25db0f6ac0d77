import { RequestFailed, type FieldFault, type Quote } from '@stationhouse/sdk/client';
import { describe } from '../api/failures.ts';
import { sortFaults } from '../ui/use-api-form.ts';
import { COMPANY_NAMES, type CompanyValues } from './company-rules.ts';

/** What the specification says to whoever pays and cannot (§8). */
const NOT_SIGNED_IN = {
  title: 'Authentication Error',
  detail: 'Please log in to complete your purchase.',
};
const NO_PAYMENT_PAGE = {
  title: 'Payment Error',
  detail: 'Failed to create payment session. Please try again.',
};
const UNEXPECTED = {
  title: 'Payment Error',
  detail: 'An error occurred while processing your payment. Please try again.',
};

interface Words {
  title: string;
  detail: string;
}

/** Why there is no payment page, by what is to be done now. */
export type Setback =
  | ({ is: 'signed-out' } & Words)
  | ({ is: 'price-changed'; quote: Quote } & Words)
  | ({ is: 'subscribed' } & Words)
  | ({ is: 'not-on-sale' } & Words)
  /** Some of the company's details are wrong, by their names in the form. */
  | { is: 'wrong-details'; faults: ReadonlyMap<keyof CompanyValues, FieldFault> }
  | ({ is: 'failed'; requestId: string } & Words);

/** For an answer that should have held the payment page's address, and does not. */
export const noPaymentPage = () => new RequestFailed(502, { code: 'payment_provider_error' });

/** The faults within `company_details`, by the names that the form has for them. */
function wrongDetails({ code, message, errors }: RequestFailed) {
  const { ofFields } = sortFaults(errors, COMPANY_NAMES);
  if (code === 'vat_number_invalid' && ofFields.size === 0) {
    ofFields.set('vat_number', { field: 'vat_number', code, message });
  }
  return ofFields;
}

/**
 * What stands in the way of a payment, from what the client threw.
 *
 * @param failure a RequestFailed; anything else counts as a fault on the way
 */
export function setbackOf(failure: unknown): Setback {
  if (!(failure instanceof RequestFailed)) return { is: 'failed', ...UNEXPECTED, requestId: '' };
  const { status, code, quote, title, message: detail } = failure;
  const { requestId } = describe(failure);
  if (status === 401 || code === 'session_ended') return { is: 'signed-out', ...NOT_SIGNED_IN };
  if (status === 0) return { is: 'failed', ...UNEXPECTED, requestId };
  if (code === 'price_changed' && quote) return { is: 'price-changed', quote, title, detail };
  if (code === 'already_subscribed') return { is: 'subscribed', title, detail };
  if (code === 'unknown_package') return { is: 'not-on-sale', title, detail };
  if (code === 'stripe_not_configured') return { is: 'failed', title, detail, requestId };
  if (code === 'rate_limited') {
    const { title } = NO_PAYMENT_PAGE;
    return { is: 'failed', title, detail: describe(failure).detail, requestId };
  }
  const faults = wrongDetails(failure);
  if (faults.size > 0) return { is: 'wrong-details', faults };
  return { is: 'failed', ...NO_PAYMENT_PAGE, requestId };
}
