import { expect, test } from 'vitest';
import {
  control,
  openDashboard,
  press,
  problem,
  purchase,
  station,
  text,
  until,
} from './test/open-dashboard.tsx';

const heading = (level: 1 | 2) => document.querySelector(`h${level}`)?.textContent;

test('a member is greeted by the first name', async () => {
  await openDashboard();
  await until(() => expect(heading(1)).toBe('Welcome, Ada'));
  expect(text()).toContain('Member Dashboard');
});

test('without a station there is a button that leads into making one', async () => {
  const { address } = await openDashboard();
  await until(() => control('Create New Station'));
  press('Create New Station');
  await until(() => expect(address()).toBe('/members?create=package'));
  await until(() => expect(heading(2)).toBe('Choose your package'));
  expect(heading(1)).toBe('Welcome, Ada');
});

test('whoever leaves the wizard is at the dashboard’s heading, and hears it', async () => {
  const { goBack } = await openDashboard();
  await until(() => control('Create New Station'));
  press('Create New Station');
  await until(() => expect(heading(2)).toBe('Choose your package'));
  await goBack();
  await until(() => control('Create New Station'));
  await until(() => expect(document.activeElement?.textContent).toBe('Welcome, Ada'));
});

test('a purchase that was begun is shown with its package, total and day, and goes on from there', async () => {
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
])('a station that is %s is shown as %s', async (status, word) => {
  await openDashboard({ 'GET /v1/me/station': { body: { ...station, status } } });
  await until(() => expect(text()).toContain('The Counting House'));
  expect(document.querySelector('section header')?.textContent).toBe(`The Counting House${word}`);
});

test.each([
  ['active', true],
  ['setup_pending', false],
  ['suspended', false],
])(
  'the address of a station that is %s is shown; that it can be pressed: %s',
  async (status, is) => {
    await openDashboard({ 'GET /v1/me/station': { body: { ...station, status } } });
    await until(() => expect(text()).toContain(station.station_url));
    expect(document.querySelector(`a[href="${station.station_url}"]`) !== null).toBe(is);
  },
);

test('whoever has a station is not led into making another', async () => {
  const { address } = await openDashboard(
    { 'GET /v1/me/station': { body: station } },
    '/members?create=company&package=Starter',
  );
  await until(() => expect(text()).toContain('The Counting House'));
  await until(() => expect(address()).toBe('/members'));
});

test('a package chosen before signing up leads to the company’s details', async () => {
  await openDashboard({}, '/members?create=company&package=Starter');
  await until(() => expect(heading(2)).toBe('Company details'));
});

test('a station that is off air for want of payment can be bought again', async () => {
  await openDashboard(
    { 'GET /v1/me/station': { body: { ...station, status: 'suspended' } } },
    '/members?create=package',
  );
  await until(() => expect(heading(2)).toBe('Choose your package'));
});

test('a station that could not be loaded can be asked for again', async () => {
  let answer = problem(503, 'unavailable', 'Not available right now', 'Please try again.');
  await openDashboard({ 'GET /v1/me/station': () => answer });
  await until(() => expect(text()).toContain('Failed to load station'));
  answer = { body: station };
  press('Try Again');
  await until(() => expect(text()).toContain('The Counting House'));
});
