import { type FieldFault, type Quote, RequestFailed } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { describe } from '../api/failures.ts';
import { intentAt, withIntent } from '../api/member-paths.ts';
import { toast } from '../ui/toast.ts';
import { sortFaults } from '../ui/use-api-form.ts';
import { type QuoteOrder, quoteQuery } from './queries.ts';
import { type Company, COMPANY_NAMES, type CompanyValues } from './use-company.ts';
import type { Step } from './use-steps.ts';

// The messages of specification §8.
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

/** Why there is no payment page, by what has to happen next. */
export type CheckoutProblem =
  | ({ kind: 'signed-out' } & Words)
  | ({ kind: 'price-changed'; quote: Quote } & Words)
  | ({ kind: 'subscribed' } & Words)
  | ({ kind: 'not-on-sale' } & Words)
  /** Some company details are invalid, by field of the form. */
  | { kind: 'wrong-details'; faults: ReadonlyMap<keyof CompanyValues, FieldFault> }
  | ({ kind: 'failed'; requestId: string } & Words);

/** For an answer without the URL of the payment page. */
export const noPaymentPage = () => new RequestFailed(502, { code: 'payment_provider_error' });

/** The faults within `company_details`, by field of the form. */
function wrongDetails({ code, message, errors }: RequestFailed) {
  const { ofFields } = sortFaults(errors, COMPANY_NAMES);
  if (code === 'vat_number_invalid' && ofFields.size === 0) {
    ofFields.set('vat_number', { field: 'vat_number', code, message });
  }
  return ofFields;
}

/** The problem for a failure. Anything but a RequestFailed counts as an unexpected error. */
export function problemOf(failure: unknown): CheckoutProblem {
  if (!(failure instanceof RequestFailed)) return { kind: 'failed', ...UNEXPECTED, requestId: '' };
  const { status, code, quote, title, message: detail } = failure;
  const { requestId } = describe(failure);
  if (status === 401 || code === 'session_ended') return { kind: 'signed-out', ...NOT_SIGNED_IN };
  if (status === 0) return { kind: 'failed', ...UNEXPECTED, requestId };
  if (code === 'price_changed' && quote) return { kind: 'price-changed', quote, title, detail };
  if (code === 'already_subscribed') return { kind: 'subscribed', title, detail };
  if (code === 'unknown_package') return { kind: 'not-on-sale', title, detail };
  if (code === 'stripe_not_configured' || code === 'order_replaced') {
    return { kind: 'failed', title, detail, requestId };
  }
  if (code === 'rate_limited') {
    const { title } = NO_PAYMENT_PAGE;
    return { kind: 'failed', title, detail: describe(failure).detail, requestId };
  }
  const faults = wrongDetails(failure);
  if (faults.size > 0) return { kind: 'wrong-details', faults };
  return { kind: 'failed', ...NO_PAYMENT_PAGE, requestId };
}

interface CheckoutProblemsOptions {
  /** The order of the quote on the page. */
  order: QuoteOrder;
  form: Company['form'];
  go: (step: Step) => void;
}

/** Reacts to a problem: updates caches, shows a toast, or goes to the step where it can be fixed. */
export function useCheckoutProblems({ order, form, go }: CheckoutProblemsOptions) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();

  /** @param isLeft the user has left the summary, so nothing navigates */
  return (problem: CheckoutProblem, isLeft: boolean): void => {
    if (problem.kind === 'price-changed') {
      queries.setQueryData(quoteQuery(order).queryKey, problem.quote);
    }
    if (problem.kind === 'subscribed') void queries.invalidateQueries({ queryKey: ['me'] });
    // The summary shows the others.
    const isSignedOut = problem.kind === 'signed-out';
    if (isSignedOut || problem.kind === 'not-on-sale' || (problem.kind === 'failed' && isLeft)) {
      toast({ title: problem.title, description: problem.detail, leavesPage: isSignedOut });
    }
    // The draft in this tab is restored after signing in.
    if (isSignedOut) {
      void navigate(withIntent('/auth', intentAt(location)), { replace: true });
    }
    if (isLeft) return;
    if (problem.kind === 'not-on-sale') go('package');
    if (problem.kind === 'wrong-details') {
      for (const [name, { code, message }] of problem.faults) {
        form.fields.setError(name, { type: code, message });
      }
      go('company');
    }
  };
}
