import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { mutated } from '../../test/mutations.ts';
import {
  buildGif,
  buildJpeg,
  buildPng,
  hostilePictures,
  noise,
  pngWithText,
  tooLargePictures,
} from '../../test/pictures.ts';
import { AppError } from '../errors.ts';
import { measureLogo, redrawCover, redrawPicture, type Picture } from './picture.ts';

const MUTATIONS = 500;

/** The kind of the refusal, or null; any other error is rethrown. */
async function refusal(file: Buffer): Promise<string | null> {
  try {
    await redrawPicture(file);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.kind;
    throw error;
  }
}

const about = async ({ data }: Picture) => await sharp(data).metadata();

/** A bar on nothing. */
const drawn = (colour: string, width: number) =>
  sharp({ create: { width, height: 40, channels: 4, background: '#0000' } })
    .composite([
      { input: { create: { width: width - 20, height: 20, channels: 4, background: colour } } },
    ])
    .png()
    .toBuffer();

describe('the measures of a logo', () => {
  it('are its aspect, the luminance of its opaque pixels, and whether it is transparent', async () => {
    expect(await measureLogo(await drawn('#000', 160))).toEqual({
      aspect: 4,
      luminance: 0,
      is_transparent: true,
    });
    expect(await measureLogo(await drawn('#fff', 40))).toEqual({
      aspect: 1,
      luminance: 1,
      is_transparent: true,
    });
    const { data } = await redrawPicture(buildPng({ width: 90, height: 30, color: [255, 0, 0] }));
    expect(await measureLogo(data)).toEqual({
      aspect: 3,
      luminance: 0.213,
      is_transparent: false,
    });
  });

  it('are those of the first frame of an animation', async () => {
    const { data } = await redrawPicture(await noise('gif'));
    expect((await measureLogo(data)).aspect).toBeGreaterThan(0);
  });
});

describe('a logo', () => {
  it.each([
    ['PNG', 'png', 'png', 'image/png'],
    ['JPEG', 'jpeg', 'jpg', 'image/jpeg'],
    ['GIF', 'gif', 'gif', 'image/gif'],
  ] as const)('stays a %s and is re-encoded', async (_name, format, ext, content_type) => {
    const sent = await noise(format);
    const picture = await redrawPicture(sent);
    expect(picture).toMatchObject({ ext, content_type });
    expect(await about(picture)).toMatchObject({ format, width: 60, height: 60 });
    expect(picture.data.equals(sent)).toBe(false);
  });

  it.each(['#0000', '#ffffff00'])('loses its edges that are not seen: %s', async (nothing) => {
    const bar = { create: { width: 70, height: 10, channels: 4, background: '#f00' } } as const;
    const sent = await sharp({
      create: { width: 200, height: 100, channels: 4, background: nothing },
    })
      .composite([{ input: bar, left: 30, top: 60 }])
      .png()
      .toBuffer();
    const picture = await redrawPicture(sent);
    expect(await about(picture)).toMatchObject({ width: 70, height: 10 });
    expect(await measureLogo(picture.data)).toMatchObject({ aspect: 7, is_transparent: false });
  });

  it('stays as it is when nothing of it is seen', async () => {
    const create = { width: 40, height: 20, channels: 4, background: '#0000' } as const;
    const picture = await redrawPicture(await sharp({ create }).png().toBuffer());
    expect(await about(picture)).toMatchObject({ width: 40, height: 20 });
  });

  it('is scaled down to fit, keeping its aspect ratio', async () => {
    const picture = await redrawPicture(buildPng({ width: 3_000, height: 1_500 }));
    expect(await about(picture)).toMatchObject({ width: 1_024, height: 512 });
  });

  it('may have 16 megapixels', async () => {
    const picture = await redrawPicture(buildPng({ width: 4_000, height: 4_000 }));
    expect(await about(picture)).toMatchObject({ width: 1_024, height: 1_024 });
  });

  it('is never scaled up', async () => {
    expect(await about(await redrawPicture(buildPng({ width: 8, height: 8 })))).toMatchObject({
      width: 8,
      height: 8,
    });
  });

  it('keeps its colour', async () => {
    const { data } = await redrawPicture(buildPng({ width: 8, height: 8, color: [255, 128, 0] }));
    const pixels = await sharp(data).removeAlpha().raw().toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 128, 0]);
  });

  it('is rotated according to its EXIF orientation', async () => {
    const sent = await buildJpeg({ width: 80, height: 40, orientation: 6 });
    const picture = await redrawPicture(sent);
    expect(await about(picture)).toMatchObject({ width: 40, height: 80 });
    // The bottom edge is now on the left.
    const pixels = await sharp(picture.data).greyscale().raw().toBuffer();
    expect(pixels[40 * 40 + 2]).toBeGreaterThan(200);
    expect(pixels[40 * 40 + 37]).toBeLessThan(60);
  });

  it('loses all metadata', async () => {
    const jpeg = await redrawPicture(await buildJpeg({ width: 80, height: 40, orientation: 6 }));
    const { exif, icc, xmp, orientation } = await about(jpeg);
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(jpeg.data.includes('secret')).toBe(false);
    const png = await redrawPicture(pngWithText('<script>alert(1)</script>'));
    expect(png.data.includes('script')).toBe(false);
  });

  it('is converted from CMYK to sRGB', async () => {
    const sent = await sharp(await noise('jpeg'))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect(await about(await redrawPicture(sent))).toMatchObject({ space: 'srgb', channels: 3 });
  });

  it('keeps its animation and frame delays', async () => {
    const picture = await redrawPicture(buildGif({ width: 4, height: 4, frames: 5 }));
    expect(await about(picture)).toMatchObject({ pages: 5, delay: [100, 100, 100, 100, 100] });
  });

  it.each([
    ['GIF', 'gif'],
    ['PNG', 'png'],
    ['JPEG', 'jpeg'],
  ] as const)('loses data appended to a %s', async (_name, format) => {
    const tail = Buffer.from('PK\u0003\u0004<script>alert(1)</script>', 'latin1');
    const { data } = await redrawPicture(Buffer.concat([await noise(format), tail]));
    expect(data.includes('script')).toBe(false);
    expect(data.includes('PK\u0003\u0004')).toBe(false);
  });
});

const hostile = Object.entries(await hostilePictures());

describe('a file that is not a logo', () => {
  it('is tested in more than a hundred variants', () => {
    expect(hostile.length).toBeGreaterThan(100);
  });

  it.each(hostile)('is refused: %s', async (_name, file) => {
    expect(await refusal(file)).toBe('not_a_picture');
  });
});

describe('other decoders', () => {
  it.each(['an SVG', 'a real TIFF', 'a real AVIF'])(
    'are disabled in this process for %s',
    async (name) => {
      const file = Object.fromEntries(hostile)[name];
      await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format');
    },
  );
});

describe('the cover of a sound file', () => {
  const webp = { width: 90, height: 60, channels: 4, background: '#ff000080' } as const;

  it('may be a WebP, and becomes a JPEG on white', async () => {
    const sent = await sharp({ create: webp }).webp().toBuffer();
    const { ext, data } = await redrawCover(sent);
    expect(ext).toBe('jpg');
    expect(await sharp(data).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 60 });
    const { dominant } = await sharp(data).stats();
    expect(dominant.r).toBeGreaterThan(240);
    expect(dominant.g).toBeGreaterThan(110);
  });

  it('is refused as a WebP that is broken', async () => {
    const sent = await sharp({ create: webp }).webp().toBuffer();
    await expect(redrawCover(sent.subarray(0, 40))).rejects.toThrow(
      expect.objectContaining({ kind: 'not_a_picture' }),
    );
  });

  it('is a JPEG that a phone loads in a moment, whatever it was', async () => {
    // Noise is what compresses worst: a photograph has a fifth of it.
    const noise = sharp({
      create: {
        width: 1_500,
        height: 1_500,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 8 },
      },
    });
    const sent = await noise.png().toBuffer();
    const { ext, content_type, data } = await redrawCover(sent);
    expect([ext, content_type]).toEqual(['jpg', 'image/jpeg']);
    expect(await sharp(data).metadata()).toMatchObject({ width: 1_024, height: 1_024 });
    expect(data.length).toBeLessThan(200_000);
    expect(data.length).toBeLessThan(sent.length / 10);
  });
});

describe('a picture that is too large', () => {
  it.each(Object.entries(tooLargePictures()))('is refused: %s', async (_name, file) => {
    expect(await refusal(file)).toBe('image_too_large');
  });
});

describe('many pictures at once', () => {
  it('are queued, and refused as busy when the queue is full', async () => {
    const sent = buildPng({ width: 500, height: 500 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => refusal(sent)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(17);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(23);
    expect(await refusal(sent)).toBeNull();
  });
});

describe('a damaged picture', () => {
  it.each(['png', 'jpeg', 'gif'] as const)('is refused or re-encoded: %s', async (format) => {
    const random = chance(20_261_121);
    const whole = await noise(format);
    for (let round = 0; round < Math.ceil(MUTATIONS / 3); round++) {
      const file = mutated(whole, random);
      const refused = await refusal(file);
      expect(['not_a_picture', 'image_too_large', null]).toContain(refused);
      if (refused !== null) continue;
      const once = await redrawPicture(file);
      expect(once.data.equals(file)).toBe(false);
      const { width, height, pages } = await about(once);
      expect(await about(await redrawPicture(once.data))).toMatchObject(
        pages === undefined ? { width, height } : { width, height, pages },
      );
    }
  });
});
