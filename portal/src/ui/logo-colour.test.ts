import { expect, test } from 'vitest';
import { colourOfPixels } from './logo-colour.ts';

/** Pixels of some colours, each as often as it says. */
const pixels = (...colours: [hex: string, count: number][]) =>
  new Uint8ClampedArray(
    colours.flatMap(([hex, count]) =>
      Array.from({ length: count }, () => [...Buffer.from(hex.padEnd(8, 'f'), 'hex')]).flat(),
    ),
  );

test.each([
  ['a few vivid letters on white', pixels(['ffffff', 900], ['c2410c', 60]), '#c2410c'],
  ['a vivid shape beside black letters', pixels(['000000', 100], ['0f9d58', 60]), '#0f9d58'],
  ['black letters alone', pixels(['ffffff', 900], ['000000', 60]), '#000000'],
  ['a shape on nothing', pixels(['ff000000', 900], ['2244cc', 60]), '#2244cc'],
])('takes the colour of %s', (_what, picture, colour) => {
  expect(colourOfPixels(picture)).toBe(colour);
});

test('averages shades of one colour', () => {
  expect(colourOfPixels(pixels(['204080', 50], ['224282', 50]))).toBe('#214181');
});

test('finds no colour in a white picture', () => {
  expect(colourOfPixels(pixels(['ffffff', 100], ['fdfdfe', 5]))).toBeNull();
});
