import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { orderOf } from '../../test/purchases.ts';
import { startPaymentsStandIn } from '../../test/payments-stand-in.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../log.ts';
import type { Fault, FaultKind } from '../../stand-ins/payments/fault-plan.ts';
import { startCheckout } from './start-checkout.ts';
import { createCatalogue } from './stripe-catalogue.ts';
import { createSync } from './sync-billing.ts';

const { knex } = testDatabase();

const KINDS: FaultKind[] = [
  ...(['time_out', 'time_out_after', 'drop', 'drop_after'] as const),
  ...(['internal_error', 'rate_limit', 'nonsense'] as const),
];

/** What a purchase asks of the provider, in turn. */
const STEPS: Record<string, Pick<Fault, 'method' | 'path'>> = {
  'make the customer': { method: 'POST', path: /\/v1\/customers$/ },
  'tell of the company': { method: 'POST', path: /\/v1\/customers\/\w+$/ },
  'read VAT numbers': { method: 'GET', path: /\/tax_ids$/ },
  'add the VAT number': { method: 'POST', path: /\/tax_ids$/ },
  'make the product': { method: 'POST', path: /\/v1\/products$/ },
  'look for the VAT rate': { method: 'GET', path: /\/v1\/tax_rates$/ },
  'make the VAT rate': { method: 'POST', path: /\/v1\/tax_rates$/ },
  'look for open sessions': { method: 'GET', path: /\/v1\/checkout\/sessions$/ },
  'open the session': { method: 'POST', path: /\/v1\/checkout\/sessions$/ },
};
/** What it asks when it is begun already. */
const LATER_STEPS: Record<string, Pick<Fault, 'method' | 'path'>> = {
  'look at the session': { method: 'GET', path: /\/v1\/checkout\/sessions\/\w+$/ },
  'close the session': { method: 'POST', path: /\/expire$/ },
};

/** Steps whose repetition could make a thing twice. */
const KEYED_STEPS = ['make the customer', 'open the session'];

// oxlint-disable-next-line node/no-process-env -- the rounds that take longer are asked for by name
const isFull = process.env['FULL'] === '1';

const ORDER = orderOf('Starter', { vat_number: 'GB123456789' });

/** A buyer with a provider of their own, so that nothing is there before. */
async function newBuyer() {
  const { standIn, payments } = await startPaymentsStandIn({ payments: { timeoutMs: 500 } });
  const services = {
    db: knex,
    payments,
    publicUrl: 'http://radio.example.com',
    now: Date.now,
    graceDays: 7,
    contactEmail: 'desk@radio.example.com',
    log: createLogger('silent'),
  };
  const shop = { ...payments, catalogue: createCatalogue(payments.stripe) };
  const deps = { ...services, payments: shop, sync: createSync(services) };
  const user = await buildUser(knex);
  const press = async (order = ORDER): Promise<string> => {
    try {
      await startCheckout(deps, user, order);
      return '200';
    } catch (error) {
      if (error instanceof AppError) return String(error.status);
      throw error;
    }
  };
  const whatIsThere = async () => ({
    purchases: await knex('purchases').where({ user_id: user.id }).pluck('status'),
    stations: await knex('radio_stations').where({ user_id: user.id }).pluck('status'),
    customers: standIn.acts.customers().length,
    sessions: (await payments.stripe.checkout.sessions.list({ status: 'open', limit: 100 })).data
      .length,
    taxIds: (
      await payments.stripe.customers.listTaxIds(standIn.acts.customers()[0]?.id ?? '')
    ).data.map(({ value }) => value),
    taxRates: (await payments.stripe.taxRates.list()).data.length,
  });
  return { standIn, press, whatIsThere };
}

const ONE_OF_EACH = {
  purchases: ['open'],
  stations: ['payment_pending'],
  customers: 1,
  sessions: 1,
  taxIds: ['GB123456789'],
  taxRates: 1,
};

/** Presses under a fault that lasts, and again after it. */
async function tryUnder(kind: FaultKind, step: string): Promise<string> {
  const { standIn, press, whatIsThere } = await newBuyer();
  const isLater = step in LATER_STEPS;
  // To close a session, another order must take its place.
  if (isLater) await press(step === 'close the session' ? orderOf('Enterprise') : ORDER);
  standIn.faults.plan({ kind, times: 1_000, ...(isLater ? LATER_STEPS : STEPS)[step] });
  const under = await press();
  standIn.faults.clear();
  const after = await press();
  expect([kind, step, under, after]).toEqual([kind, step, '502', '200']);
  expect([kind, step, await whatIsThere()]).toEqual([kind, step, ONE_OF_EACH]);
  return `${under} then ${after}`;
}

/** The same for a fault that passes at once. */
async function tryOnce(kind: FaultKind, step: string): Promise<string> {
  const { standIn, press, whatIsThere } = await newBuyer();
  standIn.faults.plan({ kind, times: 1, ...STEPS[step] });
  const first = await press();
  const last = first === '200' ? first : await press();
  expect([kind, step, last]).toEqual([kind, step, '200']);
  expect([kind, step, await whatIsThere()]).toEqual([kind, step, ONE_OF_EACH]);
  return first === '200' ? first : `${first} then ${last}`;
}

function print(title: string, rows: Record<string, Record<string, string>>): void {
  const lines = Object.entries(rows).map(([step, cells]) =>
    [step.padEnd(24), ...KINDS.map((kind) => (cells[kind] ?? '').padEnd(15))].join(' '),
  );
  const head = [''.padEnd(24), ...KINDS.map((kind) => kind.padEnd(15))].join(' ');
  process.stdout.write(`\n${[title, head, ...lines].join('\n')}\n`);
}

/** All kinds at once: mostly they wait, and there are fewer of them than connections to the database. */
async function matrix(steps: string[], attempt: typeof tryUnder) {
  const rows: Record<string, Record<string, string>> = {};
  for (const step of steps) {
    const cells = KINDS.map(async (kind) => [kind, await attempt(kind, step)] as const);
    rows[step] = Object.fromEntries(await Promise.all(cells));
  }
  return rows;
}

test('a provider that fails at any step is a 502, and the next press goes on from there', async () => {
  const rows = await matrix([...Object.keys(STEPS), ...Object.keys(LATER_STEPS)], tryUnder);
  print('pressed while the provider fails, and after it', rows);
  for (const cells of Object.values(rows)) {
    for (const cell of Object.values(cells)) expect(cell).toBe('502 then 200');
  }
}, 240_000);

test('a provider that fails once is tried again, or the next press goes on', async () => {
  const rows = await matrix(isFull ? Object.keys(STEPS) : KEYED_STEPS, tryOnce);
  print('pressed while the provider fails once', rows);
  for (const { internal_error, ...others } of Object.values(rows)) {
    for (const cell of Object.values(others)) expect(cell).toBe('200');
    // The provider may repeat a fault of its own for the same key.
    expect(['200', '502 then 200']).toContain(internal_error);
  }
}, 240_000);
