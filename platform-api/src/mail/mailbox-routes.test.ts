import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rawRequest } from '../../test/raw-request.ts';
import { problemAnswers } from '../http/problem-answers.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { mailboxRoutes } from './mailbox-routes.tsx';
import { createMailbox } from './mailbox.ts';

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\' & "quoted"';

async function startMailbox() {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-mailbox-'));
  const mailbox = createMailbox(folder);
  const publicUrl = 'http://localhost:8000';
  const koa = new Koa();
  koa.use(problemAnswers(pino({ level: 'silent' }), publicUrl));
  koa.use(securityHeaders(publicUrl));
  koa.use(mailboxRoutes(mailbox).routes());
  const server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const page = async (path: string) => (await get(path)).text();
  return { mailbox, get, page, url: `http://127.0.0.1:${port}` };
}

/** Ways in which a request from elsewhere shows. */
const FROM_ELSEWHERE = [
  'Host: radio.example.com',
  'Host: localhost.example.com',
  'Host: localhost\r\nX-Forwarded-For: 203.0.113.7',
  'Host: localhost\r\nForwarded: for=203.0.113.7',
  'Host: localhost\r\nX-Real-IP: 203.0.113.7',
  'Host: localhost\r\nVia: 1.1 proxy',
];

test.each(FROM_ELSEWHERE)('the mailbox does not exist for a request with %j', async (headers) => {
  const { mailbox, url } = await startMailbox();
  await mailbox.send(letter);
  const ask = (head: string) =>
    rawRequest(url, `GET /dev/mailbox HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
  expect(await ask('Host: localhost')).toContain(letter.subject);
  const answer = await ask(headers);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).not.toContain(letter.subject);
});

/** The visible text of a page, without its style. */
const wordsOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** The rows of the list: where each leads and what it says. */
const rowsOf = (html: string): { href: string; words: string }[] =>
  [...html.matchAll(/<li><a href="([^"]*)">(.*?)<\/a><\/li>/gs)].map(
    ([, href = '', inner = '']) => ({ href, words: wordsOf(inner) }),
  );

const letter = {
  to: 'ada@example.com',
  subject: 'Your sign-in code',
  text: 'The code:\n483920\n<b>plain</b>',
  html: '<p>The code: <b>483920</b></p>',
  id: 'mail-1',
};

describe('the mailbox page', () => {
  test('shows an empty state', async () => {
    const { page } = await startMailbox();
    const words = wordsOf(await page('/dev/mailbox'));
    expect(words).toContain('No mail yet');
    expect(words).toContain('A stand-in for development');
  });

  test('lists mails and text messages, newest first, and shows each of them', async () => {
    const { mailbox, page, get } = await startMailbox();
    await mailbox.send(letter);
    await mailbox.send({ to: '+442079460000', text: 'Your code is 112233', id: 'code-1' });
    const [text, mail] = rowsOf(await page('/dev/mailbox'));
    expect(text?.words).toMatch(/^Text messageYour code is 112233.*To \+442079460000$/);
    expect(mail?.words).toMatch(/^Your sign-in code.*To ada@example\.com$/);

    expect(wordsOf(await page(text?.href ?? ''))).toContain('Your code is 112233');
    expect((await get(`${text?.href}/html`)).status).toBe(404);

    const shown = await page(mail?.href ?? '');
    expect(wordsOf(shown)).toContain(letter.text);
    const [, src = '', sandbox = ''] =
      /<iframe[^>]*src="([^"]*)" sandbox="([^"]*)"/.exec(shown) ?? [];
    expect(sandbox).toContain('allow-popups');
    expect(sandbox).not.toMatch(/allow-scripts|allow-same-origin/);
    expect(await page(src)).toBe(letter.html);
  });

  test('shows the reply address if a mail has one', async () => {
    const { mailbox, page } = await startMailbox();
    await mailbox.send({ ...letter, reply_to: 'grace@example.com' });
    await mailbox.send(letter);
    const shown = await Promise.all(
      rowsOf(await page('/dev/mailbox')).map(({ href }) => page(href)),
    );
    expect(shown.map((html) => html.includes('<dd>grace@example.com</dd>'))).toEqual([false, true]);
  });

  test('escapes hostile content', async () => {
    const { mailbox, page } = await startMailbox();
    await mailbox.send({ ...letter, to: HOSTILE, subject: HOSTILE, text: HOSTILE });
    await mailbox.send({ to: HOSTILE, text: HOSTILE, id: 'code-1' });
    const list = await page('/dev/mailbox');
    const pages = await Promise.all(rowsOf(list).map(({ href }) => page(href)));
    expect(pages).toHaveLength(2);
    for (const html of [list, ...pages]) {
      expect(html).not.toMatch(/<script|<img/);
      expect(wordsOf(html)).toContain(HOSTILE);
    }
  });

  test('forbids scripts on its pages, and everything but links in a framed mail', async () => {
    const { mailbox, get } = await startMailbox();
    await mailbox.send(letter);
    const [kept] = await mailbox.list();
    const list = await get('/dev/mailbox');
    expect(list.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-[^']+'; .*frame-src 'self'/,
    );
    expect(list.headers.get('x-frame-options')).toBe('DENY');

    const framed = await get(`/dev/mailbox/${kept?.id}/html`);
    const policy = framed.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; img-src 'self'; style-src 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    for (const answer of [list, framed]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('returns 404 for unknown ids', async () => {
    const { get } = await startMailbox();
    for (const id of ['nothing', '..%2F..%2Fetc%2Fpasswd', '1763712000000-0001-00000000']) {
      expect((await get(`/dev/mailbox/${id}`)).status).toBe(404);
      expect((await get(`/dev/mailbox/${id}/html`)).status).toBe(404);
    }
  });
});
