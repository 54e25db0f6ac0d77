import type { Card, SandboxActs } from '../stand-ins/payments/acts.ts';
import {
  checkoutAddress,
  invoiceAddress,
  portalAddress,
} from '../stand-ins/payments/pages/addresses.ts';
import { openCheckout, startSandbox, testCard } from './sandbox.ts';

/** Stripe's test cards, as somebody types them. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0025 0000 3155',
} as const;

/** A filled-in card form. */
export function card(number: string, rest: Partial<Card> = {}): Record<string, string> {
  return { number, expiry: '12 / 34', cvc: '987', name: 'Ada Lovelace', ...rest };
}

/** An answer as a person gets it. */
export interface Seen {
  status: number;
  headers: Headers;
  html: string;
  /** What the page says, without its tags. */
  words: string;
  /** What it says at once, to screen readers too. */
  alert: string | null;
  location: string | null;
}

/** The sandbox's pages over HTTP, and somebody who shops. */
export interface Visit {
  url: string;
  acts: SandboxActs;
  get(path: string, init?: RequestInit): Promise<Seen>;
  /** Sends a form as the page itself does, or with other headers. */
  press(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Seen>;
  /** Opens a checkout for the Professional package. */
  order(company?: string): Promise<{ checkout: string; id: string; customer: string }>;
  /** Opens one and pays it. */
  buy(company?: string): Promise<{ portal: string; customer: string; invoice: string }>;
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<(style|script)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

async function seen(response: Response): Promise<Seen> {
  const html = await response.text();
  const alert = /<(\w+)[^>]*role="alert"[^>]*>(.*?)<\/\1>/s.exec(html)?.[2];
  return {
    status: response.status,
    headers: response.headers,
    html,
    words: textOf(html),
    alert: alert === undefined ? null : textOf(alert),
    location: response.headers.get('location'),
  };
}

/** Starts a sandbox of its own, until the test is over. */
export async function visitSandbox(): Promise<Visit> {
  const { sandbox, payments } = await startSandbox();
  const { url, acts } = sandbox;
  const { stripe } = payments;

  async function order(company = 'The Counting House') {
    const { id: customer } = await stripe.customers.create({
      name: company,
      email: 'ada@counting-house.example',
      address: { line1: 'Lampenstraße 12', postal_code: '10115', city: 'Berlin', country: 'DE' },
      tax_id_data: [{ type: 'eu_vat', value: 'DE136695976' }],
    });
    const { session } = await openCheckout(payments, { customer });
    return { checkout: checkoutAddress('', session.id), id: session.id, customer };
  }

  async function buy(company?: string) {
    const { id, customer } = await order(company);
    acts.payCheckout(id, testCard());
    const portal = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://shop.example/members',
    });
    const [invoice] = acts.invoices();
    if (!invoice) throw new Error('nothing was bought');
    return {
      portal: portalAddress('', portal.id),
      customer,
      invoice: invoiceAddress('', invoice.id),
    };
  }

  return {
    url,
    acts,
    order,
    buy,
    get: async (path, init) => seen(await fetch(url + path, { redirect: 'manual', ...init })),
    press: async (path, fields = {}, headers = { Origin: url }) =>
      seen(
        await fetch(url + path, {
          method: 'POST',
          redirect: 'manual',
          headers,
          body: new URLSearchParams(fields),
        }),
      ),
  };
}
