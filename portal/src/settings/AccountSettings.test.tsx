import { expect, test } from 'vitest';
import { profile } from '../purchase/test/stand-in-api.ts';
import { faultOf, field, isThere, press } from '../purchase/test/wizard-page.tsx';
import { find, type, until } from '../ui/test/draw.tsx';
import { answered, dialog, openSettings, refused, text, user } from './test/open-settings.tsx';

const ME = 'GET /v1/me';
const PROFILE = 'PATCH /v1/me/profile';
const USER = 'PATCH /v1/auth/user';
const RESEND = 'POST /v1/auth/resend';

const me = (change: object) => answered({ user: { ...user, ...change }, role: 'user', profile });
const isClosed = () => document.querySelector('[role="dialog"]') === null;

test('the card shows e-mail, phone, country and company', async () => {
  await openSettings();
  await until(() => expect(isThere('Update Profile')).toBe(true));
  for (const known of ['ada@example.com', '+442079460000', 'United Kingdom', 'The Counting House'])
    expect(text()).toContain(known);
});

test('what is not known of a member is said to be so', async () => {
  await openSettings({
    [ME]: answered({ user, role: 'user', profile: { ...profile, company_name: null } }),
  });
  await until(() => expect(text()).toContain('CompanyNot given'));
});

test('until the account is there its place says that it is loading', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await openSettings({ [ME]: () => coming.then(me({})) });
  expect(find(HTMLElement, '[role="status"]').textContent).toBe('Loading...');
  come();
  await until(() => expect(isThere('Update Profile')).toBe(true));
});

test('an account that cannot be loaded can be asked for again', async () => {
  const page = await openSettings({ [ME]: refused(500, 'internal_error', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load your account'));
  page.answers[ME] = me({});
  await press('Try Again');
  await until(() => expect(text()).toContain('The Counting House'));
});

test('a profile that was changed is shown at once, and an emptied line is nothing', async () => {
  const changed = { ...profile, company_name: 'Marlow & Co', company_city: null };
  const page = await openSettings({ [PROFILE]: answered(changed) });
  await press('Update Profile');
  await until(() => expect(field('company_name').value).toBe('The Counting House'));
  await type(field('company_name'), 'Marlow & Co');
  await type(field('company_city'), '');
  await type(field('company_website'), 'marlow.example');
  await press('Save Changes');
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

test('a profile without a name is not sent, and what the API refuses is said at its field', async () => {
  const errors = [{ field: 'company_vat_number', code: 'invalid', message: 'Not a VAT number.' }];
  const page = await openSettings({
    [PROFILE]: refused(422, 'validation_failed', 'Some fields are not right.', { errors }),
  });
  await press('Update Profile');
  await until(() => field('first_name'));
  await type(field('first_name'), ' ');
  await press('Save Changes');
  await until(() => expect(faultOf('first_name')).toContain('Please enter your first name.'));
  expect(page.sent(PROFILE)).toEqual([]);
  await type(field('first_name'), 'Ada');
  await press('Save Changes');
  await until(() => expect(faultOf('company_vat_number')).toContain('Not a VAT number.'));
});

test('another e-mail address waits to be confirmed, and the mail can be sent again', async () => {
  const page = await openSettings({
    [USER]: answered({ ...user, new_email: 'ada@new.example' }),
    [RESEND]: answered({}),
  });
  await press('Change E-mail');
  expect(dialog().textContent).toContain('We send a mail to the new address.');
  await type(field('email'), ' Ada@New.example');
  await type(field('current_password'), 'a long walk by the sea');
  await press('Send Confirmation');
  await until(() => expect(text()).toContain('Your new address waits to be confirmed'));
  expect(text()).toContain('Follow the link in our mail to ada@new.example.');
  expect(text()).toContain('Until then ada@example.com stays as it is.');
  expect(page.sent(USER)).toEqual([
    { email: 'ada@new.example', current_password: 'a long walk by the sea' },
  ]);
  await until(() => expect(isClosed()).toBe(true));
  await press('Send the Mail Again');
  await until(() => expect(page.toasts.at(-1)?.title).toBe('E-mail sent'));
  expect(page.sent(RESEND)).toEqual([{ type: 'email_change', email: 'ada@new.example' }]);
});

test('the address that counts already is no other one', async () => {
  const page = await openSettings();
  await press('Change E-mail');
  await type(field('email'), 'ADA@example.com');
  await type(field('current_password'), 'a long walk by the sea');
  await press('Send Confirmation');
  await until(() => expect(faultOf('email')).toContain('This is your address already.'));
  expect(page.sent(USER)).toEqual([]);
});

test('a wrong current password is said at its field, and what was typed stays', async () => {
  await openSettings({
    [USER]: refused(422, 'current_password_wrong', 'The current password is not right.'),
  });
  await press('Change E-mail');
  await type(field('email'), 'ada@new.example');
  await type(field('current_password'), 'something else');
  await press('Send Confirmation');
  await until(() =>
    expect(faultOf('current_password')).toContain('The current password is not right.'),
  );
  expect(field('email').value).toBe('ada@new.example');
  expect(document.activeElement).toBe(field('current_password'));
});

test('a new password says how strong it is, and that it signs out everywhere else', async () => {
  const page = await openSettings({ [USER]: answered(user) });
  await press('Change Password');
  expect(dialog().textContent).toContain('It signs you out everywhere else.');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'short');
  await press('Save Password');
  await until(() => expect(faultOf('password')).toContain('Use at least 8 characters.'));
  await type(field('password'), 'a long walk by the sea');
  expect(dialog().textContent).toContain('Strong.');
  await press('Save Password');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(USER)).toEqual([
    { password: 'a long walk by the sea', current_password: 'a short walk by the sea' },
  ]);
  expect(page.toasts[0]?.title).toBe('Password changed');
});

test('while a password is saved the button says so, and a second press does nothing', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openSettings({ [USER]: () => coming.then(answered(user)) });
  await press('Change Password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'a long walk by the sea');
  await press('Save Password');
  await press('Saving...');
  expect(isThere('Save Password')).toBe(false);
  come();
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(USER)).toHaveLength(1);
});

test('a password that everybody uses is refused at its field', async () => {
  await openSettings({ [USER]: refused(422, 'weak_password', 'Everybody uses this one.') });
  await press('Change Password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'correcthorse');
  await press('Save Password');
  await until(() => expect(faultOf('password')).toContain('Everybody uses this one.'));
});

test('a change that fails for no field’s fault is told beside the button', async () => {
  await openSettings({ [USER]: refused(503, 'busy', 'Please try again in a moment.') });
  await press('Change Password');
  await type(field('current_password'), 'a short walk by the sea');
  await type(field('password'), 'a long walk by the sea');
  await press('Save Password');
  await until(() => expect(dialog().textContent).toContain('Failed to change password'));
  expect(dialog().textContent).toContain('Please try again in a moment.');
});
