import { expect, onTestFinished, test } from 'vitest';
import { answered, refused, user } from '../../../api/test/answers.ts';
import { visitors } from '../../../api/visitors.ts';
import {
  dialog,
  doing,
  faultOf,
  field,
  find,
  press,
  text as pageText,
  type,
  until,
} from '../../../ui/test/draw.tsx';
import {
  ada,
  CUSTOMER,
  GET_CUSTOMER,
  grace,
  openAdminDialog,
  STEP_UP,
} from '../../test/open-admin-dialog.tsx';

const CHANGE = `PUT ${CUSTOMER}/role`;
const CHANGE_OWN = `PUT /v1/admin/customers/${grace.id}/role`;
const PASSWORD = 'a long walk by the sea';

const text = () => dialog().textContent;

/** Opens the dialog about Ada and types the password. */
async function openQuestion(answers: Parameters<typeof openAdminDialog>[1] = {}) {
  const page = await openAdminDialog('role', answers);
  await until(() => field('password'));
  await type(field('password'), PASSWORD);
  return page;
}

/** Opens the dialog about Grace, the signed-in admin. */
async function openOwn(answers: Parameters<typeof openAdminDialog>[1] = {}) {
  const own = { ...ada, user: grace, role: 'admin' };
  const page = await openAdminDialog(
    'role',
    { [`GET /v1/admin/customers/${grace.id}`]: answered(own), ...answers },
    grace.id,
  );
  await until(() => expect(text()).toContain('Stop being an admin?'));
  await type(field('password'), PASSWORD);
  return page;
}

test('makes a customer an admin after explaining what it means', async () => {
  const page = await openQuestion({ [CHANGE]: answered({ role: 'admin' }) });
  expect(text()).toContain('Make Ada Marlow an admin?');
  expect(text()).toContain('delete accounts and make other admins');
  await press('Make admin');
  await until(() => expect(page.address()).toBe('/admin'));
  const [sent] = page.sent(CHANGE);
  expect(sent?.body).toEqual({ role: 'admin' });
  expect(sent?.headers.get('step-up')).toBe('proof');
  expect(page.toasts).toEqual([
    { title: 'User Updated', description: 'Ada Marlow is an admin now.', kind: 'good' },
  ]);
});

test('removes the admin role', async () => {
  const page = await openQuestion({
    [GET_CUSTOMER]: answered({ ...ada, role: 'admin' }),
    [CHANGE]: answered({ role: 'user' }),
  });
  expect(text()).toContain('Remove Ada Marlow as an admin?');
  await press('Remove admin');
  await until(() => expect(page.toasts[0]?.description).toBe('Ada Marlow is no longer an admin.'));
  expect(page.sent(CHANGE)[0]?.body).toEqual({ role: 'user' });
});

test.each([
  ['email_unconfirmed', 'It must be confirmed before its owner becomes an admin.'],
  ['last_admin', 'Make another person an admin first.'],
])('a refusal as %s is said in its words, and can be tried again', async (code, detail) => {
  const page = await openQuestion({ [CHANGE]: refused(409, code, detail) });
  await press('Make admin');
  await until(() => expect(text()).toContain('Failed to update user data.'));
  expect(text()).toContain(detail);
  page.answers[CHANGE] = answered({ role: 'admin' });
  await press('Make admin');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('shows a wrong password at its field and changes no role', async () => {
  const page = await openQuestion({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await press('Make admin');
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(page.sent(CHANGE)).toEqual([]);
});

test('an admin who gives up the role goes to their dashboard, and admin data is cleared', async () => {
  const page = await openOwn({ [CHANGE_OWN]: answered({ role: 'user' }) });
  localStorage.setItem('signed-in', 'yes');
  onTestFinished(visitors.watch());
  await until(() => expect(visitors.snapshot()).toMatchObject({ status: 'member', isAdmin: true }));
  expect(text()).toContain('Only another admin can restore it.');
  page.answers['GET /v1/me'] = answered({ user: grace, role: 'user', profile: ada.profile });
  await press('Remove admin');
  await until(() => expect(visitors.snapshot()).toMatchObject({ isAdmin: false }));
  expect(page.address()).toBe('/members');
  expect(pageText()).toBe('Dashboard');
  expect(page.queries.getQueriesData({ queryKey: ['admin'] })).toEqual([]);
  expect(page.toasts).toEqual([
    { title: 'You are no longer an admin', kind: 'good', leavesPage: true },
  ]);
});

test('the last admin cannot give up the role', async () => {
  const page = await openOwn({
    [CHANGE_OWN]: refused(409, 'last_admin', 'Make another person an admin first.'),
  });
  await press('Remove admin');
  await until(() => expect(text()).toContain('Make another person an admin first.'));
  expect(page.address()).toContain('dialog=role');
});

test('a double click sends one request, and the dialog stays open until it is done', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openQuestion({ [CHANGE]: () => coming.then(answered({ role: 'admin' })) });
  const form = find(HTMLFormElement, 'form');
  await doing(() => form.requestSubmit());
  await doing(() => form.requestSubmit());
  await until(() => expect(page.sent(CHANGE)).toHaveLength(1));
  await press('Cancel');
  expect(text()).toContain('Saving...');
  come();
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(CHANGE)).toHaveLength(1);
});

test('tells the password manager the admin’s login, not the customer’s', async () => {
  await openQuestion();
  const login = find(HTMLInputElement, 'input[autocomplete="username"]');
  expect(login.value).toBe(grace.email);
  expect(login.value).not.toBe(user.email);
});
