import { BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import { expect, test } from 'vitest';
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
