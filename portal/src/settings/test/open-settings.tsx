import { onTestFinished, vi } from 'vitest';
import { profile } from '../../purchase/test/stand-in-api.ts';
import { drawPages, find } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { AccountSettings } from '../AccountSettings.tsx';

export const user = {
  id: profile.user_id,
  email: 'ada@example.com',
  phone: null,
  new_email: null,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

/** The API's answer to a call; null is 204 without a body. */
type Answer = () => Response | Promise<Response>;
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

const SIGNED_IN: Record<string, Answer> = {
  'POST /v1/auth/token': answered({
    access_token: 'a',
    token_type: 'bearer',
    expires_in: 900,
    user,
  }),
  'GET /v1/me': answered({ user, role: 'user', profile }),
};

/** Opens Ada's settings. The keys of `answers` are calls: 'PATCH /v1/me/profile'. */
export async function openSettings(answers: Record<string, Answer> = {}) {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${new URL(url).pathname}`;
    asked.push({ call, body: JSON.parse(String(body ?? 'null')) });
    const answer = answers[call] ?? SIGNED_IN[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const pages = [
    { path: '/members', element: <AccountSettings /> },
    { path: '/', element: <h1>Home</h1> },
  ];
  const { router } = await drawPages(pages, '/members');
  return {
    toasts,
    answers,
    /** The current path. */
    address: () => router.state.location.pathname,
    /** The bodies sent with a call. */
    sent: (call: string) => asked.filter((each) => each.call === call).map(({ body }) => body),
  };
}

/** The text of the page. */
export const text = () => document.body.textContent;

/** The open dialog. */
export const dialog = () => find(HTMLElement, '[role="dialog"], [role="alertdialog"]');
