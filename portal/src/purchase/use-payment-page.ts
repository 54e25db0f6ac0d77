import {
  type Client,
  type CompanyDetails,
  newIdempotencyKey,
  type Quote,
  RequestFailed,
} from '@stationhouse/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { type LaterTab, openLater } from '../ui/open-later.ts';
import { toast } from '../ui/toast.ts';
import { type CheckoutProblem, noPaymentPage, problemOf } from './checkout-problem.ts';

type Order = Parameters<Client['me']['checkout']['start']>[0];

/** The order to send, with the amounts that the user saw. */
export function orderFor(company_details: CompanyDetails, quote: Quote, trial: boolean): Order {
  const { package_name, setup_fee, first_month, vat_amount, total } = quote;
  return {
    package_name,
    company_details,
    pricing: { setup_fee, first_month, vat_amount, total },
    ...(trial && { trial }),
  };
}

/** `isOpen` is false when the browser blocked the new tab. */
export type Payment =
  | { status: 'idle'; problem?: CheckoutProblem }
  | { status: 'starting' }
  | { status: 'started'; url: string; isOpen: boolean };

/** One idempotency key per order, so that a retry does not start a second checkout. */
function orderKeys() {
  let last: { order: string; key: string } | undefined;
  return {
    keyOf(order: Order): string {
      const text = JSON.stringify(order);
      if (last?.order !== text) last = { order: text, key: newIdempotencyKey() };
      return last.key;
    },
    /** After a refusal, so that the same order is a new attempt. */
    forget: () => (last = undefined),
  };
}

/** @throws RequestFailed, or ClientUnreachable when the script of the client could not be fetched */
async function requestPage(order: Order, idempotencyKey: string): Promise<string> {
  const { me } = await openClient();
  const { url } = await me.checkout.start(order, { idempotencyKey });
  if (!url) throw noPaymentPage();
  return url;
}

function toastPage(isOpen: boolean): void {
  toast({
    title: 'Payment Session Created',
    description: isOpen
      ? 'Checkout opened in a new tab.'
      : 'Your browser blocked the new tab. Open the payment page from here.',
    kind: 'good',
  });
}

interface PaymentEvents {
  /** There is a payment page. */
  onStarted: () => void;
  /** There is no payment page. `isLeft`: the user has left the step. */
  onProblem: (problem: CheckoutProblem, isLeft: boolean) => void;
}

/**
 * Requests the payment page and shows it in a new tab. The tab opens with the click, because browsers block it
 * later. Further clicks are ignored until the request ends.
 */
export function usePaymentPage({ onStarted, onProblem }: PaymentEvents) {
  const [payment, setPayment] = useState<Payment>({ status: 'idle' });
  const [keys] = useState(orderKeys);
  const isUnderWay = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function start(order: Order, tab: LaterTab): Promise<void> {
    try {
      const url = await requestPage(order, keys.keyOf(order));
      const isOpen = tab.go(url);
      setPayment({ status: 'started', url, isOpen });
      toastPage(isOpen);
      onStarted();
    } catch (failure) {
      tab.close();
      if (failure instanceof RequestFailed && failure.status > 0) keys.forget();
      const problem = problemOf(failure);
      setPayment({ status: 'idle', problem });
      onProblem(problem, isLeft.current);
    }
  }

  function pay(order: Order): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const tab = openLater();
    setPayment({ status: 'starting' });
    void start(order, tab).finally(() => {
      isUnderWay.current = false;
    });
  }

  return {
    payment,
    pay,
    /** The user opened the page by its link. */
    noteOpened: (url: string) => setPayment({ status: 'started', url, isOpen: true }),
  };
}
