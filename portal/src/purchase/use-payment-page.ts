import {
  newIdempotencyKey,
  type Client,
  type CompanyDetails,
  type Quote,
} from '@stationhouse/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { openLater, type LaterTab } from '../ui/open-later.ts';
import { toast } from '../ui/toast.ts';
import { noPaymentPage, setbackOf, type Setback } from './checkout-setback.ts';

type Order = Parameters<Client['me']['checkout']['start']>[0];

/** The order of what was quoted, with the amounts that were seen. */
export function orderFor(company_details: CompanyDetails, quote: Quote): Order {
  const { package_name, setup_fee, first_month, vat_amount, total } = quote;
  return {
    package_name,
    company_details,
    pricing: { setup_fee, first_month, vat_amount, total },
  };
}

/** How far paying is. `isOpen`: the page has a tab of its own; else the browser let us open none. */
export type Payment =
  | { is: 'not-begun'; setback?: Setback }
  | { is: 'beginning' }
  | { is: 'begun'; url: string; isOpen: boolean };

/** One key for one order, so that asking again for it acts once. */
function orderKeys() {
  let last: { order: string; key: string } | undefined;
  return {
    keyOf(order: Order): string {
      const text = JSON.stringify(order);
      if (last?.order !== text) last = { order: text, key: newIdempotencyKey() };
      return last.key;
    },
    /** After a refusal: the same order is a new try then, which may end otherwise. */
    forget: () => (last = undefined),
  };
}

/** @throws RequestFailed, or TypeError when the client itself could not be fetched */
async function askForPage(order: Order, idempotencyKey: string): Promise<string> {
  const { me } = await openClient();
  const { url } = await me.checkout.start(order, { idempotencyKey });
  if (!url) throw noPaymentPage();
  return url;
}

function tellOfPage(isOpen: boolean): void {
  toast({
    title: 'Payment Session Created',
    description: isOpen
      ? 'Checkout opened in a new tab.'
      : 'Your browser opened no tab for it: open it from this page.',
    kind: 'good',
  });
}

interface PaymentEvents {
  /** There is a payment page. */
  onBegun: () => void;
  /** There is none; also told when the step has been left meanwhile, as `isLeft` says. */
  onSetback: (setback: Setback, isLeft: boolean) => void;
}

/**
 * Asks for the page on which to pay, and shows it in a tab that is opened at the click. Further presses
 * meanwhile do nothing.
 */
export function usePaymentPage({ onBegun, onSetback }: PaymentEvents) {
  const [payment, setPayment] = useState<Payment>({ is: 'not-begun' });
  const [keys] = useState(orderKeys);
  const isUnderWay = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function begin(order: Order, tab: LaterTab): Promise<void> {
    try {
      const url = await askForPage(order, keys.keyOf(order));
      const isOpen = tab.go(url);
      setPayment({ is: 'begun', url, isOpen });
      tellOfPage(isOpen);
      onBegun();
    } catch (failure) {
      tab.close();
      const isAnswered = Number(Object(failure).status) > 0;
      if (isAnswered) keys.forget();
      const setback = setbackOf(failure);
      setPayment({ is: 'not-begun', setback });
      onSetback(setback, isLeft.current);
    }
  }

  function pay(order: Order): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const tab = openLater();
    setPayment({ is: 'beginning' });
    void begin(order, tab).finally(() => {
      isUnderWay.current = false;
    });
  }

  return {
    payment,
    pay,
    /** The person has opened the page themselves. */
    noteOpened: (url: string) => setPayment({ is: 'begun', url, isOpen: true }),
  };
}
