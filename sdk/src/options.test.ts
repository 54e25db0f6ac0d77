import { EMBED_HEIGHT, EMBED_WIDTH } from '@stationhouse/platform-api/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colourProperties, embedHeight, embedWidth, readOptions } from './options.ts';

const read = (query: string) => {
  const parameters = new URLSearchParams(query);
  return readOptions((name) => parameters.get(name));
};

const DEFAULTS = {
  background: '#FFFFFF',
  button: '#1a0a53',
  font: '#000000',
  logo: true,
  song: true,
};

describe('the options of an embed', () => {
  test('are the defaults of the specification where none are given', () => {
    expect(read('')).toEqual(DEFAULTS);
  });

  test.each([
    ['abc', '#abc'],
    ['#abc', '#abc'],
    ['abcd', '#abcd'],
    ['#A1b2C3', '#A1b2C3'],
    ['a1b2c3', '#a1b2c3'],
    ['#a1b2c3d4', '#a1b2c3d4'],
    ['a1b2c3d4', '#a1b2c3d4'],
  ])('take the colour %s', (text, colour) => {
    const value = encodeURIComponent(text);
    expect(read(`background=${value}&button=${value}&font=${value}`)).toMatchObject({
      background: colour,
      button: colour,
      font: colour,
    });
  });

  test.each([
    '',
    '#',
    'ab',
    'abcde',
    'abcdef1',
    'abcdef123',
    'ghi',
    'red',
    '##abc',
    ' abc',
    'abc;color:red',
    'abc}body{display:none',
    'url(//evil.example)',
    'var(--x)',
    'abc\n',
  ])('leave the default in the place of the colour "%s"', (text) => {
    const value = encodeURIComponent(text);
    expect(read(`background=${value}&button=${value}&font=${value}`)).toEqual(DEFAULTS);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['', true],
    ['0', true],
    ['no', true],
    ['FALSE', true],
  ])('read the switch "%s" as %s', (text, shown) => {
    expect(read(`logo=${text}&song=${text}`)).toMatchObject({ logo: shown, song: shown });
  });

  test('never let anything but a colour into a stylesheet', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (background, button, font) => {
        const written: Record<string, string> = { background, button, font };
        const options = readOptions((name) => written[name] ?? null);
        for (const [, value] of colourProperties(options)) {
          expect(value).toMatch(/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i);
        }
      }),
    );
  });
});

describe('the sign on the play button', () => {
  const glyph = (button: string, background = 'fff') =>
    Object.fromEntries(colourProperties(read(`button=${button}&background=${background}`)))[
      '--sp-glyph'
    ];

  test.each([
    ['1a0a53', '#fff'],
    ['000', '#fff'],
    ['b42318', '#fff'],
    ['fff', '#000'],
    ['f26b21', '#000'],
    ['ff0', '#000'],
    ['777777', '#000'],
    ['757575', '#fff'],
  ])('on %s is %s, which stands out more', (button, expected) => {
    expect(glyph(button)).toBe(expected);
  });

  test('counts what shines through a transparent button', () => {
    expect(glyph('0001', 'fff')).toBe('#000');
    expect(glyph('0001', '111')).toBe('#fff');
    expect(glyph('00000010', '1118')).toBe('#000');
  });
});

describe('the size of an embed', () => {
  test.each([
    ['300', 300],
    ['199', EMBED_WIDTH.min],
    ['1001', EMBED_WIDTH.max],
    ['-5', EMBED_WIDTH.min],
    ['640.9', 640],
    ['', EMBED_WIDTH.fallback],
    ['wide', EMBED_WIDTH.fallback],
  ])('has the width "%s" as %i px', (text, px) => {
    expect(embedWidth(text)).toBe(px);
  });

  test.each([
    ['450', 450],
    ['99', EMBED_HEIGHT.min],
    ['601', EMBED_HEIGHT.max],
    ['NaN', EMBED_HEIGHT.fallback],
  ])('has the height "%s" as %i px', (text, px) => {
    expect(embedHeight(text)).toBe(px);
  });
});
