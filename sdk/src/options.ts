import {
  EMBED_DEFAULTS,
  EMBED_HEIGHT,
  EMBED_WIDTH,
} from '@stationhouse/platform-api/contract/limits';

/** How an embedded player looks (specification §3, Embed settings). Colours are `#` and hex digits. */
export interface EmbedOptions {
  background: string;
  button: string;
  font: string;
  /** Whether the station's logo shows. */
  logo: boolean;
  /** Whether the current song shows. */
  song: boolean;
}

/** The options' names, the same in a page's query string and as attributes. */
export const OPTION_NAMES = ['background', 'button', 'font', 'logo', 'song'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

/** 3, 4, 6 or 8 hex digits, the `#` optional (API rules, Colours). */
const COLOUR = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

function readColour(text: string | null, fallback: string): string {
  const digits = COLOUR.exec(text ?? '')?.[1];
  return digits ? `#${digits}` : fallback;
}

function readBoolean(text: string | null, fallback: boolean): boolean {
  return text === 'true' || (text !== 'false' && fallback);
}

/**
 * Reads the options from wherever they are written. A value that is missing or no good falls back to
 * the specification's default, so that no text can reach a stylesheet unless it is a colour.
 *
 * @param read the text written under a name, such as `(name) => query.get(name)`
 */
export function readOptions(read: (name: OptionName) => string | null): EmbedOptions {
  return {
    background: readColour(read('background'), EMBED_DEFAULTS.background_color),
    button: readColour(read('button'), EMBED_DEFAULTS.play_button_color),
    font: readColour(read('font'), EMBED_DEFAULTS.font_color),
    logo: readBoolean(read('logo'), EMBED_DEFAULTS.show_logo),
    song: readBoolean(read('song'), EMBED_DEFAULTS.show_current_song),
  };
}

/** The colours as the custom properties that the embedded player's stylesheet reads. */
export function colourProperties(options: EmbedOptions): [name: string, value: string][] {
  return [
    ['--sp-background', options.background],
    ['--sp-button', options.button],
    ['--sp-color', options.font],
    ['--sp-glyph', glyphOn(options.button, options.background)],
  ];
}

/** An embed's width in px within its bounds; text that is no number gives the fallback (§5). */
export const embedWidth = (text: string): number => bounded(text, EMBED_WIDTH);

/** An embed's height in px, in the same manner. */
export const embedHeight = (text: string): number => bounded(text, EMBED_HEIGHT);

function bounded(text: string, bounds: { min: number; max: number; fallback: number }): number {
  const size = Number.parseInt(text, 10);
  return Number.isNaN(size) ? bounds.fallback : Math.min(bounds.max, Math.max(bounds.min, size));
}

/** Red, green, blue and opacity, each from 0 to 1. */
type Channels = readonly [number, number, number, number];

function channels(colour: string): Channels {
  const digits = colour.length < 6 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2) || 'ff', 16) / 255;
  return [at(0), at(2), at(4), at(6)];
}

/**
 * White or black, whichever stands out more on a button that may be half transparent. The two
 * contrasts are equal where the luminance is 0.179: (L + 0.05)² = 1.05 × 0.05 (WCAG 2.2, contrast
 * ratio and relative luminance).
 */
function glyphOn(button: string, background: string): string {
  const [red, green, blue, opacity] = channels(button);
  const behind = channels(background);
  const linear = (top: number, index: 0 | 1 | 2) => {
    const below = behind[index] * behind[3] + 1 - behind[3];
    const mixed = top * opacity + below * (1 - opacity);
    return mixed > 0.04045 ? ((mixed + 0.055) / 1.055) ** 2.4 : mixed / 12.92;
  };
  const luminance = 0.2126 * linear(red, 0) + 0.7152 * linear(green, 1) + 0.0722 * linear(blue, 2);
  return luminance < 0.179 ? '#fff' : '#000';
}
