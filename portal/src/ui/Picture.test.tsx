import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';
import { doing, draw, find } from './test/draw.tsx';

const image = () => find(HTMLImageElement, 'img');

test('a picture that is missing is the placeholder', async () => {
  await draw(<Picture src={null} alt="" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe(BRAND.placeholder_cover);
});

test('a picture that breaks becomes the placeholder, and another one gets its chance', async () => {
  const { redraw } = await draw(<Picture src="/a.png" alt="A cover" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe('/a.png');
  await doing(() => image().dispatchEvent(new Event('error')));
  expect(image().getAttribute('src')).toBe(BRAND.placeholder_cover);
  expect(image().alt).toBe('A cover');
  await redraw(<Picture src="/b.png" alt="A cover" width={64} height={64} />);
  expect(image().getAttribute('src')).toBe('/b.png');
});
