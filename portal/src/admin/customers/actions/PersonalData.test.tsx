import { expect, test } from 'vitest';
import { answered, refused, user } from '../../../api/test/answers.ts';
import { faultOf, field, isThere, press, text, type, until } from '../../../ui/test/draw.tsx';
import { openAdmin, STEP_UP } from '../../test/open-admin-dialog.tsx';
import { AdminStepUp } from './AdminStepUp.tsx';
import { PersonalData } from './PersonalData.tsx';

const FIND = 'POST /v1/admin/personal-data';
const ERASE = 'POST /v1/admin/personal-data/erasure';
const EVE = 'eve@example.com';

const messages = { kind: 'contact_messages', count: 2, days: 730, erasure: 'deleted' };
const invoices = { kind: 'invoices', count: 3, days: 2190, erasure: 'kept' };
const visitor = { email: EVE, customer: null, kinds: [messages] };
const account = { user_id: user.id, role: 'user', is_confirmed: true, has_subscription: false };
const customer = { email: EVE, customer: account, kinds: [messages, invoices] };

async function open(found: object, answers: Parameters<typeof openAdmin>[1] = {}) {
  const page = await openAdmin(
    '/admin',
    { [FIND]: answered(found), ...answers },
    <AdminStepUp>
      <PersonalData />
    </AdminStepUp>,
  );
  await press('Personal data');
  await until(() => field('email'));
  return page;
}

async function look(address = ` ${EVE.toUpperCase()} `) {
  await type(field('email'), address);
  await press('Find');
}

test('shows what is kept about an address, and for how long', async () => {
  const page = await open(customer);
  await look();
  await until(() => expect(text()).toContain('Kept about eve@example.com'));
  expect(page.sent(FIND)[0]?.body).toEqual({ email: EVE });
  expect(text()).toContain('Contact messages2 years2');
  expect(text()).toContain('6 years, as tax law requires · stays when you erase the address');
  expect(text()).toContain('Its station goes off air');
});

test('erases an address after a question and the admin’s password', async () => {
  const page = await open(customer, { [ERASE]: answered(customer, 202) });
  await look();
  await until(() => expect(isThere('Erase')).toBe(true));
  await press('Erase');
  await until(() => expect(text()).toContain('with the account, its station and its files'));
  expect(text()).toContain('Invoices stay at Stripe, as the law requires. This cannot be undone.');
  expect(page.sent(ERASE)).toEqual([]);
  await press('Erase address');
  await until(() => field('password'));
  await type(field('password'), 'a long walk by the sea');
  await press('Continue');
  await until(() => expect(page.toasts[0]?.title).toBe('Address erased'));
  expect(page.toasts[0]?.description).toContain('for 6 years, as tax law requires.');
  expect(page.sent(STEP_UP)).toHaveLength(1);
  const [erased] = page.sent(ERASE);
  expect([erased?.body, erased?.headers.get('step-up')]).toEqual([{ email: EVE }, 'proof']);
});

test('says that nothing is kept', async () => {
  await open({ ...visitor, kinds: [] });
  await look();
  await until(() => expect(text()).toContain('Nothing is kept about this address'));
  expect(isThere('Erase')).toBe(false);
});

test('says what to do first while a subscription runs', async () => {
  const page = await open({ ...customer, customer: { ...account, has_subscription: true } });
  await look();
  await until(() => expect(text()).toContain('This customer has a running subscription'));
  expect(text()).toContain('Delete the customer first');
  expect(isThere('Erase')).toBe(false);
  await press('View the account');
  await until(() => expect(page.address()).toBe(`/admin?customer=${user.id}&dialog=view`));
});

test('warns about an address that was never confirmed', async () => {
  await open({ ...customer, customer: { ...account, is_confirmed: false } });
  await look();
  await until(() => expect(text()).toContain('may belong to another person'));
});

test('shows a failure, and asks for an address', async () => {
  const page = await open(visitor, { [FIND]: refused(503, 'unavailable', 'Try again soon.') });
  await look('eve');
  await until(() => expect(faultOf('email')).toContain('Please enter an email address'));
  await look();
  await until(() => expect(text()).toContain('Try again soon.'));
  page.answers[FIND] = answered(visitor);
  await press('Find');
  await until(() => expect(text()).toContain('Kept about eve@example.com'));
});
