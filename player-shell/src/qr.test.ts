import { expect, test } from 'vitest';
import { encode } from 'uqr';
import { qrPath } from './qr.ts';

test('the path of a code covers its dark modules and nothing else', () => {
  const text = 'https://radio.example.com/a-station-with-a-long-name';
  const { size, path } = qrPath(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  expect(drawn).toEqual(encode(text, { border: 4 }).data);
  expect(path.replaceAll(/M(\d+) \d+h\d+v1H\1z/g, '')).toBe('');
});
