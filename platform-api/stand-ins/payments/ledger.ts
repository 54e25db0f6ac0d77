import type Stripe from 'stripe';
import { ResourceMissing } from './api/errors.ts';
import { newId, refId } from './stripe-object.ts';

/** The stored objects, by Stripe's name for their type. */
export interface Kinds {
  customer: Stripe.Customer;
  tax_id: Stripe.TaxId;
  product: Stripe.Product;
  /** Only those created for themselves: a checkout's are parts of it. */
  price: Stripe.Price;
  tax_rate: Stripe.TaxRate;
  'checkout.session': Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  charge: Stripe.Charge;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
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
  'subscription',
  'invoice',
  'invoice_payment',
  'charge',
  'billing_portal.configuration',
  'billing_portal.session',
  'event',
];

/** A test card that a customer has paid with. Stripe calls it a payment method. */
export interface StoredCard {
  id: string;
  /** The whole number: only test cards are accepted. */
  number: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  name: string;
  customer: string;
  /** Its payments fail from now on. */
  isBroken: boolean;
}

/** The items of a checkout session, with more than Stripe shows of them. */
export interface CheckoutContents {
  lines: { item: Stripe.LineItem; tax_rates: string[] }[];
  /** The metadata of the subscription to come. */
  metadata: Stripe.Metadata;
  /** Declined attempts and the one that pays share it. Null: nobody has tried to pay yet. */
  payment_intent: string | null;
}

/** Facts that Stripe knows and never returns. */
export interface Facts {
  /** By payment method id. */
  cards: Record<string, StoredCard>;
  /** By checkout session id. */
  contents: Record<string, CheckoutContents>;
  deletedCustomers: string[];
  /** False: as on an account whose customer portal was never set up. */
  isPortalConfigured: boolean;
  /** How far the stand-in's clock is ahead of the real one, in seconds. */
  ahead: number;
}

/** What is saved to the file. */
export interface LedgerState {
  facts: Facts;
  objects: { [K in Kind]: Kinds[K][] };
}

/** A ledger with nothing in it. */
export function emptyState(): LedgerState {
  return {
    facts: { cards: {}, contents: {}, deletedCustomers: [], isPortalConfigured: true, ahead: 0 },
    // The same kinds, each with an empty list.
    objects: Object.fromEntries(
      KINDS.map((kind) => [kind, []]),
    ) as unknown as LedgerState['objects'],
  };
}

/** Older events are dropped, as Stripe drops them after 30 days. Fewer are saved. */
const MAX_EVENTS = 20_000;
const MAX_SAVED_EVENTS = 1_000;

/** All state of the stand-in. Objects are replaced, never changed in place: an event keeps its copy. */
export type Ledger = ReturnType<typeof createLedger>;

/**
 * Opens a ledger.
 *
 * @param given.now the real time, in epoch ms
 * @param given.onEvent called with every new event
 * @param given.onChange called when there is something to save
 */
export function createLedger(given: {
  state: LedgerState;
  now: () => number;
  apiVersion: string;
  onEvent: (event: Stripe.Event) => void;
  onChange: () => void;
}) {
  const { facts } = given.state;
  // Each kind's own objects, by id.
  const tables = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      new Map(given.state.objects[kind]?.map((object) => [object.id, object] as const)),
    ]),
  ) as unknown as { [K in Kind]: Map<string, Kinds[K]> };
  let moment: number | null = null;

  /** Now, in Unix seconds. Work that falls due sees the time at which it was due. */
  const time = (): number => moment ?? Math.floor(given.now() / 1000) + facts.ahead;

  /** Runs something as of another time. */
  function at(then: number, act: () => void): void {
    const before = moment;
    moment = then;
    try {
      act();
    } finally {
      moment = before;
    }
  }

  function find<K extends Kind>(kind: K, id: string | null): Kinds[K] | undefined {
    return id === null ? undefined : tables[kind].get(id);
  }

  /** @throws Rejection `resource_missing`: 404, or 400 where `param` names the parameter */
  function get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const found = tables[kind].get(id);
    if (!found) throw ResourceMissing(kind, id, param, param === undefined ? 404 : 400);
    return found;
  }

  /** The oldest first. */
  const all = <K extends Kind>(kind: K): Kinds[K][] => [...tables[kind].values()];

  function put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    tables[kind].set(object.id, object);
    given.onChange();
    return object;
  }

  /** Changes an object. With a type an event is recorded, unless an update changed nothing. */
  function change<K extends Kind>(
    kind: K,
    id: string,
    changes: Partial<Kinds[K]>,
    event?: Stripe.Event['type'],
  ): Kinds[K] {
    const before = get(kind, id);
    const after = put(kind, { ...before, ...changes });
    if (event === undefined) return after;
    const previous = previousAttributes(before, after);
    if (!event.endsWith('.updated') || Object.keys(previous).length > 0) {
      record(event, after, previous);
    }
    return after;
  }

  function remove(kind: Kind, id: string): void {
    tables[kind].delete(id);
    given.onChange();
  }

  /** Writes an event and has it sent. */
  function record(type: Stripe.Event['type'], object: object, previous?: object): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: given.apiVersion,
      created: time(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: ledger.request ?? { id: null, idempotency_key: null },
      type,
      // The library has one type for each type of event.
    } as Stripe.Event;
    put('event', event);
    const [oldest] = tables.event.keys();
    if (tables.event.size > MAX_EVENTS && oldest !== undefined) tables.event.delete(oldest);
    given.onEvent(event);
  }

  const state = (): LedgerState => ({
    facts,
    // The same kinds, each as a list.
    objects: Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        [...tables[kind].values()].slice(kind === 'event' ? -MAX_SAVED_EVENTS : 0),
      ]),
    ) as unknown as LedgerState['objects'],
  });

  const ledger = {
    facts,
    /** The origin of the API and of the pages. */
    base: '',
    /** The request that is being answered; null: time caused the change. */
    request: null as Stripe.Event['request'],
    time,
    at,
    find,
    get,
    all,
    put,
    change,
    remove,
    record,
    state,
  };
  return ledger;
}

/** A customer's tax ids, the oldest first. */
export function taxIdsOf(ledger: Ledger, customer: string): Stripe.TaxId[] {
  return ledger.all('tax_id').filter((taxId) => refId(taxId.customer) === customer);
}

/** The values that changed, as they were before: an event's `previous_attributes`. */
function previousAttributes(before: object, after: object): object {
  const changed = Object.entries(before).flatMap(([key, old]: [string, unknown]) => {
    const now: unknown = Reflect.get(after, key);
    if (old === now || JSON.stringify(old) === JSON.stringify(now)) return [];
    return [[key, isPlain(old) && isPlain(now) ? previousAttributes(old, now) : old] as const];
  });
  return Object.fromEntries(changed);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
