import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  control,
  NO_STATION,
  openDashboard,
  press,
  problem,
  purchase,
  station,
  text,
  until,
  type Answer,
} from './test/open-dashboard.tsx';

const VERIFY = 'POST /v1/me/checkout/verify';
const RETURN = '/members?payment=success';
const IN_PROGRESS = 'Payment verification in progress. Please wait.';
const paid: Answer = { body: { success: true, is_final: true, message: 'Payment Successful!' } };
const waiting: Answer = { body: { success: false, is_final: false, message: IN_PROGRESS } };

afterEach(() => vi.useRealTimers());

/** A member's account before and after the payment. */
function account() {
  let isPaid = false;
  return {
    pay: () => (isPaid = true),
    answers: {
      [VERIFY]: () => (isPaid ? paid : waiting),
      'GET /v1/me/checkout': () => ({ body: { purchase: isPaid ? null : purchase } }),
      'GET /v1/me/station': () =>
        isPaid ? { body: { ...station, status: 'setup_pending' } } : NO_STATION,
    },
  };
}

/** Another tab of the same browser. */
function otherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('stationhouse payments');
  onTestFinished(() => channel.close());
  return channel;
}

/** Fakes only the timers that the test advances. */
const stopTheClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('confirms a payment once, and shows the station', async () => {
  const { answers, pay } = account();
  pay();
  const heard: unknown[] = [];
  otherTab().addEventListener('message', ({ data }: MessageEvent) => heard.push(data));
  const page = await openDashboard(answers, RETURN);
  await until(() => expect(page.address()).toBe('/members'));
  await until(() => expect(text()).toContain('You are in, Ada'));
  // The page says it, so no toast covers its head.
  expect(text()).toContain('Payment Successful!');
  expect(page.toasts).toEqual([]);
  expect(control('Set up your station').getAttribute('href')).toBe('/members/sound?setup=form');
  // One act is asked for once.
  expect(text()).not.toContain('Setup your Radio Station Now');
  expect(text()).not.toContain('Start with the setup form');
  expect(text()).toContain('In Progress');
  expect(text()).not.toContain('Payment Verification');
  expect(page.timesAsked(VERIFY)).toBe(1);
  await until(() => expect(heard).toEqual(['paid']));
  await page.goBack();
  expect(page.address()).toBe('/');
});

test('offers no payment while checking', async () => {
  let answer = () => {};
  const later = new Promise<Answer>((resolve) => (answer = () => resolve(waiting)));
  const { answers } = account();
  await openDashboard({ ...answers, [VERIFY]: () => later }, RETURN);
  await until(() => expect(text()).toContain('We are checking that your payment has arrived'));
  expect(text()).not.toContain('Continue your purchase');
  answer();
  await until(() => expect(text()).toContain(IN_PROGRESS));
});

test('checks a slow payment again automatically', async () => {
  stopTheClock();
  const { answers, pay } = account();
  const page = await openDashboard(answers, RETURN);
  await until(() => expect(text()).toContain(IN_PROGRESS));
  expect(text()).toContain('Payment Verification');
  const before = page.timesAsked(VERIFY);
  pay();
  await pass(2_500);
  expect(page.timesAsked(VERIFY)).toBe(before + 1);
  await until(() => expect(page.address()).toBe('/members'));
  expect(text()).toContain('Payment Successful!');
});

test('stops after a minute, announces an email, and can check again on request', async () => {
  stopTheClock();
  const { answers, pay } = account();
  const page = await openDashboard(answers, RETURN);
  await until(() => expect(text()).toContain(IN_PROGRESS));
  for (const seconds of [2, 4, 8, 16, 32]) await pass(seconds * 1000);
  await until(() => expect(text()).toContain('send you an email as soon as your payment'));
  expect(page.timesAsked(VERIFY)).toBe(6);
  await pass(600_000);
  expect(page.timesAsked(VERIFY)).toBe(6);
  pay();
  press('Check again');
  await until(() => expect(page.address()).toBe('/members'));
  expect(text()).toContain('Payment Successful!');
});

test('a failed check counts as in progress', async () => {
  const { answers } = account();
  const fails = problem(502, 'payment_provider_error', 'Billing Error', 'Failed to load');
  const page = await openDashboard({ ...answers, [VERIFY]: () => fails }, RETURN);
  await until(() => expect(text()).toContain(IN_PROGRESS));
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(page.toasts).toEqual([]);
});

test('shows the API’s words, and offers a purchase when there is none', async () => {
  const message = 'There is no purchase yet. Choose a package to begin one.';
  await openDashboard({ [VERIFY]: { body: { success: false, is_final: true, message } } }, RETURN);
  await until(() => expect(text()).toContain(message));
  await until(() => control('Create New Station'));
});

test('says at once that an order is not paid, offers to continue it, and asks no more', async () => {
  stopTheClock();
  const message = 'Your order is not paid yet, and nothing was charged.';
  const unpaid: Answer = { body: { success: false, is_final: true, message } };
  const { answers } = account();
  const page = await openDashboard({ ...answers, [VERIFY]: () => unpaid }, RETURN);
  await until(() => expect(text()).toContain(message));
  await until(() => control('Continue your purchase'));
  await pass(60_000);
  expect(page.timesAsked(VERIFY)).toBe(1);
});

test('confirms a cancelled payment once, and offers to continue', async () => {
  const { answers } = account();
  const page = await openDashboard(answers, '/members?payment=canceled');
  await until(() => control('Continue your purchase'));
  expect(page.toasts.map(({ title }) => title)).toEqual(['Payment Cancelled']);
  expect(page.address()).toBe('/members');
});

test('notices on focus a payment made in another tab', async () => {
  const { answers, pay } = account();
  const page = await openDashboard(answers);
  await until(() => control('Continue your purchase'));
  await until(() => expect(page.timesAsked(VERIFY)).toBeGreaterThan(0));
  pay();
  dispatchEvent(new Event('focus'));
  await until(() => expect(text()).toContain('In Progress'));
  expect(page.toasts.map(({ title }) => title)).toEqual(['Payment Successful!']);
});

test('shows a payment that another tab announced, without a second toast', async () => {
  const { answers, pay } = account();
  const page = await openDashboard(answers);
  await until(() => control('Continue your purchase'));
  pay();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  otherTab().postMessage('paid');
  await until(() => expect(text()).toContain('In Progress'));
  dispatchEvent(new Event('focus'));
  expect(page.toasts).toEqual([]);
});

test('shows one toast when both tabs asked at the same time', async () => {
  const { answers, pay } = account();
  let answer = () => {};
  const later = new Promise<Answer>((resolve) => (answer = () => resolve(paid)));
  const page = await openDashboard({ ...answers, [VERIFY]: () => later });
  await until(() => expect(page.timesAsked(VERIFY)).toBe(1));
  pay();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  otherTab().postMessage('paid');
  await until(() => expect(text()).toContain('In Progress'));
  const before = page.timesAsked('GET /v1/me/station');
  answer();
  await until(() => expect(page.timesAsked('GET /v1/me/station')).toBeGreaterThan(before));
  expect(page.toasts).toEqual([]);
});

test('sends no request when nothing is being bought', async () => {
  const page = await openDashboard({ 'GET /v1/me/station': { body: station } });
  await until(() => expect(text()).toContain('Live'));
  dispatchEvent(new Event('focus'));
  expect(page.timesAsked(VERIFY)).toBe(0);
});
