import type { CSSProperties } from 'react';
import { BRAND_COLOURS } from '../../contract/site/brand.ts';
import { paletteOf, type Look, type Palette } from '../../contract/site/colours.ts';

const { dark, light } = BRAND_COLOURS;

/** A table that is layout only. */
export const LAYOUT = {
  role: 'presentation',
  cellPadding: '0',
  cellSpacing: '0',
  border: 0,
} as const;

/** The name in the head of a mail. */
export const WORDMARK: CSSProperties = {
  color: light.ink,
  fontSize: 19,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  lineHeight: '30px',
  paddingLeft: 10,
};

type Accent = Pick<Look, 'accent_colour'>;

/** The colours of a mail in one theme. */
type Colours = Record<
  | 'background'
  | keyof Pick<Palette, 'surface' | 'ink' | 'muted' | 'line' | 'primary' | 'on_primary'>,
  string
>;

const rules = ({ background, surface, ink, muted, line, primary, on_primary }: Colours) => `
  .paper { background-color: ${background} !important; }
  .card { background-color: ${surface} !important; border-color: ${line} !important; }
  .ink { color: ${ink} !important; }
  .muted { color: ${muted} !important; }
  .code { background-color: ${background} !important; border-color: ${line} !important; color: ${ink} !important; }
  .more { border-color: ${muted} !important; color: ${ink} !important; }
  .action { background-color: ${primary} !important; color: ${on_primary} !important; }
`;

function coloursOf(station: Accent, isDark: boolean): Colours {
  const palette = paletteOf(station, isDark);
  return { ...palette, background: palette.paper };
}

/**
 * Styles that need media queries: dark mode and narrow windows; and the colours of a station. Clients without support
 * show the light version; `color-scheme` stops clients from inverting the colours themselves.
 */
export const stylesOf = (station: Accent | undefined): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
${station ? rules(coloursOf(station, false)) : ''}
@media (prefers-color-scheme: dark) {
  ${rules(station ? coloursOf(station, true) : dark)}
  .house { background-color: ${dark.house} !important; }
  .roof { border-bottom-color: ${dark.house} !important; }
  .lamp { background-color: ${dark.on_air} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px 16px !important; }
  .action, .more { display: block !important; text-align: center !important; }
  .row { display: block !important; height: auto !important; margin-right: 0 !important; width: auto !important; }
  .name { padding: 20px !important; }
  .sleeve { border-radius: 0 !important; height: auto !important; aspect-ratio: 3; object-fit: cover; width: 100% !important; }
}
`;
