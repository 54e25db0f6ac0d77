// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient } from '../api/client.ts';
import {
  doing,
  faultOf,
  field,
  find,
  isThere,
  press,
  pressable,
  type,
  until,
} from '../ui/test/draw.tsx';
import { answer, PAYMENT_PAGE, problem, standInApi } from './test/stand-in-api.ts';
import { blockTabs, letTabsOpen, openWizard } from './test/wizard-page.tsx';

// No test here measures time, and a busy machine may be slow.
vi.setConfig({ testTimeout: 30_000 });

let api: ReturnType<typeof standInApi>;

beforeEach(async () => {
  sessionStorage.clear();
  api = standInApi();
  await (await openClient()).auth.signIn({ email: 'ada@example.com', password: 'x' });
});
afterEach(() => vi.unstubAllGlobals());

async function openSummary() {
  const page = await openWizard('?create=summary&package=Starter');
  await until(() => expect(isThere('Complete Purchase')).toBe(true));
  return page;
}

const orders = () => api.askedAt('/v1/me/checkout');

/** Delays the API's answer. @returns a function that releases it */
function holdAnswer(): (response: Response) => Promise<void> {
  let come: (response: Response) => void = () => undefined;
  const coming = new Promise<Response>((resolve) => (come = resolve));
  api.answerAt('/v1/me/checkout', () => coming);
  return (response) => doing(() => come(response));
}

describe('Complete Purchase', () => {
  test('opens a tab on click, sends the shown amounts, and shows the payment page there', async () => {
    const { tab, open } = letTabsOpen();
    const come = holdAnswer();
    const { toasts } = await openSummary();
    await doing(() => {
      pressable('Complete Purchase').click();
      // Within the click handler: later, browsers would block the tab.
      expect(open).toHaveBeenCalledOnce();
    });
    expect(find(HTMLElement, '[aria-busy="true"]').textContent).toContain('Opening payment...');
    await until(() => expect(orders()).toHaveLength(1));
    expect(tab.location.replace).not.toHaveBeenCalled();
    expect(orders()[0]?.body).toEqual({
      package_name: 'Starter',
      company_details: {
        name: 'The Counting House',
        telephone: '+442079460000',
        address: '12 Lamp Street',
        postal_code: 'E1 6AN',
        city: 'London',
        country: 'United Kingdom',
      },
      pricing: { setup_fee: 299_00, first_month: 149_00, vat_amount: 89_60, total: 537_60 },
    });

    await come(answer({ url: PAYMENT_PAGE }));
    await until(() =>
      expect(document.activeElement?.textContent).toBe('Your payment page is open in another tab'),
    );
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(PAYMENT_PAGE);
    expect(toasts).toEqual([
      {
        title: 'Payment Session Created',
        description: 'Checkout opened in a new tab.',
        kind: 'good',
      },
    ]);
  });

  test('orders a trial month when it is chosen', async () => {
    letTabsOpen();
    await openSummary();
    expect(document.querySelector('label')?.textContent).toContain('Try it for a month');
    await doing(() => find(HTMLInputElement, '[type="checkbox"]').click());
    await press('Complete Purchase');
    await until(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.body).toMatchObject({ trial: true, pricing: { total: 537_60 } });
  });

  test('then offers to reopen the page or go to the dashboard, and removes the draft', async () => {
    letTabsOpen();
    const { onDone } = await openWizard('?create=company&package=Starter');
    await type(field('city'), 'Leeds');
    expect(sessionStorage.getItem('purchase')).toContain('Leeds');
    await press('Continue to summary');
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
    await press('Complete Purchase');
    await until(() => expect(isThere('Go to your dashboard')).toBe(true));
    const again = pressable('Open it again (opens in a new tab)');
    expect(again.getAttribute('href')).toBe(PAYMENT_PAGE);
    expect(again.getAttribute('target')).toBe('_blank');
    expect(again.getAttribute('rel')).toContain('noopener');
    // Nothing is paid yet, so the way back to the payment is the main one.
    expect(again.className).toContain('bg-primary');
    expect(sessionStorage.getItem('purchase')).toBeNull();
    await press('Go to your dashboard');
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('ten clicks open one tab and send one request', async () => {
    const { open } = letTabsOpen();
    const come = holdAnswer();
    await openSummary();
    const button = pressable('Complete Purchase');
    // Ten clicks before the next render.
    await doing(() => {
      for (let press = 0; press < 10; press += 1) button.click();
    });
    await come(answer({ url: PAYMENT_PAGE }));
    await until(() => expect(isThere('Go to your dashboard')).toBe(true));
    expect(orders()).toHaveLength(1);
    expect(open).toHaveBeenCalledOnce();
  });

  test('shows a link to the payment page when the tab is blocked', async () => {
    blockTabs();
    const { text, toasts } = await openSummary();
    await press('Complete Purchase');
    await until(() => expect(text()).toContain('Your payment page is ready'));
    const link = pressable('Open the payment page (opens in a new tab)');
    expect(link.getAttribute('href')).toBe(PAYMENT_PAGE);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(toasts[0]?.title).toBe('Payment Session Created');
    link.addEventListener('click', (event) => event.preventDefault());
    await doing(() => link.click());
    expect(text()).toContain('Your payment page is open in another tab');
  });
});

describe('when there is no payment page', () => {
  const CREATING = 'Failed to create payment session. Please try again.';
  const PROCESSING = 'An error occurred while processing your payment. Please try again.';

  test.each([
    ['the provider fails', () => problem(502, 'payment_provider_error'), 'Payment Error', CREATING],
    ['the server fails', () => problem(500, 'internal_error'), 'Payment Error', CREATING],
    [
      'a proxy answers',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'Payment Error',
      CREATING,
    ],
    ['the address is missing', () => answer({}), 'Payment Error', CREATING],
    [
      'the network is gone',
      () => Promise.reject(new TypeError('fetch failed')),
      'Payment Error',
      PROCESSING,
    ],
    [
      'Stripe has no key',
      () =>
        problem(503, 'stripe_not_configured', {
          title: 'Configuration Error',
          detail: 'Stripe secret key not configured. Please contact support.',
        }),
      'Configuration Error',
      'Stripe secret key not configured. Please contact support.',
    ],
    [
      'it was tried too often',
      () => problem(429, 'rate_limited', { detail: 'You have tried this too many times.' }),
      'Payment Error',
      'You have tried this too many times.',
    ],
  ])(
    'because %s the summary says so once, and the blank tab is closed',
    async (_, door, title, detail) => {
      const { tab } = letTabsOpen();
      api.answerAt('/v1/me/checkout', door);
      const { text, toasts } = await openSummary();
      await press('Complete Purchase');
      await until(() => expect(text()).toContain(title + detail));
      expect(toasts).toEqual([]);
      expect(tab.close).toHaveBeenCalledOnce();
      expect(tab.location.replace).not.toHaveBeenCalled();
      expect(find(HTMLElement, '[role="alert"]').textContent).toContain(detail);

      api.answerAt('/v1/me/checkout', () => answer({ url: PAYMENT_PAGE }));
      await press('Complete Purchase');
      await until(() => expect(isThere('Go to your dashboard')).toBe(true));
    },
  );

  test('retries a lost answer with the same idempotency key, and a refused order with a new one', async () => {
    letTabsOpen();
    await openSummary();
    const keys: unknown[] = [];
    const fail = async (door: () => Promise<Response>) => {
      const before = orders().length;
      api.answerAt('/v1/me/checkout', door);
      await press('Complete Purchase');
      await until(() => expect(orders()).toHaveLength(before + 1));
      await until(() => expect(isThere('Complete Purchase')).toBe(true));
      keys.push(orders().at(-1)?.headers.get('idempotency-key'));
    };
    await fail(async () => Promise.reject(new TypeError('fetch failed')));
    await fail(async () => problem(500, 'internal_error'));
    await fail(async () => problem(500, 'internal_error'));
    expect(keys[0]).toMatch(/\S{16}/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('shows a changed price and asks to confirm it', async () => {
    const { tab } = letTabsOpen();
    const quote = {
      package_name: 'Starter',
      setup_fee: 309_00,
      first_month: 159_00,
      vat_rate: 20,
      vat_amount: 93_60,
      total: 561_60,
      currency: 'eur',
      vat_number_valid: null,
    };
    api.answerAt('/v1/me/checkout', () => problem(409, 'price_changed', { quote }));
    const { text } = await openSummary();
    await press('Complete Purchase');
    await until(() => expect(text()).toContain('Total due today€561.60'));
    expect(text()).toContain('Its title');
    expect(tab.close).toHaveBeenCalledOnce();
    api.answerAt('/v1/me/checkout', () => answer({ url: PAYMENT_PAGE }));
    await press('Complete Purchase');
    await until(() => expect(isThere('Go to your dashboard')).toBe(true));
    const { setup_fee, first_month, vat_amount, total } = quote;
    expect(orders()[1]?.body.pricing).toEqual({ setup_fee, first_month, vat_amount, total });
  });

  test('offers the dashboard when the station is already paid for', async () => {
    letTabsOpen();
    api.answerAt('/v1/me/checkout', () => problem(409, 'already_subscribed'));
    const { text, onDone } = await openSummary();
    await press('Complete Purchase');
    await until(() => expect(text()).toContain('Its titleIts sentence.'));
    expect(isThere('Complete Purchase')).toBe(false);
    await press('Go to your dashboard');
    expect(onDone).toHaveBeenCalledOnce();
  });

  test.each([
    ['the VAT number', () => problem(422, 'vat_number_invalid'), 'vat_number', 'Its sentence.'],
    [
      'the city',
      () =>
        problem(422, 'validation_failed', {
          errors: [{ field: 'company_details.city', code: 'too_big', message: 'Too long.' }],
        }),
      'city',
      'Too long.',
    ],
  ])('because of %s, that field is focused with its message', async (_, door, name, message) => {
    letTabsOpen();
    api.answerAt('/v1/me/checkout', door);
    const { address } = await openSummary();
    await press('Complete Purchase');
    await until(() => expect(address()).toContain('create=company'));
    expect(document.activeElement).toBe(field(name));
    expect(faultOf(name)).toContain(message);
    expect(field('name').value).toBe('The Counting House');
    await press('Continue to summary');
    expect(address()).toContain('create=summary');
  });

  test('asks for another package when it is no longer sold', async () => {
    letTabsOpen();
    api.answerAt('/v1/me/checkout', () => problem(422, 'unknown_package'));
    const { address, toasts } = await openSummary();
    await press('Complete Purchase');
    await until(() => expect(address()).toContain('create=package'));
    expect(toasts).toMatchObject([{ title: 'Its title', description: 'Its sentence.' }]);
  });

  test('does not navigate after the user has left the summary', async () => {
    letTabsOpen();
    const come = holdAnswer();
    const { address } = await openSummary();
    await press('Complete Purchase');
    await press('1. Package(done)');
    await come(problem(422, 'vat_number_invalid'));
    expect(address()).toContain('create=package');
  });

  test('sends a signed-out user to sign in, and back to the same package', async () => {
    const { tab } = letTabsOpen();
    api.answerAt('/v1/me/checkout', () => problem(401, 'invalid_token'));
    api.answerAt('/v1/auth/token', () => problem(401, 'session_ended'));
    const { address, toasts } = await openWizard('?create=company&package=Starter');
    await type(field('city'), 'Leeds');
    await press('Continue to summary');
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
    await press('Complete Purchase');
    await until(() => expect(address()).toBe('/auth?package=Starter'));
    expect(toasts).toMatchObject([
      {
        title: 'Authentication Error',
        description: 'Please log in to complete your purchase.',
      },
    ]);
    expect(tab.close).toHaveBeenCalledOnce();
    // The draft is restored for the same member.
    expect(sessionStorage.getItem('purchase')).toContain('Leeds');
  });
});
