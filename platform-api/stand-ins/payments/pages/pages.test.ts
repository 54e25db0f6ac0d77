import { describe, expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { card, CARDS, visitSandbox } from '../../../test/sandbox-pages.ts';

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\' & “quoted”';

async function everyPage() {
  const visit = await visitSandbox();
  const { portal, invoice } = await visit.buy(HOSTILE);
  const { checkout } = await visit.order(HOSTILE);
  const subscription = visit.acts.subscriptions()[0]?.id;
  const { location } = await visit.press(checkout, card(CARDS.asksBank));
  const paths = [
    '/',
    checkout,
    location ?? '',
    portal,
    `${portal}/card`,
    `${portal}/subscriptions/${subscription}/cancel`,
    invoice,
    '/nothing',
  ];
  return { ...visit, checkout, paths };
}

describe('every page of the sandbox', () => {
  test('says on top that no money moves', async () => {
    const { get, paths } = await everyPage();
    for (const path of paths) {
      const { html } = await get(path);
      expect(html).toMatch(/<body><aside [^>]*>Payment sandbox: no money moves\.<\/aside>/);
    }
  });

  test('may run and load nothing but its own, is framed by nobody and kept nowhere', async () => {
    const { get, paths } = await everyPage();
    for (const path of paths) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test("lets a checkout's form lead back to the shop, and the others nowhere else", async () => {
    const { get, checkout } = await everyPage();
    const formAction = async (path: string) =>
      /form-action [^;]*/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0];
    expect(await formAction(checkout)).toBe("form-action 'self' http://shop.example");
    expect(await formAction('/')).toBe("form-action 'self'");
  });

  test('shows what a hostile name says and does nothing that it says', async () => {
    const { get, paths } = await everyPage();
    const shown = await Promise.all(paths.map((path) => get(path)));
    for (const { html } of shown) expect(html).not.toMatch(/<script>|<img/);
    expect(shown.filter(({ words }) => words.includes(HOSTILE)).length).toBeGreaterThan(0);
  });

  test('answers HEAD with the head alone', async () => {
    const { get, paths } = await everyPage();
    for (const path of paths) {
      const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })];
      expect(head.status).toBe(whole.status);
      expect(head.html).toBe('');
      expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    }
  });

  test('takes no other method than its own', async () => {
    const { get, press, checkout } = await everyPage();
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get(checkout, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect((await press('/')).headers.get('allow')).toBe('GET, HEAD');
    const { status, headers } = await get('/control/clock');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('leaves the API to the API', async () => {
    const { get } = await visitSandbox();
    const { status, headers } = await get('/v1/customers');
    expect([status, headers.get('content-type')]).toEqual([401, 'application/json']);
    expect((await get('/v1x')).status).toBe(404);
  });

  test.each([
    '/c/pay/',
    '/c/pay/../../v1',
    '//evil.example/',
    '/%00',
    '/i/in_1%2fpdf',
    '/constructor',
  ])('answers %s with a page that says that there is none', async (path) => {
    const { url } = await visitSandbox();
    const answer = await rawRequest(
      url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('Page not found');
  });
});

describe('a form of the sandbox', () => {
  test.each<[string, Record<string, string>]>([
    ['another website', { Origin: 'https://evil.example' }],
    ['another website that hides', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another port', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['a script that says nothing', {}],
  ])('is not sent by %s', async (_, headers) => {
    const { acts, press, order } = await visitSandbox();
    const { checkout, id } = await order();
    const before = acts.time();
    expect((await press('/control/clock', { by: 'month' }, headers)).status).toBe(403);
    expect((await press(checkout, card(CARDS.pays), headers)).status).toBe(403);
    expect(acts.time() - before).toBeLessThan(3_600);
    expect(acts.checkout(id)?.status).toBe('open');
  });

  test('is sent by its own page under another name of the host too', async () => {
    const { press } = await visitSandbox();
    const headers = { Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-origin' };
    expect((await press('/control/clock', { by: 'day' }, headers)).status).toBe(303);
  });

  test('holds 16 kB and no more, announced or not', async () => {
    const { acts, url, press, order } = await visitSandbox();
    const { checkout, id } = await order();
    const long = card(CARDS.pays, { name: 'a'.repeat(17_000) });
    expect((await press(checkout, long)).status).toBe(413);
    const body = new URLSearchParams(long).toString();
    const answer = await rawRequest(
      url,
      `POST ${checkout} HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n' +
        `${body.length.toString(16)}\r\n${body}\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(acts.checkout(id)?.status).toBe('open');
  });

  test('is a form and nothing else', async () => {
    const { url, get } = await visitSandbox();
    const headers = { Origin: url, 'Content-Type': 'application/json' };
    const { status } = await get('/control/clock', {
      method: 'POST',
      headers,
      body: '{"by":"day"}',
    });
    expect(status).toBe(415);
  });
});
