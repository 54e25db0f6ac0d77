import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const SITE = 'http://localhost:8000';

test('the API reference has the site’s header, fonts and colours, and no complaint', async ({
  page,
  complaints,
}) => {
  await page.goto(`${SITE}/docs`);
  const title = page.getByRole('heading', { name: 'Stationhouse API' });
  // Swagger UI works through the whole description before it shows the first line.
  await expect(title).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Loading the reference…')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Stationhouse' })).toBeVisible();
  await expect(title).toHaveCSS('font-family', /^"Bricolage Grotesque"/);
  expect(await page.evaluate(() => document.fonts.check('700 20px "Bricolage Grotesque"'))).toBe(
    true,
  );
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 248, 243)');
  await page.getByRole('link', { name: 'Errors', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Errors of the Stationhouse API',
  );
  await page.getByRole('link', { name: 'Back to the site' }).click();
  await expect(page).toHaveURL(`${SITE}/`);
  expect(complaints).toEqual([]);
});

for (const path of ['guide', 'client', 'changelog', 'versions']) {
  test(`the page /docs/${path} is accessible, fits a phone, and has no complaint`, async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${SITE}/docs/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(complaints).toEqual([]);
  });
}
