import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { MemberPage } from '@stationhouse/platform-api/contract/site/pages';
import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { profile } from '../../api/test/answers.ts';
import { draw, stayOutOfSight } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { AccountPage } from '../AccountPage.tsx';
import { BillingPage } from '../BillingPage.tsx';
import { Dashboard } from '../Dashboard.tsx';
import { LocationsPage } from '../LocationsPage.tsx';
import { FilesPage } from '../FilesPage.tsx';
import { MemberArea } from '../MemberFrame.tsx';
import { ProgrammePage } from '../ProgrammePage.tsx';
import { LookPage } from '../share/LookPage.tsx';
import { SharePage, TableCardsPage } from '../share/MovedPages.tsx';
import { OwnPage } from '../share/OwnPage.tsx';
import { PrintPage } from '../share/PrintPage.tsx';
import { ScreensPage } from '../share/ScreensPage.tsx';
import { WebsitePage } from '../share/WebsitePage.tsx';
import { SoundPage } from '../SoundPage.tsx';
import { TeamPage } from '../TeamPage.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

/** The API's answer to a call: the body, or a status with one. */
export interface Answer {
  status?: number;
  body: unknown;
}
type Answers = Record<
  string,
  Answer | ((request: RequestInit, url: URL) => Answer | Response | Promise<Answer>)
>;

export const user = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  email: 'ada@example.com',
  phone: null,
  new_email: null,
  email_confirmed_at: '2026-11-21T09:40:00.000Z',
  phone_confirmed_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

export const station = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
  status: 'active',
  is_on_air_here: false,
  has_music: true,
  waiting_for: null,
  is_name_operators: false,
  waiting_since: null,
  starter_since: null,
  station_name: 'The Counting House',
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  station_slug: 'counting-house',
  station_url: 'https://radio.example.com/counting-house',
  station_logo_url: null,
  stream_url: 'https://radio.example.com/stream/counting-house',
  logo_shape: null,
  accent_colour: null,
  theme: null,
  dark_logo: null,
  background_url: null,
  zone: null,
  wall_message: null,
  package_name: null,
  package_price: null,
  currency: 'eur',
  purchased_at: null,
  admin_uploaded_ids: [],
  admin_uploaded_commercials: [],
  slug_changes_left: 10,
};

const track = (title: string) => ({
  title,
  artist: 'Nora Field',
  cover: `https://covers.example.com/${title}.jpg`,
});

export const nowPlaying = {
  previous: track('Slow Morning'),
  current: track('Second Cup'),
  next: track('Open at Seven'),
  updated_at: '2026-11-21T12:00:00.000Z',
  stale: false,
};

/** Listening to the station now, this month and in the last days. */
export const listeningSummary = {
  zone: 'Europe/London',
  listeners: 3,
  month: {
    key: '2026-11',
    seconds: 1_204 * 3_600,
    sessions: 812,
    cap_seconds: 20_000 * 3_600,
    forecast_seconds: 1_650 * 3_600,
    policy: 'notify',
  },
  today: { seconds: 5_400, peak: 7 },
  last_7_days: { seconds: 302 * 3_600 },
  last_30_days: { seconds: 1_390 * 3_600 },
};

export const quote = {
  package_name: 'Professional',
  setup_fee: 349_00,
  first_month: 299_00,
  vat_rate: 20,
  vat_amount: 129_60,
  total: 777_60,
  currency: 'eur',
  vat_number_valid: null,
};

export const purchase = {
  package_name: 'Professional',
  company_details: {
    name: 'The Counting House',
    telephone: '+44 20 7946 0000',
    address: '12 Lamp Street',
    postal_code: 'E1 6AN',
    city: 'London',
    country: 'United Kingdom',
  },
  quote,
  trial: false,
  created_at: '2026-11-20T12:00:00.000Z',
};

export const subscription: Subscription = {
  next_payment_date: '2026-12-21T12:00:00.000Z',
  amount: 358_80,
  currency: 'eur',
  status: 'active',
  cancel_at: null,
  trial_ends_at: null,
  package_name: null,
  next_package_name: null,
  unpaid_change: null,
  off_air_at: null,
  if_cancelled: {
    ends_at: '2027-01-21T12:00:00.000Z',
    payment: { amount: 358_80, date: '2026-12-21T12:00:00.000Z' },
  },
};

export const invoice = {
  id: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
  amount_paid: 777_60,
  currency: 'eur',
  period_start: Date.parse('2026-11-21T12:00:00Z') / 1000,
  period_end: Date.parse('2026-12-21T12:00:00Z') / 1000,
  status: 'paid',
};

/** The event stream of a station's changes. */
export function stationLine() {
  const encoder = new TextEncoder();
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    answer({ signal }: RequestInit): Response {
      isOpen = true;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          line = controller;
          signal?.addEventListener('abort', () => {
            isOpen = false;
            controller.error(signal.reason);
          });
          controller.enqueue(encoder.encode(': here\n\n'));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    count: (listeners: number) =>
      line?.enqueue(encoder.encode(`event: listening\ndata: ${JSON.stringify({ listeners })}\n\n`)),
    /** @param row the new station; null when it was deleted */
    tell(row: object | null) {
      line?.enqueue(encoder.encode(`event: station\ndata: ${JSON.stringify(row)}\n\n`));
    },
  };
}

/** A refusal or failure of the API. */
export const problem = (status: number, code: string, title: string, detail: string): Answer => ({
  status,
  body: { type: 'about:blank', status, code, title, detail, request_id: 'r1' },
});

export const NO_STATION = problem(404, 'no_station', 'No station yet', 'You have no station yet.');

const SIGNED_IN: Answers = {
  'POST /v1/auth/token': {
    body: { access_token: 'a', token_type: 'bearer', expires_in: 900, user },
  },
  'GET /v1/me': {
    body: { user, role: 'user', profile },
  },
  'GET /v1/me/announcements': {
    body: {
      data: [],
      has_more: false,
      next_cursor: null,
      zone: 'Europe/London',
      an_hour: 0,
      much_speech: null,
    },
  },
  'GET /v1/me/locations': {
    body: {
      data: [],
      has_more: false,
      next_cursor: null,
      zone: 'Europe/London',
      alerts_by: 'email',
      month: null,
    },
  },
  'GET /v1/me/station/approval': {
    body: {
      state: 'on_air',
      changes: null,
      answered_at: null,
      zone: null,
      items: [],
      radio_ids: [],
      audio_urls: {},
    },
  },
  'GET /v1/me/station/pauses': {
    body: { data: [], has_more: false, next_cursor: null, zone: 'Europe/London' },
  },
  'GET /v1/me/station/rated-tracks': { body: { data: [], has_more: false, next_cursor: null } },
  'GET /v1/me/assets': { body: { data: [], has_more: false, next_cursor: null } },
  'GET /v1/me/messages': { body: { data: [], has_more: false, next_cursor: null, unread: 0 } },
  'GET /v1/me/station': NO_STATION,
  'GET /v1/me/station/events': (request) => stationLine().answer(request),
  'GET /v1/me/station/now-playing': { body: nowPlaying },
  'GET /v1/me/station/listening/summary': { body: listeningSummary },
  'GET /v1/me/station/listeners': { body: { listeners: 3 } },
  'GET /v1/me/station/domain': { body: { domain: null } },
  'GET /v1/me/checkout': { body: { purchase: null } },
  'POST /v1/me/checkout/verify': {
    body: { success: false, message: 'Payment verification in progress. Please wait.' },
  },
  'GET /v1/packages': { body: { data: PACKAGES } },
  'POST /v1/quotes': { body: quote },
  'GET /v1/me/billing': { body: { subscription: null, invoices: [] } },
};

/** A stub of the API. `asked` lists the calls: 'POST /v1/me/billing/portal'. */
function stubApi(answers: Answers) {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const at = new URL(url);
    const call = `${init.method ?? 'GET'} ${at.pathname}`;
    asked.push({ call, body: JSON.parse(String(init.body ?? 'null')) });
    const answer = answers[call] ?? SIGNED_IN[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    const given = typeof answer === 'function' ? await answer(init, at) : answer;
    if (given instanceof Response) return given;
    return Response.json(given.body, { status: given.status ?? 200 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

const PAGES: Record<Exclude<MemberPage, '/members/invitation'>, ReactNode> = {
  '/members': <Dashboard />,
  '/members/sound': <SoundPage />,
  '/members/programme': <ProgrammePage />,
  '/members/share': <SharePage />,
  '/members/share/look': <LookPage />,
  '/members/share/page': <OwnPage />,
  '/members/share/website': <WebsitePage />,
  '/members/share/screens': <ScreensPage />,
  '/members/share/print': <PrintPage />,
  '/members/table-cards': <TableCardsPage />,
  '/members/locations': <LocationsPage />,
  '/members/files': <FilesPage />,
  '/members/billing': <BillingPage />,
  '/members/account': <AccountPage />,
  '/members/team': <TeamPage />,
};

/** Opens `/members` or another address of the member's area as Ada, in StrictMode. */
export async function openDashboard(answers: Answers = {}, address = '/members') {
  const asked = stubApi(answers);
  // Keeps the embed preview from loading the player.
  stayOutOfSight();
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/', element: null },
      {
        element: (
          <MemberArea isSignedIn>
            <Outlet />
          </MemberArea>
        ),
        children: Object.entries(PAGES).map(([path, element]) => ({ path, element })),
      },
    ],
    { initialEntries: ['/', address] },
  );
  await draw(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  // From here on React renders without `act`, as in a browser.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  onTestFinished(() => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
    queries.clear();
  });
  return {
    toasts,
    /** The number of times a call was made. */
    timesAsked: (call: string) => asked.filter((each) => each.call === call).length,
    /** The bodies sent with a call. */
    sent: (call: string) => asked.filter((each) => each.call === call).map(({ body }) => body),
    /** The browser's back button. */
    goBack: () => router.navigate(-1),
    goTo: (next: string) => router.navigate(next),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
  };
}

/** Waits until an expectation holds. */
export const until = (expected: () => void) =>
  vi.waitFor(expected, { timeout: 20_000, interval: 10 });

/** The text of the page. */
export const text = () => document.body.textContent;

/** The button or link with this name. */
export function control(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].filter((each) => {
    const [shown = each] = each.querySelectorAll('span > span:not(.invisible)');
    return each.textContent === name || shown.textContent === name;
  });
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} controls are called ${name}.`);
  return only;
}

export const press = (name: string) => control(name).click();
