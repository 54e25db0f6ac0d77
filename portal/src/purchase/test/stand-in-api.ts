/** The API at the network's edge, as much of it as a purchase asks. */
import { PACKAGES, type PackageName } from '@stationhouse/platform-api/contract/limits';
import { quoteFor } from '@stationhouse/platform-api/contract/pricing';
import type { Profile } from '@stationhouse/sdk/client';
import { vi } from 'vitest';

export interface Asked {
  path: string;
  headers: Headers;
  // What a test looks at in a body is its own business.
  body: Record<string, unknown>;
}

type Answer = Response | Promise<Response>;
type Door = (asked: Asked) => Answer;

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

/** VAT numbers that begin with a country's letters and digits are written well enough here. */
function quote({ body }: Asked): Response {
  const { package_name, country, vat_number } = body;
  const isVatNumberValid =
    vat_number === undefined ? null : /^[A-Z]{2}\d+$/.test(String(vat_number));
  // Only what the wizard itself asks comes here.
  const packageName = package_name as PackageName;
  return answer(quoteFor({ packageName, country: String(country), isVatNumberValid }));
}

const session = { access_token: 'a', token_type: 'bearer', expires_in: 900, user };

/** Stands in for the network. @returns what was asked, and a way to answer a call otherwise */
export function standInApi() {
  const asked: Asked[] = [];
  const doors = new Map<string, Door>([
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
    const door = doors.get(path);
    if (!door) throw new TypeError(`Nobody answers at ${path}.`);
    return door(one);
  });
  return {
    /** What was asked at an address, in order. */
    askedAt: (path: string) => asked.filter((one) => one.path === path),
    answerAt: (path: string, door: Door) => doors.set(path, door),
  };
}
