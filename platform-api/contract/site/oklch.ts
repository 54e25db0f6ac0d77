import { over } from './colours.ts';

/** Lightness (0 to 1), chroma and hue in radians (OKLCH, Björn Ottosson 2020). */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

const linear = (value: number): number =>
  value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
const gamma = (value: number): number =>
  value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : value * 12.92;

/** @param colour `#` and six digits */
export function lchOf(colour: string): Lch {
  const [r, g, b] = over(colour).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)];
}

function rgbOf([lightness, chroma, hue]: Lch): [number, number, number] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Halvings until the chroma is exact enough for eight bits. */
const GAMUT_STEPS = 10;

/** A colour outside sRGB keeps lightness and hue and loses chroma. */
export function hexOf([lightness, chroma, hue]: Lch): string {
  const fits = (tried: number) =>
    rgbOf([lightness, tried, hue]).every((value) => value > -0.0005 && value < 1.0005);
  let [low, high] = [0, chroma];
  if (fits(chroma)) low = chroma;
  else {
    for (let step = 0; step < GAMUT_STEPS; step += 1) {
      const tried = (low + high) / 2;
      if (fits(tried)) low = tried;
      else high = tried;
    }
  }
  const digits = rgbOf([lightness, low, hue]).map((value) =>
    Math.round(255 * gamma(Math.min(1, Math.max(0, value))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
