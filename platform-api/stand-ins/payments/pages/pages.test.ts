import { describe, expect, it } from 'vitest';
import {
  buySubscription,
  openCheckout,
  startPaymentsStandIn,
  testCard,
} from '../../../test/payments-stand-in.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { checkoutAddress, invoiceAddress, portalAddress } from './addresses.ts';

const DECLINED = '4000 0000 0000 0002';
const BACK = 'http://shop.example/members?payment=success';
const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\' & “quoted”';

const card = (number?: string) => ({ ...testCard(number) });

/** A page's text without tags. */
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

async function read(response: Response) {
  const html = await response.text();
  const { status, headers } = response;
  return { status, headers, html, text: textOf(html), location: headers.get('location') };
}

/** The pages over HTTP. */
async function openPages() {
  const started = await startPaymentsStandIn();
  const { standIn, payments } = started;
  const { url, acts } = standIn;
  const get = async (path: string, init?: RequestInit) =>
    read(await fetch(url + path, { redirect: 'manual', ...init }));
  const post = (
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = { Origin: url },
  ) => get(path, { method: 'POST', headers, body: new URLSearchParams(fields) });

  async function order(name = 'The Counting House') {
    const { customers } = payments.stripe;
    const { id: customer } = await customers.create({
      name,
      email: 'ada@counting-house.example',
      address: { line1: 'Lampenstraße 12', postal_code: '10115', city: 'Berlin', country: 'DE' },
    });
    await customers.createTaxId(customer, { type: 'eu_vat', value: 'DE136695976' });
    const { session } = await openCheckout(payments, { customer });
    return { checkout: checkoutAddress('', session.id), id: session.id, customer };
  }

  async function buy(name?: string) {
    const { customer } = await order(name);
    const { subscription, session } = await buySubscription(started, { customer });
    const portal = await payments.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://shop.example/members',
    });
    const invoice = invoiceAddress('', String(session.invoice));
    return { customer, subscription, invoice, portal: portalAddress('', portal.id) };
  }
  return { url, acts, get, post, order, buy };
}

/** The action of the form with this button. */
function formOf(html: string, button: string): string {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const found = forms.find(([, , inner = '']) => inner.includes(button));
  return found?.[1] ?? `there is no form '${button}'`;
}

describe('every page of the payments stand-in', () => {
  it('says that no money moves, escapes names, and allows only its own style and script', async () => {
    const { get, buy, order } = await openPages();
    const { portal, invoice, subscription } = await buy(HOSTILE);
    const { checkout } = await order(HOSTILE);
    const cancel = `${portal}/subscriptions/${subscription}/cancel`;
    const paths = ['/', checkout, portal, `${portal}/card`, cancel, invoice, '/nothing'];
    let hostile = 0;
    for (const path of paths) {
      const { html, text, headers } = await get(path);
      expect(text).toContain('Payment sandbox: no money moves.');
      expect(html).not.toMatch(/<script>|<img/);
      if (text.includes(HOSTILE)) hostile += 1;
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(
        path === checkout ? "form-action 'self' http://shop.example;" : "form-action 'self';",
      );
      expect(headers.get('cache-control')).toBe('no-store');
      const head = await get(path, { method: 'HEAD' });
      expect([head.html, head.headers.get('content-length')]).toEqual([
        '',
        headers.get('content-length'),
      ]);
    }
    expect(hostile).toBeGreaterThan(0);
  });

  it.each(['/c/pay/', '//evil.example/', '/%00', '/constructor', '/v1x', '/i/in_none'])(
    'answers %s with 404',
    async (path) => {
      const { url } = await openPages();
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      expect(await rawRequest(url, head)).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it.each(['Host: evil.example', 'Host: localhost\r\nX-Forwarded-For: 203.0.113.7'])(
    'are refused to a request from another machine: %j',
    async (headers) => {
      const { url } = await openPages();
      const head = `GET / HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
      expect(await rawRequest(url, head)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it.each<[string, Record<string, string>]>([
    ['another website', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a client without those headers', {}],
  ])('rejects forms that %s sends', async (_, headers) => {
    const { acts, post, order } = await openPages();
    const { checkout, id } = await order();
    expect((await post('/control/clock', { by: 'month' }, headers)).status).toBe(403);
    expect((await post(checkout, card(), headers)).status).toBe(403);
    expect(acts.checkout(id)?.status).toBe('open');
  });

  it('rejects other methods, other types and large forms', async () => {
    const { url, get, post, order } = await openPages();
    const { checkout } = await order();
    const { status, headers } = await get(checkout, { method: 'PUT' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const json = { Origin: url, 'Content-Type': 'application/json' };
    expect((await get(checkout, { method: 'POST', headers: json, body: '{}' })).status).toBe(415);
    expect((await post(checkout, { name: 'a'.repeat(17_000) })).status).toBe(413);
  });
});

describe('the checkout page', () => {
  it('shows the order, the VAT, the total and the monthly price', async () => {
    const { get, order } = await openPages();
    const { text, html } = await get((await order()).checkout);
    expect(text).toContain('VAT 20% €129.60');
    expect(text).toContain('Total due today €777.60');
    expect(text).toContain('Then €358.80 per month incl. VAT');
    expect(text).toContain('ada@counting-house.example');
    expect(html).toContain('href="http://shop.example/members?payment=canceled"');
  });

  it('explains a declined card and an invalid field, keeps what was typed, and takes another card', async () => {
    const { acts, get, post, order } = await openPages();
    const { checkout } = await order();
    const declined = await post(checkout, card(DECLINED));
    expect(declined.status).toBe(402);
    expect(declined.text).toContain('Nothing was taken.');
    expect(declined.html).toContain(`value="${DECLINED}"`);
    expect(declined.html).toMatch(/<input id="cvc"[^>]*value=""/);
    const invalid = await post(checkout, card('4242'));
    expect(invalid.status).toBe(422);
    expect(invalid.html).toMatch(/<input id="number"[^>]*aria-invalid="true"/);
    const presses = [1, 2, 3].map(() => post(checkout, card()));
    for (const { status, location } of await Promise.all(presses)) {
      expect([status, location]).toEqual([303, BACK]);
    }
    expect(acts.charges().filter(({ paid }) => paid)).toHaveLength(1);
    expect((await get(checkout)).text).toContain('This is paid');
  });

  it('says when the session has expired', async () => {
    const { acts, get, order } = await openPages();
    const { checkout, id } = await order();
    acts.expireCheckout(id);
    const { status, text } = await get(checkout);
    expect([status, text]).toEqual([410, expect.stringContaining('has expired')]);
  });
});

describe('the customer portal', () => {
  it('shows the subscription and the card', async () => {
    const { get, buy } = await openPages();
    const { portal } = await buy();
    const { text } = await get(portal);
    expect(text).toContain('Professional Active €358.80 per month incl. VAT');
    expect(text).toMatch(/visa •••• 4242/i);
  });

  it('pays an open invoice once the card is changed', async () => {
    const { acts, get, post, buy } = await openPages();
    const { portal, customer } = await buy();
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const pay = formOf((await get(portal)).html, 'Pay now');
    const failed = await post(pay);
    expect([failed.status, failed.text]).toEqual([
      402,
      expect.stringContaining('Change your card, then pay again.'),
    ]);
    expect((await post(`${portal}/card`, card(DECLINED))).status).toBe(402);
    await post(`${portal}/card`, card('5555 5555 5555 4444'));
    await post(pay);
    expect((await get(portal)).text).toContain('•••• 4444');
    expect(acts.invoices().map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('hides the invoices of other customers', async () => {
    const { acts, get, post, buy } = await openPages();
    const { portal } = await buy();
    await buy('Another House');
    const [invoice] = acts.invoices();
    expect((await post(`${portal}/invoices/${invoice?.id}/pay`)).status).toBe(404);
    expect((await get('/p/session/bps_none')).status).toBe(404);
  });
});

describe('the page of an invoice', () => {
  it('shows the parties, lines and VAT, and takes a card while it is open', async () => {
    const { acts, get, post, buy } = await openPages();
    const { invoice, customer } = await buy();
    const { text } = await get(invoice);
    expect(text).toContain('Payment sandbox: not a real invoice');
    expect(text).toContain('Lampenstraße 12 10115 Berlin Germany VAT number DE136695976');
    expect(text).toContain('VAT 20% €129.60 Total €777.60');
    expect(text).not.toContain('Pay by card');
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const open = invoiceAddress('', acts.invoices()[0]?.id ?? '');
    expect((await post(open, card(DECLINED))).status).toBe(402);
    expect((await post(open, card())).location).toBe(open);
    expect(acts.invoices()[0]?.status).toBe('paid');
  });
});

describe('the control page', () => {
  it('shows the time, customers, charges and events', async () => {
    const { get, buy } = await openPages();
    expect((await get('/')).text).toContain('No customers yet.');
    await buy();
    const { text } = await get('/');
    expect(text).toMatch(/Time in the sandbox \d+ \w+ 20\d\d, \d\d:\d\d:\d\d UTC/);
    expect(text).toMatch(/Professional , €358\.80 per month Next payment on .* Active/);
    expect(text).toContain('€777.60 from The Counting House');
    expect(text).toContain('checkout.session.completed');
  });

  it('moves the clock, fails payments, ends subscriptions, refunds and disputes', async () => {
    const { acts, get, post, buy } = await openPages();
    const { customer, subscription } = await buy();
    await post(`/control/customers/${customer}/break-card`);
    const moved = await post('/control/clock', { by: 'month' });
    expect((await get(moved.location ?? '')).text).toContain('The sandbox has moved on.');
    expect(acts.subscriptions()[0]?.status).toBe('past_due');
    await post(`/control/subscriptions/${subscription}/end`);
    expect(acts.subscriptions()[0]?.status).toBe('canceled');
    const paid = acts.charges().find((charge) => charge.paid)?.id;
    expect((await post(`/control/charges/${paid}/refund`)).location).toBe('/?done=refunded');
    expect((await post(`/control/charges/${paid}/dispute`)).location).toBe('/?done=late');
    await buy();
    const other = acts.charges()[0]?.id;
    expect((await post(`/control/charges/${other}/dispute`)).location).toBe('/?done=disputed');
    expect((await post('/control/clock', { by: 'century' })).status).toBe(404);
    expect((await post('/control/charges/ch_none/refund')).status).toBe(404);
  });
});
