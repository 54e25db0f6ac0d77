import { describe, expect, test } from 'vitest';
import { MP4_HEADER, mp4Fragment } from './mp3-in-mp4.ts';

const FRAME_BYTES = 384;

interface Box {
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** The boxes of a file by their path, such as `moof/traf/trun`. */
function boxesOf(file: Uint8Array): Map<string, Box> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found = new Map<string, Box>();
  const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'mvex', 'moof', 'traf'];
  function read(from: number, to: number, path: string): void {
    for (let at = from; at < to;) {
      const size = view.getUint32(at);
      const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
      const own = path === '' ? name : `${path}/${name}`;
      expect(at + size).toBeLessThanOrEqual(to);
      found.set(own, { from: at + 8, to: at + size });
      if (PARENTS.includes(name)) read(at + 8, at + size, own);
      at += size;
    }
  }
  read(0, file.length, '');
  return found;
}

describe('MP3 in MP4', () => {
  test('has a header with one track of MP3 at 48 kHz', () => {
    const boxes = boxesOf(MP4_HEADER);
    expect([...boxes.keys()]).toEqual([
      'ftyp',
      'moov',
      'moov/mvhd',
      'moov/trak',
      'moov/trak/tkhd',
      'moov/trak/mdia',
      'moov/trak/mdia/mdhd',
      'moov/trak/mdia/hdlr',
      'moov/trak/mdia/minf',
      'moov/trak/mdia/minf/smhd',
      'moov/trak/mdia/minf/dinf',
      'moov/trak/mdia/minf/dinf/dref',
      'moov/trak/mdia/minf/stbl',
      'moov/trak/mdia/minf/stbl/stsd',
      'moov/trak/mdia/minf/stbl/stts',
      'moov/trak/mdia/minf/stbl/stsc',
      'moov/trak/mdia/minf/stbl/stsz',
      'moov/trak/mdia/minf/stbl/stco',
      'moov/mvex',
      'moov/mvex/trex',
    ]);
    // The lengths that ISO 14496-12 gives them, without the box's own eight bytes.
    const length = (name: string) => {
      const box = boxes.get(name);
      return box ? box.to - box.from : 0;
    };
    expect(length('moov/mvhd')).toBe(100);
    expect(length('moov/trak/tkhd')).toBe(84);
    expect(length('moov/trak/mdia/mdhd')).toBe(24);
    expect(length('moov/mvex/trex')).toBe(24);
    // A sample entry has 36 bytes, behind the version and the count.
    expect(length('moov/trak/mdia/minf/stbl/stsd')).toBe(8 + 36);
  });

  test.each([
    [0, 0, 0],
    [8, 8 * 1_152, 0],
    // After 25 hours the time does not fit into 32 bits any more.
    [3_750_000, (3_750_000 * 1_152) % 2 ** 32, 1],
  ])('has its frames at the time that follows %s frames', (framesBefore, low, high) => {
    const mp3 = Uint8Array.from({ length: 16 * FRAME_BYTES }, (_, at) => at % 251);
    const file = mp4Fragment(mp3, framesBefore * FRAME_BYTES);
    const boxes = boxesOf(file);
    const view = new DataView(file.buffer);
    const [time, run, data] = ['moof/traf/tfdt', 'moof/traf/trun', 'mdat'].map(
      (name) => boxes.get(name)?.from ?? 0,
    ) as [number, number, number];
    expect([view.getUint32(time + 4), view.getUint32(time + 8)]).toEqual([high, low]);
    expect(view.getUint32(run + 4)).toBe(16);
    // The offset of the first frame counts from the start of the fragment.
    expect(view.getUint32(run + 8)).toBe(data);
    expect(file.subarray(data)).toEqual(mp3);
  });
});
