/** Ada, a member, and the API's answers for a fake `fetch`. */
import type { Profile } from '@stationhouse/sdk/client';

export const user = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  email: 'ada@example.com',
  phone: null,
  new_email: null,
  email_confirmed_at: '2026-11-21T09:40:00.000Z',
  phone_confirmed_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

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
  music_wishes: null,
  industry: null,
  hears_first: false,
  setup_form_submitted: false,
  setup_form_submitted_at: null,
};

/** The API's answer to a call; null is 204 without a body. */
export type Answer = () => Response | Promise<Response>;
export const answered =
  (body: object | null, status = 200): Answer =>
  () =>
    body === null ? new Response(null, { status: 204 }) : Response.json(body, { status });

/** A refusal of the API. */
export const refused = (status: number, code: string, detail: string, more: object = {}): Answer =>
  answered({ status, code, title: 'Its title', detail, request_id: 'r1', ...more }, status);

/** A list answer of the API. */
export const listed = (data: object[]): Answer =>
  answered({ data, has_more: false, next_cursor: null });
