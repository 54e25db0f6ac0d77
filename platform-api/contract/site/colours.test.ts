import { expect, test } from 'vitest';
import {
  chipOf,
  formOf,
  isDistinct,
  isLegible,
  isWordmark,
  mix,
  onDark,
  paletteOf,
  signOf,
  tileOf,
  WASH,
} from './colours.ts';

/** Every eighth step of red, green and blue: pale, neon, black and all between. */
const STEPS = ['00', '24', '49', '6d', '92', 'b6', 'db', 'ff'];
const ACCENTS = [
  undefined,
  ...STEPS.flatMap((red) =>
    STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
  ),
];

const logo = (luminance: number, is_transparent = true, aspect = 1) => ({
  logo_shape: { aspect, luminance, is_transparent },
});

test.each([
  ['a black logo at night', logo(0), '#0b0a10', '#fff'],
  ['a black logo on paper', logo(0), '#ffffff', 'transparent'],
  ['a neon logo on paper', logo(0.73), '#f0fff0', '#000'],
  ['a neon logo at night', logo(0.73), '#0b0a10', 'transparent'],
  ['an opaque white picture on paper', logo(1, false), '#ffffff', 'transparent'],
  ['a logo that is not measured', {}, '#ffffff', 'transparent'],
])('puts a chip behind a logo only if it would vanish: %s', (_what, look, ground, chip) => {
  expect(chipOf(look, ground)).toBe(chip);
});

test.each([
  ['a logo in the accent’s own colour', logo(0.06), '#e4d5d2'],
  ['a white logo', logo(1), '#000'],
  ['a picture that is not transparent', logo(1, false), 'transparent'],
  ['a logo that is not measured', {}, '#e4d5d2'],
])('a logo on a sign has a tile of paper, or of what shows it: %s', (_what, look, tile) => {
  expect(tileOf(look, '#e4d5d2')).toBe(tile);
});

test('a sign is the accent as it is, with letters that can be read', () => {
  for (const accent_colour of ACCENTS) {
    const { sign, on_sign } = signOf({ accent_colour });
    expect([sign, isLegible(on_sign, sign)]).toEqual([accent_colour ?? '#1A0A53', true]);
  }
});

test('a wordmark in the accent’s own colour has no plate, as its sign is the paper at night', () => {
  const neon = { accent_colour: '#39ff14', ...logo(0.73, true, 2.7) };
  const { paper } = paletteOf(neon, true);
  expect(signOf(neon)).toEqual({ sign: paper, on_sign: '#fff' });
  expect(tileOf(neon, '#ffffff')).toBe('transparent');
  expect(isLegible('#fff', formOf(neon))).toBe(true);
});

test.each([
  ['a logo that does not spell the name', '#39ff14', logo(0.73)],
  ['a wordmark that is seen on the accent', '#39ff14', logo(0, true, 2.7)],
  ['a black one, which would vanish at night too', '#000000', logo(0, true, 2.7)],
  ['a picture that is not transparent', '#39ff14', logo(0.73, false, 2.7)],
])('any other logo has the accent for its sign: %s', (_what, accent_colour, look) => {
  expect(signOf({ accent_colour, ...look }).sign).toBe(accent_colour);
});

test('a station on a dark ground has its logo for dark grounds, if there is one', () => {
  const usual = { station_name: 'Noir', station_logo_url: 'black.png', ...logo(0) };
  const dark_logo = { station_logo_url: 'white.png', ...logo(1) };
  expect(onDark({ ...usual, dark_logo })).toMatchObject({ station_name: 'Noir', ...dark_logo });
  expect(onDark({ ...usual, dark_logo: null })).toMatchObject(usual);
});

test('takes a logo of more than 1.8 times its height for a wordmark', () => {
  expect([1, 1.8, 1.9].map((aspect) => isWordmark(logo(0, true, aspect)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isWordmark({})).toBe(false);
});

test.each([false, true])(
  'keeps text and buttons legible with every accent (dark: %s)',
  (isDark) => {
    for (const accent_colour of ACCENTS) {
      const palette = paletteOf({ accent_colour }, isDark);
      const { paper, surface, ink, muted, accent, air, bad, primary, on_primary } = palette;
      // The darkest and the lightest pixel of a cover or picture behind the page.
      const grounds = [paper, ...['#000000', '#ffffff'].map((pixel) => mix(paper, pixel, WASH))];
      for (const text of [ink, muted, accent, air, bad]) {
        for (const ground of grounds) {
          expect([accent_colour, text, ground, isLegible(text, ground)]).toEqual([
            accent_colour,
            text,
            ground,
            true,
          ]);
        }
      }
      for (const text of [ink, muted]) expect(isLegible(text, surface)).toBe(true);
      expect(isLegible(on_primary, primary)).toBe(true);
      const outline = palette.primary_edge === 'transparent' ? primary : palette.primary_edge;
      for (const sign of [outline, palette.edge, palette.lamp]) {
        expect([accent_colour, sign, isDistinct(sign, paper)]).toEqual([accent_colour, sign, true]);
      }
    }
  },
);

test('keeps the accent itself for the button', () => {
  expect(paletteOf({ accent_colour: '#39ff14' }, false).primary).toBe('#39ff14');
  expect(paletteOf({ accent_colour: '#39ff14' }, true).primary).toBe('#39ff14');
  expect(paletteOf({ accent_colour: '#c2410c' }, false).primary).toBe('#c2410c');
});

test('turns black around on a dark page, and paints the paper of a pale brand', () => {
  expect(isDistinct(paletteOf({ accent_colour: '#000000' }, true).primary, '#000000')).toBe(true);
  const pale = paletteOf({ accent_colour: '#f4dfd0' }, false);
  expect(pale.paper).toBe('#f8ece3');
  expect(pale.primary).toBe(pale.ink);
});

test('brightens a dark accent at night without turning it pale', () => {
  const { primary } = paletteOf({ accent_colour: '#7a2e1d' }, true);
  expect(primary).toBe('#da5234');
});

test('keeps letters legible on a large form of a sign, which is seen on it', () => {
  const failed = ACCENTS.filter((accent_colour) => {
    const { sign, on_sign } = signOf({ accent_colour });
    const form = formOf({ accent_colour });
    return !isLegible(on_sign, form) || form === sign;
  });
  expect(failed).toEqual([]);
});
