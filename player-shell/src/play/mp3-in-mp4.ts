/**
 * Puts frames of MP3 into fragmented MP4 (ISO 14496-12), for browsers that append no plain MP3. Our sound is MP3 at 48 kHz
 * with 128 kbit/s, so all frames have the same size and length.
 */
const SAMPLE_RATE = 48_000;
const FRAME_SAMPLES = 1_152;
const FRAME_BYTES = 384;
const TRACK = 1;

const u16 = (value: number) => [(value >>> 8) & 0xff, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)];
const zeros = (bytes: number): number[] => Array.from({ length: bytes }, () => 0);
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const box = (name: string, ...parts: number[][]): number[] => {
  const payload = parts.flat();
  return [...u32(8 + payload.length), ...letters(name), ...payload];
};
/** A box with a version, which is 0, and flags. */
const fullBox = (name: string, flags: number, ...parts: number[][]): number[] =>
  box(name, u32(flags), ...parts);

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(u32);

const SAMPLE_ENTRY = box('.mp3', [
  ...zeros(6),
  ...u16(1),
  ...zeros(8),
  ...u16(2),
  ...u16(16),
  ...zeros(4),
  ...u16(SAMPLE_RATE),
  ...zeros(2),
]);

const SAMPLE_TABLE = box(
  'stbl',
  fullBox('stsd', 0, u32(1), SAMPLE_ENTRY),
  fullBox('stts', 0, u32(0)),
  fullBox('stsc', 0, u32(0)),
  fullBox('stsz', 0, u32(0), u32(0)),
  fullBox('stco', 0, u32(0)),
);

const MEDIA = box(
  'mdia',
  fullBox('mdhd', 0, zeros(8), u32(SAMPLE_RATE), u32(0), [0x55, 0xc4], zeros(2)),
  fullBox('hdlr', 0, zeros(4), letters('soun'), zeros(13)),
  box(
    'minf',
    fullBox('smhd', 0, zeros(4)),
    box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
    SAMPLE_TABLE,
  ),
);

/** Describes the sound, and must be appended before the first fragment. */
export const MP4_HEADER = Uint8Array.from([
  ...box('ftyp', letters('isom'), u32(1), letters('isom'), letters('iso5')),
  ...box(
    'moov',
    fullBox(
      'mvhd',
      0,
      zeros(8),
      u32(SAMPLE_RATE),
      u32(0),
      u32(0x10000),
      u16(0x100),
      zeros(10),
      MATRIX,
      zeros(24),
      u32(TRACK + 1),
    ),
    box(
      'trak',
      fullBox(
        'tkhd',
        3,
        zeros(8),
        u32(TRACK),
        zeros(4),
        u32(0),
        zeros(12),
        u16(0x100),
        zeros(2),
        MATRIX,
        zeros(8),
      ),
      MEDIA,
    ),
    box(
      'mvex',
      fullBox('trex', 0, u32(TRACK), u32(1), u32(FRAME_SAMPLES), u32(FRAME_BYTES), u32(0)),
    ),
  ),
]);

/**
 * Whole frames of MP3 as one fragment.
 * @param bytesBefore of the frames since the start of the source
 */
export function mp4Fragment(mp3: Uint8Array, bytesBefore: number): Uint8Array<ArrayBuffer> {
  const frames = mp3.length / FRAME_BYTES;
  const framesBefore = bytesBefore / FRAME_BYTES;
  const time = framesBefore * FRAME_SAMPLES;
  const moof = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(framesBefore + 1)),
      box(
        'traf',
        // Offsets count from the start of the fragment.
        fullBox('tfhd', 0x20000, u32(TRACK)),
        // The time has 64 bits: with 32 a player would stop after a day.
        fullBox('tfdt', 0x1000000, u32(Math.floor(time / 2 ** 32)), u32(time)),
        fullBox('trun', 1, u32(frames), u32(offset)),
      ),
    );
  const offset = moof(0).length + 8;
  const head = [...moof(offset), ...u32(8 + mp3.length), ...letters('mdat')];
  const fragment = new Uint8Array(head.length + mp3.length);
  fragment.set(head);
  fragment.set(mp3, head.length);
  return fragment;
}
