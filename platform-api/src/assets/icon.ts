import sharp from 'sharp';
import { EMBED_DEFAULTS, MAX_STORED_LOGO_PX } from '../../contract/limits.ts';
import { BRAND_COLOURS } from '../../contract/brand.ts';
// Says which decoders may open anything in this process, and that nothing is kept between pictures.
import './picture.ts';

/** How an icon is to look. */
export interface IconShape {
  /** Width and height in px. */
  size: number;
  /** Which part of the width the picture takes: 1 is all of it. */
  within: number;
}

const MAX_SECONDS = 5;

const BACKGROUND = EMBED_DEFAULTS.background_color;

/**
 * Draws a station's logo as an icon: whole, in the middle, on the embed's background.
 *
 * @param logo as it is stored: a JPEG, PNG or GIF that `redrawPicture` has made
 * @throws Error where it is no such picture
 */
export async function iconOf(logo: Buffer, { size, within }: IconShape): Promise<Buffer> {
  const inner = Math.round(size * within);
  const picture = await sharp(logo, {
    failOn: 'error',
    limitInputPixels: MAX_STORED_LOGO_PX ** 2,
  })
    .timeout({ seconds: MAX_SECONDS })
    .resize(inner, inner, { fit: 'contain', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .png()
    .toBuffer();
  return await onBackground(picture, size);
}

async function onBackground(picture: Buffer, size: number): Promise<Buffer> {
  const create = { width: size, height: size, channels: 3, background: BACKGROUND } as const;
  return await sharp({ create })
    .composite([{ input: picture }])
    .png({ palette: true })
    .toBuffer();
}

/** The house and its lamp (brand), in parts of the picture's width. */
const HOUSE = { left: 0.1, right: 0.9, top: 0.06, eaves: 0.42, bottom: 0.94 };
const LAMP = { x: 0.5, y: 0.6, radius: 0.18 };

/** The house is drawn once, this wide in px: larger than any icon, so that its edges come out smooth. */
const HOUSE_PX = 1024;
let house: Buffer | undefined;

/** The icon of a station without a logo: the brand's house in the colour of the embed's button, its lamp lit. */
export async function fallbackIcon({ size, within }: IconShape): Promise<Buffer> {
  const inner = Math.round(size * within);
  house ??= drawHouse();
  const raw = { width: HOUSE_PX, height: HOUSE_PX, channels: 3 } as const;
  const picture = await sharp(house, { raw }).resize(inner).png().toBuffer();
  return await onBackground(picture, size);
}

/** Three bytes for each pixel, row by row. No text and no font: it is the same on every machine. */
function drawHouse(): Buffer {
  const pixels = Buffer.alloc(HOUSE_PX * HOUSE_PX * 3);
  const paper = bytesOf(BACKGROUND);
  const wall = bytesOf(EMBED_DEFAULTS.play_button_color);
  const lamp = bytesOf(BRAND_COLOURS.light.on_air);
  for (let pixel = 0; pixel < HOUSE_PX * HOUSE_PX; pixel += 1) {
    const x = ((pixel % HOUSE_PX) + 0.5) / HOUSE_PX;
    const y = (Math.floor(pixel / HOUSE_PX) + 0.5) / HOUSE_PX;
    (isLamp(x, y) ? lamp : isWall(x, y) ? wall : paper).copy(pixels, pixel * 3);
  }
  return pixels;
}

const isLamp = (x: number, y: number) => (x - LAMP.x) ** 2 + (y - LAMP.y) ** 2 < LAMP.radius ** 2;

function isWall(x: number, y: number): boolean {
  const { left, right, top, eaves, bottom } = HOUSE;
  const roof = top + (Math.abs(x - 0.5) / (right - 0.5)) * (eaves - top);
  return x > left && x < right && y > roof && y < bottom;
}

const bytesOf = (colour: string): Buffer => Buffer.from(colour.replace('#', ''), 'hex');
