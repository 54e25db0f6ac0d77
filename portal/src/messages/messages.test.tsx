import { onTestFinished, expect, test, vi } from 'vitest';
import { answered, profile, refused, user, type Answer } from '../api/test/answers.ts';
import { find, doing, drawPages, press, text, until } from '../ui/test/draw.tsx';
import { MessagesCard } from './MessagesCard.tsx';
import { UnreadMark } from './UnreadMark.tsx';

const LIST = 'GET /v1/me/messages';
const SEND = 'POST /v1/me/messages';
const READ = 'PUT /v1/me/messages/read';

const message = (n: number, is_from_team: boolean, more: object = {}) => ({
  id: `019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a${10 + n}`,
  body: `Message ${n}`,
  is_from_team,
  created_at: `2026-11-2${n}T09:30:00.000Z`,
  read_at: null,
  ...more,
});
const page = (data: object[], more: object = {}): Answer =>
  answered({ data, has_more: false, next_cursor: null, unread: 0, ...more });

/** Everything that is observed is in view. */
function seeEverything(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

/** Draws the member's card. The keys of `answers` are calls. */
async function openCard(answers: Record<string, Answer>) {
  seeEverything();
  const asked: { call: string; body: unknown }[] = [];
  const session = { access_token: 'a', token_type: 'bearer', expires_in: 900, user };
  const known: Record<string, Answer> = {
    'POST /v1/auth/token': answered(session),
    'GET /v1/me': answered({ user, role: 'user', profile }),
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, search } = new URL(url);
    const call = `${method} ${pathname}`;
    asked.push({ call: `${call}${search}`, body: JSON.parse(String(body ?? 'null')) });
    const answer = answers[`${call}${search}`] ?? answers[call] ?? known[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const card = (
    <>
      <a href="/members">
        Home
        <UnreadMark />
      </a>
      <MessagesCard />
    </>
  );
  await drawPages([{ path: '/members', element: card }], '/members');
  return {
    answers,
    sent: (call: string) => asked.filter((each) => each.call === call).map(({ body }) => body),
  };
}

const shown = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

/** Types a message. */
const write = (words: string) =>
  doing(() => {
    const field = find(HTMLTextAreaElement, 'textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      field,
      words,
    );
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('shows the thread, oldest first, and marks what is shown as read', async () => {
  const own = message(1, false, { read_at: '2026-11-21T10:00:00.000Z' });
  let unread = 1;
  let markRead = (): void => undefined;
  const marked = new Promise<void>((resolve) => (markRead = resolve));
  const card = await openCard({
    [LIST]: () => page([message(2, true), own], { unread })(),
    [READ]: () => marked.then(() => answered({ unread: (unread = 0) })()),
  });
  const home = () => find(HTMLAnchorElement, 'a').textContent;
  await until(() => expect(home()).toBe('Home, 1 new message'));
  markRead();
  await until(() => expect(shown()).toHaveLength(2));
  expect(shown()[0]).toMatch(/^Message 1You · 21 November 2026 at \d\d:30 · Read$/);
  expect(shown()[1]).toMatch(/^Message 2Our team · 22 November 2026 at \d\d:30$/);
  await until(() => expect(card.sent(READ)).toContainEqual({ until: message(2, true).id }));
  await until(() => expect(text()).not.toContain('1 new'));
  expect(home()).toBe('Home');
});

test('says how to begin, and sends what is written', async () => {
  const card = await openCard({ [LIST]: page([]), [SEND]: answered(message(3, false), 201) });
  await until(() => expect(text()).toContain('No messages yet.'));
  await press('Send');
  await until(() => expect(text()).toContain('Please write a message.'));
  expect(card.sent(SEND)).toEqual([]);
  await write(' More jazz? ');
  card.answers[LIST] = page([message(3, false)]);
  await press('Send');
  await until(() => expect(shown()).toHaveLength(1));
  expect(card.sent(SEND)).toEqual([{ body: 'More jazz?' }]);
  expect(find(HTMLTextAreaElement, 'textarea').value).toBe('');
});

test('keeps a message that was not sent, and says why', async () => {
  await openCard({ [LIST]: page([]), [SEND]: refused(429, 'rate_limited', 'Wait a moment.') });
  await write('More jazz?');
  await press('Send');
  await until(() => expect(text()).toContain('Wait a moment.'));
  expect(find(HTMLTextAreaElement, 'textarea').value).toBe('More jazz?');
});

test('loads earlier messages above the others', async () => {
  await openCard({
    [`${LIST}?limit=10&cursor=c`]: page([message(1, true)]),
    [LIST]: page([message(2, false)], { has_more: true, next_cursor: 'c' }),
  });
  await press('Show earlier messages');
  await until(() =>
    expect(shown().map((line) => line?.slice(0, 9))).toEqual(['Message 1', 'Message 2']),
  );
});
