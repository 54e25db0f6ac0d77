import sharp from 'sharp';
import { expect, test } from 'vitest';
import { coloursOfPixels } from './logo-colour.ts';

/** Pixels of some colours, each as often as it says. */
const pixels = (...colours: [hex: string, count: number][]) =>
  new Uint8ClampedArray(
    colours.flatMap(([hex, count]) =>
      Array.from({ length: count }, () => [...Buffer.from(hex.padEnd(8, 'f'), 'hex')]).flat(),
    ),
  );

test.each([
  ['a few vivid letters on white', pixels(['ffffff', 900], ['c2410c', 60]), ['#c2410c']],
  ['a vivid shape beside black letters', pixels(['000000', 100], ['0f9d58', 60]), ['#0f9d58']],
  ['black letters alone', pixels(['ffffff', 900], ['000000', 60]), ['#000000']],
  ['a shape on nothing', pixels(['ff000000', 900], ['2244cc', 60]), ['#2244cc']],
  [
    'two shapes, the larger first',
    pixels(['ffffff', 900], ['2244cc', 60], ['c2410c', 20]),
    ['#2244cc', '#c2410c'],
  ],
])('takes the colours of %s', (_what, picture, colours) => {
  expect(coloursOfPixels(picture)).toEqual(colours);
});

test('leaves out the edge of a shape, mixed with the ground', () => {
  const shape = pixels(['ffffff', 900], ['39ff14', 600], ['a5fc94', 60], ['dfffd9', 50]);
  expect(coloursOfPixels(shape)).toEqual(['#39ff14']);
});

test('averages shades of one colour', () => {
  expect(coloursOfPixels(pixels(['204080', 50], ['224282', 50]))).toEqual(['#214181']);
});

test('finds no colour in a white picture', () => {
  expect(coloursOfPixels(pixels(['ffffff', 100], ['fdfdfe', 5]))).toEqual([]);
});

test('proposes five at most', () => {
  const many = ['d00000', '00d000', '0000d0', 'd0d000', '00d0d0', 'd000d0', 'd06000'];
  expect(coloursOfPixels(pixels(...many.map((hex): [string, number] => [hex, 50])))).toHaveLength(
    5,
  );
});

const text = (words: string, fill: string, size = 20) =>
  `<text x="50" y="58" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${size}" fill="${fill}">${words}</text>`;
const ground = (fill: string) => `<rect width="100" height="100" fill="${fill}"/>`;
const disc = (fill: string, r = 30) => `<circle cx="50" cy="50" r="${r}" fill="${fill}"/>`;

/** Logos of all kinds, each with the colours that a person could choose first. */
const LOGOS: Record<string, [svg: string, choices: string[]]> = {
  'a red-brown wordmark': [text('Morgenrot', '#7a2e1d'), ['#7a2e1d']],
  'the same on cream': [ground('#f5e6c8') + text('Morgenrot', '#7a2e1d'), ['#7a2e1d']],
  'white letters on teal': [ground('#0f766e') + text('Tide', '#ffffff', 36), ['#0f766e']],
  'neon on black': [ground('#050505') + text('VOLT', '#39ff14', 34), ['#39ff14']],
  'a neon wordmark': [text('VOLTAGE', '#39ff14'), ['#39ff14']],
  'a black letter': [text('N', '#000000', 80), ['#000000']],
  'a dark grey wordmark': [text('Studio', '#333333', 30), ['#333333']],
  'black with one red dot': [
    text('noir', '#111111', 34) + '<circle cx="84" cy="56" r="6" fill="#e11d48"/>',
    ['#e11d48'],
  ],
  'gold on navy': [ground('#101c44') + text('Ritz', '#d4af37', 40), ['#101c44', '#d4af37']],
  'a blue disc with a white letter': [disc('#2563eb', 45) + text('B', '#ffffff', 50), ['#2563eb']],
  'a green leaf and brown letters': [
    disc('#3f8f3f', 25) + text('bean', '#5b3a1e', 12),
    ['#3f8f3f'],
  ],
  'orange with grey letters': [disc('#f97316', 22) + text('fit', '#6b7280', 14), ['#f97316']],
  'a gradient from pink to violet': [
    '<linearGradient id="g"><stop offset="0" stop-color="#ec4899"/><stop offset="1" stop-color="#8b5cf6"/></linearGradient><circle cx="50" cy="50" r="42" fill="url(#g)"/>',
    ['#ec4899', '#8b5cf6', '#bc50c8'],
  ],
  'yellow and black': [ground('#facc15') + text('TAXI', '#000000', 34), ['#facc15']],
  'a pale yellow with navy letters': [ground('#fef9c3') + text('Nap', '#1e3a8a', 40), ['#1e3a8a']],
  'pastel pink with dark red letters': [
    ground('#fce7f3') + text('Fleur', '#9f1239', 30),
    ['#9f1239'],
  ],
  'a flag of three colours': [
    '<rect width="34" height="100" fill="#15803d"/><rect x="34" width="33" height="100" fill="#ffffff"/><rect x="67" width="33" height="100" fill="#b91c1c"/>',
    ['#15803d', '#b91c1c'],
  ],
  'sky with a small sun': [
    ground('#38bdf8') + '<circle cx="75" cy="25" r="10" fill="#fbbf24"/>',
    ['#38bdf8'],
  ],
  'a thin outline': [
    '<circle cx="50" cy="50" r="40" fill="none" stroke="#be123c" stroke-width="2"/>',
    ['#be123c'],
  ],
  'white on transparent': [disc('#ffffff'), []],
  'white letters on black': [ground('#000000') + text('MONO', '#ffffff', 30), ['#000000']],
  silver: [disc('#c0c0c0'), ['#c0c0c0']],
  'a wine glass in burgundy on beige': [ground('#efe3d3') + disc('#6b0f1a', 20), ['#6b0f1a']],
  'olive letters': [text('oliva', '#556b2f', 32), ['#556b2f']],
  'turquoise waves on white': [
    ground('#ffffff') + '<path d="M0 50q25-30 50 0t50 0v20H0z" fill="#14b8a6"/>',
    ['#14b8a6'],
  ],
  'coral and a dark blue line': [
    disc('#fb7185', 30) + '<rect y="80" width="100" height="6" fill="#0f172a"/>',
    ['#fb7185'],
  ],
  'four squares': [
    '<rect x="5" y="5" width="42" height="42" fill="#f25022"/><rect x="53" y="5" width="42" height="42" fill="#7fba00"/><rect x="5" y="53" width="42" height="42" fill="#00a4ef"/><rect x="53" y="53" width="42" height="42" fill="#ffb900"/>',
    ['#f25022', '#7fba00', '#00a4ef', '#ffb900'],
  ],
  'lilac letters on plum': [ground('#4a044e') + text('Plum', '#e9d5ff', 34), ['#4a044e']],
  'cream letters on forest green': [ground('#14532d') + text('WALD', '#fefce8', 34), ['#14532d']],
  'brick red half opaque': [
    '<circle cx="50" cy="50" r="40" fill="#b45309" fill-opacity="0.7"/>',
    ['#b45309'],
  ],
};

test('proposes first, for thirty logos of all kinds, what a person would choose', async () => {
  const wrong: string[] = [];
  for (const [name, [svg, choices]] of Object.entries(LOGOS)) {
    const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="64" height="64">${svg}</svg>`;
    const raw = await sharp(Buffer.from(whole)).ensureAlpha().raw().toBuffer();
    const [first] = coloursOfPixels(new Uint8ClampedArray(raw));
    const isChosen =
      choices.length === 0 ? first === undefined : choices.some((each) => isNear(each, first));
    if (!isChosen) wrong.push(`${name}: ${first}`);
  }
  expect(Object.keys(LOGOS)).toHaveLength(30);
  expect(wrong).toEqual([]);
});

/** Whether two colours differ by less than a tenth in each part. */
function isNear(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  const [a, b] = [one, other].map((hex) => Buffer.from(hex.slice(1), 'hex'));
  return [0, 1, 2].every((n) => Math.abs((a?.[n] ?? 0) - (b?.[n] ?? 0)) < 26);
}
