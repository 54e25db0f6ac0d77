/**
 * Colours of stations: the contrast guard of the player, and the whole palette that follows from one accent colour.
 * Imports nothing but the brand, so that the player can use it.
 */
import { BRAND_COLOURS } from './brand.ts';

/** The colours of a station: a choice of the member, or the system's preference. */
export const STATION_THEMES = ['light', 'dark', 'auto'] as const;
export type StationTheme = (typeof STATION_THEMES)[number];

/** What is needed of a station's look to draw it. */
export interface Look {
  /** `#` and six digits. */
  accent_colour?: string | null | undefined;
  /** Not chosen: pages follow the system, and embeds are light (specification §3). */
  theme?: StationTheme | null | undefined;
  /** Not measured: no logo, or one on another server. */
  logo_shape?: LogoShape | null | undefined;
  /** Null: the station has one logo for all grounds. */
  dark_logo?: DarkLogo | null | undefined;
}

/** The measures of a logo, by which it is drawn whole, and never vanishes in its ground. */
export interface LogoShape {
  /** Width divided by height. */
  aspect: number;
  /** The mean luminance of its opaque pixels, from 0 (black) to 1 (WCAG 2.2, relative luminance). */
  luminance: number;
  /** Whether the ground is seen through it. */
  is_transparent: boolean;
}

/** A logo for dark grounds, by the fields of the station that it replaces there. */
export interface DarkLogo {
  station_logo_url: string;
  logo_shape: LogoShape;
}

/** A wider logo is a wordmark: it stands in place of the written name. */
const WORDMARK_ASPECT = 1.8;

/** Whether a logo spells the name, so that the written one is for screen readers alone. */
export const isWordmark = ({ logo_shape }: Pick<Look, 'logo_shape'>): boolean =>
  !!logo_shape && logo_shape.aspect > WORDMARK_ASPECT;

/** Minimum contrast of a transparent logo to its ground; with less it gets a chip behind it. */
const LOGO_CONTRAST = 2;

/** Red, green and blue, each from 0 to 1. */
type Light = readonly [number, number, number];
const WHITE: Light = [1, 1, 1];
const BLACK: Light = [0, 0, 0];

/** Minimum contrast of text and of a control's outline (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const EDGE_CONTRAST = 3;

/**
 * The share of a page's background that the station's picture may take: at most 20 %, so that text keeps its contrast on
 * any of its pixels. A cover takes 60 % of this (page.css): the ground belongs to the accent.
 */
export const WASH = 0.2;

/** A colour, possibly translucent, blended over its background. @param colour `#` and 3, 4, 6 or 8 hex digits */
export function over(colour: string, behind = WHITE): Light {
  const digits = colour.length < 6 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2) || 'ff', 16) / 255;
  const seen = (index: 0 | 1 | 2) => at(index * 2) * at(6) + behind[index] * (1 - at(6));
  return [seen(0), seen(1), seen(2)];
}

/** Relative luminance (WCAG 2.2). */
export function luminance(light: Light): number {
  const linear = (index: 0 | 1 | 2) =>
    light[index] > 0.04045 ? ((light[index] + 0.055) / 1.055) ** 2.4 : light[index] / 12.92;
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

const contrast = (one: Light, other: Light) => ratio(luminance(one), luminance(other));

/** The contrast of two luminances (WCAG 2.2, contrast ratio). */
const ratio = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/**
 * The colour behind a logo: `transparent`, or the chip of one that would vanish: white or black, whichever shows it better.
 * @param ground an opaque colour
 */
export function chipOf({ logo_shape }: Pick<Look, 'logo_shape'>, ground: string): string {
  const isSeen =
    !logo_shape?.is_transparent ||
    ratio(logo_shape.luminance, luminance(over(ground))) >= LOGO_CONTRAST;
  return isSeen ? 'transparent' : signFor(logo_shape.luminance);
}

/**
 * The ground behind a logo on a sign (`signOf`), of which it often has the very colour: paper, or its chip on paper. A
 * picture that is not transparent needs none, nor does a wordmark for which the sign is dark.
 */
export function tileOf(look: SignedLook, paper: string): string {
  if (look.logo_shape?.is_transparent === false || nightSignOf(look)) return 'transparent';
  const chip = chipOf(look, paper);
  return chip === 'transparent' ? paper : chip;
}

/** A station as it is on a dark ground: its logo is the one for dark grounds, if it has one. */
export const onDark = <Station extends Pick<Look, 'dark_logo'>>(station: Station): Station => ({
  ...station,
  ...station.dark_logo,
});

/** Whether the logo for dark grounds suits an opaque ground: white text is seen better there than black text. */
export const isDarkGround = (ground: string): boolean => signOn(over(ground)) === '#fff';

/** Whether the contrast reaches the ratio over a white or a black page. */
function hasContrast(colour: string, background: string, least: number): boolean {
  return [WHITE, BLACK].some((page) => {
    const behind = over(background, page);
    return contrast(over(colour, behind), behind) >= least;
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
export const signOn = (light: Light) => signFor(luminance(light));

const signFor = (light: number) => (light < 0.179 ? '#fff' : '#000');

/** A mixture in sRGB. @param share of the other colour, from 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [over(one), over(other)];
  return digitsOf((index) => a[index] + (b[index] - a[index]) * share);
}

const digitsOf = (at: (index: 0 | 1 | 2) => number): string =>
  `#${([0, 1, 2] as const)
    .map((index) =>
      Math.round(255 * at(index))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The brightest colour of the same hue and saturation. */
function brightest(colour: string): string {
  const light = over(colour);
  return digitsOf((index) => light[index] / Math.max(...light, 1 / 255));
}

/**
 * The colour itself, or as little darker or lighter as it needs for this contrast. On a dark ground it first becomes
 * brighter and keeps its chroma: mixed with white alone, a red-brown would turn dusty pink.
 */
function readable(colour: string, background: string, least: number): string {
  const sign = signOn(over(background));
  const steps = sign === '#fff' ? [colour, brightest(colour), sign] : [colour, sign];
  for (let step = 1; step < steps.length; step += 1) {
    for (let share = 0; share < 1; share += 0.04) {
      const tried = mix(steps[step - 1] ?? sign, steps[step] ?? sign, share);
      if (contrast(over(tried), over(background)) >= least) return tried;
    }
  }
  return sign;
}

/** The distance of a colour from grey, from 0 to 1. */
function chroma(light: Light): number {
  return Math.max(...light) - Math.min(...light);
}

/** The colours of a page. Text has a contrast of 4.5 on paper and surface, whatever the accent is. */
export interface Palette {
  paper: string;
  surface: string;
  ink: string;
  muted: string;
  /** Between parts, and around fields. */
  line: string;
  edge: string;
  /** Buttons, the sign on them, and their outline where they are hard to tell from the paper. */
  primary: string;
  on_primary: string;
  primary_edge: string;
  /** Focus rings and links. */
  accent: string;
  /** The lamp, and its word. */
  lamp: string;
  air: string;
  bad: string;
}

/** Below this chroma a colour is a grey. */
const GREY = 0.15;
/** A pale colour is lighter and greyer than these: it suits a wall, and not a button on white. */
const PALE = { luminance: 0.55, chroma: 0.35 };

const isPale = (light: Light): boolean =>
  luminance(light) > PALE.luminance && chroma(light) < PALE.chroma;

/**
 * The share of the accent in the ground: at night as it is, and on white as bright as it can be, since a dark one would turn
 * white into a dull grey. A grey has less, and a pale colour more.
 */
const DARK_TINT = 0.2;
const TINT = 0.15;
const GREY_TINT = 0.05;
const PALE_TINT = 0.6;

/** The colours that an embedded player takes from a station. */
export type BasePalette = Pick<Palette, 'paper' | 'surface' | 'ink' | 'primary'>;

/** @param accent `#` and six digits */
export function basePaletteOf(accent: string, isDark: boolean): BasePalette {
  const light = over(accent);
  const isGrey = chroma(light) < GREY;
  const ink = mix(isDark ? '#f7f5fb' : '#14121a', accent, 0.1);
  const paper = isDark
    ? mix('#0b0a10', accent, isGrey ? GREY_TINT : DARK_TINT)
    : isPale(light)
      ? mix('#ffffff', accent, PALE_TINT)
      : isGrey
        ? mix('#ffffff', accent, GREY_TINT)
        : mix('#ffffff', brightest(accent), TINT);
  const isHidden = isDark ? !isDistinct(accent, paper) : isPale(light);
  return {
    paper,
    surface: isDark ? mix(paper, ink, 0.08) : '#ffffff',
    ink,
    primary: !isHidden ? accent : isDark && !isGrey ? readable(accent, paper, TEXT_CONTRAST) : ink,
  };
}

const BAD = { light: '#b42318', dark: '#ff8f85' };

/** The parts of a look that decide the ground of a sign. */
type SignedLook = Pick<Look, 'accent_colour' | 'logo_shape'>;

/** The paper of a station at night, for a wordmark in the accent's own colour: on the accent it would need a plate. */
function nightSignOf({ accent_colour, logo_shape }: SignedLook): string | null {
  if (!accent_colour || !logo_shape?.is_transparent || !isWordmark({ logo_shape })) return null;
  const { paper } = basePaletteOf(accent_colour, true);
  const onGround = (ground: string) => ratio(logo_shape.luminance, luminance(over(ground)));
  const isSuited = onGround(accent_colour) < LOGO_CONTRAST && onGround(paper) >= TEXT_CONTRAST;
  return isSuited ? paper : null;
}

/**
 * The ground of a sign, and the letters on it: the accent as it is, pale or dark. A button needs contrast to its page, and a
 * sign is the page.
 */
export function signOf(look: SignedLook): { sign: string; on_sign: string } {
  const sign = nightSignOf(look) ?? look.accent_colour ?? BRAND_COLOURS.light.primary;
  return { sign, on_sign: signOn(over(sign)) };
}

/** The share of white in a large form on a sign with white letters, and on one with black letters. */
const FORM_TINT = 0.16;
const LIGHT_FORM_TINT = 0.4;
/** From this luminance on, a sign can't be lightened visibly. */
const NEARLY_WHITE = 0.85;

/** The colour of a large form on a sign: a lighter or darker tint, on which the sign's letters are as legible. */
export function formOf(look: SignedLook): string {
  const { sign, on_sign } = signOf(look);
  // A light colour that is darkened would look dirty, and white can't be lightened.
  const isLight = on_sign === '#000' && luminance(over(sign)) < NEARLY_WHITE;
  const lighter = mix(sign, '#fff', isLight ? LIGHT_FORM_TINT : FORM_TINT);
  return isLight || (on_sign === '#fff' && isLegible(on_sign, lighter))
    ? lighter
    : mix(sign, '#000', FORM_TINT);
}

/** The palette of a station. Without an accent it is the brand's. @param isDark the theme that is shown */
export function paletteOf(
  { accent_colour }: Pick<Look, 'accent_colour'>,
  isDark: boolean,
): Palette {
  const brand = isDark ? BRAND_COLOURS.dark : BRAND_COLOURS.light;
  const { paper, surface, ink, primary } = accent_colour
    ? basePaletteOf(accent_colour, isDark)
    : { ...brand, paper: brand.background };
  // Text stands on paper that a cover may have darkened or lightened.
  const behind = mix(paper, isDark ? '#ffffff' : '#000000', WASH);
  const text = (colour: string) => readable(colour, behind, TEXT_CONTRAST);

  // In the colour of its buttons: a pale lamp that is darkened for light paper would look switched off.
  const lit = accent_colour ? primary : brand.on_air;
  return {
    paper,
    surface,
    ink,
    muted: text(accent_colour ? mix(ink, paper, 0.3) : brand.muted),
    line: mix(paper, ink, 0.12),
    edge: readable(mix(paper, ink, 0.4), paper, EDGE_CONTRAST),
    primary,
    on_primary: signOn(over(primary)),
    primary_edge: isDistinct(primary, paper) ? 'transparent' : ink,
    accent: text(primary),
    lamp: readable(lit, paper, EDGE_CONTRAST),
    air: text(lit),
    bad: text(isDark ? BAD.dark : BAD.light),
  };
}
