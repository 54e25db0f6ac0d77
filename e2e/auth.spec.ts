import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, test } from './fixtures.ts';
import { holdBack } from './hold-back.ts';
import { linkFrom, readMail } from './mailbox.ts';
import type { Stationhouse } from './stationhouse.ts';
import { openPlace } from './wizard.ts';

const SITE = 'http://localhost:8000';
const PASSWORD = 'a long walk by the sea';
const ANOTHER_PASSWORD = 'a short walk by the lake';

/**
 * Created through the API. One account for many tests, since sign-ups from one address are limited.
 */
const ADA = 'ada@example.com';

const RESET_SUBJECT = 'Choose a new password for Stationhouse';
const CODE_SUBJECT = 'Your sign-in code for Stationhouse';
const CHANGE_SUBJECT = 'Confirm your new address for Stationhouse';
const CONFIRM_SUBJECT = 'Confirm your address for Stationhouse';

async function signUpByCall({ port }: Stationhouse, email: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Byron',
      phone_number: '+44 20 7946 0000',
      country: 'United Kingdom',
    }),
  });
  expect(answer.status).toBe(201);
}

test.beforeAll(async ({ stationhouse }) => {
  await signUpByCall(stationhouse, ADA);
  await stationhouse.query('update users set email_confirmed_at = now() where email = $1', [ADA]);
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const hint = (page: Page) => page.evaluate(() => localStorage.getItem('signed-in'));

/** Opens a page and waits until its script has taken over. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(SITE + path);
  await page.mouse.move(1, 1);
  // The pointer may have rested there.
  await page.mouse.move(9, 9);
  // From then on its buttons send.
  await expect(page.locator('main button[type=submit]')).toBeVisible();
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill('Hopper');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  const country = page.getByRole('combobox', { name: 'Country', exact: true });
  await country.fill('united k');
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  await field(page, 'Phone number').fill('020 7946 0000');
}

async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
}

/** Signed-in users are redirected away from the forms. */
async function expectSignedIn(page: Page): Promise<void> {
  await expect(button(page, 'Sign Out').first()).toBeAttached();
  await expect(page).not.toHaveURL(/login|signup|auth/);
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign Out').first().click();
  await expect.poll(() => hint(page)).toBeNull();
}

test('a new user sees a confirmation, is signed in, signs out and signs in again', async ({
  page,
}) => {
  await open(page, '/signup');
  await fillSignUp(page, 'grace@example.com');
  await button(page, 'Create account').click();
  await expect(page.getByText('Account Created!')).toBeVisible();
  await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible();
  await expectSignedIn(page);

  await page.goto(`${SITE}/signup`);
  await expectSignedIn(page);
  await signOut(page);

  await open(page, '/login');
  await fillLogin(page, 'grace@example.com');
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('an empty sign-up form names each missing field and sends no request', async ({ page }) => {
  let calls = 0;
  await page.route('**/v1/auth/signup', (route) => {
    calls++;
    return route.abort();
  });
  await open(page, '/signup');
  await button(page, 'Create account').click();
  for (const message of [
    'Please enter your first name.',
    'Please enter your last name.',
    'Please enter an email address, such as name@example.com.',
    'Please enter your password.',
    'Please choose your country.',
    'Please enter your phone number.',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(field(page, 'First name')).toBeFocused();
  expect(calls).toBe(0);
});

test('an error in the collapsed part of the sign-up form expands it', async ({ page }) => {
  await open(page, '/signup');
  await fillSignUp(page, 'website@example.com');
  await page.getByText('Your business').click();
  await field(page, 'Website').fill('javascript:alert(1)');
  await page.getByText('Your business').click();
  await expect(field(page, 'Website')).toBeHidden();
  await button(page, 'Create account').click();
  await expect(
    page.getByText('Please enter a web address, such as https://example.com.'),
  ).toBeVisible();
  await expect(field(page, 'Website')).toBeFocused();
});

test('a rejected sign-up shows the reason and keeps the input', async ({ page }) => {
  await open(page, '/signup');
  await fillSignUp(page, ADA);
  await button(page, 'Create account').click();
  await expect(page.getByRole('main').getByText('Sign Up Error')).toBeVisible();
  await expect(page.getByRole('main').getByText('Sign in instead')).toBeVisible();
  await expect(field(page, 'Last name')).toHaveValue('Hopper');
  await expect(field(page, 'Password')).toHaveValue(PASSWORD);

  // After reading the terms, the fields still hold what was typed, except the password.
  await page.getByRole('main').getByRole('link', { name: 'Terms of service' }).click();
  await expect(heading(page)).not.toHaveText('Create your account');
  await page.goBack();
  await expect(field(page, 'Last name')).toHaveValue('Hopper');
  await expect(field(page, 'Password')).toHaveValue('');
});

test('a form filled in and sent before the script loads is sent once it has, and not before', async ({
  page,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${SITE}/login`, { waitUntil: 'commit' });
  await fillLogin(page, ADA);
  await button(page, 'Sign in').click();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${SITE}/login`);
  letGo();
  await expectSignedIn(page);
});

test('every field has the attributes for password managers and keyboards', async ({ page }) => {
  await open(page, '/signup');
  await page.getByText('Your business').click();
  const known = await page
    .locator('main form')
    .evaluate((form) =>
      [...form.querySelectorAll('input')].map((input) => input.autocomplete).filter(Boolean),
    );
  expect(known).toEqual(
    expect.arrayContaining([
      'given-name',
      'family-name',
      'email',
      'new-password',
      'country-name',
      'tel',
      'organization',
      'street-address',
      'address-level2',
      'postal-code',
      'url',
    ]),
  );
  await open(page, '/login');
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username');
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password');
});

test('a wrong password shows Login Error and keeps the input', async ({ page }) => {
  await open(page, '/login');
  await fillLogin(page, ADA, 'not this one');
  await button(page, 'Sign in').click();
  const form = page.getByRole('main');
  await expect(form.getByText('Login Error')).toBeVisible();
  await expect(
    form.getByText('The email or phone number and the password do not match.'),
  ).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(ADA);
  await expect(field(page, 'Password')).toHaveValue('not this one');
  // Told once, with the reference behind a click.
  await expect(page.getByText('Login Error')).toHaveCount(1);
  await expect(form.getByText('Reference:')).toBeHidden();
  await form.getByText('Details', { exact: true }).click();
  await expect(form.getByText(/Reference: \S{20}/)).toBeVisible();
  await fillLogin(page, ADA);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

for (const width of [390, 768, 1280]) {
  test(`a toast covers no control of a page ${width} px wide, and leaves with the page`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/login');
    await fillLogin(page, ADA);
    await button(page, 'Sign in').click();
    await expect(page).toHaveURL(`${SITE}/members`);
    await openPlace(page, 'Account');
    await button(page, 'Update profile').click();
    await button(page, 'Save changes').click();
    const toast = page.getByRole('region', { name: 'Notifications' });
    await expect(toast).toContainText('Profile updated');
    // Moving the pointer over it stops its clock.
    await toast.getByText('Profile updated').hover();
    // The form that is closing has a header too. (The toast is a dialog for the browser.)
    await expect(page.getByRole('dialog', { name: 'Update profile' })).toHaveCount(0);
    const header = await page.getByRole('banner').boundingBox();
    const box = await toast.boundingBox();
    if (!header || !box) throw new Error('The toast or the header has no box.');
    expect(box.y + box.height).toBeLessThanOrEqual(header.y + header.height);
    await page.evaluate(() => scrollTo(0, 0));
    const covered = await page
      .locator('main :is(a, button, input, select, textarea, summary)')
      .evaluateAll(
        (controls, { y, height }) =>
          controls.filter((each) => {
            const place = each.getBoundingClientRect();
            return place.height > 0 && place.top < y + height && place.bottom > y;
          }).length,
        box,
      );
    expect(covered).toBe(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(`${SITE}/faq`);
    await expect(page.getByText('Profile updated')).toBeHidden();
  });
}

test('a form reports a server that is down, broken or busy, and works afterwards', async ({
  page,
}) => {
  await open(page, '/login');
  await fillLogin(page, ADA);
  const form = page.getByRole('main');

  const problem = (status: number, code: string, headers = {}) => ({
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: JSON.stringify({ code, title: 'Title', detail: 'The server’s own words.', status }),
  });
  await page.route('**/v1/auth/token', (route) => route.abort());
  await button(page, 'Sign in').click();
  await expect(form.getByText('We could not reach the server.')).toBeVisible();

  await page.route('**/v1/auth/token', (route) => route.fulfill(problem(500, 'internal_error')));
  await button(page, 'Sign in').click();
  await expect(form.getByText('The server’s own words.')).toBeVisible();

  await page.route('**/v1/auth/token', (route) =>
    route.fulfill(problem(429, 'rate_limited', { 'Retry-After': '600' })),
  );
  await button(page, 'Sign in').click();
  await expect(form.getByText('You can try again in 10 minutes.')).toBeVisible();
  await expect(field(page, 'Password')).toHaveValue(PASSWORD);

  await page.unrouteAll();
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('a form reports a network lost before sending, and works once it is back', async ({
  page,
}) => {
  await open(page, '/login');
  await fillLogin(page, ADA);
  await page.context().setOffline(true);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('main').getByText('We could not reach the server.')).toBeVisible();
  await page.context().setOffline(false);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('pressing twice sends once', async ({ page }) => {
  await open(page, '/login');
  await fillLogin(page, ADA);
  let calls = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/v1/auth/token', async (route) => {
    calls++;
    await held;
    await route.continue();
  });
  await button(page, 'Sign in').click();
  const busy = page.getByRole('main').locator('button[aria-busy=true]');
  await expect(busy).toContainText('Signing in...');
  await busy.dispatchEvent('click');
  await page.keyboard.press('Enter');
  letGo();
  await expectSignedIn(page);
  expect(calls).toBe(1);
});

test('a code from a mail signs in', async ({ page }) => {
  await open(page, '/login');
  await field(page, 'Email').fill(ADA);
  await button(page, 'Sign in with a code').click();
  await expect(heading(page)).toHaveText('Sign in with a code');
  await expect(field(page, 'Email')).toHaveValue(ADA);
  await button(page, 'Send code').click();
  await expect(heading(page)).toHaveText('Enter your code');

  const code = field(page, 'Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('button', { name: /Send a new code in \d+ s/ })).toBeVisible();

  await code.fill('12');
  await button(page, 'Sign in').click();
  await expect(page.getByText('The code has 6 digits.')).toBeVisible();

  const mail = await readMail(page, { to: ADA, subject: CODE_SUBJECT });
  const digits = /\b\d{6}\b/.exec(mail)?.[0] ?? '';
  // With a space, as users copy it.
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('Back returns from the code to the password', async ({ page }) => {
  await open(page, '/login');
  await button(page, 'Sign in with a code').click();
  await expect(heading(page)).toHaveText('Sign in with a code');
  await page.goBack();
  await expect(heading(page)).toHaveText('Sign in');
  await page.goForward();
  await expect(heading(page)).toHaveText('Sign in with a code');
});

test('the link in the mail sets a new password once', async ({ page, stationhouse }) => {
  await signUpByCall(stationhouse, 'forgot@example.com');
  await open(page, '/login');
  await button(page, 'Forgot password').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Forgot your password?');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('forgot@example.com');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Password Reset Email Sent')).toBeVisible();
  await expect(
    dialog.getByText('Check your email for instructions to reset your password.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(dialog).toBeHidden();
  // The form behind was not sent.
  await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(0);

  const link = await linkFrom(page, { to: 'forgot@example.com', subject: RESET_SUBJECT });
  await page.goto(link);
  await expect(heading(page)).toHaveText('Choose a new password');
  expect(page.url()).toBe(`${SITE}/auth`);
  await field(page, 'New password').fill('short');
  await button(page, 'Change password').click();
  await expect(field(page, 'New password')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'New password').fill(ANOTHER_PASSWORD);
  await button(page, 'Change password').click();
  await expect(page.getByRole('main').getByText('Password changed')).toBeVisible();
  await fillLogin(page, 'forgot@example.com', ANOTHER_PASSWORD);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
  await signOut(page);

  await page.goto('about:blank');
  await page.goto(link);
  await field(page, 'New password').fill(PASSWORD);
  await button(page, 'Change password').click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await field(page, 'Email').fill('forgot@example.com');
  await button(page, 'Send link').click();
  await expect(heading(page)).toHaveText('Check your email');
});

test('the link that confirms an address survives a lost network and works once', async ({
  page,
  stationhouse,
}) => {
  await signUpByCall(stationhouse, 'confirm@example.com');
  await open(page, '/login');
  await fillLogin(page, 'confirm@example.com');
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
  await page.goto(`${SITE}/members`);
  const asked = page.getByRole('status').filter({ hasText: 'Confirm your email address' });
  await expect(asked).toContainText('confirm@example.com');
  await asked.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText('It is on its way to confirm@example.com.')).toBeVisible();
  const link = await linkFrom(page, { to: 'confirm@example.com', subject: CONFIRM_SUBJECT });
  await page.route('**/v1/auth/verify', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByText('We could not check your link')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(heading(page)).toHaveText('Your address is confirmed');
  await expect(page.getByText('confirm@example.com')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${SITE}/members`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /);
  await expect(asked).toBeHidden();

  // Pasted where the site is already open: the page before stays visible, without a token.
  await page.goto(`${SITE}/faq`);
  await page.goto(`${SITE}/`);
  await page.goto(link);
  await expect(heading(page)).toHaveText('Your address is confirmed');
  expect(page.url()).toBe(`${SITE}/auth`);
  await page.goBack();
  await expect(page).toHaveURL(`${SITE}/`);

  // A used link does not reveal the account to a visitor who is not signed in.
  await signOut(page);
  await page.goto(link);
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(button(page, 'Send link')).toBeVisible();
});

test('an address that is first confirmed on another device needs a new password', async ({
  page,
  stationhouse,
}) => {
  const email = 'elsewhere@example.com';
  await signUpByCall(stationhouse, email);
  await page.goto(await linkFrom(page, { to: email, subject: CONFIRM_SUBJECT }));
  await expect(heading(page)).toHaveText('Your address is confirmed');
  await expect(
    page.getByText(
      'To keep your account safe, we signed out other devices. Choose a password to go on.',
    ),
  ).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);
  await button(page, 'Send link').click();
  await expect(page.getByText('Password Reset Email Sent')).toBeVisible();
  await page.goto(await linkFrom(page, { to: email, subject: RESET_SUBJECT }));
  await field(page, 'New password').fill(ANOTHER_PASSWORD);
  await button(page, 'Change password').click();
  await fillLogin(page, email, ANOTHER_PASSWORD);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
});

test('a new address is confirmed by a link only after signing in', async ({
  page,
  stationhouse,
}) => {
  const moved = { from: 'moving@example.com', to: 'moved@example.com' };
  await signUpByCall(stationhouse, moved.from);
  await stationhouse.query('update users set email_confirmed_at = now() where email = $1', [
    moved.from,
  ]);
  await open(page, '/login');
  await fillLogin(page, moved.from);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
  const changed = await page.evaluate(
    async ([email, current_password]) => {
      const renewed = await fetch('/v1/auth/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ grant_type: 'refresh_token' }),
      });
      const { access_token } = await renewed.json();
      const answer = await fetch('/v1/auth/user', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ email, current_password }),
      });
      return answer.status;
    },
    [moved.to, PASSWORD],
  );
  expect(changed).toBe(200);
  await signOut(page);
  await page.goto(await linkFrom(page, { to: moved.to, subject: CHANGE_SUBJECT }));
  await expect(page.getByText('Sign in to the account that gets this address')).toBeVisible();
  await fillLogin(page, moved.from);
  await button(page, 'Sign in').click();
  await expect(heading(page)).toHaveText('Your address is confirmed');
  await expect(page.getByText(moved.to)).toBeVisible();
});

test('signing in in a second tab signs in the first', async ({ page }) => {
  await open(page, '/login');
  const other = await page.context().newPage();
  await open(other, '/login');
  await fillLogin(other, ADA);
  await button(other, 'Sign in').click();
  await expectSignedIn(other);
  await expectSignedIn(page);

  await signOut(other);
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeAttached();
});

test('each form fits a phone of 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of ['/login', '/signup', '/login?with=code']) {
    await open(page, path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(360);
  }
});

test.describe('a typed country', () => {
  const country = (page: Page) => page.getByRole('combobox', { name: /^Country( \*)?$/ });

  /** Opens the sign-up page, whose list of countries is held back until released. */
  async function openWithoutList(page: Page): Promise<() => void> {
    const letThrough = await holdBack(page, '**/assets/ComboboxList-*.js');
    await open(page, '/signup');
    return letThrough;
  }

  test('stays in the field when its list arrives', async ({ page }) => {
    const letThrough = await openWithoutList(page);
    await field(page, 'Country').pressSequentially('united k');
    letThrough();
    await expect(country(page)).toBeFocused();
    await expect(country(page)).toHaveValue('united k');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'United Kingdom' })).toHaveAttribute(
      'data-highlighted',
    );
    await page.keyboard.press('Enter');
    await expect(country(page)).toHaveValue('United Kingdom');
  });

  test('is chosen when the list arrives after the field was left', async ({ page }) => {
    const letThrough = await openWithoutList(page);
    await field(page, 'Country').pressSequentially('germany');
    await page.keyboard.press('Tab');
    letThrough();
    await expect(country(page)).toHaveValue('Germany');
    await expect(country(page)).not.toBeFocused();
  });

  test('is chosen when the field is left, and the list closes', async ({ page }) => {
    await open(page, '/signup');
    // The first press on the page loads the list.
    await field(page, 'First name').fill('Grace');
    for (const { typed, chosen } of [
      { typed: 'united k', chosen: 'United Kingdom' },
      { typed: 'germany', chosen: 'Germany' },
      { typed: 'nowhere at all', chosen: '' },
    ]) {
      await country(page).fill('');
      await country(page).pressSequentially(typed);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('listbox')).toBeHidden();
      await expect(country(page)).toHaveValue(chosen);
    }
  });
});

test('a signed-in member opens the dashboard but not the admin area', async ({
  page,
  stationhouse,
}) => {
  await open(page, '/login');
  await fillLogin(page, ADA);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(`${SITE}/members`);
  await expect(heading(page)).toHaveText('Welcome, Ada');
  await expect(page.getByText('You have no station yet')).toBeVisible();

  await page.goto(`${SITE}/admin`);
  await expect(page).toHaveURL(`${SITE}/`);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Access Denied');

  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name)
     select gen_random_uuid(), id, 'active', 'adas-cafe', 'Ada’s Café' from users where email = $1`,
    [ADA],
  );
  await stationhouse.query(
    `update user_roles set role = 'admin' where user_id = (select id from users where email = $1)`,
    [ADA],
  );
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.goto(`${SITE}/admin`);
  await expect(page.getByText('Active stations')).toBeVisible();

  await signOut(page);
  await expect(page).toHaveURL(`${SITE}/auth`);
});

test('a member sets up a second factor, signs in with its code, and removes it with a recovery code', async ({
  page,
  stationhouse,
}) => {
  const email = 'factor@example.com';
  await signUpByCall(stationhouse, email);
  await open(page, '/login');
  await fillLogin(page, email);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
  const openFactor = async () => {
    await page.goto(`${SITE}/members/account`);
    await page.getByText('Second factor', { exact: true }).click();
  };
  await openFactor();
  await button(page, 'Set up an app').click();
  await field(page, 'Your password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await page.getByText('You can’t scan it? Type this key').click();
  const secret = (await page.locator('[role=dialog] code').innerText()).replaceAll(/\s/g, '');
  const app = new TOTP({ secret });
  await field(page, 'Code').fill(app.generate());
  await button(page, 'Turn on').click();
  const recoveryCode = await page.locator('[role=dialog] li').first().innerText();
  await button(page, 'Done').click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();

  await signOut(page);
  await open(page, '/login');
  await fillLogin(page, email);
  await button(page, 'Sign in').click();
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await dialog.getByRole('textbox').fill('000000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The code is not valid')).toBeVisible();
  // The code that confirmed the app is used up, so the next one is typed.
  await dialog.getByRole('textbox').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  await openFactor();
  await button(page, 'Remove Authenticator app').click();
  await field(page, 'Your password').fill(PASSWORD);
  await button(page, 'Remove').click();
  await dialog.getByRole('textbox').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText('After your password we ask')).toBeVisible();
});

test('a member adds a passkey, signs in with it alone and after the password, and removes it', async ({
  page,
  stationhouse,
}) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const letVerify = (isUserVerified: boolean) =>
    devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  const email = 'passkey@example.com';
  await signUpByCall(stationhouse, email);
  await open(page, '/login');
  await fillLogin(page, email);
  await button(page, 'Sign in').click();
  await expectSignedIn(page);
  const openFactor = async () => {
    await page.goto(`${SITE}/members/account`);
    await page.getByText('Second factor', { exact: true }).click();
  };
  await openFactor();
  await button(page, 'Add a passkey').click();
  await field(page, 'Name').fill('My laptop');
  await field(page, 'Your password').fill(PASSWORD);
  await letVerify(false);
  await button(page, 'Create passkey').click();
  await expect(page.getByRole('dialog').getByText('No passkey was used')).toBeVisible();
  await letVerify(true);
  await button(page, 'Create passkey').click();
  await expect(page.locator('[role=dialog] li')).toHaveCount(10);
  await button(page, 'Done').click();
  await expect(page.getByText('My laptop', { exact: true }).first()).toBeVisible();
  await button(page, 'Add a passkey').click();
  await button(page, 'Create passkey').click();
  await expect(page.getByRole('dialog').getByText('You have added this one already')).toBeVisible();
  await page.keyboard.press('Escape');

  await signOut(page);
  await open(page, '/login');
  await letVerify(false);
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByText('No passkey was used')).toBeVisible();
  await letVerify(true);
  await button(page, 'Sign in with a passkey').click();
  await expectSignedIn(page);

  await signOut(page);
  await open(page, '/login');
  await fillLogin(page, email);
  await button(page, 'Sign in').click();
  const usePasskey = button(page, 'Use your passkey');
  await expect(usePasskey).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  await openFactor();
  await button(page, 'Remove My laptop').click();
  await field(page, 'Your password').fill(PASSWORD);
  await button(page, 'Remove').click();
  await usePasskey.click();
  await expect(page.getByText('After your password we ask')).toBeFocused();
});
