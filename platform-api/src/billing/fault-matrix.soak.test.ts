import { expect, test } from 'vitest';
import { paidFor, truthOf } from '../../test/billing-state.ts';
import {
  learn,
  MOMENTS,
  pay,
  type Scenario,
  type Moment,
  type MomentName,
  type Word,
} from '../../test/buyer-scenarios.ts';
import { testDatabase } from '../../test/database.ts';
import { deleteOwnAccount } from '../../test/deleted-user.ts';
import { printScenarios, tableOf, type Cell } from '../../test/scenario-table.ts';
import type { Asked } from '../../test/crashing-payments.ts';
import { letTimePass, startShift, workQueue } from '../../test/work-queue.ts';
import type { FaultKind, PaymentsFaults } from '../../stand-ins/payments/fault-plan.ts';

/** Scenarios run in parallel, each on its own database, so that they do not run each other's jobs. */
const databases = Array.from({ length: 6 }, testDatabase);

const UPGRADE = 'change to a larger package';
const DOWNGRADE = 'change to a smaller package';
const CONTINUE = 'continue after the trial';

/** Every request to Stripe, and the moment of a scenario in which it is made. */
const STEPS: Record<string, Asked & { moment: MomentName }> = {
  'create the customer': on('Complete Purchase', 'POST', /\/customers$/),
  'update the customer': on('Complete Purchase', 'POST', /\/customers\/\w+$/),
  'read tax ids': on('Complete Purchase', 'GET', /\/tax_ids$/),
  'add the tax id': on('Complete Purchase', 'POST', /\/tax_ids$/),
  'create the product': on('Complete Purchase', 'POST', /\/products$/),
  'list tax rates': on('Complete Purchase', 'GET', /\/tax_rates$/),
  'create the tax rate': on('Complete Purchase', 'POST', /\/tax_rates$/),
  'list sessions': on('Complete Purchase', 'GET', /\/checkout\/sessions$/),
  'open the session': on('Complete Purchase', 'POST', /\/checkout\/sessions$/),
  'retrieve the session': on('again, the same', 'GET', /\/checkout\/sessions\/\w+$/),
  'expire the session': on('again, another order', 'POST', /\/expire$/),
  'delete the tax id': on('again, another order', 'DELETE', /\/tax_ids\/\w+$/),
  'verify: subscriptions': on('back from the page', 'GET', /\/subscriptions$/),
  'verify: the session': on('back from the page', 'GET', /\/checkout\/sessions\/\w+$/),
  'verify: invoices': on('back from the page', 'GET', /\/invoices$/),
  'end the trial': on('back from the page of a trial', 'POST', /\/subscriptions\/\w+$/),
  'job: subscriptions': on('the webhook’s job', 'GET', /\/subscriptions$/),
  'job: the session': on('the webhook’s job', 'GET', /\/checkout\/sessions\/\w+$/),
  'job: invoices': on('the webhook’s job', 'GET', /\/invoices$/),
  'card: subscriptions': on('billing card', 'GET', /\/subscriptions$/),
  'card: invoices': on('billing card', 'GET', /\/invoices$/),
  'retrieve the invoice': on('invoice download', 'GET', /\/invoices\/\w+$/),
  'open the portal': on('customer portal', 'POST', /\/billing_portal\/sessions$/),
  'cancel at the period’s end': on('cancellation', 'POST', /\/subscriptions\/\w+$/),
  'create the other product': on(UPGRADE, 'POST', /\/products$/),
  'list prices': on(UPGRADE, 'GET', /\/prices$/),
  'create the price': on(UPGRADE, 'POST', /\/prices$/),
  'preview the change': on(UPGRADE, 'POST', /\/create_preview$/),
  'change the package': on(UPGRADE, 'POST', /\/subscriptions\/\w+$/),
  'set the next price': on(DOWNGRADE, 'POST', /\/subscriptions\/\w+$/),
  'continue the trial': on(CONTINUE, 'POST', /\/subscriptions\/\w+$/),
};

function on(moment: MomentName, method: Asked['method'], path: RegExp) {
  return { moment, method, path };
}

const KINDS: FaultKind[] = [
  ...(['time_out', 'time_out_after', 'drop', 'drop_after'] as const),
  ...(['internal_error', 'rate_limit', 'nonsense'] as const),
];

/** The result of a moment without faults. */
const wellIn = (moment: MomentName): string => (moment === 'the webhook’s job' ? 'done' : '200');

/** The result of a moment while Stripe fails. */
const failedIn = (moment: MomentName): string =>
  moment === 'the webhook’s job' ? 'kept' : '502 payment_provider_error';

/** Runs a moment while Stripe keeps failing, and again once Stripe is back. */
function underLastingFault(step: string, kind: FaultKind): Cell {
  const { moment, ...asked } = stepOf(step);
  return async (scenario) => {
    const { before, act }: Moment = MOMENTS[moment];
    await before(scenario);
    scenario.standIn.faults.plan({ kind, times: 1_000, ...asked });
    const under = await act(scenario);
    scenario.standIn.faults.clear();
    await letTimePass(scenario.app);
    const after = await act(scenario);
    expect([under, after]).toEqual([failedIn(moment), wellIn(moment)]);
    await expectAllWell(scenario, moment);
    return `${under.slice(0, 4).trim()}, ${after}`;
  };
}

/** Runs a moment while Stripe fails once. */
function underOneFault(step: string, kind: FaultKind): Cell {
  const { moment, ...asked } = stepOf(step);
  return async (scenario) => {
    const { before, act }: Moment = MOMENTS[moment];
    await before(scenario);
    scenario.standIn.faults.plan({ kind, times: 1, ...asked });
    const under = await act(scenario);
    const isWell = under === wellIn(moment);
    // Stripe replays its own 500 for an idempotency key; the next attempt uses another key.
    const allowed = [wellIn(moment), ...(kind === 'internal_error' ? [failedIn(moment)] : [])];
    expect(allowed).toContain(under);
    await letTimePass(scenario.app);
    const after = isWell ? under : await act(scenario);
    expect(after).toBe(wellIn(moment));
    await expectAllWell(scenario, moment);
    return isWell ? under : `${under.slice(0, 4).trim()}, ${after}`;
  };
}

/** Kills the process at the step; the next process continues. */
function killed(step: string, when: 'before' | 'after'): Cell {
  const { moment, ...asked } = stepOf(step);
  return async (scenario) => {
    const { before, act }: Moment = MOMENTS[moment];
    await before(scenario);
    await dieIn(scenario, moment, scenario.crashing.crashAt(asked, when), act);
    await scenario.crash();
    const after = await act(scenario);
    expect(after).toBe(wellIn(moment));
    await expectAllWell(scenario, moment);
    return `gone, ${after}`;
  };
}

/** Kills the process during a moment: a request fails, and a job stays locked. */
async function dieIn(
  scenario: Scenario,
  moment: MomentName,
  died: Promise<void>,
  act: Moment['act'],
): Promise<void> {
  if (moment === 'the webhook’s job') {
    const shift = startShift(scenario.app);
    await Promise.race([died, shift.done.then(neverDied)]);
    return shift.die();
  }
  const answer = act(scenario).catch((error: unknown) => String(error));
  await Promise.race([died, answer.then(neverDied)]);
  await scenario.app.close();
  expect(await answer).toBe('TypeError: fetch failed');
}

function neverDied(): never {
  throw new Error('The step was never reached');
}

const stepOf = (name: string) => {
  const step = STEPS[name];
  if (!step) throw new Error(`There is no step ${name}`);
  return step;
};

/** Ways in which notifications of a payment are lost, late or repeated. */
const LOSSES: Record<string, { events: Parameters<PaymentsFaults['deliver']>[0]; word: Word }> = {
  'events twice': { events: { copies: 2 }, word: 'redirect' },
  'events late': { events: { hold: true }, word: 'redirect' },
  'in reverse': { events: { order: 'reverse', copies: 2 }, word: 'events' },
  'events lost': { events: { lose: true }, word: 'redirect' },
  'redirect lost': { events: {}, word: 'events' },
  'both lost': { events: { lose: true }, word: 'the five-minute job' },
};

/** A scenario whose notifications are lost, late or repeated up to this moment. */
function withLosses(moment: MomentName, way: keyof typeof LOSSES): Cell {
  return async (scenario) => {
    const { events, word } = LOSSES[way] ?? { events: {}, word: 'redirect' };
    const { before, act }: Moment = MOMENTS[moment];
    scenario.standIn.faults.deliver(events);
    await before(scenario, word);
    const answer = await act(scenario);
    expect(answer).toBe(wellIn(moment));
    await expectAllWell(scenario, moment, word);
    return answer;
  };
}

/** Whether a moment comes before the payment. */
const isBeforePayment = (moment: MomentName): boolean =>
  ['Complete Purchase', 'again, the same', 'again, another order'].includes(moment);

/** Every request to Stripe that ends the payments of a deleted account. */
const ENDINGS: Record<string, Asked> = {
  'list open sessions': { method: 'GET', path: /\/checkout\/sessions$/ },
  'list subscriptions': { method: 'GET', path: /\/subscriptions$/ },
  'cancel the subscription': { method: 'DELETE', path: /\/subscriptions\/\w+$/ },
  'read the invoice': { method: 'GET', path: /\/invoices\/\w+$/ },
  'read its payment': { method: 'GET', path: /\/invoice_payments$/ },
  refund: { method: 'POST', path: /\/refunds$/ },
};

/** Deletes an account whose purchase was paid a moment before, while Stripe keeps failing, then no longer. */
function deletedWhilePaying(ending: string, kind: FaultKind): Cell {
  return async (scenario) => {
    const { app, standIn, member } = scenario;
    standIn.faults.deliver({ lose: true });
    await pay(scenario);
    expect((await deleteOwnAccount(app, member)).status).toBe(202);
    standIn.faults.plan({ kind, times: 1_000, ...ENDINGS[ending] });
    await workQueue(app);
    standIn.faults.clear();
    await letTimePass(app);
    await workQueue(app);
    expect(standIn.acts.subscriptions().map(({ status }) => status)).toEqual(['canceled']);
    const charges = standIn.acts.charges();
    expect(charges.map((charge) => charge.amount - charge.amount_refunded)).toEqual([0]);
    expect(charges.map((charge) => charge.refunds?.data.length)).toEqual([1]);
    expect(scenario.subjects()).toEqual([
      'Stationhouse billing needs your attention',
      'Your Stationhouse account is deleted',
    ]);
    return 'refunded';
  };
}

/** Completes the scenario and checks that every effect happened exactly once. */
async function expectAllWell(scenario: Scenario, moment: MomentName, word?: Word): Promise<void> {
  const { standIn, member, order } = scenario;
  if (isBeforePayment(moment)) {
    await expectOnePage(scenario);
    await pay(scenario);
    if (!word) await learn(scenario);
  }
  if (word) await learn(scenario, word);
  await standIn.settled();
  standIn.faults.release();
  // Events that arrived while the process was being killed are resent.
  standIn.acts.resend();
  await standIn.settled();
  await letTimePass(scenario.app);
  await workQueue(scenario.app);
  const { db } = scenario.app.services;
  const { package_name } = order;
  const truth = await truthOf(db, standIn, member.id);
  const isChanged = moment === UPGRADE;
  const paid = paidFor({ package_name, vat_rate: 20 });
  const isPlanned = moment === DOWNGRADE;
  const isContinued = moment === CONTINUE;
  const expected = isPlanned ? planned(paid) : paid;
  expect(truth).toEqual(isChanged ? upgraded(paid, truth.charged[0]) : expected);
  expect(await db('graphile_worker._private_jobs').pluck('last_error')).toEqual([]);
  const isCancelled = moment === 'cancellation';
  expect(scenario.subjects()).toEqual(
    [
      `A new Stationhouse customer: ${package_name}`,
      'Thank you: your Stationhouse station is on its way',
      ...(isCancelled ? ['Your Stationhouse subscription is cancelled'] : []),
      ...(isChanged ? ['Your Stationhouse package: Professional'] : []),
      ...(isChanged ? ['A Stationhouse customer changes to Professional'] : []),
      ...(isPlanned ? ['Your Stationhouse package becomes Starter'] : []),
      ...(isPlanned ? ['A Stationhouse customer changes to Starter'] : []),
      ...(isContinued ? ['Your Stationhouse station continues after the trial'] : []),
    ].toSorted(),
  );
  if (isCancelled) await expectOneLaterEnd(scenario);
  if (order.trial && !isContinued) await expectEndOfTrial(scenario);
  if (isContinued) expect(standIn.acts.subscriptions()[0]?.cancel_at).toBeNull();
}

/** The state after a change from Starter to Professional: one more payment, of the difference. */
function upgraded(paid: ReturnType<typeof paidFor>, difference = 0) {
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThanOrEqual(180_00);
  const package_name = 'Professional';
  return {
    ...paid,
    charged: [difference, ...paid.charged],
    provider_invoices: [['paid', difference], ...paid.provider_invoices],
    stations: paid.stations.map((station) => ({ ...station, package_name })),
    subscriptions: [{ status: 'active', amount: 358_80, package_name }],
    invoices: [...paid.invoices, { status: 'paid', amount_paid: difference }],
  };
}

/** The state after a change from Professional to Starter: the next payment is smaller, and the package is kept. */
function planned(paid: ReturnType<typeof paidFor>) {
  return {
    ...paid,
    subscriptions: paid.subscriptions.map((one) => ({ ...one, amount: 178_80 })),
  };
}

/** Expects one open session with the order's price, for one customer with one tax id. */
async function expectOnePage({ app, standIn, member, order }: Scenario): Promise<void> {
  const { db, payments } = app.services;
  if (!payments) throw new Error('The shop has no payments.');
  const { customers, checkout, taxRates } = payments.stripe;
  const { data } = await checkout.sessions.list({ status: 'open', limit: 100 });
  const { total } = order.pricing;
  expect(data.map(({ id, amount_total }) => [id, amount_total])).toEqual([
    [(await db('purchases').where({ user_id: member.id }).first())?.checkout_session_id, total],
  ]);
  expect(standIn.acts.customers()).toHaveLength(1);
  const taxIds = await customers.listTaxIds(String(data[0]?.customer));
  expect(taxIds.data.map(({ value }) => value)).toEqual([order.company_details.vat_number]);
  expect((await taxRates.list()).data).toHaveLength(1);
}

/** Expects the trial to end with the month that is paid for. */
async function expectEndOfTrial({ app, standIn, member }: Scenario): Promise<void> {
  const [subscription] = standIn.acts.subscriptions();
  const end = subscription?.items.data[0]?.current_period_end ?? 0;
  expect(subscription?.cancel_at).toBe(end);
  const row = await app.services.db('subscriptions').where({ user_id: member.id }).first();
  expect(row).toMatchObject({ is_trial: true, cancel_at: new Date(end * 1_000) });
}

/** Expects the cancelled subscription to end one period after the paid one. */
async function expectOneLaterEnd({ app, standIn, member }: Scenario): Promise<void> {
  const [subscription] = standIn.acts.subscriptions();
  const periodEnd = new Date((subscription?.items.data[0]?.current_period_end ?? 0) * 1_000);
  periodEnd.setUTCMonth(periodEnd.getUTCMonth() + 1);
  expect(subscription?.cancel_at).toBe(periodEnd.getTime() / 1_000);
  const row = await app.services
    .db('subscriptions')
    .where({ user_id: member.id })
    .first('cancel_at');
  expect(row?.cancel_at).toEqual(periodEnd);
}

const steps = Object.keys(STEPS);
// The keys are known: the object is a literal.
const moments = Object.keys(MOMENTS) as MomentName[];

test('nothing is lost or duplicated while Stripe fails at any step', async () => {
  const table = tableOf(steps, KINDS, underLastingFault);
  const title = 'while Stripe fails, and the next attempt';
  expect(await printScenarios(title, table, KINDS, databases)).toEqual([]);
}, 900_000);

test('a request recovers when Stripe fails once at any step', async () => {
  const table = tableOf(steps, KINDS, underOneFault);
  const title = 'while Stripe fails once, and the next attempt';
  expect(await printScenarios(title, table, KINDS, databases)).toEqual([]);
}, 900_000);

test('the next process completes the work of one that is killed at any step', async () => {
  const times = ['before', 'after'] as const;
  const table = tableOf(steps, times, killed);
  const title = 'killed before or after the request to Stripe, and the next attempt';
  expect(await printScenarios(title, table, times, databases)).toEqual([]);
}, 900_000);

test('a purchase that is paid while its account is deleted is refunded once, whatever fails', async () => {
  const endings = Object.keys(ENDINGS);
  const table = tableOf(endings, KINDS, deletedWhilePaying);
  const title = 'deleted while paying, and Stripe fails';
  expect(await printScenarios(title, table, KINDS, databases)).toEqual([]);
}, 900_000);

test('lost, late, repeated and reordered notifications have the same result', async () => {
  const ways = Object.keys(LOSSES);
  const table = tableOf(moments, ways, withLosses);
  const title = 'notifications of a payment that are lost, late or repeated';
  expect(await printScenarios(title, table, ways, databases)).toEqual([]);
}, 900_000);
