import { expect, onTestFinished, test, vi } from 'vitest';
import { answered, profile, refused, user } from '../api/test/answers.ts';
import { visitors } from '../api/visitors.ts';
import {
  dialog,
  doing,
  faultOf,
  field,
  isThere,
  press,
  text,
  type,
  until,
} from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const ME = 'GET /v1/me';
const STEP_UP = 'POST /v1/auth/step-up';
const DELETE = 'DELETE /v1/me';
const SIGN_OUT = 'POST /v1/auth/signout';
const PASSWORD = 'a long walk by the sea';

/** Opens the dialog that deletes the account. */
async function openDeletion(answers: Parameters<typeof openSettings>[0] = {}) {
  const page = await openSettings({
    [STEP_UP]: answered({ step_up_token: 'proof', expires_in: 300 }),
    [DELETE]: answered({}, 202),
    [SIGN_OUT]: answered(null),
    ...answers,
  });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
  await doing(() => document.querySelectorAll('summary')[5]?.click());
  await press('Delete my account');
  await until(() => expect(dialog().getAttribute('role')).toBe('alertdialog'));
  return page;
}

/** The button in the dialog, not the one that opened it. */
const confirm = () =>
  doing(() => dialog().querySelector<HTMLButtonElement>('button[type="submit"]')?.click());

async function fillIn(login = 'Ada@Example.com ') {
  await type(field('password'), PASSWORD);
  await type(field('typed_login'), login);
}

test('lists the consequences before asking anything', async () => {
  await openSettings();
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
  await doing(() => document.querySelectorAll('summary')[5]?.click());
  await until(() => expect(isThere('Delete my account')).toBe(true));
  const said = [...document.querySelectorAll('li')].map(({ textContent }) => textContent).join(' ');
  for (const consequence of ['off air', 'subscription', 'files', 'Invoices stay'])
    expect(said).toContain(consequence);
});

test('deletes the account, clears the caches, and confirms it on the home page', async () => {
  let shown = '';
  const signedOut = answered(null);
  const page = await openDeletion({
    [SIGN_OUT]() {
      shown = text();
      return signedOut();
    },
  });
  const forget = vi.fn();
  visitors.whenSignedOut(forget);
  localStorage.setItem('signed-in', 'yes');
  onTestFinished(visitors.watch());
  await until(() => expect(visitors.snapshot().status).toBe('member'));
  await fillIn();
  await confirm();
  await until(() => expect(page.sent(SIGN_OUT)).toHaveLength(1));
  expect(forget).toHaveBeenCalledOnce();
  expect(visitors.snapshot()).toMatchObject({ status: 'anonymous' });
  expect(page.sent(STEP_UP)).toEqual([{ password: PASSWORD }]);
  expect(page.sent(DELETE)).toHaveLength(1);
  expect(page.toasts).toEqual([
    { title: 'Your account is deleted', kind: 'good', leavesPage: true },
  ]);
  expect(page.address()).toBe('/');
  // On the members' page this would have redirected to sign in.
  expect(shown).toBe('Home');
});

test('sends nothing until the login of the account is typed', async () => {
  const page = await openDeletion({
    [ME]: answered({
      user: { ...user, email: null, phone: '+442079460000' },
      role: 'user',
      profile,
    }),
  });
  expect(dialog().textContent).toContain('Your phone number');
  await fillIn('+44 20 7946 0001');
  await confirm();
  await until(() => expect(faultOf('typed_login')).toContain('Please type +442079460000 here.'));
  expect(page.sent(STEP_UP)).toEqual([]);
  await type(field('typed_login'), '+44 20 7946 0000');
  await confirm();
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
});

test('shows a wrong password at its field, and deletes nothing', async () => {
  const page = await openDeletion({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await fillIn();
  await confirm();
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(document.activeElement).toBe(field('password'));
  expect(page.sent(DELETE)).toEqual([]);
});

test('tells the only admin to find another admin first', async () => {
  await openDeletion({ [DELETE]: refused(409, 'last_admin', 'Make another person an admin.') });
  await fillIn();
  await confirm();
  await until(() => expect(faultOf('typed_login')).toContain('Make another person an admin.'));
});

test('deletes once on a double press, and stays open until it is done', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openDeletion({ [DELETE]: () => coming.then(answered({}, 202)) });
  await fillIn();
  await confirm();
  await confirm();
  await until(() => expect(page.sent(DELETE)).toHaveLength(1));
  await press('Cancel');
  expect(dialog().textContent).toContain('Deleting...');
  come();
  await until(() => expect(page.address()).toBe('/'));
  expect(page.sent(DELETE)).toHaveLength(1);
});

test('reports a failed deletion, and does not ask for the password again', async () => {
  const page = await openDeletion({ [DELETE]: refused(503, 'unavailable', 'Try again soon.') });
  await fillIn();
  await confirm();
  await until(() => expect(dialog().textContent).toContain('Failed to delete your account'));
  expect(dialog().textContent).toContain('Try again soon.');
  page.answers[DELETE] = answered({}, 202);
  await confirm();
  await until(() => expect(page.address()).toBe('/'));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});
