import type Stripe from 'stripe';
import { newId } from './ids.ts';
import { previously } from './previous-attributes.ts';
import { ResourceMissing } from './refusals.ts';

/** What lies in the ledger, by Stripe's name for it. */
export interface Kinds {
  customer: Stripe.Customer;
  tax_id: Stripe.TaxId;
  product: Stripe.Product;
  price: Stripe.Price;
  tax_rate: Stripe.TaxRate;
  'checkout.session': Stripe.Checkout.Session;
  item: Stripe.LineItem;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  'billing_portal.session': Stripe.BillingPortal.Session;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
  event: Stripe.Event;
}
export type Kind = keyof Kinds;

const KINDS: readonly Kind[] = [
  'customer',
  'tax_id',
  'product',
  'price',
  'tax_rate',
  'checkout.session',
  'item',
  'subscription',
  'invoice',
  'invoice_payment',
  'payment_intent',
  'payment_method',
  'charge',
  'refund',
  'dispute',
  'billing_portal.session',
  'billing_portal.configuration',
  'test_helpers.test_clock',
  'event',
];

/** What a checkout session sells, beyond what Stripe shows of it. */
export interface Order {
  lines: { item: string; tax_rates: string[] }[];
  subscription: {
    metadata: Stripe.Metadata;
    description: string | null;
    default_tax_rates: string[];
  };
  /** The intent to pay, from the first attempt on. */
  payment_intent: string | null;
}

/** What Stripe knows and doesn't show. */
export interface Facts {
  /** The number of each payment method's test card. */
  cards: Record<string, string>;
  /** Payment methods that no longer pay. */
  broken: string[];
  deletedCustomers: string[];
  /** By checkout session. */
  orders: Record<string, Order>;
  /** How far the sandbox's clock is ahead of the real one, in seconds. */
  ahead: number;
}

/** What outlives the sandbox. */
export interface LedgerState {
  facts: Facts;
  objects: { [K in Kind]: Kinds[K][] };
}

/** Told of every event; sends it on. */
export type OnEvent = (event: Stripe.Event) => void;

/** Everything that the sandbox knows. Objects are never changed in place: an event keeps what it shows. */
export interface Ledger {
  facts: Facts;
  /** The origin of its pages and its API. */
  base: string;
  /** The request that is being answered; null: something happens by itself. */
  request: Stripe.Event['request'];
  /**
   * Now, in Unix seconds: what falls due happens at its own time, and a customer of a test clock lives
   * by that.
   */
  time(customer?: string | null): number;
  /** Does something as of this time. */
  at(time: number, act: () => void): void;
  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined;
  /** @throws Refusal (`resource_missing`, 404, or 400 where `param` names it) */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K];
  /** The oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][];
  put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K];
  /** Changes an object; with a type, an event tells of it, unless it is an update that changed nothing. */
  change<K extends Kind>(
    kind: K,
    id: string,
    changes: Partial<Kinds[K]>,
    event?: Stripe.Event['type'],
  ): Kinds[K];
  remove(kind: Kind, id: string): void;
  /** Writes an event and has it sent. */
  record(type: Stripe.Event['type'], object: object, previous?: object): void;
  state(): LedgerState;
}

/** A ledger with nothing in it. */
export function emptyState(): LedgerState {
  return {
    facts: { cards: {}, broken: [], deletedCustomers: [], orders: {}, ahead: 0 },
    // The same kinds, each with none.
    objects: Object.fromEntries(
      KINDS.map((kind) => [kind, []]),
    ) as unknown as LedgerState['objects'],
  };
}

/** Older events are forgotten, as Stripe forgets them after 30 days; fewer outlive the sandbox. */
const MAX_EVENTS = 20_000;
const MAX_KEPT_EVENTS = 1_000;

/**
 * Opens a ledger.
 *
 * @param given.now the real time, in epoch ms
 * @param given.onChange something is to be kept
 */
export function createLedger(given: {
  state: LedgerState;
  now: () => number;
  apiVersion: string;
  onEvent: OnEvent;
  onChange: () => void;
}): Ledger {
  const { facts } = given.state;
  // Each kind's own objects, by id.
  const tables = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      new Map(given.state.objects[kind]?.map((object) => [object.id, object] as const)),
    ]),
  ) as unknown as { [K in Kind]: Map<string, Kinds[K]> };
  let moment: number | null = null;

  function time(customer?: string | null): number {
    if (moment !== null) return moment;
    const clock = customer ? clockOf(ledger, customer) : null;
    const ticking = clock === null ? undefined : tables['test_helpers.test_clock'].get(clock);
    return ticking?.frozen_time ?? Math.floor(given.now() / 1000) + facts.ahead;
  }

  function put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    tables[kind].set(object.id, object);
    given.onChange();
    return object;
  }

  const ledger: Ledger = {
    facts,
    base: '',
    request: null,
    time,
    at(at, act) {
      const before = moment;
      moment = at;
      try {
        act();
      } finally {
        moment = before;
      }
    },
    find: (kind, id) => tables[kind].get(id),
    get(kind, id, param) {
      const found = tables[kind].get(id);
      if (!found) throw ResourceMissing(kind, id, param, param === undefined ? 404 : 400);
      return found;
    },
    all: (kind) => [...tables[kind].values()],
    put,
    change(kind, id, changes, event) {
      const before = ledger.get(kind, id);
      const after = put(kind, { ...before, ...changes });
      if (event === undefined) return after;
      const previous = previously(before, after);
      const isNews = !event.endsWith('.updated') || Object.keys(previous).length > 0;
      if (isNews) ledger.record(event, after, previous);
      return after;
    },
    remove(kind, id) {
      tables[kind].delete(id);
      given.onChange();
    },
    record(type, object, previous) {
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: given.apiVersion,
        created: moment ?? time(customerOf(object)),
        data: { object, ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 1,
        request: ledger.request ?? { id: null, idempotency_key: null },
        type,
        // The library has a type for each type of event; here they are made of whatever happens.
      } as Stripe.Event;
      put('event', event);
      const [oldest] = tables.event.keys();
      if (tables.event.size > MAX_EVENTS && oldest !== undefined) tables.event.delete(oldest);
      given.onEvent(event);
    },
    state: () => ({
      facts,
      // The same kinds, each as a list.
      objects: Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          [...tables[kind].values()].slice(kind === 'event' ? -MAX_KEPT_EVENTS : 0),
        ]),
      ) as unknown as LedgerState['objects'],
    }),
  };
  return ledger;
}

/** The test clock that a customer lives by; null: the sandbox's own. */
export function clockOf(ledger: Ledger, customer: string): string | null {
  return idOf(ledger.find('customer', customer)?.test_clock);
}

/** What a field refers to: in the ledger always an id, though the library's types allow an object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

function customerOf(object: object): string | null {
  const { customer, id } = object as { customer?: unknown; id?: unknown };
  if (typeof customer === 'string') return customer;
  return typeof id === 'string' && id.startsWith('cus_') ? id : null;
}
