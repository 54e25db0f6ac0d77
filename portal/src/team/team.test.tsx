import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, answered, listed, profile, refused, user } from '../api/test/answers.ts';
import {
  drawPages,
  faultOf,
  field,
  press,
  pressable,
  text,
  type,
  until,
} from '../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../ui/toast.ts';
import { TeamCards } from './TeamCards.tsx';

const LIST = 'GET /v1/me/team';
const INVITE = 'POST /v1/me/team/invitations';
const REMOVE = 'DELETE /v1/me/team/members/m1';

const mary = {
  id: 'm1',
  email: 'mary@example.com',
  first_name: 'Mary',
  last_name: 'Jackson',
  role: 'staff',
  location_ids: null,
  joined_at: '2026-11-03T12:00:00.000Z',
};
const invitation = {
  id: 'i1',
  email: 'katherine@example.com',
  role: 'manager',
  location_ids: null,
  sent_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-27T12:00:00.000Z',
};

const teamOf = (members: object[], invitations: object[] = []): Answer =>
  answered({ data: members, has_more: false, next_cursor: null, invitations });

/** Opens the team of Ada's station. */
async function openTeam(answers: Record<string, Answer>) {
  const asked: { call: string; body: unknown }[] = [];
  const all: Record<string, Answer> = {
    'POST /v1/auth/token': answered({
      access_token: 'a',
      token_type: 'bearer',
      expires_in: 900,
      user,
    }),
    'GET /v1/me': answered({ user, role: 'user', profile }),
    'GET /v1/me/locations': listed([]),
    ...answers,
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${new URL(url).pathname}`;
    asked.push({ call, body: JSON.parse(String(body ?? 'null')) });
    const answer = all[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const element = (
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <TeamCards />
    </QueryClientProvider>
  );
  await drawPages([{ path: '/', element }], '/');
  return {
    toasts,
    answers: all,
    sent: (call: string) => asked.filter((each) => each.call === call).map(({ body }) => body),
  };
}

test('lists people with their roles, and invitations with their last day', async () => {
  await openTeam({ [LIST]: teamOf([mary], [invitation]) });
  await until(() => expect(text()).toContain('Mary Jackson'));
  expect(text()).toContain('Staff');
  expect(text()).toContain('katherine@example.com');
  expect(text()).toMatch(/Expired|Open until 27 November 2026/);
});

test('says so when nobody belongs to the team', async () => {
  await openTeam({ [LIST]: teamOf([]) });
  await until(() => expect(text()).toContain('You work alone so far'));
});

test('invites a person, and shows a refusal beside the address', async () => {
  const page = await openTeam({
    [LIST]: teamOf([]),
    [INVITE]: refused(422, 'own_invitation', 'You own this business.'),
  });
  await until(() => expect(text()).toContain('You work alone so far'));
  await type(field('email'), 'ada@example.com');
  await press('Send invitation');
  await until(() => expect(faultOf('email')).toContain('You own this business.'));
  page.answers[INVITE] = answered(invitation, 201);
  page.answers[LIST] = teamOf([], [invitation]);
  await type(field('email'), 'katherine@example.com');
  await press('Send invitation');
  await until(() => expect(text()).toContain('Withdraw'));
  expect(page.sent(INVITE).at(-1)).toEqual({
    email: 'katherine@example.com',
    role: 'staff',
    location_ids: null,
  });
  expect(page.toasts.map(({ title }) => title)).toEqual(['Invitation sent']);
});

test('removes a person after a question', async () => {
  const page = await openTeam({ [LIST]: teamOf([mary]), [REMOVE]: answered(null, 204) });
  await until(() => expect(text()).toContain('Mary Jackson'));
  await press('Remove Mary Jackson');
  page.answers[LIST] = teamOf([]);
  await press('Remove from the team');
  await until(() => expect(text()).toContain('You work alone so far'));
  expect(page.sent(REMOVE)).toHaveLength(1);
  expect(pressable('Send invitation')).toBeTruthy();
});
