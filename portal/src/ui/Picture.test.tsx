import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import { doing, draw, find } from './test/draw.tsx';

const image = () => find(HTMLImageElement, 'img');

test('shows the placeholder when there is no picture', async () => {
  await draw(<Picture src={null} alt="" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe(BRAND.placeholder_cover);
});

test('replaces a broken picture by the placeholder, and tries the next one', async () => {
  const { redraw } = await draw(<Picture src="/a.png" alt="A cover" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe('/a.png');
  await doing(() => image().dispatchEvent(new Event('error')));
  expect(image().getAttribute('src')).toBe(BRAND.placeholder_cover);
  expect(image().alt).toBe('A cover');
  await redraw(<Picture src="/b.png" alt="A cover" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe('/b.png');
});
