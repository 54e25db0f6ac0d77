import { expectAccessible, expectGoodView } from './accessible.ts';
import { BRANDS, openBrand, presetsPage } from './brands.ts';
import { expect, test } from './fixtures.ts';
import { takePictures } from './pictures.ts';
import { SITE } from './wizard.ts';

test.describe.configure({ timeout: 240_000 });

/** Names of 4, 20, 40 and 80 letters. Arabic runs from right to left, Japanese has no spaces, and the last Latin one no hyphen. */
const NAMES = {
  latin: [
    'Café',
    'Turner & Daughters 7',
    'The Old Harbour Bookshop and Coffee Room',
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenhersteller Nordseeküstenradiooo',
  ],
  arabic: [
    'مقهى',
    'راديو مقهى البحر الأ',
    'راديو مقهى البحر الأبيض المتوسط في الصبا',
    'راديو مقهى البحر الأبيض المتوسط في الصباح والمساء مع أجمل الموسيقى للضيوف والأصد',
  ],
  japanese: [
    '喫茶店舗',
    '海辺の小さな喫茶店ラジオ放送局東京湾岸店',
    '海辺の小さな喫茶店ラジオ放送局東京湾岸店海辺の小さな喫茶店ラジオ放送局東京湾岸店',
    '海辺の小さな喫茶店ラジオ放送局東京湾岸店'.repeat(4),
  ],
};

const PLAIN = BRANDS.find(({ logo }) => logo === null) ?? BRANDS[0];

for (const [script, names] of Object.entries(NAMES)) {
  test(`names of 4 to 80 letters in ${script} fit every view`, async ({ page, stationhouse }) => {
    const brand = { ...PLAIN, brand: `plain-${script}` };
    await openBrand(page, stationhouse, brand);
    for (const name of names) {
      expect([4, 20, 40, 80]).toContain([...name].length);
      const change = 'update radio_stations set station_name = $2 where station_slug = $1';
      await stationhouse.query(change, [brand.brand, name]);
      const picture = async (view: string, width: number, height: number) => {
        if (!process.env['SCREENSHOTS']) return;
        const screens = { [width]: { width, height } };
        const file = `name-${script}-${[...name].length}-${view}`;
        await takePictures(page, file, { screens, schemes: ['light'] });
      };

      await page.goto(`${SITE}/${brand.brand}`);
      const sign = page.getByRole('heading', { name, exact: true });
      await expect(sign).toBeVisible();
      for (const width of [320, 1440]) {
        await expectGoodView(page, { width, colorScheme: 'light' });
        // No line of the name is left out.
        const hidden = await sign.evaluate((one) => one.scrollHeight - one.clientHeight);
        expect([name, hidden]).toEqual([name, 0]);
        await picture('page', width, 740);
      }
      await page.goto(`${SITE}/${brand.brand}/tv`);
      await page.setViewportSize({ width: 1920, height: 1080 });
      for (const lowest of ['.qr', '.neighbour']) {
        await expect(page.locator(lowest).first()).toBeInViewport({ ratio: 0.99 });
      }
      await picture('tv', 1920, 1080);

      await page.goto('http://localhost:8080/iframe');
      await page.setContent(presetsPage(brand as unknown as (typeof BRANDS)[number]));
      await expect(page.locator('station-player[state]')).toHaveCount(4);
      await page.setViewportSize({ width: 360, height: 900 });
      await expectAccessible(page);
      const button = page.locator('station-player').last();
      const [outer, inner] = await Promise.all([
        button.boundingBox(),
        button.locator('.name').boundingBox(),
      ]);
      expect(inner?.y).toBeGreaterThanOrEqual(outer?.y ?? 0);
      expect(inner?.height).toBeLessThan(outer?.height ?? 0);
      await picture('embeds', 360, 900);

      await page.goto(`${SITE}/members/share/print`);
      await expect(page.locator('.table-card').first()).toContainText(name);
      await expectGoodView(page, { width: 360, colorScheme: 'light' });
      await page.emulateMedia({ media: 'print' });
      await picture('print', 794, 1123);
      await page.emulateMedia({ media: 'screen' });
    }
  });
}
