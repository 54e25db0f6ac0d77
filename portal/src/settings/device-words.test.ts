import { expect, test } from 'vitest';
import { deviceWords } from './device-words.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36';

test.each([
  [`${MAC} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
  [`${MAC} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Mac'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera on Windows'],
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${ANDROID} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
])('names %s %s', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
