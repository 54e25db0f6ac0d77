import { expect, test } from 'vitest';
import { answered, refused } from '../api/test/answers.ts';
import { dialog, doing, find, isThere, press, text, until } from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const LIST = 'GET /v1/auth/sessions';
const END = 'DELETE /v1/auth/sessions/s2';
const END_OTHERS = 'DELETE /v1/auth/sessions';

const here = {
  id: 's1',
  created_at: '2026-11-03T12:00:00.000Z',
  last_used_at: '2026-11-21T12:00:00.000Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  ip: '203.0.113.7',
  current: true,
};
const phone = {
  ...here,
  id: 's2',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
  current: false,
};
const tool = { ...here, id: 's3', user_agent: 'curl/8.5.0', ip: '198.51.100.4', current: false };

const sessions = (data: object[], support_views: string[] = []) =>
  answered({ data, has_more: false, next_cursor: null, support_views });

/** Opens the sessions section of the settings. */
async function openSessions(answers: Parameters<typeof openSettings>[0] = {}) {
  const page = await openSettings({ [LIST]: sessions([phone, here, tool]), ...answers });
  await until(() => find(HTMLElement, 'summary'));
  expect(page.sent(LIST)).toEqual([]);
  await doing(() => find(HTMLElement, 'summary').click());
  return page;
}

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);

test('lists each session with browser, dates and IP address, this device first', async () => {
  await openSessions();
  await until(() => expect(rows()).toHaveLength(3));
  const [first, second, third] = rows();
  expect(first).toContain('Firefox on LinuxThis device');
  expect(first).toContain('Last used 21 November 2026, signed in 3 November 2026');
  expect(first).toContain('203.0.113.7');
  expect(first).not.toContain('Sign out');
  expect(second).toContain('Safari on iPhone');
  expect(third).toContain('curl');
});

test('signs out one session, and removes it from the list', async () => {
  const page = await openSessions({ [END]: answered(null) });
  await press('Sign out Safari on iPhone');
  await until(() => expect(rows()).toHaveLength(2));
  expect(page.sent(END)).toHaveLength(1);
  expect(page.toasts).toEqual([
    { title: 'Signed out', description: 'Safari on iPhone', kind: 'good' },
  ]);
  expect(document.activeElement?.textContent).toContain('If you do not recognise a device');
});

test('removes a session that has already ended', async () => {
  await openSessions({ [END]: refused(404, 'not_found', 'There is nothing here.') });
  await press('Sign out Safari on iPhone');
  await until(() => expect(rows()).toHaveLength(2));
});

test('reports a failed sign-out, and keeps the session in the list', async () => {
  const page = await openSessions({ [END]: refused(503, 'unavailable', 'Please try again.') });
  await press('Sign out Safari on iPhone');
  await until(() => expect(page.toasts[0]?.title).toBe('Failed to sign out'));
  expect(page.toasts[0]?.description).toContain('Please try again.');
  expect(rows()).toHaveLength(3);
});

test('signs out all others only after confirmation', async () => {
  const page = await openSessions({ [END_OTHERS]: answered(null) });
  await press('Sign out all others');
  expect(dialog().textContent).toContain('all API keys stop working. This device stays signed in.');
  await press('Cancel');
  expect(page.sent(END_OTHERS)).toEqual([]);
  await until(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull());
  await press('Sign out all others');
  const [, confirm] = dialog().querySelectorAll('button');
  await doing(() => confirm?.click());
  await until(() => expect(rows()).toHaveLength(1));
  expect(page.sent(END_OTHERS)).toHaveLength(1);
  expect(text()).toContain('You are signed in on this device only.');
  expect(isThere('Sign out all others')).toBe(false);
});

test('offers to retry when the sessions cannot be loaded', async () => {
  const page = await openSessions({ [LIST]: refused(503, 'unavailable', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load where you are signed in'));
  page.answers[LIST] = sessions([here]);
  await press('Try again');
  await until(() => expect(rows()).toHaveLength(1));
});

test('says when our team has looked at the account', async () => {
  await openSessions({ [LIST]: sessions([here], ['2026-11-20T14:32:00.000Z']) });
  await until(() => expect(text()).toContain('Our team looked at your account'));
  expect(text()).toContain('20 November 2026');
});
