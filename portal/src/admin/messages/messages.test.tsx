import { expect, test } from 'vitest';
import { answered } from '../../api/test/answers.ts';
import { dialog, press, stayOutOfSight, text, until } from '../../ui/test/draw.tsx';
import {
  ada,
  CUSTOMER,
  GET_CUSTOMER,
  openAdmin,
  openAdminDialog,
} from '../test/open-admin-dialog.tsx';
import { WaitingMessages } from './WaitingMessages.tsx';

const THREAD = `GET ${CUSTOMER}/messages`;
const WAITING = 'GET /v1/admin/messages';
const list = (data: object[], more: object = {}) =>
  answered({ data, has_more: false, next_cursor: null, ...more });

const message = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a20',
  body: 'More jazz?',
  is_from_team: false,
  created_at: '2026-11-21T09:30:00.000Z',
  read_at: null,
  author_email: null,
};

test('shows the thread of a customer, with the admin who wrote', async () => {
  stayOutOfSight();
  const answer = {
    ...message,
    id: ada.user.id,
    is_from_team: true,
    author_email: 'grace@example.com',
  };
  const page = await openAdminDialog('messages', {
    [GET_CUSTOMER]: answered(ada),
    [THREAD]: list([answer, message], { unread: 1 }),
  });
  await until(() => expect(dialog().textContent).toContain('grace@example.com'));
  expect(dialog().textContent).toContain('Customer · 21 November 2026');
  // A message outside of the view is not read.
  expect(page.sent(`PUT ${CUSTOMER}/messages/read`)).toEqual([]);
  await press('Customer details');
  await until(() => expect(page.address()).toContain('dialog=view'));
});

test('lists customers who wait, and opens their thread', async () => {
  const waiting = {
    user_id: ada.user.id,
    first_name: 'Ada',
    last_name: 'Marlow',
    station_name: null,
    unread: 2,
    newest: 'More jazz?',
    waiting_since: '2026-11-21T09:30:00.000Z',
  };
  const page = await openAdmin(
    '/admin/messages',
    { [WAITING]: list([waiting]) },
    <WaitingMessages />,
  );
  await until(() => expect(text()).toContain('2 new'));
  expect(text()).toContain('More jazz?');
  await press('Ada Marlow');
  expect(page.address()).toContain('dialog=messages');
});

test('says that no customer waits', async () => {
  await openAdmin('/admin/messages', { [WAITING]: list([]) }, <WaitingMessages />);
  await until(() => expect(text()).toContain('No customer waits'));
});
