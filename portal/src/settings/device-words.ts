/** How each kind of browser names itself; whoever pretends to be another one comes first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (words: typeof BROWSERS, userAgent: string): string | undefined =>
  words.find(([sign]) => sign.test(userAgent))?.[1];

/**
 * Browser and device as people call them: 'Firefox on Windows'. A program is called as it calls itself.
 *
 * @param userAgent what it has sent as its `User-Agent`; may be empty, and may be made up
 */
export function deviceWords(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  if (system !== undefined) return `A browser on ${system}`;
  const [program = ''] = userAgent.trim().split(/[\s/]/);
  return program === '' || program === 'Mozilla' ? 'An unknown browser' : program;
}
