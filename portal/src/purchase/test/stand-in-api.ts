/** A fake `fetch` with the calls of a purchase. */
import { type PackageName, PACKAGES } from '@stationhouse/platform-api/contract/limits';
import { quoteFor } from '@stationhouse/platform-api/contract/pricing';
import type { Profile } from '@stationhouse/sdk/client';
import { vi } from 'vitest';

export interface Asked {
  path: string;
  headers: Headers;
  // Each test knows what its bodies hold.
  body: Record<string, unknown>;
}

type Answer = Response | Promise<Response>;
type Handler = (asked: Asked) => Answer;

const user = { id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10', email: 'ada@example.com' };

export const profile: Profile = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
  user_id: user.id,
  email: user.email,
  first_name: 'Ada',
  last_name: 'Marlow',
  phone_number: '+442079460000',
  country: 'United Kingdom',
  company_name: 'The Counting House',
  company_address: '12 Lamp Street',
  company_city: 'London',
  company_postal_code: 'E1 6AN',
  company_website: null,
  company_vat_number: null,
  created_at: '2026-11-21T09:30:00.000Z',
  station_name_request: null,
  station_logo_url: null,
  voice_preference: 'male',
  radio_id_texts: [],
  jingle_files: [],
  radio_id_frequency: 10,
  announcement_frequency: null,
  commercial_spots_per_break: null,
  setup_form_submitted: false,
  setup_form_submitted_at: null,
};

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
