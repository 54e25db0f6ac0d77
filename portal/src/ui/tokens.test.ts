import { BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import { expect, test } from 'vitest';
import { logoGround, SUNKEN } from './look-tokens.ts';
import tokens from './tokens.css?raw';

test.each(['background', 'surface', 'ink', 'muted', 'primary', 'on_primary', 'on_air'] as const)(
  'pages and emails use the same colour %s',
  (name) => {
    const pair = new RegExp(`--${name.replace('_', '-')}: light-dark\\((#\\w+), (#\\w+)\\);`);
    const [, light, dark] = pair.exec(tokens) ?? [];
    expect([light, dark]).toEqual([
      BRAND_COLOURS.light[name].toLowerCase(),
      BRAND_COLOURS.dark[name].toLowerCase(),
    ]);
  },
);

test('a logo that would vanish in the portal has a chip, in the colour scheme where it would', () => {
  const { light, dark } = SUNKEN;
  expect(tokens).toContain(`--sunken: light-dark(${light}, ${dark});`);
  const grounds = (luminance: number, is_transparent = true) =>
    logoGround({ logo_shape: { aspect: 1, luminance, is_transparent } }).background;
  expect(grounds(1)).toBe(`light-dark(#000, ${dark})`);
  expect(grounds(0)).toBe(`light-dark(${light}, #fff)`);
  expect(grounds(1, false)).toBe(`light-dark(${light}, ${dark})`);
});
