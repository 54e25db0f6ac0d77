import { expect, test } from 'vitest';
import { answered, refused, user } from '../../../api/test/answers.ts';
import {
  dialog,
  doing,
  faultOf,
  field,
  isThere,
  press,
  pressable,
  type,
  until,
} from '../../../ui/test/draw.tsx';
import { CUSTOMERS_ID } from '../../admin-address.ts';
import { AdminStepUp } from './AdminStepUp.tsx';
import { CustomerDialogs } from '../../CustomerDialogs.tsx';
import {
  ada,
  CUSTOMER,
  GET_CUSTOMER,
  grace,
  openAdmin,
  openAdminDialog,
  STEP_UP,
} from '../../test/open-admin-dialog.tsx';

const DELETE = `DELETE ${CUSTOMER}`;
const PASSWORD = 'a long walk by the sea';

async function openDeletion(answers: Parameters<typeof openAdminDialog>[1] = {}) {
  const page = await openAdminDialog('delete', { [DELETE]: answered({}, 202), ...answers });
  await until(() => field('typed_login'));
  return page;
}

async function fillIn(login = ' Ada@Example.com ') {
  await type(field('typed_login'), login);
  await type(field('password'), PASSWORD);
}

const text = () => dialog().textContent;

test('names the customer and what will be deleted', async () => {
  await openDeletion();
  for (const said of ['Ada Marlow, The Counting House', 'off air', 'subscription is cancelled'])
    expect(text()).toContain(said);
  for (const said of ['files and data', 'Invoices stay', 'cannot be undone'])
    expect(text()).toContain(said);
  expect(text()).not.toContain('They are an admin');
});

test('deletes a customer after their email and the admin’s password', async () => {
  const page = await openDeletion();
  await fillIn();
  await press('Delete customer');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP)[0]?.body).toEqual({ password: PASSWORD });
  expect(page.sent(DELETE)[0]?.headers.get('step-up')).toBe('proof');
  expect(page.toasts).toEqual([
    { title: 'User Deleted', description: 'Ada Marlow and all their data.', kind: 'good' },
  ]);
});

test('focuses the first field', async () => {
  await openDeletion();
  expect(document.activeElement).toBe(field('typed_login'));
});

test('focuses the customer table after a deletion', async () => {
  const page = await openAdmin(
    `/admin?customer=${user.id}&dialog=delete`,
    { [DELETE]: answered({}, 202) },
    <>
      <section id={CUSTOMERS_ID} tabIndex={-1}>
        <button type="button">Export CSV</button>
      </section>
      <AdminStepUp>
        <CustomerDialogs />
      </AdminStepUp>
    </>,
  );
  await until(() => field('typed_login'));
  await fillIn();
  await press('Delete customer');
  await until(() => expect(page.address()).toBe('/admin'));
  await until(() => expect(document.activeElement?.id).toBe(CUSTOMERS_ID));
});

test('sends nothing until the customer’s login is typed', async () => {
  const page = await openDeletion();
  await fillIn('ada@example.org');
  await press('Delete customer');
  await until(() => expect(faultOf('typed_login')).toContain('Please type ada@example.com here.'));
  expect(page.sent(STEP_UP)).toEqual([]);
});

test('asks for the phone number of a customer without email', async () => {
  const page = await openDeletion({
    [GET_CUSTOMER]: answered({ ...ada, user: { ...user, email: null, phone: '+442079460000' } }),
  });
  expect(text()).toContain('phone number');
  await fillIn('+44 20 7946 0000');
  await press('Delete customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
});

test('does not delete the admin’s own account, and links to Account settings', async () => {
  const page = await openAdminDialog('delete', {}, grace.id);
  await until(() => expect(text()).toContain('This is your own account'));
  expect(isThere('Delete customer')).toBe(false);
  await press('Go to my account');
  await until(() => expect(page.address()).toBe('/members/account'));
});

test('a password given once counts in the next dialog', async () => {
  const page = await openDeletion();
  await fillIn();
  await press('Delete customer');
  await until(() => expect(page.address()).toBe('/admin'));
  await page.goTo(`/admin?customer=${user.id}&dialog=delete`);
  await until(() => field('typed_login'));
  expect(document.querySelector('input[name="password"]')).toBeNull();
  await type(field('typed_login'), 'ada@example.com');
  await press('Delete customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(2));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('shows a wrong password at its field and deletes nothing', async () => {
  const page = await openDeletion({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await fillIn();
  await press('Delete customer');
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(document.activeElement).toBe(field('password'));
  expect(page.sent(DELETE)).toEqual([]);
});

test('shows the API’s message on failure and keeps what was typed', async () => {
  const page = await openDeletion({ [DELETE]: refused(503, 'unavailable', 'Try again soon.') });
  await fillIn();
  await press('Delete customer');
  await until(() => expect(text()).toContain('Failed to delete user.'));
  expect(text()).toContain('Try again soon.');
  expect(field('typed_login').value).toBe(' Ada@Example.com ');
  page.answers[DELETE] = answered({}, 202);
  await press('Delete customer');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('counts as done when another admin deleted the customer', async () => {
  const page = await openDeletion({ [DELETE]: refused(404, 'not_found', 'Nothing is here.') });
  await fillIn();
  await press('Delete customer');
  await until(() => expect(page.toasts[0]?.title).toBe('User Deleted'));
  expect(page.address()).toBe('/admin');
});

test('a double click deletes once, and the dialog stays open until the result is known', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openDeletion({ [DELETE]: () => coming.then(answered({}, 202)) });
  await fillIn();
  const button = pressable('Delete customer');
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

test('a finished deletion does not close another dialog', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openDeletion({ [DELETE]: () => coming.then(answered({}, 202)) });
  await fillIn();
  await press('Delete customer');
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
  await page.goTo(`/admin?customer=${grace.id}&dialog=delete`);
  come();
  await until(() => expect(page.toasts[0]?.title).toBe('User Deleted'));
  expect(page.address()).toContain(grace.id);
});

test('says that the customer no longer exists', async () => {
  await openAdminDialog('delete', {
    [GET_CUSTOMER]: refused(404, 'not_found', 'Nothing is here.'),
  });
  await until(() => expect(text()).toContain('This customer no longer exists.'));
  expect(isThere('Cancel')).toBe(true);
});

test('retries loading a customer, or closes', async () => {
  const page = await openAdminDialog('delete', {
    [GET_CUSTOMER]: refused(503, 'unavailable', 'Try again soon.'),
  });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  page.answers[GET_CUSTOMER] = answered(ada);
  await press('Try again');
  await until(() => field('typed_login'));
  await press('Cancel');
  await until(() => expect(page.address()).toBe('/admin'));
});
