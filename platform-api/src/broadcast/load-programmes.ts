import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DEMO_STATION_SLUG, UNKNOWN_ARTIST, UNKNOWN_TITLE } from '../../contract/limits.ts';
import { framesOf } from './mp3-frames.ts';
import { createProgramme, type Programme, type ProgrammeTrack } from './programme.ts';

/**
 * How many frames each track of `tones` has: 8.016 s. Ten changes pass in 80 s, and each tone is
 * longer than a listener is behind the clock, so that no title can be right by chance.
 */
const TONE_FRAMES = 334;

/** A picture as it is served. */
export interface Cover {
  bytes: Buffer;
  contentType: string;
}

/** What one of our own stations plays. */
export interface StationAudio {
  slug: string;
  /** What players that read ICY headers show. */
  name: string;
  programme: Programme;
  /** By name; the name changes with the picture, so each may be cached for ever. */
  covers: ReadonlyMap<string, Cover>;
}

/**
 * Reads the audio that comes with this package: `demo`, and `tones` where tests want it.
 * @param folder holds `demo/*.mp3`, played in the order of their names, and `tones.json`
 * @throws Error naming the file that cannot be played
 */
export async function loadProgrammes(folder: URL, withTones: boolean): Promise<StationAudio[]> {
  const demo = await loadDemo(new URL('demo/', folder));
  return withTones ? [demo, await loadTones(new URL('tones.json', folder))] : [demo];
}

/** Where that audio lies, from the sources as well as from what is built of them. */
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
  const covers = new Map<string, Cover>();
  const tracks: ProgrammeTrack[] = [];
  for (const name of names) {
    const { track, cover } = await loadTrack(new URL(encodeURIComponent(name), folder));
    tracks.push(track);
    if (track.coverName !== null && cover !== null) covers.set(track.coverName, cover);
  }
  return {
    slug: DEMO_STATION_SLUG,
    name: 'Demo Radio',
    programme: createProgramme(tracks),
    covers,
  };
}

async function loadTrack(url: URL): Promise<{ track: ProgrammeTrack; cover: Cover | null }> {
  try {
    const file = await readFile(url);
    // Only a start reads tags, and this library is a large one.
    const { parseBuffer } = await import('music-metadata');
    const { common } = await parseBuffer(file, { mimeType: 'audio/mpeg', size: file.length });
    const cover = coverOf(common.picture?.[0]);
    const track: ProgrammeTrack = {
      title: common.title ?? UNKNOWN_TITLE,
      artist: common.artist ?? UNKNOWN_ARTIST,
      ...(common.album !== undefined && { album: common.album }),
      coverName: cover && nameOf(cover),
      audio: framesOf(file),
    };
    return { track, cover };
  } catch (error) {
    throw unplayable(url, error);
  }
}

const IMAGE_ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Only pictures that a browser takes for nothing else are served. */
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

/** At these frequencies a frame holds whole waves, so one frame repeated is a perfect tone. */
async function loadTones(url: URL): Promise<StationAudio> {
  try {
    const tones = Tones.parse(JSON.parse(await readFile(url, 'utf8')));
    const tracks = tones.map(({ frequency, frame }): ProgrammeTrack => {
      const audio = framesOf(Buffer.from(frame, 'base64'));
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
