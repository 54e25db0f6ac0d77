import { BRAND_COLOURS } from '@stationhouse/platform-api/contract/brand';
import {
  EMBED_DEFAULTS,
  EMBED_HEIGHT,
  EMBED_WIDTH,
} from '@stationhouse/platform-api/contract/limits';

/** Default colours: the specification's, a dark set, or by the system's preference. */
const THEMES = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof THEMES)[number];

/** The look of an embedded player (specification §3, Embed settings). Colours are `#` and hex digits. */
export interface EmbedOptions {
  theme: Theme;
  background: string;
  button: string;
  font: string;
  /** Whether the station's logo is shown. */
  logo: boolean;
  /** Whether the current song is shown. */
  song: boolean;
}

/** Names of the options, the same in query strings and as attributes. */
export const OPTION_NAMES = ['theme', 'background', 'button', 'font', 'logo', 'song'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

/** Returns the text of an option, for example `(name) => query.get(name)`. */
type Read = (name: OptionName) => string | null;

/** 3, 4, 6 or 8 hex digits with an optional `#`. */
const COLOUR = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

const { background_color, play_button_color, font_color, show_logo, show_current_song } =
  EMBED_DEFAULTS;
const { surface, primary, ink } = BRAND_COLOURS.dark;

/** The colour, if the text is one. */
function readColour(text: string | null): string | undefined {
  const digits = COLOUR.exec(text ?? '')?.[1];
  return digits && `#${digits}`;
}

function readBoolean(text: string | null, fallback: boolean): boolean {
  return text === 'true' || (text !== 'false' && fallback);
}

/**
 * Parses the options. A missing or invalid value becomes the specification's default, so only valid colours
 * reach a stylesheet.
 *
 * @param isDark whether the system prefers dark, for the theme `auto`
 */
export function readOptions(read: Read, isDark = false): EmbedOptions {
  const theme = THEMES.find((name) => name === read('theme')) ?? 'light';
  const [background, button, font] =
    theme === 'dark' || (theme === 'auto' && isDark)
      ? [surface, primary, ink]
      : [background_color, play_button_color, font_color];
  return {
    theme,
    background: readColour(read('background')) ?? background,
    button: readColour(read('button')) ?? button,
    font: readColour(read('font')) ?? font,
    logo: readBoolean(read('logo'), show_logo),
    song: readBoolean(read('song'), show_current_song),
  };
}

/**
 * The colours as custom properties for embed.css. An explicit colour uses the public name and overrides the
 * page around it. A theme colour uses another name, which the page may override. Text without enough
 * contrast becomes black or white, and a button without enough contrast gets an edge. When only the page
 * knows the background, the text colour stays unchanged (`--sp-font`).
 *
 * @param isDark whether the system prefers dark, for the theme `auto`
 */
export function colourDeclarations(read: Read, isDark = false): string {
  const { background, button, font } = readOptions(read, isDark);
  const isWritten = (option: OptionName) => !!readColour(read(option));
  const name = (option: OptionName, property: string) =>
    `--sp-${isWritten(option) ? '' : 'theme-'}${property}`;
  const behind = over(background);
  const color = isLegible(font, background) ? font : signOn(behind);
  return [
    [name('background', 'background'), background],
    [name('button', 'button'), button],
    [name('font', 'color'), color],
    ...(isWritten('font') ? [['--sp-font', isWritten('background') ? color : font]] : []),
    [name('button', 'glyph'), signOn(over(button, behind))],
    ['--sp-edge', isDistinct(button, background) ? 'transparent' : color],
  ]
    .map((declaration) => declaration.join(':'))
    .join(';');
}

/** An embed's width in px, clamped to its bounds; the fallback when the text is not a number (§5). */
export const embedWidth = (text: string): number => bounded(text, EMBED_WIDTH);

/** An embed's height in px, clamped the same way. */
export const embedHeight = (text: string): number => bounded(text, EMBED_HEIGHT);

function bounded(text: string, bounds: { min: number; max: number; fallback: number }): number {
  const size = Number.parseInt(text, 10);
  return Number.isNaN(size) ? bounds.fallback : Math.min(bounds.max, Math.max(bounds.min, size));
}

/** Red, green and blue, each from 0 to 1. */
type Light = readonly [number, number, number];
const WHITE: Light = [1, 1, 1];
const BLACK: Light = [0, 0, 0];

/** Minimum contrast of text and of a control's outline (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

/** A colour, possibly translucent, blended over its background. */
function over(colour: string, behind = WHITE): Light {
  const digits = colour.length < 6 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2) || 'ff', 16) / 255;
  const seen = (index: 0 | 1 | 2) => at(index * 2) * at(6) + behind[index] * (1 - at(6));
  return [seen(0), seen(1), seen(2)];
}

/** Relative luminance (WCAG 2.2). */
function luminance(light: Light): number {
  const linear = (index: 0 | 1 | 2) =>
    light[index] > 0.04045 ? ((light[index] + 0.055) / 1.055) ** 2.4 : light[index] / 12.92;
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

/** Whether the contrast reaches the ratio over a white or a black page. */
function hasContrast(colour: string, background: string, ratio: number): boolean {
  return [WHITE, BLACK].some((page) => {
    const behind = over(background, page);
    const [one, other] = [luminance(over(colour, behind)) + 0.05, luminance(behind) + 0.05];
    return Math.max(one / other, other / one) >= ratio;
  });
}

/** Whether text of this colour is legible on the background. Otherwise the player uses black or white. */
export const isLegible = (text: string, background: string) =>
  hasContrast(text, background, TEXT_CONTRAST);

/**
 * Whether a button of this colour stands out from the background. Otherwise the player gives it an edge.
 */
export const isDistinct = (button: string, background: string) =>
  hasContrast(button, background, EDGE_CONTRAST);

/**
 * White or black, whichever has more contrast. Both have the same where the luminance is 0.179: (L + 0.05)²
 * = 1.05 × 0.05 (WCAG 2.2, contrast ratio).
 */
const signOn = (light: Light) => (luminance(light) < 0.179 ? '#fff' : '#000');
