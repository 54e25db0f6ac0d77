import {
  chipOf,
  paletteOf,
  type Look,
  type Palette,
} from '@stationhouse/platform-api/contract/site/colours';
import type { CSSProperties } from 'react';

/** The colours of a station's page in place of the portal's tokens, in both colour schemes. */
export function lookTokens(look: Look): CSSProperties {
  const [light, dark] = [paletteOf(look, false), paletteOf(look, true)];
  const both = (name: keyof Palette) => `light-dark(${light[name]}, ${dark[name]})`;
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...((look.theme === 'light' || look.theme === 'dark') && { colorScheme: look.theme }),
    '--background': both('paper'),
    '--ink': both('ink'),
    '--muted': both('muted'),
    '--line': both('line'),
    '--edge': both('edge'),
    '--primary': both('primary'),
    '--on-primary': both('on_primary'),
    '--on-air-text': both('air'),
    '--chip': `light-dark(${chipOf(look, light.paper)}, ${chipOf(look, dark.paper)})`,
  };
  return style;
}
