import { setImmediate as nextTurn } from 'node:timers/promises';
import * as calls from '../contract/billing/calls.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { FaultKind } from '../stand-ins/payments/fault-plan.ts';
import type { PaymentsStandIn } from '../stand-ins/payments/start-payments.ts';
import { send } from './call.ts';
import type { Chance } from './chance.ts';
import type { SignedInUser } from './factories.ts';
import { CARDS, orderOf } from './purchases.ts';
import type { TestApp } from './server.ts';

/** The unreliable environment of a purchase. */
export interface Market {
  standIn: PaymentsStandIn;
  /** A replica that runs, or has just stopped. */
  any: () => TestApp;
  random: Chance;
}

const GERMAN = { country: 'Germany', vat_number: 'DE136695976' };
export type Order = ReturnType<typeof orderOf> & { trial?: boolean };
const ORDERS: Order[] = [
  ...(['Starter', 'Professional', 'Enterprise'] as const).map((name) => orderOf(name)),
  orderOf('Professional', GERMAN),
  orderOf('Enterprise', { ...GERMAN, name: 'Das Rechenhaus' }),
  { ...orderOf('Professional'), trial: true },
  { ...orderOf('Starter', GERMAN), trial: true },
];

const FAULTS: FaultKind[] = [
  ...(['drop', 'drop_after', 'internal_error', 'rate_limit', 'nonsense'] as const),
  ...(['time_out', 'time_out_after'] as const),
];

/** The most presses of one buyer: two for each possible fault. */
const PRESSES = 60;

/**
 * Buys as a difficult customer: changes the order, presses many times at once, has a card declined, pays while
 * another tab orders something else, and may not return to the site. Retries after every error.
 * @returns the order that was paid
 */
export async function buyInChaos(market: Market, member: SignedInUser): Promise<Order> {
  const { standIn, random } = market;
  let order = oneOf(ORDERS, random);
  if (random(3) === 0) await tamper(market, member, order);
  if (random(4) === 0) await press(market, member, oneOf(ORDERS, random));
  const presses = random(4) === 0 ? 6 : 1;
  await Promise.all(Array.from({ length: presses }, () => press(market, member, order)));
  const page = await press(market, member, order);
  if (random(4) === 0) standIn.acts.payCheckout(sessionOf(page), CARDS.declined);
  const another = random(4) === 0 ? oneOf(ORDERS, random) : null;
  const inAnotherTab = another && press(market, member, another);
  for (let turns = random(40); turns > 0; turns -= 1) await nextTurn();
  const { outcome } = standIn.acts.payCheckout(sessionOf(page), CARDS.pays);
  if (outcome !== 'paid' && another && inAnotherTab) {
    order = another;
    const other = standIn.acts.payCheckout(sessionOf(await inAnotherTab), CARDS.pays);
    if (other.outcome !== 'paid') throw new Error(`The other page was ${other.outcome}`);
  } else if (outcome !== 'paid') throw new Error(`The page was ${outcome}`);
  await Promise.all([inAnotherTab, comeBack(market, member)]);
  return order;
}

/** Some members never return to the site; others verify several times at once. */
async function comeBack(market: Market, member: SignedInUser): Promise<void> {
  const times = market.random(3) * market.random(3);
  const looks = Array.from({ length: times }, () => ask(market, member, calls.verifyCheckout, {}));
  await Promise.all(looks);
}

/** Orders with a changed price, which must be rejected. */
async function tamper(market: Market, member: SignedInUser, order: Order): Promise<void> {
  const fields = ['setup_fee', 'first_month', 'vat_amount', 'total'] as const;
  const field = oneOf(fields, market.random);
  const pricing = { ...order.pricing, [field]: market.random(100_000) };
  if (pricing[field] === order.pricing[field]) return;
  const answer = await ask(market, member, calls.startCheckout, { ...order, pricing });
  if (answer && answer.status !== 409) throw new Error(`A wrong price was ${answer.status}`);
}

/** @returns the URL of the payment page; an empty text: the purchase is already paid */
async function press(market: Market, member: SignedInUser, order: Order): Promise<string> {
  for (let tries = 0; tries < PRESSES; tries += 1) {
    const answer = await ask(market, member, calls.startCheckout, order);
    // The contract's tests check the shape.
    const body = (await answer?.json()) as Partial<{ url: string; code: ErrorCode }> | undefined;
    if (body?.url) return body.url;
    if (body?.code === 'already_subscribed') return '';
  }
  throw new Error('Complete Purchase never led to a page');
}

/** Sends a request to a random replica. @returns null: it has stopped */
async function ask(
  { any, standIn, random }: Market,
  { access_token }: SignedInUser,
  call: typeof calls.startCheckout | typeof calls.verifyCheckout,
  body: object,
): Promise<Response | null> {
  if (random(4) === 0) standIn.faults.plan({ kind: oneOf(FAULTS, random) });
  return send(any(), call, { token: access_token, body }).catch(() => null);
}

/** The session's id at the end of the page's URL. */
const sessionOf = (page: string): string => page.split('/').at(-1) ?? '';

function oneOf<T>(things: readonly [T, ...T[]] | readonly T[], random: Chance): T {
  const one = things[random(things.length)];
  if (one === undefined) throw new Error('There is nothing to choose from');
  return one;
}
