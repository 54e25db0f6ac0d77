import type { AuditEntry } from '@stationhouse/platform-api/contract/admin/calls';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import type { ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import { answered, profile, user } from '../../api/test/answers.ts';
import { doing, drawPages } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import type { AdminDialog } from '../admin-address.ts';
import { AdminStepUp } from '../customers/actions/AdminStepUp.tsx';
import { CustomerDialogs } from '../CustomerDialogs.tsx';

/** Responses by call. Some depend on the query string. */
type Answers = Record<string, (query: URLSearchParams) => Response | Promise<Response>>;

/** The signed-in admin. */
export const grace = {
  ...user,
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a99',
  email: 'grace@example.com',
};

/** The customer in the dialogs. */
export const ada: CustomerDetails & { station: object } = {
  user,
  role: 'user',
  profile: { ...profile, user_id: user.id },
  purchase_order: 'PO-2026-118',
  station: {
    id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12',
    user_id: user.id,
    status: 'active',
    station_name: 'Counting House Radio',
    public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a12',
    station_slug: 'counting-house',
    station_url: 'https://counting-house.example.com/',
    station_logo_url: null,
    logo_shape: null,
    accent_colour: null,
    theme: null,
    dark_logo: null,
    background_url: null,
    zone: null,
    wall_message: null,
    stream_url: 'https://stream.example.com/a.mp3',
    is_on_air_here: false,
    has_music: true,
    waiting_for: null,
    is_name_operators: false,
    waiting_since: null,
    starter_since: null,
    radio_player_embed: null,
    package_name: 'Starter',
    package_price: 149_00,
    vat_amount: 89_60,
    total_amount: 537_60,
    currency: 'eur',
    purchased_at: '2026-11-21T09:30:00.000Z',
    setup_completed_at: null,
    admin_uploaded_ids: [],
    admin_uploaded_commercials: [],
    slug_changes_left: 10,
    updated_at: '2026-11-21T09:30:00.000Z',
    setup_notes: null,
    current_track_data: null,
    previous_track_data: null,
    next_track_data: null,
    website_state: 'due',
    website_url: null,
    apps_state: 'due',
    app_store_url: null,
    google_play_url: null,
    listening_policy: 'notify',
    created_at: '2026-11-21T09:30:00.000Z',
  },
  next_package_name: null,
  assets: [],
  etag: '"one"',
};

/** An audit entry: Grace put Ada's station on air. */
export const wentOnAir: AuditEntry = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2b01',
  at: '2026-11-21T14:32:05.000Z',
  actor_id: grace.id,
  actor_email: grace.email,
  action: 'change_customer',
  user_id: user.id,
  user_email: user.email,
  before: { 'station.status': 'setup_pending', 'station.stream_url': null },
  after: { 'station.status': 'active', 'station.stream_url': 'https://stream.example.com/a.mp3' },
  ip: '203.0.113.7',
  api_key_prefix: null,
};

export const CUSTOMER = `/v1/admin/customers/${user.id}`;
export const GET_CUSTOMER = `GET ${CUSTOMER}`;
export const STEP_UP = 'POST /v1/auth/step-up';
export const AUDIT = 'GET /v1/admin/audit';

const SIGNED_IN: Answers = {
  'POST /v1/auth/token': answered({
    access_token: 'a',
    token_type: 'bearer',
    expires_in: 900,
    user: grace,
  }),
  'GET /v1/me': answered({ user: grace, role: 'admin', profile }),
  [GET_CUSTOMER]: answered(ada),
  [STEP_UP]: answered({ step_up_token: 'proof', expires_in: 300 }),
};

interface Asked {
  call: string;
  query: string;
  headers: Headers;
  body: unknown;
}

/** Opens an admin dialog about a customer. Calls are named as in 'GET /v1/me'. */
export const openAdminDialog = (
  dialog: AdminDialog,
  answers: Answers = {},
  about: string = user.id,
) =>
  openAdmin(
    `/admin?customer=${about}&dialog=${dialog}`,
    answers,
    <AdminStepUp>
      <CustomerDialogs />
    </AdminStepUp>,
  );

/** Renders a part of the admin area at a URL. Other pages are only a heading. */
export async function openAdmin(address: string, answers: Answers, part: ReactElement) {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search, searchParams } = new URL(url);
    const call = `${init.method ?? 'GET'} ${pathname}`;
    const body: unknown = JSON.parse(String(init.body ?? 'null'));
    asked.push({ call, query: search, headers: new Headers(init.headers), body });
    const answer = answers[call] ?? SIGNED_IN[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    return answer(searchParams);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const pages = [
    { path: address.split('?')[0] ?? '', element: part },
    { path: '/members', element: <h1>Dashboard</h1> },
    { path: '/members/account', element: <h1>Account</h1> },
    { path: '/', element: <h1>Home</h1> },
  ];
  const { queries, router } = await drawPages(pages, address);
  return {
    answers,
    toasts,
    queries,
    /** Path and query string. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** The browser's own back button. */
    goBack: () => doing(() => router.navigate(-1)),
    goTo: (next: string) => doing(() => router.navigate(next)),
    /** The requests of a call, in order. */
    sent: (call: string) => asked.filter((each) => each.call === call),
  };
}
