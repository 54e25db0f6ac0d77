import type { Locator, Page } from '@playwright/test';
import { expectGoodView, VIEWS } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { beCustomer, button, goLive, openPart, SHARE_PARTS, SITE } from './wizard.ts';

test.describe.configure({ timeout: 180_000 });

const DESKTOP = { width: 1440, height: 900 };

const isLoaded = (page: Page) =>
  expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);

/** The part of the page that shows the result. */
const previewOf = (page: Page, part: (typeof SHARE_PARTS)[number]): Locator =>
  ({
    look: page.getByText('Now playing').first(),
    page: page.getByText('Now playing').first(),
    website: page.locator('station-player').getByRole('button', { name: 'Play' }),
    screens: page.getByText('LIVE', { exact: true }),
    print: page.locator('main .table-card'),
  })[part];

test('every part is one screen with its preview in sight, from the first day to the first song', async ({
  page,
  stationhouse,
  complaints,
}) => {
  await beCustomer(page, stationhouse, { email: 'one-screen@example.com', slug: 'one-screen' });
  for (const part of SHARE_PARTS) {
    await page.goto(`${SITE}/members/share/${part}`);
    await isLoaded(page);
    await expectGoodView(page, { width: 360, colorScheme: 'light' });
  }
  await goLive(stationhouse, 'one-screen');
  for (const part of SHARE_PARTS) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`${SITE}/members/share/${part}`);
    await expect(previewOf(page, part)).toBeInViewport();
    await isLoaded(page);
    const cards = page.getByRole('main').getByRole('region');
    const bottoms = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().bottom),
    );
    expect(Math.max(...bottoms), part).toBeLessThanOrEqual(DESKTOP.height);
    for (const view of VIEWS) await expectGoodView(page, view);
  }
  expect(complaints).toEqual([]);
});

test('with forced colours, the page and the part that are open look different from the others', async ({
  page,
  stationhouse,
}) => {
  await beCustomer(page, stationhouse, { email: 'forced@example.com', slug: 'forced' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${SITE}/members/share/print`);
  await isLoaded(page);
  for (const [here, other] of [
    ['Share & embed', 'Sound'],
    ['Print', 'Look'],
  ] as const) {
    const [ground, plain] = await Promise.all(
      [here, other].map((name) =>
        page
          .getByRole('link', { name, exact: true })
          .first()
          .evaluate((link) => getComputedStyle(link).backgroundColor),
      ),
    );
    expect(ground, here).not.toBe(plain);
  }
});

test('on a phone, the preview of a part is on its first two screens', async ({
  page,
  stationhouse,
}) => {
  await beCustomer(page, stationhouse, { email: 'on-a-phone@example.com', slug: 'on-a-phone' });
  await goLive(stationhouse, 'on-a-phone');
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  for (const part of SHARE_PARTS) {
    await page.goto(`${SITE}/members/share/${part}`);
    await previewOf(page, part).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY), part).toBeLessThanOrEqual(phone.height);
  }
});

test('the player stays in sight while its settings and the steps for a site are read', async ({
  page,
  stationhouse,
}) => {
  await beCustomer(page, stationhouse, { email: 'in-sight@example.com', slug: 'in-sight' });
  await goLive(stationhouse, 'in-sight');
  await page.setViewportSize(DESKTOP);
  await page.goto(`${SITE}/members`);
  await openPart(page, 'Website');
  await page.getByText('Colours, size and more').click();
  const builder = page.getByRole('combobox', { name: 'How to put it on your site' });
  await builder.selectOption('Wix');
  await expect(page.getByRole('tab', { name: 'Iframe' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Copy the code under Iframe.')).toBeVisible();
  await page.getByText('Drag the box until').scrollIntoViewIfNeeded();
  const play = page.locator('station-player').getByRole('button', { name: 'Play' });
  await expect(play).toBeInViewport();
  await button(page, 'Button').click();
  await expect(play).toBeInViewport();
});

test('a colour is kept until it is saved, and another tab shows it then', async ({
  page,
  stationhouse,
}) => {
  await beCustomer(page, stationhouse, { email: 'two-tabs@example.com', slug: 'two-tabs' });
  await goLive(stationhouse, 'two-tabs');
  const colour = (tab: Page) => tab.getByRole('textbox', { name: 'Accent colour', exact: true });
  const other = await page.context().newPage();
  await other.goto(`${SITE}/members/share/look`);
  await page.goto(`${SITE}/members`);
  await openPart(page, 'Look');
  await colour(page).fill('#c2410c');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await openPart(page, 'Website');
  await page.goBack();
  await expect(colour(page)).toHaveValue('#c2410c');
  expect(await colour(other).inputValue()).not.toBe('#c2410c');
  await button(page, 'Save look').click();
  await expect(page.getByText('Look saved', { exact: true })).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await expect(colour(other)).toHaveValue('#c2410c');
});

test('links to the former page lead to what they named', async ({ page, stationhouse }) => {
  await beCustomer(page, stationhouse, { email: 'old-links@example.com', slug: 'old-links' });
  await goLive(stationhouse, 'old-links');
  await page.goto(`${SITE}/members/share`);
  await expect(page).toHaveURL(`${SITE}/members/share/look`);
  await page.goto(`${SITE}/members/share#domain`);
  await expect(page).toHaveURL(`${SITE}/members/account#domain`);
  await expect(page.getByRole('heading', { name: 'Your own domain' })).toBeInViewport();
  await page.goto(`${SITE}/members/table-cards`);
  await expect(button(page, 'Print or save as PDF')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${SITE}/members/table-cards#post`);
  await expect(page.getByRole('heading', { name: 'Tell your guests' })).toBeInViewport();
});
