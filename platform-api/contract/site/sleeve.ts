/**
 * Sleeve art: the picture of a track without a cover. It is one large geometric form and one dot in tints of the
 * station's accent colour, without text, gradients and texture. A hash of station, artist and title chooses it, so every
 * replica draws the same bytes.
 */
import { BRAND_COLOURS } from './brand.ts';
import { hexOf, lchOf, type Lch } from './oklch.ts';

/** The name of a track in a station, and the station's colour. */
export interface SleeveOf {
  /** `#` and six digits; null: the station has not chosen one, and has the colour of its page's button. */
  accent: string | null;
  artist: string;
  title: string;
  /** The station's id: two stations draw the same song differently. */
  station: string;
}

/** Everything that a drawing depends on. Its parts are small numbers, so that an address can hold them. */
export interface SleeveDesign {
  /** Six hex digits, in lower case. */
  accent: string;
  /** 0 to 9. */
  form: number;
  /** Quarter turns: 0 to 3. */
  turn: number;
  /** Which colours ground, form and dot have: 0 to 3. */
  role: number;
  /** Sizes and patterns within the form: 0 to 3. */
  variant: number;
}

/** The colour of a station that has not chosen one: that of its page's button. */
const DEFAULT_ACCENT = BRAND_COLOURS.light.primary;

/** The sleeve of a track as SVG, at most 3 KB. */
export const sleeve = (track: SleeveOf): string => drawSleeve(designOf(track));

/** Chooses the sleeve of a track: a hash and no drawing, since now-playing is computed often. */
export function designOf({ accent, artist, title, station }: SleeveOf): SleeveDesign {
  const hash = hashOf(`${station}\n${artist}\n${title}`);
  return {
    accent: (accent ?? DEFAULT_ACCENT).slice(1).toLowerCase(),
    form: hash % FORMS.length,
    turn: (hash >>> 8) & 3,
    role: (hash >>> 13) & 3,
    variant: (hash >>> 18) & 3,
  };
}

/** The sleeve of the station itself, such as its app's icon. */
export const designOfStation = (of: Pick<SleeveOf, 'accent' | 'station'>): SleeveDesign =>
  designOf({ ...of, artist: '', title: '' });

/** A station's own form in a square of 100. */
export interface StationForm {
  /** One path, with holes by the even-odd rule: the dot is a hole in the form, or stands beside it. */
  path: string;
  /** Clockwise around the middle, in degrees. */
  turn: number;
}

/** The form of the sleeve of the station itself, for its signs: in one colour (`formOf`), on which letters may stand. */
export function formOfStation(station: string): StationForm {
  const design = designOfStation({ station, accent: null });
  const { large, small } = partsOf(design);
  return { path: large + small, turn: design.turn * 90 };
}

/** FNV-1a over UTF-16 code units, mixed by the end of MurmurHash3 so that each bit depends on the whole text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Width and height of a sleeve in px, where its box does not say. */
export const SLEEVE_PX = 600;

/** Draws a design as SVG. */
export function drawSleeve(design: SleeveDesign): string {
  const { ground, shape, dot, large, small } = partsOf(design);
  const turned = design.turn === 0 ? '' : ` transform="rotate(${design.turn * 90} 50 50)"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SLEEVE_PX}" height="${SLEEVE_PX}">` +
    `<path fill="${ground}" d="M0 0h100v100H0z"/><g${turned}>` +
    `<path fill="${shape}" fill-rule="evenodd" d="${large}"/><path fill="${dot}" d="${small}"/></g></svg>`
  );
}

/** The colours of a design and its paths, before its turn. Overlaps within a path are holes (even-odd rule). */
export function partsOf({ accent, form, role, variant }: SleeveDesign): SleeveColours & {
  large: string;
  small: string;
} {
  const { large, small } = (FORMS[form] ?? disc)(variant);
  return { ...sleeveColours(`#${accent}`, role), large, small: circle(small) };
}

/** Centre and radius in a square of 100. */
type Dot = readonly [x: number, y: number, radius: number];

/** A path in a square of 100 that touches its edges, and a dot. */
interface Drawing {
  large: string;
  small: Dot;
}

const circle = ([x, y, r]: Dot): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** An upright bar with round ends. @param x its middle */
const bar = (x: number, y: number, width: number, height: number): string =>
  `M${x - width / 2} ${y + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width}a${width / 2} ${width / 2} 0 0 1 ${-width} 0z`;

/** One of four, by the variant. */
const one = <T>(of: readonly [T, T, T, T], variant: number): T =>
  of[variant as 0 | 1 | 2 | 3] ?? of[0];

const disc = (variant: number): Drawing => ({
  large: circle([50, 50, 50]),
  small: one<Dot>(
    [
      [50, 50, 15],
      [66, 34, 17],
      [50, 24, 13],
      [64, 64, 22],
    ],
    variant,
  ),
});

function quarter(variant: number): Drawing {
  const r = one([100, 84, 72, 92], variant);
  return {
    large: `M0 0h${r}A${r} ${r} 0 0 1 0 ${r}z`,
    small: one<Dot>(
      [
        [86, 86, 9],
        [80, 80, 11],
        [74, 74, 13],
        [84, 84, 9],
      ],
      variant,
    ),
  };
}

/** Bars that stand on the ground, and a dot above the shortest one. */
function bars(variant: number): Drawing {
  const heights = one(
    [
      [100, 74, 46, 86],
      [40, 64, 88, 100],
      [78, 100, 62, 38],
      [62, 36, 84, 100],
    ],
    variant,
  );
  const xs = [0, 27, 54, 81];
  const shortest = heights.indexOf(Math.min(...heights));
  return {
    large: heights.map((height, at) => `M${xs[at]} 100v${-height}h19v${height}z`).join(''),
    small: [(xs[shortest] ?? 0) + 9.5, 100 - (heights[shortest] ?? 0) - 16, 9.5],
  };
}

/** An arch on the ground, and a dot in its door. */
function arch(variant: number): Drawing {
  const inner = one([20, 14, 24, 18], variant);
  const outer = one([44, 40, 50, 50], variant);
  const top = one([56, 52, 50, 60], variant);
  return {
    large:
      `M${50 - outer} 100V${top}a${outer} ${outer} 0 0 1 ${2 * outer} 0V100H${50 + inner}V${top}` +
      `a${inner} ${inner} 0 0 0 ${-2 * inner} 0V100z`,
    small: [50, 82, Math.min(10, inner - 6)],
  };
}

/** Nine discs, half discs and gaps (`o`, `n`, `u` and a space); the dot is one of the discs. */
function grid(variant: number): Drawing {
  const cells = one(['onoouno*n', 'uo*onnoou', 'n*unoooun', 'oonu*onuo'], variant);
  const centre = (at: number) =>
    [(at % 3) * 33.5 + 16.5, Math.floor(at / 3) * 33.5 + 16.5] as const;
  const drawn = [...cells].map((cell, at) => {
    const [x, y] = centre(at);
    if (cell === 'o') return circle([x, y, 16.5]);
    if (cell === 'n') return `M${x - 16.5} ${y + 8}a16.5 16.5 0 0 1 33 0z`;
    return cell === 'u' ? `M${x - 16.5} ${y - 8}a16.5 16.5 0 0 0 33 0z` : '';
  });
  return { large: drawn.join(''), small: [...centre(cells.indexOf('*')), 16.5] };
}

/** Rings around a corner, and a dot beyond them. */
function rings(variant: number): Drawing {
  const radii = one(
    [
      [100, 82, 60, 42, 20],
      [96, 76, 52, 32, 0],
      [100, 74, 48, 22, 0],
      [88, 72, 56, 40, 24],
    ],
    variant,
  );
  const large = radii.map((r) => `M0 0h${r}A${r} ${r} 0 0 1 0 ${r}z`).join('');
  return { large, small: [87, 87, 8] };
}

/** A horizon with the whole sun above it. */
function horizon(variant: number): Drawing {
  const y = one([62, 70, 56, 66], variant);
  const r = one([21, 16, 19, 24], variant);
  return {
    large: `M0 ${y}h100v${100 - y}H0z`,
    small: [one([50, 70, 34, 50], variant), y - r - 7, r],
  };
}

const half = (variant: number): Drawing => ({
  large: 'M0 0h50a50 50 0 0 1 0 100H0z',
  small: one<Dot>(
    [
      [50, 50, 15],
      [50, 50, 24],
      [26, 26, 11],
      [66, 50, 13],
    ],
    variant,
  ),
});

/** A ribbon that enters at one edge and leaves at the opposite one, each at a right angle. */
function ribbon(variant: number): Drawing {
  const width = one([22, 18, 26, 22], variant);
  const [inner, outer] = [16 - width / 2, 16 + width / 2];
  const left = 18 - width / 2;
  return {
    large:
      `M${left} 0V60a${outer} ${outer} 0 0 0 ${2 * outer} 0V40a${inner} ${inner} 0 0 1 ${2 * inner} 0V100h${width}V40` +
      `a${outer} ${outer} 0 0 0 ${-2 * outer} 0V60a${inner} ${inner} 0 0 1 ${-2 * inner} 0V0z`,
    small: variant === 3 ? [89, 11, 7] : [10, 90, 7],
  };
}

/** Five bars of a level meter; one of them is down to a dot. */
function level(variant: number): Drawing {
  const heights = one(
    [
      [44, 100, 0, 76, 34],
      [100, 60, 84, 0, 56],
      [36, 0, 100, 64, 88],
      [64, 84, 100, 48, 0],
    ],
    variant,
  );
  const xs = [10, 30, 50, 70, 90];
  return {
    large: heights
      .map((height, at) => (height === 0 ? '' : bar(xs[at] ?? 0, 50 - height / 2, 14, height)))
      .join(''),
    small: [xs[heights.indexOf(0)] ?? 50, 50, 8],
  };
}

const FORMS: readonly ((variant: number) => Drawing)[] = [
  disc,
  quarter,
  bars,
  arch,
  grid,
  rings,
  horizon,
  half,
  ribbon,
  level,
];

/** The three colours of a sleeve, as `#` and six digits. */
export interface SleeveColours {
  ground: string;
  shape: string;
  dot: string;
}

/** More chroma than this glares on a large ground. */
const MOST_GROUND_CHROMA = 0.13;
/** Below and above these, tints of the accent itself cannot be told apart. */
const NEAR_BLACK = 0.3;
const NEAR_WHITE = 0.93;

/** Between these hues, in radians, a darker tint turns to the first one: dark yellow would be olive. */
const YELLOW = [1.05, 2] as const;

/** A tint of a light colour: the darker, the more chroma, since a pale colour of little chroma would become a grey. */
function shade([l, c, h]: Lch, lightness: number): Lch {
  const by = Math.max(0, l - lightness);
  const [orange, green] = YELLOW;
  const isYellow = h > orange && h < green;
  return [
    lightness,
    Math.min(c * (1 + 2 * by), Math.max(c, MOST_GROUND_CHROMA)),
    isYellow ? h - (h - orange) * Math.min(1, 1.6 * by) : h,
  ];
}

type Tones = readonly [ground: number, shape: number, dot: number];
type FourRoles = readonly [Tones, Tones, Tones, Tones];

/** Lightness of ground, form and dot for an accent that is almost black, by role. */
const BLACK_ROLES: FourRoles = [
  [0.22, 0.46, 0.93],
  [0.95, 0.2, 0.62],
  [0.36, 0.16, 0.86],
  [0.8, 0.27, 0.98],
];
/** The same for one that is almost white. */
const WHITE_ROLES: FourRoles = [
  [0.94, 0.78, 0.5],
  [0.5, 0.95, 0.76],
  [0.84, 0.97, 0.55],
  [0.97, 0.6, 0.84],
];

/**
 * The colours of a role: tints of the accent, which is itself either the ground or the form.
 *
 * @param accent `#` and six digits
 * @param role 0: accent ground; 1: pale ground; 2: deep ground; 3: light ground with a deep form
 */
export function sleeveColours(accent: string, role: number): SleeveColours {
  const lch = lchOf(accent);
  const [l, c, h] = lch;
  const held = Math.min(c, MOST_GROUND_CHROMA);
  if (l < NEAR_BLACK || l > NEAR_WHITE) {
    const [ground, shape, dot] = one(l < NEAR_BLACK ? BLACK_ROLES : WHITE_ROLES, role);
    const at = (lightness: number) =>
      hexOf(
        l > NEAR_WHITE
          ? shade(lch, lightness)
          : // Chroma that fits a dark colour is too much for its pale tints.
            [lightness, lightness > 0.7 ? held * 0.35 : held, h],
      );
    return { ground: at(ground), shape: at(shape), dot: at(dot) };
  }
  const isLight = l > 0.68;
  const deepest = Math.max(0.2, Math.min(l - 0.26, 0.36));
  const deep: Lch = isLight ? shade([l, held, h], deepest) : [deepest, held, h];
  const coloursOfRoles: readonly [() => Lch[], () => Lch[], () => Lch[], () => Lch[]] = [
    () => [
      [l, held, h],
      isLight ? shade(lch, l - 0.2) : [l + 0.17, c * 0.85, h],
      isLight ? [0.97, held * 0.3, h] : [0.94, held * 0.35, h],
    ],
    () => [[0.95, held * 0.25, h], shade(lch, Math.min(l, 0.76)), deep],
    () => [
      [deep[0], deep[1] * 0.8, deep[2]],
      [Math.max(l, deepest + 0.2), c, h],
      isLight ? shade([l, held, h], 0.62) : [0.93, held * 0.35, h],
    ],
    () => [
      isLight ? [Math.max(l, 0.84), held, h] : [0.84, held * 0.5, h],
      deep,
      [isLight ? 0.97 : Math.min(l + 0.08, 0.64), isLight ? held * 0.2 : c, h],
    ],
  ];
  const [ground, shape, dot] = one(coloursOfRoles, role)() as [Lch, Lch, Lch];
  return { ground: hexOf(ground), shape: hexOf(shape), dot: hexOf(dot) };
}
