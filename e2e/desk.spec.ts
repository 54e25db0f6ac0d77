import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectGoodView, VIEWS } from './accessible.ts';
import { addMember, dialog, giveStation, openAdmin } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { fillLibrary } from './library.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

const EMAIL = 'corner-table@example.com';
const STATION = 'Corner Table Radio';

/** Two customers who wait for setup, and an admin's page. */
async function openDesk(browser: Browser, stationhouse: Stationhouse): Promise<Page> {
  for (const [email, last_name, station_name] of [
    [EMAIL, 'Cornelius', STATION],
    ['second-table@example.com', 'Tabor', 'Second Table Radio'],
  ] as const) {
    await addMember(stationhouse, { email, last_name });
    await stationhouse.query(
      `update profiles set setup_form_submitted = true, setup_form_submitted_at = now()
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    await giveStation(stationhouse, email, {
      station_slug: last_name.toLowerCase(),
      station_name,
    });
  }
  return openAdmin(browser);
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to' });

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Jump to/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(
    palette(page).getByRole('combobox', { name: 'Customer, track, page or action' }),
  ).toBeFocused();
}

test('a keyboard alone jumps, moves and edits in the admin area', async ({
  browser,
  stationhouse,
}) => {
  await fillLibrary(stationhouse);
  const page = await openDesk(browser, stationhouse);
  // No frame of the public site.
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Pricing' })).toHaveCount(0);

  // To a page, by one of its other words.
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type('audit');
  await expect(palette(page).getByRole('option')).toHaveText(['History']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${SITE}/admin/history`);
  await expect(palette(page)).toBeHidden();

  // To a track.
  await openPalette(page);
  await page.keyboard.type('Blue Hour');
  await expect(palette(page).getByRole('group', { name: 'Tracks' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Blue Hour');
  await page.keyboard.press('Escape');

  // To a customer. While the palette is open the focus is in it, and what is typed is for it even where nothing has the focus.
  await openPalette(page);
  await page.evaluate(() => document.querySelector('h1')?.focus());
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
  await page.keyboard.type(EMAIL);
  await expect(palette(page).getByRole('option', { name: STATION })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alan Cornelius' })).toBeVisible();
  await expect(page.getByText('Sent the setup form')).toBeVisible();
  for (const view of VIEWS) await expectGoodView(page, view);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('e');
  await expect(dialog(page, 'Edit Customer Data')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Edit Customer Data')).toBeHidden();

  // The acts of the open customer, and those of every page.
  await openPalette(page);
  const acts = palette(page).getByRole('group', { name: STATION }).getByRole('option');
  await expect(acts).toHaveText([
    'Build',
    'Schedule',
    'Message',
    'Edit',
    'Open station page',
    'View as customer',
    'All details',
  ]);
  await page.keyboard.type('message');
  await page.keyboard.press('Enter');
  await expect(dialog(page, /Messages/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type('new pl');
  await expect(palette(page).getByRole('option')).toHaveText(['New playlist']);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'New playlist')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${SITE}/admin/playlists`);

  // Rows of a list, and the act of a row.
  await page.goto(`${SITE}/admin`);
  const rows = page.locator('[data-row]');
  await expect(rows.filter({ hasText: STATION })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rows.first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('e');
  await expect(dialog(page, 'Edit Customer Data')).toBeVisible();
  // In a dialog the letters are letters.
  await page.keyboard.press('?');
  await expect(dialog(page, 'Keys')).toBeHidden();
  await page.goto(`${SITE}/admin`);
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/admin\/customers\/[^/]+\/build$/);

  // The help, and a field in which letters are typed.
  await page.goto(`${SITE}/admin/stations`);
  const search = page.getByRole('searchbox');
  await search.fill('j?k');
  await expect(search).toHaveValue('j?k');
  await button(page, 'Clear search').click();
  await page.getByRole('heading', { level: 1 }).click();
  await search.blur();
  await page.keyboard.press('?');
  await expect(dialog(page, 'Keys')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(dialog(page, 'Keys')).toBeHidden();
  await page.context().close();
});

test('every page of the area is in the rail, at each width, and older addresses lead there', async ({
  browser,
}) => {
  const page = await openAdmin(browser);
  for (const [from, to] of [
    ['/admin/music?search=blue', '/admin/library?search=blue'],
    ['/admin?part=listening', '/admin/listening'],
    ['/admin?part=music', '/admin/library/add'],
    ['/admin?part=history', '/admin/history'],
  ]) {
    await page.goto(`${SITE}${from}`);
    await expect(page).toHaveURL(`${SITE}${to}`);
  }
  await page.goto(`${SITE}/admin?search=ada`);
  await expect(page.getByRole('heading', { name: 'All Customers' })).toBeVisible();
  const area = page.getByRole('navigation', { name: 'Admin area' });
  for (const name of [
    'Today',
    'Stations',
    'Library',
    'Add music',
    'Playlists',
    'Listening',
    'Messages',
    'Operations',
    'Webhooks',
    'History',
  ]) {
    await area.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    for (const view of VIEWS) await expectGoodView(page, view);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  // On a phone the rail is behind a button.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(area).toBeHidden();
  await button(page, 'Menu').click();
  await expectAccessible(page);
  await area.getByRole('link', { name: 'Listening' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Listening' })).toBeVisible();
  await expect(area).toBeHidden();
  await page.context().close();
});
