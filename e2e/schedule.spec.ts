import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { putOnAir } from './on-air.ts';
import { button } from './wizard.ts';

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
  await button(page, 'Publish…').click();
  const publish = page.getByRole('dialog', { name: 'Publish', exact: true });
  await expect(publish.getByRole('region', { name: 'What changes' })).toContainText('3 → 2');
  await publish.getByRole('button', { name: 'Publish' }).click();
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
