import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { over } from '../../contract/site/colours.ts';
import { drawSleevePng, polygonsOf } from './sleeve-png.ts';
import {
  designOf,
  designOfStation,
  drawSleeve,
  formOfStation,
  partsOf,
  sleeve,
  sleeveColours,
} from '../../contract/site/sleeve.ts';

const ACCENTS = ['#7a2e1d', '#39ff14', '#101010', '#e8c95a', '#0d6e8f', '#f7f5f0', '#1a0a53'];
const DIGITS = [0, 1, 2, 3];
const FORMS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const DESIGNS = FORMS.flatMap((form) =>
  DIGITS.map((variant) => ({ accent: '7a2e1d', form, variant, role: 0, turn: 0 })),
);

const song = (index: number) => ({
  accent: ACCENTS[index % ACCENTS.length] ?? null,
  artist: `Artist ${index % 90}`,
  title: `Title ${index}`,
  station: 'a-station',
});

/** Relative luminance by the formula of WCAG 2.2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a / b, b / a);
}

describe('sleeve art', () => {
  it('is at most 3 KB of SVG for each of 1,000 tracks', () => {
    for (let index = 0; index < 1_000; index += 1) {
      expect(Buffer.byteLength(sleeve(song(index)))).toBeLessThanOrEqual(3_072);
    }
  });

  it('has the same bytes on every machine', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => sleeve(song(index))).join('\n');
    expect(createHash('sha256').update(all).digest('hex')).toMatchInlineSnapshot(
      `"71b4392be70c6908c3ca8ebcd136ac5a5a5f9f56efffcedabb5a9978e808976d"`,
    );
  });

  it('has no text, no gradient and no script, whatever the names are', () => {
    const names = { artist: '</svg><script>alert(1)</script>', title: '"&\u0000' };
    expect(sleeve({ ...song(1), ...names })).toMatch(
      /^<svg [^<]*(<path [^<]*|<g[^<]*|<\/g>)+<\/svg>$/,
    );
  });

  it('uses every form, turn, role and variant for the songs of one station', () => {
    const designs = Array.from({ length: 200 }, (_, index) =>
      designOf({ ...song(index), accent: '#7a2e1d' }),
    );
    expect(new Set(designs.map(({ form }) => form)).size).toBe(10);
    for (const part of ['turn', 'role', 'variant'] as const) {
      expect(new Set(designs.map((design) => design[part])).size).toBe(4);
    }
    expect(new Set(designs.map(drawSleeve)).size).toBeGreaterThan(130);
  });

  it('lends the station’s signs its form, with the dot beside it or as a hole in it', () => {
    for (const station of ['a', 'b', 'c']) {
      const design = designOfStation({ station, accent: '#7a2e1d' });
      const { large, small } = partsOf(design);
      expect(formOfStation(station)).toEqual({ path: large + small, turn: design.turn * 90 });
    }
  });

  it('differs between two stations that play the same song', () => {
    const drawn = ['one', 'two', 'three'].map((station) => sleeve({ ...song(1), station }));
    expect(new Set(drawn).size).toBe(3);
  });

  it.each(ACCENTS)('keeps form and dot apart from their ground in tints of %s', (accent) => {
    for (const role of DIGITS) {
      const { ground, shape, dot } = sleeveColours(accent, role);
      expect([role, contrast(ground, shape) > 1.3]).toEqual([role, true]);
      expect([role, contrast(ground, dot) > 1.3]).toEqual([role, true]);
      expect([role, contrast(shape, dot) > 1.3]).toEqual([role, true]);
    }
  });

  it.each(['#f7e7b0', '#e8c95a', '#ffd400', '#fff2cc'])(
    'makes %s brown, and not olive',
    (accent) => {
      const dark = DIGITS.flatMap((role) => Object.values(sleeveColours(accent, role)))
        .map((colour) => over(colour))
        .filter(([red]) => red < 0.5);
      expect(dark.every(([red, green]) => red > 1.5 * green)).toBe(true);
    },
  );

  it('keeps a pale accent whole on two of four sleeves, and its dark tints from being grey', () => {
    const roles = DIGITS.map((role) => sleeveColours('#f4c2c2', role));
    expect(roles.filter(({ ground }) => ground === '#f4c2c2')).toHaveLength(2);
    const [red, green] = over(roles[3]?.shape ?? '');
    expect(red).toBeGreaterThan(2 * green);
  });

  it('has the colour of the page’s button where no accent is chosen', () => {
    expect(designOf({ ...song(1), accent: null }).accent).toBe('1a0a53');
  });

  it.each(DESIGNS)(
    'form $form, variant $variant touches an edge and keeps its dot whole',
    (design) => {
      const { large, small } = partsOf(design);
      const points = polygonsOf(large).flat();
      const edges = points.filter(([x, y]) => [x, y].some((at) => at < 0.5 || at > 99.4));
      expect(edges.length).toBeGreaterThan(0);
      for (const [x, y] of polygonsOf(small).flat()) {
        expect(Math.min(x, y, 100.5 - x, 100.5 - y)).toBeGreaterThanOrEqual(0);
      }
    },
  );
});

describe('the PNG of a sleeve', () => {
  it.each(DESIGNS.filter(({ variant }) => variant === 1))(
    'has the pixels of form $form, variant $variant as SVG',
    async (design) => {
      const size = 120;
      const turned = { ...design, turn: 1 };
      const drawn = await sharp(await drawSleevePng(turned, size))
        .removeAlpha()
        .raw()
        .toBuffer();
      const { large, small, ground, shape, dot } = partsOf(turned);
      const inside = (path: string, [x, y]: [number, number]): boolean => {
        // The same point before the quarter turn.
        const [px, py] = [y, 100 - x];
        let crossings = 0;
        for (const polygon of polygonsOf(path)) {
          for (const [index, [x1, y1]] of polygon.entries()) {
            const [x2, y2] = polygon[(index + 1) % polygon.length] ?? [x1, y1];
            if (y1 <= py !== y2 <= py && x1 + ((py - y1) / (y2 - y1)) * (x2 - x1) > px)
              crossings += 1;
          }
        }
        return crossings % 2 === 1;
      };
      let wrong = 0;
      for (let row = 0; row < size; row += 3) {
        for (let column = 0; column < size; column += 3) {
          const at: [number, number] = [((column + 0.5) * 100) / size, ((row + 0.5) * 100) / size];
          const wanted = inside(small, at) ? dot : inside(large, at) ? shape : ground;
          const pixel = drawn
            .subarray((row * size + column) * 3)
            .subarray(0, 3)
            .toString('hex');
          if (`#${pixel}` !== wanted) wrong += 1;
        }
      }
      // Pixels on an edge are mixtures.
      expect(wrong / (size / 3) ** 2).toBeLessThan(0.12);
    },
  );
});
