import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { BRAND_COLOURS } from '../../contract/site/brand.ts';
import { chipOf } from '../../contract/site/colours.ts';
import { EMBED_DEFAULTS } from '../../contract/stations/values.ts';
import { MAX_STORED_LOGO_PX } from '../../contract/assets/values.ts';
import type { PublicStation } from '../../contract/stations/schemas.ts';
import { askedFile } from '../assets/asset-address.ts';
import { loadSharp } from '../assets/picture.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { createLimit } from '../http/concurrency-limit.ts';
import type { Logger } from '../process/log.ts';
import { designOfStation } from '../../contract/site/sleeve.ts';
import { drawSleevePng } from '../sleeves/sleeve-png.ts';

/** The shape of an icon. */
interface IconShape {
  /** Width and height in px. */
  size: number;
  /** The share of the width that the logo takes; 1 is all of it, and 0 leaves the station's sleeve alone. */
  within: number;
  /** The logo alone, in its own shape and without a ground. */
  isBare?: boolean;
}

/**
 * Icons by name. A maskable icon may be cut to a circle of four fifths of its width (W3C Manifest, "Icon masks
 * and safe zone"), which contains a square of 0.56.
 */
export const ICONS = {
  'icon-192.png': { size: 192, within: 0.9 },
  'icon-512.png': { size: 512, within: 0.9 },
  'icon-maskable-512.png': { size: 512, within: 0.56 },
  'apple-touch-icon.png': { size: 180, within: 0.8 },
  /** For the page without a network. */
  'logo.png': { size: 320, within: 1, isBare: true },
  /** For mails. */
  'sleeve.png': { size: 600, within: 0 },
} as const satisfies Record<string, IconShape>;
export type IconName = keyof typeof ICONS;

/** A larger stored logo, which can only be an animation, is not read for its icon. */
const MAX_STORED_LOGO_BYTES = 16 * 1024 * 1024;

/** Icons in memory, about 10 kB each. */
const MAX_CACHED = 500;

/** The fields of a station that decide its icons. */
export type IconStation = Pick<
  PublicStation,
  'public_id' | 'station_logo_url' | 'logo_shape' | 'accent_colour'
>;

/** The ground of a logo: the embed's, or black or white for one that would vanish in it. */
function groundOf(station: IconStation): string {
  const chip = chipOf(station, BACKGROUND);
  return chip === 'transparent' ? BACKGROUND : chip;
}

/** Changes with the icons of a station. */
export function versionOf(station: IconStation): string {
  const { station_logo_url, accent_colour = '' } = station;
  const ground = groundOf(station);
  // As before for most logos, so that their icons are not fetched again.
  const own = ground === BACKGROUND ? '' : ` ${ground}`;
  return `${station_logo_url ?? ''} ${accent_colour}${own}`;
}

/** Draws stations' icons, with an LRU cache. */
export interface StationIcons {
  /**
   * A PNG of the logo if it is in our storage, else of the station's sleeve. Pictures of other servers are never
   * fetched.
   *
   * @param station null: the brand's house
   * @throws `storage_unavailable`; `busy` when too many icons are waiting to be drawn
   */
  draw(station: IconStation | null, name: IconName): Promise<Buffer>;
}

export function createStationIcons({
  storage,
  publicUrl,
  log,
}: {
  storage: Storage;
  publicUrl: string;
  log: Logger;
}): StationIcons {
  // One at a time, in a queue of its own: icons and uploads do not delay each other.
  const limited = createLimit({ atOnce: 1, maxWaiting: 32 });
  const icons = new LRUCache<string, Buffer, { station: IconStation | null; name: IconName }>({
    max: MAX_CACHED,
    fetchMethod: (_key, _stale, { context: { station, name } }) =>
      limited(() => drawIcon(station, ICONS[name])),
    // An evicted request still gets its icon.
    ignoreFetchAbort: true,
  });

  async function drawIcon(station: IconStation | null, shape: IconShape): Promise<Buffer> {
    if (!station) return houseIcon(shape);
    if (shape.within === 0) return sleeveIcon(station, shape);
    const logoUrl = station.station_logo_url;
    const logo = await readLogo(logoUrl);
    if (!logo) return sleeveIcon(station, shape);
    try {
      return await iconOf(logo, shape, groundOf(station));
    } catch (error) {
      log.warn({ err: error, logoUrl }, 'a station’s logo cannot be drawn as an icon');
      return sleeveIcon(station, shape);
    }
  }

  async function readLogo(logoUrl: string | null): Promise<Buffer | null> {
    const key = logoUrl === null ? null : ownKey(logoUrl, publicUrl);
    const object = key === null ? null : await storage.open(key);
    if (!object) return null;
    if (object.size_bytes > MAX_STORED_LOGO_BYTES) {
      object.stream.destroy();
      return null;
    }
    return buffer(object.stream);
  }

  return {
    draw: (station, name) =>
      icons.forceFetch(station ? `${name} ${station.public_id} ${versionOf(station)}` : name, {
        context: { station, name },
      }),
  };
}

/** The storage key of a logo; null when it is on another server. */
function ownKey(logoUrl: string, publicUrl: string): string | null {
  const { origin, pathname } = new URL(logoUrl);
  const file = origin === new URL(publicUrl).origin ? askedFile(pathname) : null;
  return file?.content_type.startsWith('image/') ? file.storage_key : null;
}

const MAX_SECONDS = 5;

const BACKGROUND = EMBED_DEFAULTS.background_color;

/**
 * Draws a logo as an icon: complete, and centred on a ground.
 *
 * @param logo a picture that `redrawPicture` has made
 * @throws Error for anything else
 */
async function iconOf(
  logo: Buffer,
  { size, within, isBare = false }: IconShape,
  background: string,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const inner = Math.round(size * within);
  const whole = sharp(logo, {
    failOn: 'error',
    limitInputPixels: MAX_STORED_LOGO_PX ** 2,
  }).timeout({ seconds: MAX_SECONDS });
  if (isBare) {
    return await whole.resize(inner, inner, { fit: 'inside' }).png({ palette: true }).toBuffer();
  }
  const picture = await whole
    .resize(inner, inner, { fit: 'contain', background })
    .flatten({ background })
    .png()
    .toBuffer();
  return await onBackground(picture, size, background);
}

async function onBackground(
  picture: Buffer,
  size: number,
  background: string = BACKGROUND,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const create = { width: size, height: size, channels: 3, background } as const;
  return await sharp({ create })
    .composite([{ input: picture }])
    .png({ palette: true })
    .toBuffer();
}

/** The brand's house and its lamp, in parts of the picture's width. */
const HOUSE = { left: 0.1, right: 0.9, top: 0.06, eaves: 0.42, bottom: 0.94 };
const LAMP = { x: 0.5, y: 0.6, radius: 0.18 };

/** The house is drawn once, in px wider than any icon, so that scaling smooths its edges. */
const HOUSE_PX = 1024;
let house: Buffer | undefined;

/** The icon of a station without a logo: a sleeve from edge to edge. */
const sleeveIcon = ({ public_id, accent_colour }: IconStation, { size }: IconShape) =>
  drawSleevePng(designOfStation({ station: public_id, accent: accent_colour ?? null }), size);

/** The icon of the portal: the brand's house in the colour of the embed's button. */
async function houseIcon({ size, within }: IconShape): Promise<Buffer> {
  const sharp = await loadSharp();
  const inner = Math.round(size * within);
  house ??= drawHouse();
  const raw = { width: HOUSE_PX, height: HOUSE_PX, channels: 3 } as const;
  const picture = await sharp(house, { raw }).resize(inner).png().toBuffer();
  return await onBackground(picture, size);
}

/** Three bytes per pixel, row by row. Without text and fonts it is the same on every machine. */
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
