import { isLegible } from '@stationhouse/platform-api/contract/site/colours';
import { EMBED_HEIGHT, EMBED_WIDTH } from '@stationhouse/platform-api/contract/stations/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colourDeclarations, embedHeight, embedWidth, onGround, readOptions } from './options.ts';

const read = (query: string) => {
  const parameters = new URLSearchParams(query);
  return readOptions((name) => parameters.get(name));
};

/** The custom properties of an embed's colours. */
const colours = (query: string, isDark?: boolean): Record<string, string | undefined> => {
  const parameters = new URLSearchParams(query);
  const declarations = colourDeclarations((name) => parameters.get(name), isDark).split(';');
  return Object.fromEntries(declarations.map((declaration) => declaration.split(':')));
};

const DEFAULTS = {
  theme: 'light',
  background: '#FFFFFF',
  button: '#1a0a53',
  font: '#000000',
  logo: true,
  song: true,
};

test.each([
  ['', false, false],
  ['', true, false],
  ['theme=dark', false, true],
  ['theme=auto', true, true],
  ['theme=auto', false, false],
  ['theme=site', true, true],
  ['theme=dark&background=fff', false, false],
  ['background=123', false, true],
])('has the logo for dark grounds on a dark one: %s, system dark %s', (query, isDark, isOther) => {
  const parameters = new URLSearchParams(query);
  const logo_shape = { aspect: 1, luminance: 1, is_transparent: true };
  const station = { dark_logo: { station_logo_url: 'white.png', logo_shape } };
  const shown = onGround((name) => parameters.get(name), isDark, station);
  expect('station_logo_url' in shown).toBe(isOther);
});

describe('the options of an embed', () => {
  test('are the specification’s defaults when none are given', () => {
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
  ])('keep the default instead of the colour "%s"', (text) => {
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
        const declarations = colourDeclarations((name) => written[name] ?? null);
        expect(declarations).toMatch(
          /^(--sp-[a-z-]+:(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|transparent|0\.\d+)(;|$))+$/i,
        );
      }),
    );
  });
});

describe('the icon on the play button', () => {
  const glyph = (button: string, background = 'fff') =>
    colours(`button=${button}&background=${background}`)['--sp-glyph'];

  test.each([
    ['1a0a53', '#fff'],
    ['000', '#fff'],
    ['b42318', '#fff'],
    ['fff', '#000'],
    ['f26b21', '#000'],
    ['ff0', '#000'],
    ['777777', '#000'],
    ['757575', '#fff'],
  ])('on %s is %s, which has more contrast', (button, expected) => {
    expect(glyph(button)).toBe(expected);
  });

  test('accounts for what shines through a transparent button', () => {
    expect(glyph('0001', 'fff')).toBe('#000');
    expect(glyph('0001', '111')).toBe('#fff');
    expect(glyph('00000010', '1118')).toBe('#000');
  });
});

describe('the themes', () => {
  const DARK = { background: '#1B1438', button: '#B5A9FF', font: '#F4F1FA' };

  test.each([
    ['', false, DEFAULTS],
    ['theme=light', true, DEFAULTS],
    ['theme=dusk', true, DEFAULTS],
    ['theme=dark', false, DARK],
    ['theme=auto', true, DARK],
    ['theme=auto', false, { background: DEFAULTS.background, font: DEFAULTS.font }],
    ['theme=dark&button=f00', false, { ...DARK, button: '#f00' }],
  ])('apply "%s", with a dark system: %s, with its colours', (query, isDark, expected) => {
    const parameters = new URLSearchParams(query);
    expect(readOptions((name) => parameters.get(name), isDark)).toMatchObject(expected);
  });

  test('are overridden by the page’s own properties, unlike explicit colours', () => {
    expect(colours('theme=dark')).toEqual({
      '--sp-theme-background': DARK.background,
      '--sp-theme-button': DARK.button,
      '--sp-theme-color': DARK.font,
      '--sp-theme-glyph': '#000',
      '--sp-edge': 'transparent',
      '--sp-chip': 'transparent',
    });
    expect(colours('background=fff&button=1a0a53&font=000')).toEqual({
      '--sp-background': '#fff',
      '--sp-button': '#1a0a53',
      '--sp-color': '#000',
      '--sp-font': '#000',
      '--sp-glyph': '#fff',
      '--sp-edge': 'transparent',
      '--sp-chip': 'transparent',
    });
  });
});

test('without a ground of its own, a player takes the colours for the page behind it', () => {
  const read = (name: string) => (name === 'theme' ? 'site' : null);
  expect(readOptions(read)).toMatchObject({ background: '#0000', font: DEFAULTS.font });
  expect(readOptions(read, true)).toMatchObject({ background: '#0000', font: '#F4F1FA' });
});

describe('colours without contrast', () => {
  test.each([
    ['background=fff&font=767676', '#767676'],
    ['background=fff&font=777777', '#000'],
    ['background=111&font=222', '#fff'],
    ['background=ffff00&font=fff', '#000'],
    ['font=eee', '#000'],
    ['theme=dark&font=333', '#fff'],
  ])('become black or white for text (%s)', (query, expected) => {
    expect(colours(query)['--sp-color']).toBe(expected);
  });

  test('are judged against the explicit background', () => {
    expect(colours('background=111')['--sp-theme-color']).toBe('#fff');
  });

  test('stay unchanged when the page has its own background', () => {
    expect(colours('font=fff')['--sp-font']).toBe('#fff');
    expect(colours('font=fff&background=fff')['--sp-font']).toBe('#000');
  });

  test('are judged against the page behind only when that could help', () => {
    expect(colours('background=0000&font=fff')['--sp-color']).toBe('#fff');
    expect(colours('background=fffffff0&font=fff')['--sp-color']).toBe('#000');
  });

  test.each([
    ['button=fff', '#000000'],
    ['button=949494', 'transparent'],
    ['button=959595', '#000000'],
    ['theme=dark&button=1a0a53', '#F4F1FA'],
    ['background=1a0a53&font=fff', '#fff'],
  ])('get an edge for a button (%s: %s)', (query, expected) => {
    expect(colours(query)['--sp-edge']).toBe(expected);
  });
});

describe('the look of the station', () => {
  const none = () => null;
  const look = { accent_colour: '#c2410c', theme: 'auto' } as const;

  test('stands in for the options that are not written', () => {
    expect(readOptions(none, false, look)).toMatchObject({ theme: 'auto', button: '#c2410c' });
    expect(readOptions((name) => (name === 'button' ? '0a0' : null), false, look).button).toBe(
      '#0a0',
    );
    expect(readOptions((name) => (name === 'theme' ? 'dark' : null), false, look).theme).toBe(
      'dark',
    );
  });

  test('is overridden by the page’s own properties', () => {
    expect(colourDeclarations(none, false, look)).toContain('--sp-theme-button:#c2410c');
  });

  test('follows the system with the theme auto', () => {
    const [light, dark] = [readOptions(none, false, look), readOptions(none, true, look)];
    expect(isLegible(light.font, light.background)).toBe(true);
    expect(isLegible(dark.font, dark.background)).toBe(true);
    expect(dark.background).not.toBe(light.background);
  });

  test('without an accent only has the colours of its theme', () => {
    expect(readOptions(none, false, { theme: 'dark' })).toEqual({
      ...readOptions((name) => (name === 'theme' ? 'dark' : null)),
    });
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
