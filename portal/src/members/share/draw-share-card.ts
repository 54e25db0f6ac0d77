import { formOf, signOf, tileOf } from '@stationhouse/platform-api/contract/site/colours';
import { formOfStation } from '@stationhouse/platform-api/contract/site/sleeve';
import type { Station } from '@stationhouse/sdk/client';
import { encode } from 'uqr';
import { withoutScheme } from '../PlayEverywhere.tsx';

/** A picture for posts and stories, in px: four to five, the tallest that feeds show whole. */
export const SHARE_CARD = { width: 1080, height: 1350 };

/** Said above the name. */
export const SHARE_CARD_WORDS = 'We have our own radio station';

const MARGIN = 80;
/** The panel with the code, and the left edge of its words, in px. */
const PANEL = { top: 960, height: 310, code: 240, text: 400 };
const WIDTH = SHARE_CARD.width - 2 * MARGIN;
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
 * Draws a station's picture to post: its sleeve, logo and name, and a QR code of its page.
 * @throws nothing: a logo that cannot be read is left out
 */
export async function drawShareCard(
  canvas: HTMLCanvasElement,
  station: CardStation,
): Promise<void> {
  const { station_name: name, station_url: url } = station;
  const context = canvas.getContext('2d');
  if (!context) return;
  const logo = await logoOf(station);
  // Without our fonts it has the system's.
  await Promise.allSettled(
    [`700 96px ${HEADING}`, `600 44px ${TEXT}`].map((font) => document.fonts.load(font)),
  );
  Object.assign(canvas, SHARE_CARD);
  const { sign, on_sign } = signOf(station);

  fill(context, sign, () => context.rect(0, 0, SHARE_CARD.width, SHARE_CARD.height));
  drawForm(context, station);

  if (logo) drawLogo(context, logo, tileOf(station, '#ffffff'));
  // The name stands on the panel with the code, and grows upwards.
  context.fillStyle = on_sign;
  const nameFont = (size: number) => `700 ${size}px ${HEADING}`;
  const { size, lines } = fit(context, name, nameFont);
  const bottom = PANEL.top - 50;
  const top = bottom - lines.length * size * 1.04;
  if (RIGHT_TO_LEFT.test(name)) context.direction = 'rtl';
  for (const [n, line] of lines.entries()) {
    const x = context.direction === 'rtl' ? SHARE_CARD.width - MARGIN : MARGIN;
    context.fillText(line, x, top + (n + 0.8) * size * 1.04);
  }
  context.direction = 'ltr';
  context.font = `600 44px ${TEXT}`;
  context.fillText(SHARE_CARD_WORDS, MARGIN, top - 28);

  fill(context, '#ffffff', () => context.roundRect(MARGIN, PANEL.top, WIDTH, PANEL.height, 32));
  drawCode(context, url);
  context.fillStyle = '#000000';
  context.font = `600 44px ${TEXT}`;
  context.fillText('Scan and listen', PANEL.text, PANEL.top + 140);
  const address = withoutScheme(url);
  context.font = nameFont(60);
  const room = SHARE_CARD.width - MARGIN - 40 - PANEL.text;
  context.font = nameFont(Math.min(60, (60 * room) / context.measureText(address).width));
  context.fillText(address, PANEL.text, PANEL.top + 216);
}

/** The station's own form over the whole picture. */
function drawForm(context: CanvasRenderingContext2D, station: CardStation): void {
  const { path, turn } = formOfStation(station.public_id);
  context.save();
  context.fillStyle = formOf(station);
  const { width, height } = SHARE_CARD;
  context.translate(width / 2, height / 2);
  context.scale(height / 100, height / 100);
  context.rotate((turn * Math.PI) / 180);
  context.translate(-50, -50);
  context.clip(new Path2D(path), 'evenodd');
  context.fillRect(0, 0, 100, 100);
  context.restore();
}

function fill(context: CanvasRenderingContext2D, colour: string, outline: () => void): void {
  context.fillStyle = colour;
  context.beginPath();
  outline();
  context.fill();
}

/** Null: the station has none, or it is on a server that lets no script read it. */
async function logoOf({ station_logo_url }: CardStation): Promise<HTMLImageElement | null> {
  if (station_logo_url === null) return null;
  const logo = new Image();
  logo.crossOrigin = 'anonymous';
  logo.src = station_logo_url;
  return await logo.decode().then(
    () => logo,
    () => null,
  );
}

/** On its tile, whole. */
function drawLogo(context: CanvasRenderingContext2D, logo: HTMLImageElement, tile: string): void {
  const [width, height] = [logo.naturalWidth || 1, logo.naturalHeight || 1];
  const scale = Math.min(480 / width, 176 / height);
  const [wide, tall] = [width * scale, height * scale];
  // A disc in which a square fits, or an edge.
  const isOnDisc = tile !== 'transparent' && wide < 1.25 * tall;
  const padding = tile === 'transparent' ? 0 : 20;
  const disc = 1.46 * Math.max(wide, tall);
  const [across, down] = isOnDisc ? [disc, disc] : [wide + 2 * padding, tall + 2 * padding];
  fill(context, tile, () =>
    context.roundRect(MARGIN, MARGIN, across, down, isOnDisc ? disc / 2 : 28),
  );
  const [left, top] = [MARGIN + (across - wide) / 2, MARGIN + (down - tall) / 2];
  context.drawImage(logo, left, top, wide, tall);
}

/** The largest letters in which a name needs at most three lines and breaks no word, or four lines of the smallest. */
function fit(
  context: CanvasRenderingContext2D,
  name: string,
  font: (size: number) => string,
): { size: number; lines: string[] } {
  for (let size = 132; ; size -= 6) {
    context.font = font(size);
    const lines = linesOf(context, name);
    const isWhole = name.split(/\s/).every((word) => context.measureText(word).width <= WIDTH);
    const isFit = lines.length <= 3 && (isWhole || !name.includes(' '));
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

/** A QR code in the panel, dark on white as scanners need it. */
function drawCode(context: CanvasRenderingContext2D, url: string): void {
  const { data, size } = encode(url, { border: 0 });
  const side = Math.floor(PANEL.code / size);
  const top = PANEL.top + Math.round((PANEL.height - size * side) / 2);
  const left = MARGIN + top - PANEL.top;
  context.fillStyle = '#17122b';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(left + x * side, top + y * side, side, side);
    }
  }
}
