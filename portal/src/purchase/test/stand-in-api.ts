/** A fake `fetch` with the calls of a purchase. */
import { type PackageName, PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { quoteFor } from '@stationhouse/platform-api/contract/billing/pricing';
import { vi } from 'vitest';
import { profile } from '../../api/test/answers.ts';

export interface Asked {
  path: string;
  headers: Headers;
  // Each test knows what its bodies hold.
  body: Record<string, unknown>;
}

type Answer = Response | Promise<Response>;
type Handler = (asked: Asked) => Answer;

export const PAYMENT_PAGE = 'https://checkout.stripe.com/c/pay/cs_123';

export const answer = (body: object, status = 200): Response => Response.json(body, { status });

export const problem = (status: number, code: string, more: object = {}): Response =>
  answer(
    { status, code, title: 'Its title', detail: 'Its sentence.', request_id: 'r1', ...more },
    status,
  );

/** Two letters and digits count as a valid VAT number here. */
function quote({ body }: Asked): Response {
  const { package_name, country, vat_number } = body;
  const isVatNumberValid =
    vat_number === undefined ? null : /^[A-Z]{2}\d+$/.test(String(vat_number));
  // The wizard only sends known package names.
  const packageName = package_name as PackageName;
  return answer(quoteFor({ packageName, country: String(country), isVatNumberValid }));
}

const user = { id: profile.user_id, email: profile.email };
const session = { access_token: 'a', token_type: 'bearer', expires_in: 900, user };

/** Replaces `fetch`. @returns the requests, and a way to change an answer */
export function standInApi() {
  const asked: Asked[] = [];
  const handlers = new Map<string, Handler>([
    ['/v1/auth/token', () => answer(session)],
    ['/v1/me', () => answer({ user, role: 'user', profile })],
    ['/v1/packages', () => answer({ data: PACKAGES })],
    ['/v1/quotes', quote],
    ['/v1/me/checkout', () => answer({ url: PAYMENT_PAGE })],
  ]);
  vi.stubGlobal('fetch', async (input: string, { headers, body }: RequestInit) => {
    const path = new URL(input).pathname;
    const one = { path, headers: new Headers(headers), body: JSON.parse(String(body ?? '{}')) };
    asked.push(one);
    const handle = handlers.get(path);
    if (!handle) throw new TypeError(`No answer for ${path}.`);
    return handle(one);
  });
  return {
    /** The requests to a path, in order. */
    askedAt: (path: string) => asked.filter((one) => one.path === path),
    answerAt: (path: string, handler: Handler) => handlers.set(path, handler),
  };
}
