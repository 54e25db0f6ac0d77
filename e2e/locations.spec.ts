import type { Station } from '@stationhouse/sdk/client';
import { expectAccessible, expectGoodView, VIEWS } from './accessible.ts';
import { addMember, giveStation, newcomer, signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

/** A member whose station is on air. */
async function onAir(stationhouse: Stationhouse, station_slug: string) {
  const who = await addMember(stationhouse, {
    email: `${station_slug}@example.com`,
    last_name: 'Bell',
  });
  const station = { station_slug, station_name: 'Bell Bar Radio', zone: 'Europe/London' };
  await giveStation(stationhouse, who.email, { ...station, status: 'active' });
  return who;
}

/** A browser at a location, as far as the server sees it. */
async function openScreen({ port }: Stationhouse, station: Station['station_slug']) {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/location-players${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { player_key, pairing_code } = await call('', { station });
  return {
    pairing_code: String(pairing_code),
    report: (status: string) =>
      call('/report', { player_key, status, running_seconds: 10, reserve_seconds: 3_600 }),
  };
}

test('an owner adds a location, pairs a screen by its code, and sees whether it plays', async ({
  browser,
  stationhouse,
}) => {
  const who = await onAir(stationhouse, 'bell-bar-shops');
  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/members`);
  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await expect(page.getByText('No locations yet')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Add a location').click();
  await field(page, 'Name').fill('High Street');
  await field(page, 'Address').fill('12 High Street, Leeds');
  await expectAccessible(page);
  await button(page, 'Add location').click();

  await expect(page.getByRole('heading', { name: 'High Street' })).toBeVisible();
  const screen = await openScreen(stationhouse, 'bell-bar-shops');
  await field(page, 'Code on the screen').fill('QQQQQQ');
  await button(page, 'Pair').click();
  await expect(page.getByText(/No screen of your station shows this code/)).toBeVisible();
  await field(page, 'Code on the screen').fill(screen.pairing_code);
  await button(page, 'Pair').click();
  await expect(button(page, 'Unpair Screen 1')).toBeVisible();
  await screen.report('playing');
  await page.reload();
  await expect(page.getByText(/^Playing/).first()).toBeVisible();
  await expectAccessible(page);
  for (const view of VIEWS) await expectGoodView(page, view);

  await screen.report('muted');
  await expect(page.getByText('Turn up the volume on its screen.')).toBeVisible();
  await page.getByRole('link', { name: 'All locations' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'High Street' })).toContainText(
    'Muted',
  );
  await page.getByLabel('Tell me when a location is silent').selectOption('none');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  for (const view of VIEWS) await expectGoodView(page, view);

  // Another screen, whose QR code a phone has scanned.
  const other = await openScreen(stationhouse, 'bell-bar-shops');
  await page.goto(`${SITE}/members/locations?code=${other.pairing_code}`);
  await button(page, 'Pair').click();
  await expect(page.getByText('Screen paired')).toBeVisible();
  await other.report('playing');
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('1 of 1 is playing. 1 is open now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'High Street' }).click();
  await button(page, 'Remove High Street').click();
  await button(page, 'Remove location').click();
  await expect(page.getByText('No locations yet')).toBeVisible();
  await page.context().close();
});
