import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CARD_SCRIPT } from './card-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** A page to send. */
export interface PageAnswer {
  kind: 'page';
  status: number;
  html: string;
  /** URLs outside the stand-in that the page's forms may lead to. */
  leadsTo?: readonly (string | null)[];
  /** The allowed methods, with status 405. */
  allow?: string;
}

/** A redirect after a form was sent. */
export interface Redirect {
  kind: 'redirect';
  to: string;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STYLE_HASH = hashOf(PAGE_STYLE);
const SCRIPT_HASH = hashOf(CARD_SCRIPT);

/** Characters of an origin: none of them could end a directive of the policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * The Content-Security-Policy. Chromium applies `form-action` to redirects too, so it lists the origins to
 * which a payment returns.
 */
function policyFor(leadsTo: readonly (string | null)[]): string {
  const origins = leadsTo
    .map((address) => (address !== null && URL.canParse(address) ? new URL(address).origin : ''))
    .filter((origin) => PLAIN_ORIGIN.test(origin));
  return [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `script-src ${SCRIPT_HASH}`,
    'img-src data:',
    ["form-action 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Sends an answer. */
export function sendAnswer(res: ServerResponse, answer: PageAnswer | Redirect): void {
  const policy = policyFor(answer.kind === 'page' ? (answer.leadsTo ?? []) : []);
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
  // Hides a page's URL from other sites. `no-referrer` would also remove the Origin header that the
  // cross-site check of forms needs over plain http.
  res.setHeader('Referrer-Policy', 'same-origin');
  if (answer.kind === 'redirect') {
    res.writeHead(303, { Location: answer.to, 'Content-Length': 0 }).end();
    return;
  }
  if (answer.allow !== undefined) res.setHeader('Allow', answer.allow);
  const body = Buffer.from(answer.html);
  res.writeHead(answer.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(body);
}
