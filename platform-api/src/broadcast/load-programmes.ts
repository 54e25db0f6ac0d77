import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DEMO_STATION_SLUG, UNKNOWN_ARTIST, UNKNOWN_TITLE } from '../../contract/limits.ts';
import type { FrameHeader } from '../audio/frame-header.ts';
import { Mp3Reader } from '../audio/mp3-reader.ts';
import { createProgramme, FRAME_BYTES, type Programme, type ProgrammeTrack } from './programme.ts';

/**
 * Frames in each track of `tones`: 8.016 s. Ten changes fit in 80 s, and a tone lasts longer than a
 * listener is behind the clock, so that no title is right by accident.
 */
const TONE_FRAMES = 334;

/** A cover image. */
export interface Cover {
  bytes: Buffer;
  contentType: string;
}

/** The programme and covers of one of our own stations. */
export interface StationAudio {
  slug: string;
  /** Shown by players that read ICY headers. */
  name: string;
  programme: Programme;
  /** By name. The name changes with the picture, so each may be cached for ever. */
  covers: ReadonlyMap<string, Cover>;
}

const loaded = new Map<string, Promise<StationAudio[]>>();

/**
 * Reads the audio that comes with this package: `demo`, and `tones` for tests. A process reads a folder
 * once: its files do not change meanwhile.
 * @param folder holds `demo/*.mp3`, played in the order of their names, and `tones.json`
 * @throws Error naming the file that cannot be played
 */
export function loadProgrammes(folder: URL, withTones: boolean): Promise<StationAudio[]> {
  const key = `${folder.href} ${withTones}`;
  const loading =
    loaded.get(key) ??
    Promise.all([
      loadDemo(new URL('demo/', folder)),
      ...(withTones ? [loadTones(new URL('tones.json', folder))] : []),
    ]);
  loaded.set(key, loading);
  return loading;
}

/** The folder of that audio, found from the sources as well as from the build. */
export function ownAudioFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('..', folder);
    if (parent.href === folder.href) throw new Error('the package has no package.json above it');
    folder = parent;
  }
  return new URL('audio/', folder);
}

async function loadDemo(folder: URL): Promise<StationAudio> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp3')).toSorted();
  if (names.length === 0) throw new Error(`there is no MP3 file in ${fileURLToPath(folder)}`);
  const loaded = await Promise.all(
    names.map((name) => loadTrack(new URL(encodeURIComponent(name), folder))),
  );
  const covers = loaded.flatMap(({ track, cover }): [string, Cover][] =>
    track.coverName !== null && cover !== null ? [[track.coverName, cover]] : [],
  );
  return {
    slug: DEMO_STATION_SLUG,
    name: 'Demo Radio',
    programme: createProgramme(loaded.map(({ track }) => track)),
    covers: new Map(covers),
  };
}

async function loadTrack(url: URL): Promise<{ track: ProgrammeTrack; cover: Cover | null }> {
  try {
    // Imported here, because the library is large and tags are read only at the start.
    const [file, { parseBuffer }] = await Promise.all([readFile(url), import('music-metadata')]);
    const { common } = await parseBuffer(
      file,
      { mimeType: 'audio/mpeg', size: file.length },
      { duration: false, skipPostHeaders: true },
    );
    const cover = coverOf(common.picture?.[0]);
    const track: ProgrammeTrack = {
      title: common.title ?? UNKNOWN_TITLE,
      artist: common.artist ?? UNKNOWN_ARTIST,
      ...(common.album !== undefined && { album: common.album }),
      coverName: cover && nameOf(cover),
      audio: seamlessFrames(file),
    };
    return { track, cover };
  } catch (error) {
    throw unplayable(url, error);
  }
}

/**
 * The frames of an MP3 file, as a view of the same memory.
 * @throws Error with the reason unless any frame may follow any other: MPEG-1 Layer III, 48 kHz, 128 kbps, no
 *   padding, no bit reservoir
 */
export function seamlessFrames(file: Buffer): Buffer {
  let count = 0;
  const refuse = (reason: string) => new Error(`frame ${count} ${reason}`);
  const requireFormat = ({ version, sampleRate, bytes }: FrameHeader) => {
    if (version !== '1' || sampleRate !== 48_000 || bytes !== FRAME_BYTES)
      throw refuse('is not MPEG-1 at 48 kHz and 128 kbps without padding');
  };
  const reader = new Mp3Reader(({ header, bytes, isEncoderNote }) => {
    requireFormat(header);
    if (isEncoderNote) throw refuse("is an encoder's note instead of sound (encode with lame -t)");
    // The 9 bits of `main_data_begin` (ISO 11172-3, §2.4.1.7).
    const borrowedBytes = bytes.readUInt16BE(header.sideInfo.from) >>> 7;
    if (borrowedBytes > 0) throw refuse('borrows from the frame before (encode with lame --nores)');
    count += 1;
  });
  const frames = reader.read(file);
  if (reader.cutFrame) {
    requireFormat(reader.cutFrame);
    throw refuse('is cut short');
  }
  if (count === 0) throw new Error('it has no frames');
  return frames;
}

const IMAGE_ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Only types that no browser treats as a document are served. */
function coverOf(picture: { format: string; data: Uint8Array } | undefined): Cover | null {
  if (picture === undefined) return null;
  if (!Object.hasOwn(IMAGE_ENDINGS, picture.format)) {
    throw new Error(`its cover is ${picture.format}, neither JPEG nor PNG`);
  }
  return { bytes: Buffer.from(picture.data), contentType: picture.format };
}

function nameOf({ bytes, contentType }: Cover): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `${digest}.${IMAGE_ENDINGS[contentType]}`;
}

const Tones = z.array(z.object({ frequency: z.number().positive(), frame: z.base64() })).min(1);

/** At these frequencies a frame holds whole waves, so one frame repeated is a clean tone. */
async function loadTones(url: URL): Promise<StationAudio> {
  try {
    const tones = Tones.parse(JSON.parse(await readFile(url, 'utf8')));
    const tracks = tones.map(({ frequency, frame }): ProgrammeTrack => {
      const audio = seamlessFrames(Buffer.from(frame, 'base64'));
      return {
        title: `${Math.round(frequency)} Hz`,
        artist: 'Test tone',
        coverName: null,
        audio: Buffer.concat(Array.from({ length: TONE_FRAMES }, () => audio)),
      };
    });
    const programme = createProgramme(tracks);
    return { slug: 'tones', name: 'Test Tones', programme, covers: new Map() };
  } catch (error) {
    throw unplayable(url, error);
  }
}

function unplayable(url: URL, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${fileURLToPath(url)} cannot be played: ${reason}`, { cause });
}
