import sharp, { type Metadata } from 'sharp';
import {
  MAX_LOGO_FRAMES,
  MAX_LOGO_PIXELS,
  MAX_LOGO_PIXELS_IN_ALL,
  MAX_STORED_LOGO_PX,
} from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { createLimit } from '../concurrency-limit.ts';

/** A picture to be stored. */
export interface Picture {
  ext: 'jpg' | 'png' | 'gif';
  content_type: 'image/jpeg' | 'image/png' | 'image/gif';
  data: Buffer;
}

// libvips picks a decoder by content, so an SVG named as a PNG would be opened as an SVG: block all decoders
// but these three in the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

// One thread per picture and no cache between pictures keep memory small.
sharp.concurrency(1);
sharp.cache(false);

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
 * is visible remains.
 * @throws `not_a_picture` unless it is a whole JPEG, PNG or GIF
 * @throws `image_too_large` when it has too many pixels or frames, or takes too long
 * @throws `busy` when too many are waiting
 */
export async function redrawPicture(sent: Buffer): Promise<Picture> {
  return await limited(async () => {
    const format = await readFormat(sent);
    const { kind, options } = FORMATS[format];
    const began = performance.now();
    try {
      const data = await sharp(sent, {
        animated: true,
        failOn: 'warning',
        limitInputPixels: MAX_LOGO_PIXELS_IN_ALL,
      })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
        .resize(MAX_STORED_LOGO_PX, MAX_STORED_LOGO_PX, { fit: 'inside', withoutEnlargement: true })
        .toFormat(format, options)
        .toBuffer();
      return { ...kind, data };
    } catch (error) {
      const isOverTime = performance.now() - began >= MAX_SECONDS * 1000;
      throw isOverTime
        ? new AppError('image_too_large', { cause: error })
        : new AppError('not_a_picture', { cause: error });
    }
  });
}

/** Reads the format from the bytes, and checks the stated size before any pixel is decoded. */
async function readFormat(sent: Buffer): Promise<keyof typeof FORMATS> {
  const head = await readHead(sent);
  const { format, width, height, pages: frames = 1 } = head;
  if (format !== 'jpeg' && format !== 'png' && format !== 'gif')
    throw new AppError('not_a_picture');
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
  return format;
}

async function readHead(sent: Buffer): Promise<Metadata> {
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
