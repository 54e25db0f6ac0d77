import { expect, test } from 'vitest';
import { faultOf, field, isThere, press, pressable } from '../../purchase/test/wizard-page.tsx';
import { answered, dialog, refused, user } from '../../settings/test/open-settings.tsx';
import { doing, type, until } from '../../ui/test/draw.tsx';
import { CustomerDialogs } from '../CustomerDialogs.tsx';
import { CUSTOMERS_PLACE } from '../customers/customers-place.ts';
import {
  ada,
  CUSTOMER,
  GET_CUSTOMER,
  grace,
  openDesk,
  openDeskDialog,
  STEP_UP,
} from '../test/open-desk-dialog.tsx';

const DELETE = `DELETE ${CUSTOMER}`;
const PASSWORD = 'a long walk by the sea';

async function openDeletion(answers: Parameters<typeof openDeskDialog>[1] = {}) {
  const page = await openDeskDialog('delete', { [DELETE]: answered({}, 202), ...answers });
  await until(() => field('typed_login'));
  return page;
}

async function fillIn(login = ' Ada@Example.com ') {
  await type(field('typed_login'), login);
  await type(field('password'), PASSWORD);
}

const text = () => dialog().textContent;

test('who goes, and what goes with them, is said before anything is asked', async () => {
  await openDeletion();
  for (const said of ['Ada Marlow, The Counting House', 'off air', 'subscription is cancelled'])
    expect(text()).toContain(said);
  for (const said of ['files and data', 'Invoices stay', 'cannot be undone'])
    expect(text()).toContain(said);
  expect(text()).not.toContain('They are an admin');
});

test('a customer is deleted once the address is typed and the password given', async () => {
  const page = await openDeletion();
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP)[0]?.body).toEqual({ password: PASSWORD });
  expect(page.sent(DELETE)[0]?.headers.get('step-up')).toBe('proof');
  expect(page.toasts).toEqual([
    { title: 'User Deleted', description: 'Ada Marlow and all that was theirs.', kind: 'good' },
  ]);
});

test('the focus begins in the first field, though that comes after the question', async () => {
  await openDeletion();
  expect(document.activeElement).toBe(field('typed_login'));
});

test('once a customer is deleted the focus goes to all the others, as their row is gone', async () => {
  const page = await openDesk(
    `/admin?customer=${user.id}&dialog=delete`,
    { [DELETE]: answered({}, 202) },
    <>
      <section id={CUSTOMERS_PLACE} tabIndex={-1}>
        <button type="button">Export CSV</button>
      </section>
      <CustomerDialogs />
    </>,
  );
  await until(() => field('typed_login'));
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(page.address()).toBe('/admin'));
  await until(() => expect(document.activeElement?.id).toBe(CUSTOMERS_PLACE));
});

test('nothing is sent until the customer is named', async () => {
  const page = await openDeletion();
  await fillIn('ada@example.org');
  await press('Delete Customer');
  await until(() => expect(faultOf('typed_login')).toContain('Please type ada@example.com here.'));
  expect(page.sent(STEP_UP)).toEqual([]);
});

test('somebody without an address is named by their phone number', async () => {
  const page = await openDeletion({
    [GET_CUSTOMER]: answered({ ...ada, user: { ...user, email: null, phone: '+442079460000' } }),
  });
  expect(text()).toContain('phone number');
  await fillIn('+44 20 7946 0000');
  await press('Delete Customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
});

test('one’s own account is not deleted here, and the way to where it is stands there', async () => {
  const page = await openDeskDialog('delete', {}, grace.id);
  await until(() => expect(text()).toContain('This is your own account'));
  expect(isThere('Delete Customer')).toBe(false);
  await press('Go to My Dashboard');
  await until(() => expect(page.address()).toBe('/members'));
});

test('the password is asked for once, and counts in the next dialog', async () => {
  const page = await openDeletion();
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(page.address()).toBe('/admin'));
  await page.goTo(`/admin?customer=${user.id}&dialog=delete`);
  await until(() => field('typed_login'));
  expect(document.querySelector('input[name="password"]')).toBeNull();
  await type(field('typed_login'), 'ada@example.com');
  await press('Delete Customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(2));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('a wrong password is said at its field, and nothing is deleted', async () => {
  const page = await openDeletion({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(document.activeElement).toBe(field('password'));
  expect(page.sent(DELETE)).toEqual([]);
});

test('a failure is said in the API’s words, and what was typed stays', async () => {
  const page = await openDeletion({ [DELETE]: refused(503, 'unavailable', 'Try again soon.') });
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(text()).toContain('Failed to delete user.'));
  expect(text()).toContain('Try again soon.');
  expect(field('typed_login').value).toBe(' Ada@Example.com ');
  page.answers[DELETE] = answered({}, 202);
  await press('Delete Customer');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('a customer whom another admin was faster to delete is deleted', async () => {
  const page = await openDeletion({ [DELETE]: refused(404, 'not_found', 'Nothing is here.') });
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(page.toasts[0]?.title).toBe('User Deleted'));
  expect(page.address()).toBe('/admin');
});

test('pressed twice it deletes once, and neither Cancel nor Escape hides what comes of it', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openDeletion({ [DELETE]: () => coming.then(answered({}, 202)) });
  await fillIn();
  const button = pressable('Delete Customer');
  await doing(() => button.click());
  await doing(() => button.click());
  await doing(() => button.closest('form')?.requestSubmit());
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
  await press('Cancel');
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  await doing(() => button.dispatchEvent(escape));
  expect(text()).toContain('Deleting...');
  come();
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(DELETE)).toHaveLength(1);
});

test('a deletion that ends while another dialog is open leaves that open', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openDeletion({ [DELETE]: () => coming.then(answered({}, 202)) });
  await fillIn();
  await press('Delete Customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
  await page.goTo(`/admin?customer=${grace.id}&dialog=delete`);
  come();
  await until(() => expect(page.toasts[0]?.title).toBe('User Deleted'));
  expect(page.address()).toContain(grace.id);
});

test('of somebody who is gone already it says so', async () => {
  await openDeskDialog('delete', { [GET_CUSTOMER]: refused(404, 'not_found', 'Nothing is here.') });
  await until(() => expect(text()).toContain('This customer no longer exists.'));
  expect(isThere('Cancel')).toBe(true);
});

test('a customer who can’t be loaded can be asked for again, or left', async () => {
  const page = await openDeskDialog('delete', {
    [GET_CUSTOMER]: refused(503, 'unavailable', 'Try again soon.'),
  });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  page.answers[GET_CUSTOMER] = answered(ada);
  await press('Try again');
  await until(() => field('typed_login'));
  await press('Cancel');
  await until(() => expect(page.address()).toBe('/admin'));
});
