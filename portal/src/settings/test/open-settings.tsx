import { onTestFinished, vi } from 'vitest';
import { type Answer, answered, profile, user } from '../../api/test/answers.ts';
import { drawPages } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { AccountSettings } from '../AccountSettings.tsx';

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
