import {
  chipOf,
  paletteOf,
  type Look,
  type Palette,
} from '@stationhouse/platform-api/contract/site/colours';
import type { CSSProperties } from 'react';

/** The portal's own ground behind pictures, as `--sunken` in tokens.css. */
export const SUNKEN = { light: '#f4eee4', dark: '#171030' };

/** The ground of a logo in the portal, in both colour schemes: the portal's own, or the chip of a logo that would vanish. */
export function logoGround(logo: Pick<Look, 'logo_shape'>): CSSProperties {
  const on = (ground: string) => {
    const chip = chipOf(logo, ground);
    return chip === 'transparent' ? ground : chip;
  };
  return { background: `light-dark(${on(SUNKEN.light)}, ${on(SUNKEN.dark)})` };
}

/** The colours of a station's page in place of the portal's tokens, in both colour schemes. */
export function lookTokens(look: Look): CSSProperties {
  const [light, dark] = [paletteOf(look, false), paletteOf(look, true)];
  const both = (name: keyof Palette) => `light-dark(${light[name]}, ${dark[name]})`;
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...((look.theme === 'light' || look.theme === 'dark') && { colorScheme: look.theme }),
    '--background': both('paper'),
    '--surface': both('surface'),
    '--ink': both('ink'),
    '--muted': both('muted'),
    '--line': both('line'),
    '--edge': both('edge'),
    '--primary': both('primary'),
    '--primary-raised': both('accent'),
    '--on-primary': both('on_primary'),
    '--on-air-text': both('air'),
    '--chip': `light-dark(${chipOf(look, light.paper)}, ${chipOf(look, dark.paper)})`,
  };
  return style;
}
