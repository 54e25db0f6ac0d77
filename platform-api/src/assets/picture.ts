import type sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { luminance, type LogoShape } from '../../contract/site/colours.ts';
import {
  MAX_LOGO_FRAMES,
  MAX_LOGO_PIXELS,
  MAX_LOGO_PIXELS_IN_ALL,
  MAX_STORED_BACKGROUND_PX,
  MAX_STORED_LOGO_PX,
} from '../../contract/assets/values.ts';
import { AppError } from '../errors.ts';
import { createLimit } from '../http/concurrency-limit.ts';

/** A picture to be stored. */
export interface Picture {
  ext: 'jpg' | 'png' | 'gif';
  content_type: 'image/jpeg' | 'image/png' | 'image/gif';
  data: Buffer;
}

/** Loads the library with the first picture: it takes 9 MB of memory, which most replicas don't need for hours. */
export const loadSharp = (): Promise<typeof sharp> => (loaded ??= loadSafely());
let loaded: Promise<typeof sharp> | undefined;

async function loadSafely(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp');
  // libvips picks a decoder by content, so an SVG named as a PNG would be opened as an SVG: block all decoders
  // but these four in the whole process.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  // One thread per picture and no cache between pictures keep memory small.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** One picture at a time: each thread keeps memory after a large one, and two take more than 300 MB. */
const limited = createLimit({ atOnce: 1, maxWaiting: 16 });
const MAX_SECONDS = 5;

/** Bytes of one decoded frame: 16 megapixels of four bytes. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** How each format is encoded. JPEG defaults would blur the sharp coloured edges of logos. */
const FORMATS = {
  jpeg: {
    kind: { ext: 'jpg', content_type: 'image/jpeg' },
    options: { quality: 90, chromaSubsampling: '4:4:4' },
  },
  png: { kind: { ext: 'png', content_type: 'image/png' }, options: {} },
  // A palette is computed per frame: more effort costs seconds and shows little.
  gif: { kind: { ext: 'gif', content_type: 'image/gif' }, options: { effort: 3 } },
} as const;

/**
 * Decodes a picture and encodes it again, upright, in sRGB, at most MAX_STORED_LOGO_PX wide and high. Only what
 * is visible remains: a PNG loses its transparent edges, so that a logo is as large as its place.
 * @throws `not_a_picture` unless it is a whole JPEG, PNG or GIF
 * @throws `image_too_large` when it has too many pixels or frames, or takes too long
 * @throws `busy` when too many are waiting
 */
export async function redrawPicture(sent: Buffer): Promise<Picture> {
  const asked = { animated: true, largest: MAX_STORED_LOGO_PX };
  const redrawn = await redraw(sent, asked, (picture, format) => {
    const { kind, options } = FORMATS[format];
    return { kind, picture: picture.toFormat(format, options) };
  });
  return redrawn.ext === 'png'
    ? { ...redrawn, data: await limited(() => withoutEdges(redrawn.data)) }
    : redrawn;
}

/** A pixel with less opacity, of 255, is not seen. */
const LEAST_SEEN = 8;

/** A PNG without its transparent edges. One that is transparent as a whole stays as it is. */
async function withoutEdges(png: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const { hasAlpha, width, height } = await sharp(png).metadata();
  if (!hasAlpha) return png;
  // In two steps, because one picture is trimmed before its channels are parted.
  const opacity = await sharp(png).extractChannel('alpha').png().toBuffer();
  const { info } = await sharp(opacity)
    .trim({ background: '#000', threshold: LEAST_SEEN })
    .toBuffer({ resolveWithObject: true });
  if (info.width === width && info.height === height) return png;
  const seen = {
    left: -(info.trimOffsetLeft ?? 0),
    top: -(info.trimOffsetTop ?? 0),
    width: info.width,
    height: info.height,
  };
  return sharp(png).extract(seen).png(FORMATS.png.options).toBuffer();
}

/** A logo is measured in this size, in px. */
const MEASURED_PX = 96;

/** A logo with a smaller share of transparent pixels has none on purpose: the edge of a JPEG-like cut-out. */
const LEAST_TRANSPARENT = 0.01;

/**
 * Measures a logo, an animation by its first frame.
 * @param logo made by `redrawPicture`
 * @throws Error for anything else
 */
export const measureLogo = (logo: Buffer): Promise<LogoShape> =>
  limited(async () => {
    const sharp = await loadSharp();
    const picture = sharp(logo, { limitInputPixels: MAX_STORED_LOGO_PX ** 2 }).timeout({
      seconds: MAX_SECONDS,
    });
    const { width, height } = await picture.metadata();
    const pixels = await picture
      .resize(MEASURED_PX, MEASURED_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    let [opacity, light] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
      opacity += alpha / 255;
      light += (alpha / 255) * luminance([red / 255, green / 255, blue / 255]);
    }
    return {
      aspect: round(width / height),
      luminance: round(light / Math.max(opacity, Number.EPSILON)),
      is_transparent: 1 - opacity / (pixels.length / 4) > LEAST_TRANSPARENT,
    };
  });

const round = (number: number): number => Math.round(number * 1_000) / 1_000;

/** Every listener loads a cover with each song. At this quality a photograph of 1,024 px has some 100 kB. */
const COVER_QUALITY = 80;

/**
 * Makes a cover of a picture, a WebP too: a JPEG, at most MAX_STORED_LOGO_PX wide and high. Transparent parts become white, and of
 * an animation its first frame remains.
 * @throws the same as `redrawPicture`
 */
export const redrawCover = (sent: Buffer): Promise<Picture> =>
  redraw(sent, { animated: false, largest: MAX_STORED_LOGO_PX, takes: 'webp' }, (picture) => ({
    kind: FORMATS.jpeg.kind,
    picture: picture
      .flatten({ background: '#fff' })
      .jpeg({ quality: COVER_QUALITY, mozjpeg: true }),
  }));

/** Below this quality the grain of a photograph behind a page is not missed. */
const PHOTO_QUALITY = 78;

/**
 * Makes a JPEG of any picture, upright, at most MAX_STORED_BACKGROUND_PX wide and high: some 300 kB that every
 * listener loads. Transparent parts become white.
 * @throws the same as `redrawPicture`
 */
export const redrawPhoto = (sent: Buffer): Promise<Picture> =>
  redraw(sent, { animated: false, largest: MAX_STORED_BACKGROUND_PX }, (picture) => ({
    kind: FORMATS.jpeg.kind,
    picture: picture.flatten({ background: '#fff' }).jpeg({ quality: PHOTO_QUALITY }),
  }));

async function redraw(
  sent: Buffer,
  { animated, largest, takes }: { animated: boolean; largest: number; takes?: 'webp' },
  encode: (
    picture: Sharp,
    format: keyof typeof FORMATS,
  ) => { kind: Omit<Picture, 'data'>; picture: Sharp },
): Promise<Picture> {
  return await limited(async () => {
    const sharp = await loadSharp();
    const format = await readFormat(sent, takes);
    const began = performance.now();
    try {
      const scaled = sharp(sent, {
        animated,
        failOn: 'warning',
        limitInputPixels: MAX_LOGO_PIXELS_IN_ALL,
      })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
        .resize(largest, largest, { fit: 'inside', withoutEnlargement: true });
      const { kind, picture } = encode(scaled, format);
      return { ...kind, data: await picture.toBuffer() };
    } catch (error) {
      const isOverTime = performance.now() - began >= MAX_SECONDS * 1000;
      throw isOverTime
        ? new AppError('image_too_large', { cause: error })
        : new AppError('not_a_picture', { cause: error });
    }
  });
}

/** Reads the format from the bytes, and checks the stated size before any pixel is decoded. */
async function readFormat(sent: Buffer, takes: 'webp' | undefined): Promise<keyof typeof FORMATS> {
  const head = await readHead(sent);
  const { format, width, height, pages: frames = 1 } = head;
  // A WebP has no encoder of its own: it becomes a JPEG.
  const kept = format === takes ? 'jpeg' : format;
  if (kept !== 'jpeg' && kept !== 'png' && kept !== 'gif') throw new AppError('not_a_picture');
  const pixels = width * height;
  const isTooLarge =
    pixels > MAX_LOGO_PIXELS ||
    frames > MAX_LOGO_FRAMES ||
    pixels * frames > MAX_LOGO_PIXELS_IN_ALL ||
    pixels * bytesPerPixel(head) > MAX_FRAME_BYTES;
  if (isTooLarge)
    throw new AppError('image_too_large', {
      cause: new Error(`${width} x ${height} pixels, ${frames} frames`),
    });
  return kept;
}

async function readHead(sent: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  try {
    return await sharp(sent, { failOn: 'warning', limitInputPixels: false }).metadata();
  } catch (error) {
    throw new AppError('not_a_picture', { cause: error });
  }
}

/** In memory while decoding. A progressive JPEG is held as coefficients of two bytes each. */
function bytesPerPixel({ format, channels, depth, isProgressive }: Metadata): number {
  const isWide = depth === 'ushort' || (format === 'jpeg' && isProgressive);
  return channels * (isWide ? 2 : 1);
}
