import { isWordmark, signOf, tileOf } from '@stationhouse/platform-api/contract/site/colours';
import { designOfStation, drawSleeve } from '@stationhouse/platform-api/contract/site/sleeve';
import type { Station } from '@stationhouse/sdk/client';
import { encode } from 'uqr';
import { withoutScheme } from '../PlayEverywhere.tsx';

/** A picture for posts and stories, in px: four to five, the tallest that feeds show whole. */
export const SHARE_CARD = { width: 1080, height: 1350 };

/** Said above the name. */
export const SHARE_CARD_WORDS = 'We have our own radio station';

const MARGIN = 80;
/** The height of the sleeve above the sign, in px: two thirds of its square, which are whole rows of its grids. */
const SEAM = 720;
/** The tile of the code, in the lower right corner, and the code in it, in px. */
const TILE = { side: 300, code: 240 };
const TILE_LEFT = SHARE_CARD.width - MARGIN - TILE.side;
const TILE_TOP = SHARE_CARD.height - MARGIN - TILE.side;
/** The width of the words beside it, in px. */
const WIDTH = TILE_LEFT - 40 - MARGIN;
/** The baselines of the words above the name, below a logo on the seam and without one, and of the address, in px. */
const WORDS = { belowLogo: SEAM + 200, alone: SEAM + 130 };
const ADDRESS = SHARE_CARD.height - MARGIN;
/** The height of all lines of the name, in px. */
const NAME_HEIGHT = 230;
const HEADING = '"Bricolage Grotesque", sans-serif';
const TEXT = '"Instrument Sans", sans-serif';

/** Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08FF]/u;

/** The fields of a station that its card shows. */
type CardStation = Pick<
  Station,
  'public_id' | 'station_name' | 'station_logo_url' | 'station_url' | 'accent_colour' | 'logo_shape'
>;

/**
 * Draws a station's picture to post, as its page is on a phone: the sleeve to the edges, the logo on the seam, and the
 * name beside a QR code of the page.
 * @throws nothing: a logo that cannot be read is left out
 */
export async function drawShareCard(
  canvas: HTMLCanvasElement,
  station: CardStation,
): Promise<void> {
  const { station_name: name, station_url: url, public_id, accent_colour: accent } = station;
  const context = canvas.getContext('2d');
  if (!context) return;
  const drawing = drawSleeve(designOfStation({ station: public_id, accent }));
  const [sleeve, logo] = await Promise.all([
    pictureOf(`data:image/svg+xml,${encodeURIComponent(drawing)}`),
    pictureOf(station.station_logo_url),
    // Without our fonts it has the system's.
    ...[`700 96px ${HEADING}`, `600 44px ${TEXT}`].map((font) =>
      document.fonts.load(font).catch(() => null),
    ),
  ] as const);
  Object.assign(canvas, SHARE_CARD);
  const { sign, on_sign } = signOf(station);

  if (sleeve) context.drawImage(sleeve, 0, 0, SHARE_CARD.width, SHARE_CARD.width);
  fill(context, sign, () => context.rect(0, SEAM, SHARE_CARD.width, SHARE_CARD.height - SEAM));
  const tile = tileOf(station, '#ffffff');
  const isNamed = logo !== null && isWordmark(station);
  const isOnSeam = logo !== null && !isNamed;
  if (isOnSeam) drawLogo(context, logo, tile);

  context.fillStyle = on_sign;
  const wordsFont = (px: number) => `600 ${px}px ${TEXT}`;
  context.font = wordsFont(44);
  const words = isOnSeam ? WORDS.belowLogo : WORDS.alone;
  // They are above the code, so they may be as wide as the picture.
  context.fillText(SHARE_CARD_WORDS, MARGIN, words);
  if (isNamed) drawWordmark(context, logo, tile, words + 24);
  else drawName(context, name, words + 24);
  const address = withoutScheme(url);
  context.fillStyle = on_sign;
  context.font = wordsFont(44);
  context.font = wordsFont(Math.min(44, (44 * WIDTH) / context.measureText(address).width));
  context.fillText(address, MARGIN, ADDRESS);

  fill(context, '#ffffff', () => context.roundRect(TILE_LEFT, TILE_TOP, TILE.side, TILE.side, 28));
  drawCode(context, url);
}

/** Beside the code, in the fill colour that is set. */
function drawName(context: CanvasRenderingContext2D, name: string, top: number): void {
  const nameFont = (size: number) => `700 ${size}px ${HEADING}`;
  const { size, lines } = fit(context, name, nameFont);
  if (RIGHT_TO_LEFT.test(name)) context.direction = 'rtl';
  for (const [n, line] of lines.entries()) {
    const x = context.direction === 'rtl' ? MARGIN + WIDTH : MARGIN;
    context.fillText(line, x, top + (n + 0.8) * size * LINE);
  }
  context.direction = 'ltr';
}

/** In place of the name, which it says, on its tile. */
function drawWordmark(
  context: CanvasRenderingContext2D,
  mark: HTMLImageElement,
  tile: string,
  top: number,
): void {
  const room = tile === 'transparent' ? 0 : 24;
  const [wide, tall] = sizeWithin(mark, WIDTH - 2 * room, NAME_HEIGHT - 2 * room);
  const upper = top + (NAME_HEIGHT - tall) / 2;
  fill(context, tile, () =>
    context.roundRect(MARGIN, upper - room, wide + 2 * room, tall + 2 * room, 28),
  );
  context.drawImage(mark, MARGIN + room, upper, wide, tall);
}

function fill(context: CanvasRenderingContext2D, colour: string, outline: () => void): void {
  context.fillStyle = colour;
  context.beginPath();
  outline();
  context.fill();
}

/** Null: without an address, or from a server that lets no script read it. */
async function pictureOf(url: string | null): Promise<HTMLImageElement | null> {
  if (url === null) return null;
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  return await picture.decode().then(
    () => picture,
    () => null,
  );
}

/** Width and height of a picture that is shown whole within a box. */
function sizeWithin(picture: HTMLImageElement, width: number, height: number): [number, number] {
  const { naturalWidth: wide, naturalHeight: tall } = picture;
  // A drawing without a size of its own has none.
  const scale = Math.min(width / (wide || 1), height / (tall || 1));
  return [(wide || 1) * scale, (tall || 1) * scale];
}

/** Half of it on the sleeve. A logo that is about square has a disc; one with a ground of its own needs no tile. */
function drawLogo(context: CanvasRenderingContext2D, logo: HTMLImageElement, tile: string): void {
  const [wide, tall] = sizeWithin(logo, 480, 176);
  const isOnDisc = tile !== 'transparent' && wide < 1.25 * tall;
  const room = tile === 'transparent' ? 0 : 20;
  // A square fits in it.
  const disc = 1.46 * Math.max(wide, tall);
  const [across, down] = isOnDisc ? [disc, disc] : [wide + 2 * room, tall + 2 * room];
  const edge = SEAM - down / 2;
  fill(context, tile, () =>
    context.roundRect(MARGIN, edge, across, down, isOnDisc ? disc / 2 : 28),
  );
  context.drawImage(logo, MARGIN + (across - wide) / 2, SEAM - tall / 2, wide, tall);
}

/** The height of a line of the name, by the size of its letters. */
const LINE = 1.04;

/** The largest letters in which a name fits in three lines and breaks no word, or four lines of the smallest. */
function fit(
  context: CanvasRenderingContext2D,
  name: string,
  font: (size: number) => string,
): { size: number; lines: string[] } {
  for (let size = 120; ; size -= 6) {
    context.font = font(size);
    const lines = linesOf(context, name);
    const isWhole = name.split(/\s/).every((word) => context.measureText(word).width <= WIDTH);
    const isLow = lines.length <= 3 && lines.length * size * LINE <= NAME_HEIGHT;
    const isFit = isLow && (isWhole || !name.includes(' '));
    if (isFit || size <= 48) return { size, lines: lines.slice(0, 4) };
  }
}

/** Breaks a text between words, also where they are written without spaces. A word that is too wide breaks anywhere. */
function linesOf(context: CanvasRenderingContext2D, text: string): string[] {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const isWide = (part: string) => context.measureText(part.trim()).width > WIDTH;
  const lines = [''];
  for (const { segment } of words) {
    for (const part of isWide(segment) ? segment : [segment]) {
      const line = `${lines.at(-1)}${part}`;
      if (isWide(line)) lines.push(part);
      else lines[lines.length - 1] = line;
    }
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** A QR code on its tile, dark on white as scanners need it. */
function drawCode(context: CanvasRenderingContext2D, url: string): void {
  const { data, size } = encode(url, { border: 0 });
  const side = Math.floor(TILE.code / size);
  const room = Math.round((TILE.side - size * side) / 2);
  context.fillStyle = '#17122b';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      context.fillRect(TILE_LEFT + room + x * side, TILE_TOP + room + y * side, side, side);
    }
  }
}
