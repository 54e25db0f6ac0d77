/** Washes of the parts of a day, with dark text on them in both themes. */
const WASHES = [
  'bg-[oklch(0.85_0.09_285)]',
  'bg-[oklch(0.86_0.1_90)]',
  'bg-[oklch(0.86_0.1_160)]',
  'bg-[oklch(0.84_0.1_10)]',
  'bg-[oklch(0.85_0.09_225)]',
  'bg-[oklch(0.88_0.1_125)]',
  'bg-[oklch(0.84_0.09_330)]',
] as const;

/** The same hues as fills of the strip, whose marks are pale in the dark theme. */
const FILLS = [
  'fill-[light-dark(oklch(0.85_0.09_285),oklch(0.5_0.09_285))]',
  'fill-[light-dark(oklch(0.86_0.1_90),oklch(0.5_0.1_90))]',
  'fill-[light-dark(oklch(0.86_0.1_160),oklch(0.5_0.1_160))]',
  'fill-[light-dark(oklch(0.84_0.1_10),oklch(0.5_0.1_10))]',
  'fill-[light-dark(oklch(0.85_0.09_225),oklch(0.5_0.09_225))]',
  'fill-[light-dark(oklch(0.88_0.1_125),oklch(0.5_0.1_125))]',
  'fill-[light-dark(oklch(0.84_0.09_330),oklch(0.5_0.09_330))]',
] as const;

/** The wash of a part of the day. More than seven parts share them. */
export const washOf = (part: number): string => WASHES[part % WASHES.length] ?? WASHES[0];
export const fillOf = (part: number): string => FILLS[part % FILLS.length] ?? FILLS[0];
