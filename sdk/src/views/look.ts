import {
  chipOf,
  formOf,
  mix,
  onDark,
  paletteOf,
  signOf,
  tileOf,
  WASH,
  type Look,
} from '@stationhouse/platform-api/contract/site/colours';

/** How much brighter a cover shines on a dark page, where its dark colours would be lost. */
const LIFT = 1.25;

/** How far a chip reaches beyond its logo, in px. */
const CHIP_PX = 8;

/** A page's colours in one theme, as custom properties. All are computed, so no text of a station gets in. */
export function lookDeclarations(look: Look, isDark: boolean): string {
  const shown = isDark ? onDark(look) : look;
  const palette = { ...paletteOf(look, isDark), ...signOf(shown) };
  const { surface, paper, ink } = palette;
  const chip = chipOf(shown, paper);
  const colours = Object.entries(palette).map(
    ([name, colour]) => `--${name.replace('_', '-')}:${colour}`,
  );
  return [
    `color-scheme:${isDark ? 'dark' : 'light'}`,
    // Dark on light, as scanners need it; a wall at night should not be white.
    `--qr:${isDark ? mix(ink, paper, 0.12) : surface}`,
    `--on-qr:${isDark ? paper : ink}`,
    `--form:${formOf(shown)}`,
    `--wash:${WASH}`,
    `--lift:${isDark ? LIFT : 1}`,
    `--chip:${chip}`,
    `--chip-room:${chip === 'transparent' ? 0 : CHIP_PX}px`,
    `--tile:${tileOf(shown, paper)}`,
    ...colours,
  ].join(';');
}

/** The same as a stylesheet, in the theme of the station or, without one, that of the system. */
export function lookCss({ theme = 'auto', ...look }: Look): string {
  const rule = (isDark: boolean) => `:root{${lookDeclarations(look, isDark)}}`;
  if (theme === 'light' || theme === 'dark') return rule(theme === 'dark');
  return `${rule(true)}@media(prefers-color-scheme:light){${rule(false)}}`;
}

/** The stylesheet of a wall: dark, unless the station is light. */
export const wallLookCss = ({ theme, ...look }: Look): string =>
  lookCss({ ...look, theme: theme === 'light' ? theme : 'dark' });
