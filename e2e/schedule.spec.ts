import { expectAccessible, expectGoodView } from './accessible.ts';
import { newcomer, PASSWORD, signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { putOnAir } from './on-air.ts';
import { button, openPlace } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

test('an admin puts a customer’s station on air, changes its schedule, and goes back', async ({
  browser,
  stationhouse,
}) => {
  const page = await putOnAir(browser, stationhouse, {
    slug: 'lantern',
    name: 'Lantern Café Radio',
  });
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On air now' })).toBeVisible();
  await expect(page.getByText('This is on air.')).toBeVisible();

  await button(page, 'Hours until a title airs again: fewer hours').click();
  await expect(page.getByText('Not saved')).toBeVisible();
  await button(page, 'Publish without radio IDs…').click();
  const publish = page.getByRole('dialog', { name: 'Publish', exact: true });
  await expect(publish.getByRole('region', { name: 'What changes' })).toContainText('3 → 2');
  await publish.getByRole('button', { name: 'Publish without radio IDs' }).click();
  await expect(publish).toBeHidden({ timeout: 30_000 });

  await page.getByRole('tab', { name: 'History' }).click();
  await expectAccessible(page);
  await button(page, 'Go back to revision 1').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByText('Went back to 1')).toBeVisible();
  await page.getByRole('tab', { name: 'Play log' }).click();
  await expect(page.getByRole('heading', { name: 'Play log' })).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('the member sees what airs, and why each item did', async ({ browser, stationhouse }) => {
  test.setTimeout(120_000);
  await (
    await putOnAir(browser, stationhouse, { slug: 'harbour', name: 'Harbour Inn Radio' })
  )
    .context()
    .close();
  const page = await newcomer(browser);
  await signIn(page, { email: 'harbour@example.com', password: PASSWORD });
  await openPlace(page, 'Sound');
  const card = page.getByRole('region', { name: 'Programme' });
  await expect(card.getByRole('group', { name: /^Items/ })).toBeVisible();
  await card.getByRole('link', { name: 'Open the programme' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Programme' })).toBeVisible();
  // The stream begins half a minute after the publish.
  await expect(page.getByText(/^Now, \d\d:\d\d:\d\d$/)).toBeVisible({ timeout: 60_000 });
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(items.first()).toContainText('Music of “');
  await expectGoodView(page, { width: 360, colorScheme: 'light' });

  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 1 });
  // The first item may have begun before midnight.
  await expect(items.nth(1)).toContainText(/^00:/);
  const strip = page.getByRole('group', { name: /^Items/ });
  await strip.press('ArrowRight');
  await strip.press('ArrowRight');
  await expect(page.getByText(/^00:\d\d:\d\d–00:\d\d:\d\d Music: /)).toBeVisible();

  await page.getByRole('tab', { name: 'Play log' }).click();
  const log = page.getByRole('table', { name: 'What aired' });
  await expect(log).toContainText('from the playlist “All day at Harbour Inn Radio”');
  await expectGoodView(page, { width: 1440, colorScheme: 'dark' });
  const saved = page.waitForEvent('download');
  await button(page, 'Export as CSV').click();
  expect((await saved).suggestedFilename()).toMatch(/^play-log-.*\.csv$/);
  await page.context().close();
});
