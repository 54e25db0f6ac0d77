import { BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import {
  chipOf,
  isDistinct,
  isLegible,
  over,
  basePaletteOf,
  onDark,
  signOn,
  STATION_THEMES,
  type Look,
  type StationTheme,
} from '@stationhouse/platform-api/contract/site/colours';
import {
  EMBED_COLOURS,
  EMBED_SHOWS,
  EMBED_HEIGHT,
  EMBED_WIDTH,
} from '@stationhouse/platform-api/contract/stations/values';

/**
 * Default colours: the specification's, a dark set, by the system's preference, or without a ground of its own, by the page
 * behind the player. A frame cannot see that page, so there `site` is `auto`.
 */
export type Theme = StationTheme | 'site';

const THEMES: readonly Theme[] = [...STATION_THEMES, 'site'];

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

const { surface, primary, ink } = BRAND_COLOURS.dark;

/** Background, button and font where none is written. */
function defaultColours({ accent_colour }: Look, isDark: boolean) {
  if (accent_colour) {
    const { paper, surface, primary, ink } = basePaletteOf(accent_colour, isDark);
    return [isDark ? surface : paper, primary, ink] as const;
  }
  return isDark ? ([surface, primary, ink] as const) : EMBED_COLOURS;
}

/** The colour, if the text is one. */
function readColour(text: string | null): string | undefined {
  const digits = COLOUR.exec(text ?? '')?.[1];
  return digits && `#${digits}`;
}

function readBoolean(text: string | null, fallback: boolean): boolean {
  return text === 'true' || (text !== 'false' && fallback);
}

/**
 * Parses the options. A missing or invalid value becomes the station's or the specification's default, so only valid
 * colours reach a stylesheet.
 *
 * @param isDark whether the system prefers dark, for the theme `auto`, or the page is dark, for `site`
 * @param look of the station, for what is not written
 */
export function readOptions(read: Read, isDark = false, look: Look = {}): EmbedOptions {
  const theme = THEMES.find((name) => name === read('theme')) ?? look.theme ?? 'light';
  const [background, button, font] = defaultColours(
    look,
    theme === 'dark' || (theme !== 'light' && isDark),
  );
  return {
    theme,
    background: readColour(read('background')) ?? (theme === 'site' ? '#0000' : background),
    button: readColour(read('button')) ?? button,
    font: readColour(read('font')) ?? font,
    logo: readBoolean(read('logo'), EMBED_SHOWS),
    song: readBoolean(read('song'), EMBED_SHOWS),
  };
}

/**
 * The colours as custom properties for embed.css. An explicit colour uses the public name and overrides the
 * page around it. A theme colour uses another name, which the page may override. Text without enough
 * contrast becomes black or white, and a button without enough contrast gets an edge. When only the page
 * knows the background, the text colour stays unchanged (`--sp-font`).
 *
 * @param isDark whether the system prefers dark, for the theme `auto`
 * @param look of `onGround`
 */
export function colourDeclarations(read: Read, isDark = false, look: Look = {}): string {
  const { theme, background, button, font } = readOptions(read, isDark, look);
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
    ['--sp-chip', chipOf(look, theme === 'site' && isDark ? '#000' : background)],
  ]
    .map((declaration) => declaration.join(':'))
    .join(';');
}

/** A station as it is on the player's ground: with its logo for dark grounds on a dark one. */
export function onGround<Station extends Look>(
  read: Read,
  isDark: boolean | undefined,
  station: Station,
): Station {
  const { theme, background } = readOptions(read, isDark, station);
  const isOnDark = theme === 'site' ? isDark : signOn(over(background)) === '#fff';
  return isOnDark ? onDark(station) : station;
}

/** An embed's width in px, clamped to its bounds; the fallback when the text is not a number (§5). */
export const embedWidth = (text: string): number => bounded(text, EMBED_WIDTH);

/** An embed's height in px, clamped the same way. */
export const embedHeight = (text: string): number => bounded(text, EMBED_HEIGHT);

function bounded(text: string, bounds: { min: number; max: number; fallback: number }): number {
  const size = Number.parseInt(text, 10);
  return Number.isNaN(size) ? bounds.fallback : Math.min(bounds.max, Math.max(bounds.min, size));
}
