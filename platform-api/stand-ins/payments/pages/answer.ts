import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CARD_SCRIPT } from './card-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { returnOrigin } from './return-address.ts';

/** What one of the sandbox's pages answers with. */
export type Answer =
  | {
      kind: 'page';
      status: number;
      html: string;
      /** Where else than to the sandbox the page's forms may lead in the end. */
      leadsTo?: readonly (string | null)[];
      /** The methods that the address takes, where the one that was used is none of them. */
      allow?: string;
    }
  | { kind: 'redirect'; to: string }
  | { kind: 'pdf'; name: string; bytes: Buffer };

/** A page as an answer. */
export type PageAnswer = Extract<Answer, { kind: 'page' }>;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STYLE_HASH = hashOf(PAGE_STYLE);
const SCRIPT_HASH = hashOf(CARD_SCRIPT);

/**
 * The pages' policy. Chromium holds a form to `form-action` to the end of the redirects that follow, so
 * the origins to which a payment returns stand there.
 */
function policyFor(leadsTo: readonly (string | null)[]): string {
  const origins = leadsTo.map(returnOrigin).filter((origin) => origin !== null);
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

/** Sends an answer. A HEAD request gets its headers. */
export function sendAnswer(res: ServerResponse, answer: Answer): void {
  const policy = policyFor(answer.kind === 'page' ? (answer.leadsTo ?? []) : []);
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
  // No other site learns a page's address. `no-referrer` would also take the Origin from the forms,
  // by which a browser over plain http shows that they are ours.
  res.setHeader('Referrer-Policy', 'same-origin');
  if (answer.kind === 'redirect') {
    res.writeHead(303, { Location: answer.to, 'Content-Length': 0 }).end();
    return;
  }
  const body = answer.kind === 'page' ? Buffer.from(answer.html) : answer.bytes;
  if (answer.kind === 'pdf') {
    res.setHeader('Content-Disposition', `attachment; filename="${answer.name}"`);
  } else if (answer.allow !== undefined) {
    res.setHeader('Allow', answer.allow);
  }
  res.setHeader(
    'Content-Type',
    answer.kind === 'pdf' ? 'application/pdf' : 'text/html; charset=utf-8',
  );
  res.writeHead(answer.kind === 'page' ? answer.status : 200, { 'Content-Length': body.length });
  res.end(body);
}
