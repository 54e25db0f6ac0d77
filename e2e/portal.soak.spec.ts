import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/pages';
import { test } from './fixtures.ts';
import { expectGoodFace, FACES } from './portal-faces.ts';

for (const face of FACES) {
  test(`every page passes axe and fits a ${face.scheme} window ${face.width} px wide`, async ({
    page,
  }) => {
    test.setTimeout(PORTAL_PAGES.length * 10_000);
    for (const path of PORTAL_PAGES) await expectGoodFace(page, { path, ...face });
  });
}
