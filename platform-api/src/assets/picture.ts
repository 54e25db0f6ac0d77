import sharp, { type Metadata } from 'sharp';
import {
  MAX_LOGO_FRAMES,
  MAX_LOGO_PIXELS,
  MAX_LOGO_PIXELS_IN_ALL,
  MAX_STORED_LOGO_PX,
} from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { createLimit } from '../concurrency-limit.ts';

/** A picture as we keep it. */
export interface Picture {
  ext: 'jpg' | 'png' | 'gif';
  content_type: 'image/jpeg' | 'image/png' | 'image/gif';
  data: Buffer;
}

// Of all decoders these three alone open anything in this process, whatever it claims to be: an SVG
// that calls itself a PNG would be opened as an SVG (security, Upload: logo).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

// A thread for each picture and nothing kept from one to the next: memory stays small.
sharp.concurrency(1);
sharp.cache(false);

/**
 * One picture at a time, and few that wait. Two would be allowed (security, Upload: logo), but each thread
 * that has decoded a large one keeps some of its memory, and two at once take more than 300 MB.
 */
const inTurn = createLimit({ atOnce: 1, maxWaiting: 16 });
const MAX_SECONDS = 5;

/** A frame may take so many bytes while it is decoded: 16 megapixels of four bytes. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** How each is drawn anew. Logos have sharp edges in full colours, which a JPEG blurs by default. */
const FORMATS = {
  jpeg: {
    kind: { ext: 'jpg', content_type: 'image/jpeg' },
    options: { quality: 90, chromaSubsampling: '4:4:4' },
  },
  png: { kind: { ext: 'png', content_type: 'image/png' }, options: {} },
  // A palette is sought for each frame: more effort than this costs seconds and shows little.
  gif: { kind: { ext: 'gif', content_type: 'image/gif' }, options: { effort: 3 } },
} as const;

/**
 * Decodes a picture and draws it anew, the right way up, in sRGB and at most MAX_STORED_LOGO_PX wide and
 * high: nothing but what can be seen is kept.
 * @throws `not_a_picture` unless it is a whole JPEG, PNG or GIF
 * @throws `image_too_large` where it has too many pixels or frames, or takes too long
 * @throws `busy` where too many wait already
 */
export async function redrawPicture(sent: Buffer): Promise<Picture> {
  return await inTurn(async () => {
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

/** By the bytes alone. Checks how large it says it is, before a pixel is decoded. */
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

/** While it is decoded. A progressive JPEG is held whole, as coefficients of two bytes each. */
function bytesPerPixel({ format, channels, depth, isProgressive }: Metadata): number {
  const isWide = depth === 'ushort' || (format === 'jpeg' && isProgressive);
  return channels * (isWide ? 2 : 1);
}
