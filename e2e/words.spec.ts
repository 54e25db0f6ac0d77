import { PUBLIC_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { addMember, giveStation, signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { button, SITE } from './wizard.ts';

/** The words of the main part that are broken in two without a hyphen. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, 4);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    // Code and addresses may break anywhere.
    if (node.parentElement?.closest('code, .sr-only, [aria-hidden="true"]')) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}

test('no word of a public page is broken in two on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of PUBLIC_PAGES) {
    await page.goto(SITE + path);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(brokenWords), path).toEqual([]);
  }
});

test('no name of a part of the day is cut in the setup form', async ({ page, stationhouse }) => {
  const email = 'day-parts@example.com';
  const member = await addMember(stationhouse, { email, last_name: 'Parts' });
  await giveStation(stationhouse, email, {
    station_slug: 'day-parts',
    station_name: 'The Counting House',
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, member);
  await page.goto(`${SITE}/members/sound?setup=form`);
  await button(page, 'Split the day').click();
  while (await button(page, 'Add a part').isVisible()) await button(page, 'Add a part').click();
  const form = page.getByRole('dialog');
  const names = form.locator('[class~="@container"] > span');
  const cut = () =>
    names.evaluateAll((all) =>
      all
        .filter((name) => name.getBoundingClientRect().width > 0)
        .filter(
          (name) =>
            name.getBoundingClientRect().width >
            (name.parentElement?.getBoundingClientRect().width ?? 0),
        )
        .map((name) => name.textContent),
    );
  expect(await names.count()).toBeGreaterThan(3);
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(names.first()).toBeVisible();
  expect(await cut()).toEqual([]);
});
