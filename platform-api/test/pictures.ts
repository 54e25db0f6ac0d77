import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG of one colour. */
export function buildPng({
  width,
  height,
  color = [26, 10, 83],
}: {
  width: number;
  height: number;
  /** Red, green and blue. Null: black in one bit per pixel, for huge pictures of few bytes. */
  color?: [number, number, number] | null;
}): Buffer {
  const row = color
    ? Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(color))])
    : Buffer.alloc(1 + Math.ceil(width / 8));
  const rows = Buffer.alloc(row.length * height, row);
  return pngOf({ width, height, bits: color ? 8 : 1, colorType: color ? 2 : 0, rows });
}

/** A PNG that claims a size and contains only these bytes of rows. */
export function pngOf(head: {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  rows: Buffer;
  isInterlaced?: boolean;
}): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(head.width, 0);
  ihdr.writeUInt32BE(head.height, 4);
  ihdr.set([head.bits, head.colorType, 0, 0, head.isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', ihdr),
    pngChunk('IDAT', deflateSync(head.rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(body.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A PNG with a text chunk. */
export function pngWithText(text: string): Buffer {
  const png = buildPng({ width: 8, height: 8 });
  const chunk = pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** A GIF of one-pixel frames on a canvas of any size. */
export function buildGif({
  width,
  height,
  frames = 1,
}: {
  width: number;
  height: number;
  frames?: number;
}): Buffer {
  const head = Buffer.from(
    'GIF89a\0\0\0\0\u0080\0\0\u0000\u0000\u0000\u00ff\u0080\u0020',
    'latin1',
  );
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const pixel = Buffer.from('21f904040a0000002c0000000001000100000202440100', 'hex');
  // The colours alternate, so that decoders do not merge frames.
  const other = Buffer.from('21f904040a0000002c00000000010001000002024c0100', 'hex');
  return Buffer.concat([
    head,
    ...Array.from({ length: frames }, (_, index) => (index % 2 === 0 ? pixel : other)),
    Buffer.of(0x3b),
  ]);
}

/** A JPEG, dark above and light below. @param orientation the EXIF orientation, 1 to 8 */
export async function buildJpeg({
  width,
  height,
  orientation,
}: {
  width: number;
  height: number;
  orientation?: number;
}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 0x20).fill(0xe0, width * (height >> 1) * 3);
  const image = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg();
  const exif = { IFD0: { Copyright: 'a secret in the metadata' } };
  return await (
    orientation === undefined
      ? image.withExif(exif)
      : image.withExif(exif).withMetadata({ orientation })
  ).toBuffer();
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** Files of other formats, and files that only begin like a supported one. */
const FOREIGN: Record<string, string> = {
  'an SVG': SVG,
  'an SVG with a declaration': `<?xml version="1.0"?>${SVG}`,
  'an SVG after spaces': `\n\n   ${SVG}`,
  'an SVG that reads a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
  'a page': '<!DOCTYPE html><script>alert(1)</script>',
  'a PDF': '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj',
  PostScript: '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file',
  'a TIFF, little end first': 'II*\0\u0008\0\0\0',
  'a TIFF, big end first': 'MM\0*\0\0\0\u0008',
  'a large TIFF': 'II+\0\u0008\0\0\0',
  'a WebP': 'RIFF\u0024\0\0\0WEBPVP8 ',
  'an AVIF': '\0\0\0\u001cftypavif\0\0\0\0avifmif1',
  'a HEIC': '\0\0\0\u0018ftypheic\0\0\0\0heic',
  'a JPEG 2000': '\0\0\0\u000cjP  \r\n\u0087\n',
  'a JPEG XL': '\u00ff\u000a\u0010\u0010',
  'a bitmap': 'BM\u0046\0\0\0\0\0\0\0\u0036',
  'an icon': '\0\0\u0001\0\u0001\0\u0010\u0010',
  'a PPM': 'P6 9 9 255\n',
  'a PGM of floats': 'PF 9 9 -1.0\n',
  'a FITS': 'SIMPLE  =                    T',
  'a Radiance': '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 9 +X 9\n',
  'an OpenEXR': 'v/1\u0001\u0002\0\0\0',
  'a VIPS': '\u0008\u00f2\u00a6\u00b6\0\0\0\u0009',
  'a Photoshop file': '8BPS\0\u0001\0\0\0\0\0\0',
  'an MVG': 'push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/"',
  'an MSL': '<image><read filename="/etc/passwd"/></image>',
  'an archive': 'PK\u0003\u0004\u0014\0\0\0',
  'a program': '\u007fELF\u0002\u0001\u0001',
  'an MP3': '\u00ff\u00fb\u0094\0',
  'a script that begins as a GIF': 'GIF89a=1;alert(1)//',
  'the first bytes of a PNG': '\u0089PNG\r\n\u001a\n',
  'the first bytes of a JPEG': '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0',
  'the first bytes of a GIF': 'GIF89a\u0001\0\u0001\0',
  text: 'a logo',
};

/** Files that are not a supported picture, by description. */
export async function hostilePictures(): Promise<Record<string, Buffer>> {
  const whole: Record<string, Buffer> = {
    PNG: await noise('png'),
    JPEG: await noise('jpeg'),
    GIF: await noise('gif'),
  };
  const square = { width: 9, height: 9, channels: 3, background: '#1a0a53' } as const;
  const files: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'one byte': Buffer.of(0xff),
    zeros: Buffer.alloc(100_000),
    'a real WebP': await sharp({ create: square }).webp().toBuffer(),
    'a real TIFF': await sharp({ create: square }).tiff().toBuffer(),
    'a real AVIF': await sharp({ create: square }).avif().toBuffer(),
    'a PNG without pixels': pngOf({
      width: 9,
      height: 9,
      bits: 8,
      colorType: 2,
      rows: Buffer.alloc(0),
    }),
    'a PNG of no width': pngOf({
      width: 0,
      height: 9,
      bits: 8,
      colorType: 2,
      rows: Buffer.alloc(9),
    }),
    'a PNG of a colour type that is none': pngOf({
      width: 9,
      height: 9,
      bits: 8,
      colorType: 5,
      rows: Buffer.alloc(252),
    }),
    'a PNG of 2,147,483,647 pixels in one row': pngOf({
      width: 0x7fffffff,
      height: 1,
      bits: 1,
      colorType: 0,
      rows: Buffer.alloc(9),
    }),
    'a GIF without frames': buildGif({ width: 9, height: 9, frames: 0 }),
  };
  for (const [name, text] of Object.entries(FOREIGN)) {
    const foreign = Buffer.from(text, 'latin1');
    files[name] = foreign;
    files[`${name}, and more`] = Buffer.concat([foreign, Buffer.alloc(2_000, 'x')]);
    files[`${name}, then a PNG`] = Buffer.concat([foreign, whole['PNG'] ?? foreign]);
  }
  for (const [name, file] of Object.entries(whole)) {
    for (const part of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      files[`${part * 100} % of a ${name}`] = file.subarray(0, Math.floor(file.length * part));
    }
  }
  return files;
}

/** Pictures of too many pixels or frames, by description. */
export function tooLargePictures(): Record<string, Buffer> {
  const few = Buffer.alloc(20_000);
  return {
    '30,000 x 30,000 pixels in 20 KB': pngOf({
      width: 30_000,
      height: 30_000,
      bits: 1,
      colorType: 0,
      rows: few,
    }),
    'all of 144 megapixels': buildPng({ width: 12_000, height: 12_000, color: null }),
    '4,001 x 4,000 pixels': buildPng({ width: 4_001, height: 4_000, color: null }),
    '16 megapixels of 64 bits, interlaced': pngOf({
      width: 4_000,
      height: 4_000,
      bits: 16,
      colorType: 6,
      rows: few,
      isInterlaced: true,
    }),
    'a GIF of 5,000 frames': buildGif({ width: 1, height: 1, frames: 5_000 }),
    'a GIF of 101 frames': buildGif({ width: 1, height: 1, frames: 101 }),
    'a GIF whose frames are large together': buildGif({ width: 1_000, height: 1_000, frames: 33 }),
  };
}

/** A picture with metadata that compresses badly, so that a part of it is not a valid picture. */
export async function noise(format: 'png' | 'jpeg' | 'gif'): Promise<Buffer> {
  const pixels = Buffer.alloc(60 * 60 * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * at * 31 + at * 7) % 251;
  return await sharp(pixels, { raw: { width: 60, height: 60, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'a secret' } })
    .toFormat(format)
    .toBuffer();
}
