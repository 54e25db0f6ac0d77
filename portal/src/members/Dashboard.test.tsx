import type { Profile } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { profile } from '../api/test/answers.ts';
import {
  control,
  openDashboard,
  press,
  problem,
  purchase,
  station,
  stationLine,
  text,
  until,
  user,
  type Answer,
} from './test/open-dashboard.tsx';

const heading = (level: 1 | 2) => document.querySelector(`h${level}`)?.textContent;

test('greets the member by first name', async () => {
  await openDashboard();
  await until(() => expect(heading(1)).toBe('Welcome, Ada'));
  expect(text()).toContain('Member Dashboard');
});

test('a member without a station is known before any request for it, which would be a 404', async () => {
  const page = await openDashboard({
    'GET /v1/me': { body: { user, role: 'user', profile, has_station: false } },
  });
  await until(() => expect(text()).toContain('You have no station yet'));
  expect(page.timesAsked('GET /v1/me/station')).toBe(0);
});

const unconfirmed = (more: object = {}): Answer => ({
  body: { user: { ...user, email_confirmed_at: null, ...more }, role: 'user', profile },
});

test('asks to confirm the email address until it is, and sends the email again', async () => {
  const page = await openDashboard({
    'GET /v1/me': unconfirmed(),
    'POST /v1/auth/resend': { body: {} },
  });
  await until(() => expect(text()).toContain('Confirm your email address'));
  expect(text()).toContain('Follow the link in our email to ada@example.com.');
  expect(text()).not.toContain('Until then your receipts');
  press('Send the email again');
  await until(() => expect(page.toasts.at(-1)?.title).toBe('Email sent'));
  expect(page.sent('POST /v1/auth/resend')).toEqual([{ type: 'signup', email: user.email }]);
});

test('says that receipts go to an address that is not confirmed', async () => {
  await openDashboard({
    'GET /v1/me': unconfirmed(),
    'GET /v1/me/station': { body: station },
  });
  await until(() => expect(text()).toContain('Until then your receipts go to it'));
  expect(text()).toContain('Change email');
});

test('asks to confirm the new address once it was changed, in one place', async () => {
  const page = await openDashboard({
    'GET /v1/me': unconfirmed({ new_email: 'ada@new.example' }),
    'POST /v1/auth/resend': { body: {} },
  });
  await until(() => expect(text()).toContain('our email to ada@new.example.'));
  press('Send the email again');
  await until(() =>
    expect(page.sent('POST /v1/auth/resend')).toEqual([
      { type: 'email_change', email: 'ada@new.example' },
    ]),
  );
});

test('does not ask to confirm an address that is confirmed, nor where there is none', async () => {
  for (const more of [{ email_confirmed_at: '2026-11-21T09:40:00.000Z' }, { email: null }]) {
    const page = await openDashboard({ 'GET /v1/me': unconfirmed(more) });
    await until(() => control('Create New Station'));
    expect(text()).not.toContain('Confirm your email address');
    await page.goTo('/members/account');
    await until(() => control('Update profile'));
    expect(text()).not.toContain('Confirm your email address');
  }
});

test('offers to create a station when there is none', async () => {
  const { address } = await openDashboard();
  await until(() => control('Create New Station'));
  press('Create New Station');
  await until(() => expect(address()).toBe('/members?create=package'));
  await until(() => expect(heading(2)).toBe('Choose your package'));
  expect(heading(1)).toBe('Welcome, Ada');
});

test('focuses the dashboard’s heading after the wizard', async () => {
  const { goBack } = await openDashboard();
  await until(() => control('Create New Station'));
  press('Create New Station');
  await until(() => expect(heading(2)).toBe('Choose your package'));
  await goBack();
  await until(() => control('Create New Station'));
  await until(() => expect(document.activeElement?.textContent).toBe('Welcome, Ada'));
});

test('shows an open purchase with package, total and date, and continues it', async () => {
  const { address } = await openDashboard({ 'GET /v1/me/checkout': { body: { purchase } } });
  await until(() => control('Continue your purchase'));
  expect(text()).toContain('Professional');
  expect(text()).toContain('€777.60');
  expect(text()).toContain('20 November 2026');
  expect(text()).not.toContain('Create New Station');
  expect(control('Start over').getAttribute('href')).toBe('/members?create=package');
  press('Continue your purchase');
  await until(() => expect(address()).toBe('/members?create=summary'));
  await until(() => expect(heading(2)).toBe('Order summary'));
});

test.each([
  ['active', 'Live'],
  ['setup_pending', 'In Progress'],
  ['inactive', 'Inactive'],
  ['suspended', 'Inactive'],
])('shows a station that is %s as %s', async (status, word) => {
  await openDashboard({ 'GET /v1/me/station': { body: { ...station, status } } });
  await until(() => expect(text()).toContain('The Counting House'));
  expect(document.querySelector('section header')?.textContent).toBe(`The Counting House${word}`);
});

test.each([
  ['active', true],
  ['setup_pending', false],
  ['suspended', false],
])('shows the address of a station that is %s (as a link: %s)', async (status, is) => {
  await openDashboard(
    { 'GET /v1/me/station': { body: { ...station, status } } },
    '/members/share/page',
  );
  await until(() => expect(text()).toContain(station.station_url));
  expect(document.querySelector(`a[href="${station.station_url}"]`) !== null).toBe(is);
});

const headings = () => [...document.querySelectorAll('main h2')].map((each) => each.textContent);

test.each([
  ['/members', ['The Counting House', 'Now playing', 'Last played', 'Coming next']],
  ['/members/sound', ['Programme', 'Station management']],
  ['/members/files', ['Upload radio IDs', 'Upload commercial spots / announcements']],
  ['/members/billing', ['Your package', 'Billing and payments']],
  ['/members/account', ['Account settings', 'Your own domain']],
])('%s has the cards %j of a station on air', async (address, cards) => {
  const live = { ...station, package_name: 'Professional', is_on_air_here: true };
  await openDashboard({ 'GET /v1/me/station': { body: live } }, address);
  await until(() => expect(headings()).toEqual(expect.arrayContaining(cards)));
  expect(document.querySelector('nav [aria-current]')?.getAttribute('href')).toBe(address);
});

test.each([
  ['/members?setup=form', '/members/sound?setup=form'],
  ['/members/share', '/members/share/look'],
  ['/members/share#domain', '/members/account#domain'],
  ['/members/table-cards', '/members/share/print'],
  ['/members/table-cards#post', '/members/share/print#post'],
  ['/members?change=package', '/members/billing?change=package'],
])('the old address %s leads to %s', async (old, now) => {
  const { address } = await openDashboard({ 'GET /v1/me/station': { body: station } }, old);
  await until(() => expect(address()).toBe(now));
});

test('offers only Home and Account without a station, and says so on the other pages', async () => {
  const page = await openDashboard();
  const places = () => [...document.querySelectorAll('nav a')].map((each) => each.textContent);
  await until(() => expect(places()).toEqual(['Home', 'Account']));
  for (const address of ['sound', 'share', 'files', 'billing']) {
    await page.goTo(`/members/${address}`);
    await until(() => expect(control('Go to Home').getAttribute('href')).toBe('/members'));
    expect(text()).toContain('You have no station yet');
  }
});

test('puts the setup prompt first while the setup is missing, and it leads to the form', async () => {
  const pending = { ...station, status: 'setup_pending', package_name: 'Professional' };
  const { address } = await openDashboard({ 'GET /v1/me/station': { body: pending } });
  await until(() => control('Setup your Radio Station Now to start using it!'));
  const prompt = control('Setup your Radio Station Now to start using it!');
  const [first] = document.querySelectorAll('main h2');
  expect(prompt.compareDocumentPosition(first ?? prompt)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  prompt.click();
  await until(() => control('Open setup form'));
  expect(address()).toBe('/members/sound#station-management');
});

test('notices on focus that the setup was submitted in another tab', async () => {
  let mine: Profile = profile;
  const page = await openDashboard(
    {
      'GET /v1/me/station': { body: { ...station, status: 'setup_pending' } },
      'GET /v1/me': () => ({ body: { user: { id: mine.user_id }, role: 'user', profile: mine } }),
    },
    '/members/sound',
  );
  await until(() => control('Open setup form'));
  mine = {
    ...profile,
    setup_form_submitted: true,
    setup_form_submitted_at: '2026-11-21T12:00:00.000Z',
  };
  dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(text()).toContain('Submitted on 21 November 2026'));
  await page.goTo('/members');
  await until(() => expect(text()).toContain('In Progress'));
  expect(text()).not.toContain('Setup your Radio Station Now');
});

test('keeps the open setup form when the station goes live', async () => {
  const line = stationLine();
  const pending = { ...station, status: 'setup_pending' };
  await openDashboard(
    {
      'GET /v1/me/station': { body: pending },
      'GET /v1/me/station/events': (request) => line.answer(request),
    },
    '/members/sound?setup=form',
  );
  const field = () => document.querySelector('[role="dialog"] input');
  await until(() => expect(field()).not.toBeNull());
  const before = field();
  await until(() => expect(line.isOpen()).toBe(true));
  line.tell(station);
  await until(() => expect(document.querySelector('header')?.textContent).toContain('On air'));
  expect(field()).toBe(before);
});

test('does not offer another station to a member who has one', async () => {
  const { address } = await openDashboard(
    { 'GET /v1/me/station': { body: station } },
    '/members?create=company&package=Starter',
  );
  await until(() => expect(text()).toContain('The Counting House'));
  await until(() => expect(address()).toBe('/members'));
});

test('a package chosen before sign-up leads to the company details', async () => {
  await openDashboard({}, '/members?create=company&package=Starter');
  await until(() => expect(heading(2)).toBe('Company details'));
});

test('a suspended station can be bought again', async () => {
  await openDashboard(
    { 'GET /v1/me/station': { body: { ...station, status: 'suspended' } } },
    '/members?create=package',
  );
  await until(() => expect(heading(2)).toBe('Choose your package'));
});

test('offers to retry when the station cannot be loaded', async () => {
  let answer = problem(503, 'unavailable', 'Not available right now', 'Please try again.');
  await openDashboard({ 'GET /v1/me/station': () => answer });
  await until(() => expect(text()).toContain('Failed to load station'));
  answer = { body: station };
  press('Try again');
  await until(() => expect(text()).toContain('The Counting House'));
});
