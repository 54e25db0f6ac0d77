import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { expectGoodView, VIEWS } from './accessible.ts';
import { test } from './fixtures.ts';
import { SITE } from './wizard.ts';

for (const view of VIEWS) {
  test(`every page passes axe and fits a ${view.colorScheme} window ${view.width} px wide`, async ({
    page,
  }) => {
    test.setTimeout(PORTAL_PAGES.length * 10_000);
    for (const path of PORTAL_PAGES) {
      await page.goto(SITE + path);
      await expectGoodView(page, view);
    }
  });
}
