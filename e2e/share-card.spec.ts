import { readFile } from 'node:fs/promises';
import { encode } from 'uqr';
import { expectAccessible } from './accessible.ts';
import { BRANDS, openBrand } from './brands.ts';
import { expect, test } from './fixtures.ts';
import { button, SITE } from './wizard.ts';

test('a member saves a picture to post, whose code leads to the station', async ({
  page,
  stationhouse,
}) => {
  await openBrand(page, stationhouse, { ...BRANDS[0], brand: 'poster' });
  await page.goto(`${SITE}/members`);
  await page.getByRole('link', { name: 'Make a picture to post' }).click();
  const picture = page.getByRole('img', { name: /^We have our own radio station: Kaffeehaus/ });
  await expect(picture).toBeInViewport();
  await expectAccessible(page);
  const { data, size } = encode(`${SITE}/poster`, { border: 0 });
  // On a tile of 300 px at 700, 970.
  const side = Math.floor(240 / size);
  const edge = Math.round((300 - size * side) / 2);
  const codeOn = () =>
    picture.evaluate(
      (canvas: HTMLCanvasElement, [x, y, length, step]) => {
        const context = canvas.getContext('2d');
        const isDark = (column: number, row: number) =>
          (context?.getImageData(x + (column + 0.5) * step, y + (row + 0.5) * step, 1, 1).data[0] ??
            255) < 128;
        const places = Array.from({ length }, (_, n) => n);
        return places.map((row) => places.map((column) => isDark(column, row)));
      },
      [700 + edge, 970 + edge, size, side] as const,
    );
  // It is drawn once its fonts and the logo are there.
  await expect.poll(codeOn).toEqual(data);

  const download = page.waitForEvent('download');
  await button(page, 'Save the picture').click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('poster.png');
  const bytes = await readFile(await saved.path());
  // PNG: width and height in the first chunk.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1350]);
});
