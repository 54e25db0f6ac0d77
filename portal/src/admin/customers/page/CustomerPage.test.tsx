import { expect, test } from 'vitest';
import { answered, listed, refused, user } from '../../../api/test/answers.ts';
import { isThere, press, pressable, text, until } from '../../../ui/test/draw.tsx';
import { CustomerDialogs } from '../../CustomerDialogs.tsx';
import { ada, CUSTOMER, GET_CUSTOMER, grace, openAdmin } from '../../test/open-admin-dialog.tsx';
import { AdminStepUp } from '../actions/AdminStepUp.tsx';
import { CustomerView } from './CustomerPage.tsx';

const TIMELINE = `GET ${CUSTOMER}/timeline`;

const moment = { at: '2026-11-21T09:30:00.000Z', ended_at: null, text: null };
const moments = [
  { ...moment, kind: 'trouble', text: 'No sound.', ended_at: '2026-11-21T12:30:00.000Z' },
  { ...moment, kind: 'listening', seconds: 7_200 },
  { ...moment, kind: 'message_from_customer', text: 'More jazz?' },
  { ...moment, kind: 'payment', text: 'paid', amount: 537_60 },
  { ...moment, kind: 'bought', text: 'Starter', amount: 537_60 },
].map((each) => ({ amount: null, seconds: null, ...each }));

const open = (answers: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(
    `/admin/customers/${user.id}`,
    { [TIMELINE]: listed(moments), ...answers },
    <AdminStepUp>
      <CustomerView userId={user.id} />
      <CustomerDialogs />
    </AdminStepUp>,
  );

test('shows facts, the timeline and the station of a customer', async () => {
  await open();
  await until(() => expect(text()).toContain('Bought Starter'));
  for (const words of [
    'Counting House Radio',
    'Trouble for 3 h',
    'No sound.',
    'Heard for 2',
    'November 2026',
    'The customer wrote',
    'More jazz?',
    '€537.60',
  ]) {
    expect(text()).toContain(words);
  }
  expect(isThere('Play')).toBe(true);
  expect(pressable('Schedule').getAttribute('href')).toBe(`/admin/schedule?customer=${user.id}`);
});

test('opens the dialogs of the specification over the page, and closes them to it', async () => {
  const page = await open();
  await press('All details');
  await until(() => expect(text()).toContain('Customer Details'));
  await press('Close');
  await until(() => expect(page.address()).toBe(`/admin/customers/${user.id}`));
  await press('Delete customer');
  await until(() => expect(text()).toContain('Delete this customer?'));
});

test('offers support no acts of admins, and admins no deletion of themselves', async () => {
  await open({
    'GET /v1/me': answered({ user: grace, role: 'support', profile: ada.profile }),
    [GET_CUSTOMER]: answered({ ...ada, station: null }),
  });
  await until(() => expect(text()).toContain('Access and deletion'));
  expect(text()).toContain('No station yet.');
  expect(isThere('Delete customer')).toBe(false);
  expect(isThere('Make admin')).toBe(false);
});

test('says that a customer was deleted', async () => {
  await open({ [GET_CUSTOMER]: refused(404, 'not_found', 'Not found.') });
  await until(() => expect(text()).toContain('This customer no longer exists.'));
});
