import { expect, test } from 'vitest';
import { answered, profile, refused, user } from '../api/test/answers.ts';
import {
  dialog,
  doing,
  faultOf,
  field,
  find,
  isThere,
  press,
  text,
  type,
  until,
} from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const ME = 'GET /v1/me';
const PROFILE = 'PATCH /v1/me/profile';
const USER = 'PATCH /v1/auth/user';
const RESEND = 'POST /v1/auth/resend';

const me = (change: object) => answered({ user: { ...user, ...change }, role: 'user', profile });
const isClosed = () => document.querySelector('[role="dialog"]') === null;

test('shows email, phone, country and company', async () => {
  await openSettings();
  await until(() => expect(isThere('Update profile')).toBe(true));
  for (const known of ['ada@example.com', '+442079460000', 'United Kingdom', 'The Counting House'])
    expect(text()).toContain(known);
});

test('shows a missing value as not given', async () => {
  await openSettings({
    [ME]: answered({ user, role: 'user', profile: { ...profile, company_name: null } }),
  });
  await until(() => expect(text()).toContain('CompanyNot given'));
});

test('shows a loading state', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await openSettings({ [ME]: () => coming.then(me({})) });
  expect(find(HTMLElement, '[role="status"]').textContent).toBe('Loading...');
  come();
  await until(() => expect(isThere('Update profile')).toBe(true));
});

test('offers to retry when the account cannot be loaded', async () => {
  const page = await openSettings({ [ME]: refused(500, 'internal_error', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load your account'));
  page.answers[ME] = me({});
  await press('Try again');
  await until(() => expect(text()).toContain('The Counting House'));
});

test('shows a changed profile at once, and clears emptied lines', async () => {
  const changed = { ...profile, company_name: 'Marlow & Co', company_city: null };
  const page = await openSettings({ [PROFILE]: answered(changed) });
  await press('Update profile');
  await until(() => expect(field('company_name').value).toBe('The Counting House'));
  await type(field('company_name'), 'Marlow & Co');
  await type(field('company_city'), '');
  await type(field('company_website'), 'marlow.example');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(PROFILE)).toEqual([
    {
      first_name: 'Ada',
      last_name: 'Marlow',
      phone_number: '+442079460000',
      country: 'United Kingdom',
      company_name: 'Marlow & Co',
      company_address: '12 Lamp Street',
      company_city: null,
      company_postal_code: 'E1 6AN',
      company_website: 'https://marlow.example',
      company_vat_number: null,
    },
  ]);
  expect(text()).toContain('Marlow & Co');
  expect(page.toasts).toEqual([{ title: 'Profile updated', kind: 'good' }]);
});

test('does not send a profile without a name, and shows a refusal at its field', async () => {
  const errors = [{ field: 'company_vat_number', code: 'invalid', message: 'Not a VAT number.' }];
  const page = await openSettings({
    [PROFILE]: refused(422, 'validation_failed', 'Some fields are not right.', { errors }),
  });
  await press('Update profile');
  await until(() => field('first_name'));
  await type(field('first_name'), ' ');
  await press('Save changes');
  await until(() => expect(faultOf('first_name')).toContain('Please enter your first name.'));
  expect(page.sent(PROFILE)).toEqual([]);
  await type(field('first_name'), 'Ada');
  await press('Save changes');
  await until(() => expect(faultOf('company_vat_number')).toContain('Not a VAT number.'));
});

test('asks to confirm a new email address, and can send the email again', async () => {
  const page = await openSettings({
    [USER]: answered({ ...user, new_email: 'ada@new.example' }),
    [RESEND]: answered({}),
  });
  await press('Change email');
  expect(dialog().textContent).toContain('We send an email to the new address.');
  await type(field('email'), ' Ada@New.example');
  await type(field('current_password'), 'a long walk by the sea');
  await press('Send confirmation');
  await until(() => expect(text()).toContain('Confirm your new address'));
  expect(text()).toContain('Follow the link in our email to ada@new.example.');
  expect(text()).toContain('Until then you sign in with ada@example.com.');
  expect(page.sent(USER)).toEqual([
    { email: 'ada@new.example', current_password: 'a long walk by the sea' },
  ]);
  await until(() => expect(isClosed()).toBe(true));
  await press('Send the email again');
  await until(() => expect(page.toasts.at(-1)?.title).toBe('Email sent'));
  expect(page.sent(RESEND)).toEqual([{ type: 'email_change', email: 'ada@new.example' }]);
});

test.each([
  ['Change email', 'email', 'ada@new.example', 'Send confirmation'],
  ['Change password', 'password', 'a longer walk by the sea', 'Save password'],
])('%s asks for the second factor of an account that has one', async (open, name, value, send) => {
  const stepUp = refused(403, 'step_up_required', 'Enter your password again to continue.');
  const need = refused(401, 'second_factor_required', 'Enter the code of your app.');
  const changes = [stepUp, answered(user)];
  const proofs = [need, answered({ step_up_token: 'proof', expires_in: 300 })];
  const page = await openSettings({
    [USER]: () => (changes.shift() ?? stepUp)(),
    'POST /v1/auth/step-up': () => (proofs.shift() ?? need)(),
  });
  await press(open);
  await type(field(name), value);
  await type(field('current_password'), 'a short walk by the sea');
  await press(send);
  await until(() => find(HTMLInputElement, '[autocomplete="one-time-code"]'));
  await type(find(HTMLInputElement, '[autocomplete="one-time-code"]'), '402817');
  await press('Continue');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent('POST /v1/auth/step-up')).toEqual([
    { password: 'a short walk by the sea' },
    { password: 'a short walk by the sea', second_factor: '402817' },
  ]);
  expect(page.sent(USER)).toMatchObject([{ [name]: value }, { [name]: value }]);
});

test('refuses the current address as the new one', async () => {
  const page = await openSettings();
  await press('Change email');
  await type(field('email'), 'ADA@example.com');
  await type(field('current_password'), 'a long walk by the sea');
  await press('Send confirmation');
  await until(() => expect(faultOf('email')).toContain('This is already your address.'));
  expect(page.sent(USER)).toEqual([]);
});

test('shows a wrong current password at its field, and keeps the input', async () => {
  await openSettings({
    [USER]: refused(422, 'current_password_wrong', 'The current password is incorrect.'),
  });
  await press('Change email');
  await type(field('email'), 'ada@new.example');
  await type(field('current_password'), 'something else');
  await press('Send confirmation');
  await until(() =>
    expect(faultOf('current_password')).toContain('The current password is incorrect.'),
  );
  expect(field('email').value).toBe('ada@new.example');
  expect(document.activeElement).toBe(field('current_password'));
});

test('rates a new password, and says that other sessions end', async () => {
  const page = await openSettings({ [USER]: answered(user) });
  await press('Change password');
  expect(dialog().textContent).toContain(
    'You stay signed in here and are signed out everywhere else.',
  );
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'short');
  await press('Save password');
  await until(() => expect(faultOf('password')).toContain('Use at least 8 characters.'));
  await type(field('password'), 'a long walk by the sea');
  expect(dialog().textContent).toContain('Strong.');
  await press('Save password');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(USER)).toEqual([
    {
      password: 'a long walk by the sea',
      current_password: 'a short walk by the sea',
      end_api_keys: false,
    },
  ]);
  expect(page.toasts[0]?.title).toBe('Password changed');
});

test('offers to revoke all API keys with a new password', async () => {
  const page = await openSettings({ [USER]: answered(user) });
  await press('Change password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'a long walk by the sea');
  await doing(() => field('end_api_keys').click());
  await press('Save password');
  await until(() => expect(page.sent(USER)).toMatchObject([{ end_api_keys: true }]));
});

test('shows progress while saving a password, and ignores a second press', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openSettings({ [USER]: () => coming.then(answered(user)) });
  await press('Change password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'a long walk by the sea');
  await press('Save password');
  await press('Saving...');
  expect(isThere('Save password')).toBe(false);
  come();
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(USER)).toHaveLength(1);
});

test('shows the refusal of a common password at its field', async () => {
  await openSettings({ [USER]: refused(422, 'weak_password', 'Everybody uses this one.') });
  await press('Change password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'correcthorse');
  await press('Save password');
  await until(() => expect(faultOf('password')).toContain('Everybody uses this one.'));
});

test('shows any other failure beside the button', async () => {
  await openSettings({ [USER]: refused(503, 'busy', 'Please try again in a moment.') });
  await press('Change password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'a long walk by the sea');
  await press('Save password');
  await until(() => expect(dialog().textContent).toContain('Failed to change password'));
  expect(dialog().textContent).toContain('Please try again in a moment.');
});
