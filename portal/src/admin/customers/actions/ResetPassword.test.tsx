import { expect, test } from 'vitest';
import { answered, refused, user } from '../../../api/test/answers.ts';
import { dialog, field, press, type, until } from '../../../ui/test/draw.tsx';
import { ada, CUSTOMER, GET_CUSTOMER, openAdminDialog } from '../../test/open-admin-dialog.tsx';

const RESET = `POST ${CUSTOMER}/password-reset`;

const STEP_UP = 'POST /v1/auth/step-up';
const PASSWORD = 'a long walk by the sea';
const proof = answered({ step_up_token: 'proof', expires_in: 300 });

/** Confirms the question, then enters the admin’s password. */
async function sendEmail() {
  await press('Send email');
  await until(() => field('password'));
  await type(field('password'), PASSWORD);
  await press('Continue');
}

const text = () => dialog().textContent;

test('sends the email after a question that names the address', async () => {
  const page = await openAdminDialog('reset', {
    [STEP_UP]: proof,
    [RESET]: answered({}, 202),
  });
  await until(() => expect(text()).toContain('ada@example.com'));
  expect(page.sent(RESET)).toEqual([]);
  await sendEmail();
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(STEP_UP).map(({ body }) => body)).toEqual([{ password: PASSWORD }]);
  const [sent, ...others] = page.sent(RESET);
  expect([sent?.headers.get('Step-Up'), others]).toEqual(['proof', []]);
  expect(page.toasts[0]?.title).toBe('Password Reset');
  expect(page.toasts[0]?.description).toContain('on its way to ada@example.com');
});

test('Cancel sends nothing', async () => {
  const page = await openAdminDialog('reset');
  await press('Cancel');
  await until(() => expect(page.address()).toBe('/admin'));
  expect(page.sent(RESET)).toEqual([]);
});

test('says why an email cannot be sent', async () => {
  const detail = 'This customer signs in by phone and has no email address.';
  await openAdminDialog('reset', {
    [GET_CUSTOMER]: answered({ ...ada, user: { ...user, email: null, phone: '+442079460000' } }),
    [STEP_UP]: proof,
    [RESET]: refused(409, 'no_email', detail),
  });
  await until(() => expect(text()).toContain(detail));
  await sendEmail();
  await until(() => expect(text()).toContain('Failed to reset password.'));
});
