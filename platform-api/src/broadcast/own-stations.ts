/** The sound that comes with this package: of its stations, and the item that plays when nothing else can. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import {
  DEMO_STATION_SLUG,
  TONES_STATION_SLUG,
  UNKNOWN_TITLE,
} from '../../contract/stations/values.ts';
import { readAdtsHeader } from '../audio/adts-header.ts';
import type { FrameHeader } from '../audio/frame-header.ts';
import { Mp3Reader } from '../audio/mp3-reader.ts';
import type { Item, ItemKind } from '../timeline/airing.ts';
import { MP3_128_FRAME_BYTES, UNIT_AAC_FRAMES, UNIT_MP3_FRAMES } from './renditions.ts';
import { widenFrames } from './sounds.ts';

/**
 * Units in each track of `tones`: 8.064 s. Ten changes fit in 81 s, and a tone lasts longer than a listener is
 * behind the clock, so that no title is right by accident.
 */
const TONE_UNITS = 42;

/** A cover image. */
export interface Cover {
  bytes: Buffer;
  contentType: string;
}

/** A recording of this package, prepared: its item's id is the name of its file. */
export interface OwnSound {
  item: Item;
  /** SHA-256 in hex of the file as it is shipped. */
  source_hash: string;
  measured: Measured | null;
}

/** A station that comes with this package. */
export interface OwnStation {
  slug: string;
  name: string;
  /** Its music, in the order in which it airs. */
  tracks: OwnSound[];
  /** Spoken ones. */
  radio_ids: OwnSound[];
}

/** The audio of this package, in memory. */
export interface OwnStations {
  stations: readonly OwnStation[];
  /** Prepared files by their key in the storage, and those of the emergency item. */
  sounds: ReadonlyMap<string, Buffer>;
  /** By name. The name changes with the picture, so each may be cached for ever. */
  covers: ReadonlyMap<string, Cover>;
  /** In all renditions: what plays while the file of an item cannot be had. */
  emergency: Item;
}

const loaded = new Map<string, Promise<OwnStations>>();

/**
 * Reads the audio that comes with this package: `demo`, and `tones` for tests. A process reads a folder
 * once: its files do not change meanwhile.
 * @param folder holds `demo/*.mp3`, played in the order of their names, `radio-ids/*.mp3`, which speak the demo's name,
 *   `measured.json`, `emergency.aac`, which is the first track, and `tones.json`
 * @throws Error naming the file that cannot be played
 */
export function loadOwnStations(folder: URL, withTones: boolean): Promise<OwnStations> {
  const key = `${folder.href} ${withTones}`;
  const loading = loaded.get(key) ?? load(folder, withTones);
  loaded.set(key, loading);
  return loading;
}

async function load(folder: URL, withTones: boolean): Promise<OwnStations> {
  const sounds = new Map<string, Buffer>();
  const covers = new Map<string, Cover>();
  const measured = await readMeasured(new URL('measured.json', folder));
  const [tracks, radioIds, tones] = await Promise.all([
    loadFiles(folder, 'demo/', 'music'),
    loadFiles(folder, 'radio-ids/', 'radio_id'),
    withTones ? loadTones(new URL('tones.json', folder)) : [],
  ]);
  const keep = (of: LoadedSound[]): OwnSound[] =>
    of.map(({ item, source_hash, frames, cover }) => {
      sounds.set(item.renditions.mp3_128?.key ?? '', frames);
      if (cover) covers.set(cover.name, cover);
      return { item, source_hash, measured: measured[item.id] ?? null };
    });
  const demo = {
    slug: DEMO_STATION_SLUG,
    name: `${BRAND.name} Demo`,
    tracks: keep(tracks),
    radio_ids: keep(radioIds),
  };
  const [first] = tracks;
  if (first === undefined) throw new Error(`there is no MP3 file in ${fileURLToPath(folder)}demo`);
  const emergency = await loadEmergency(new URL('emergency.aac', folder), first, sounds);
  const test = { slug: TONES_STATION_SLUG, name: 'Test Tones', tracks: keep(tones), radio_ids: [] };
  return { stations: withTones ? [demo, test] : [demo], sounds, covers, emergency };
}

const Measured = z.object({
  loudness_lufs: z.number(),
  true_peak_dbtp: z.number(),
  /** Amplitudes over time. */
  peaks: z.array(z.number()),
  /** Only of music. */
  segue_units: z.int().optional(),
  intro_units: z.int().optional(),
});
type Measured = z.infer<typeof Measured>;

/** Reads the values that preparing each file would measure, by the file's name. */
async function readMeasured(url: URL): Promise<Record<string, Measured>> {
  try {
    return z.record(z.string(), Measured).parse(JSON.parse(await readFile(url, 'utf8')));
  } catch (error) {
    throw unplayable(url, error);
  }
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

interface LoadedSound extends Omit<OwnSound, 'measured'> {
  /** Whole units, in MP3 128. */
  frames: Buffer;
  cover: NamedCover | null;
}

async function loadFiles(folder: URL, below: string, kind: ItemKind): Promise<LoadedSound[]> {
  const files = await readdir(new URL(below, folder));
  const names = files.filter((name) => name.endsWith('.mp3')).toSorted();
  return Promise.all(names.map((name) => loadFile(folder, below + name, kind)));
}

async function loadFile(folder: URL, name: string, kind: ItemKind): Promise<LoadedSound> {
  const url = new URL(name.split('/').map(encodeURIComponent).join('/'), folder);
  try {
    // Imported here, because the library is large and tags are read only at the start.
    const [file, { parseBuffer }] = await Promise.all([readFile(url), import('music-metadata')]);
    const { common } = await parseBuffer(
      file,
      { mimeType: 'audio/mpeg', size: file.length },
      { duration: false, skipPostHeaders: true },
    );
    const cover = coverOf(common.picture?.[0]);
    const sound = seamlessFrames(file);
    // Speech was prepared like any upload, so its edges are silent already.
    const frames = kind === 'music' ? paddedFrames(sound) : Buffer.from(sound);
    const item = itemOf(name, frames, kind, {
      title: common.title ?? UNKNOWN_TITLE,
      artist: common.artist ?? null,
      album: common.album ?? null,
      cover_key: cover && `library/covers/${cover.name}`,
    });
    return { item, frames, cover, source_hash: hashOf(file) };
  } catch (error) {
    throw unplayable(url, error);
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function itemOf(
  id: string,
  frames: Buffer,
  kind: ItemKind,
  texts: Pick<Item, 'title' | 'artist' | 'album' | 'cover_key'>,
): Item {
  const units = frames.length / (UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES);
  if (!Number.isInteger(units)) throw new Error('it is not whole units of 8 frames');
  // Named as every prepared file is.
  const mp3_128 = { key: `library/prepared/${hashOf(frames)}.mp3` };
  return { id, kind, ...texts, units, renditions: { mp3_128 } };
}

/** The first track in the other renditions, too. */
async function loadEmergency(
  url: URL,
  { item, frames }: LoadedSound,
  sounds: Map<string, Buffer>,
): Promise<Item> {
  try {
    const aac = await readFile(url);
    const offsets = aacOffsets(aac);
    if (offsets.length !== item.units) throw new Error(`it has not ${item.units} units`);
    const mp3_192 = { key: 'emergency.192' };
    const aac_64 = { key: 'emergency.aac', offsets_key: 'emergency.offsets' };
    sounds.set(mp3_192.key, widenFrames(frames));
    sounds.set(aac_64.key, aac);
    sounds.set(aac_64.offsets_key, Buffer.from(Uint32Array.from(offsets).buffer));
    return { ...item, id: 'emergency', renditions: { ...item.renditions, mp3_192, aac_64 } };
  } catch (error) {
    throw unplayable(url, error);
  }
}

/** Where each unit of an AAC file begins, in bytes. @throws Error when it is anything else than whole units */
function aacOffsets(file: Buffer): number[] {
  const offsets: number[] = [];
  let count = 0;
  for (let at = 0; at < file.length; count += 1) {
    const header = readAdtsHeader(file.subarray(at));
    if (header === null) throw new Error(`no frame begins at byte ${at}`);
    if (count % UNIT_AAC_FRAMES === 0) offsets.push(at);
    at += header.bytes;
  }
  if (count % UNIT_AAC_FRAMES > 0) throw new Error('it ends within a unit');
  return offsets;
}

/**
 * Silence in front and behind, up to whole units, as in every prepared file. A decoder overlaps neighbouring frames,
 * so it takes a silent one at both ends for any track to follow any other without a click.
 */
function paddedFrames(frames: Buffer): Buffer {
  const count = frames.length / MP3_128_FRAME_BYTES;
  const units = Math.ceil((count + 2) / UNIT_MP3_FRAMES);
  const silent = silentFrame(frames);
  const behind = units * UNIT_MP3_FRAMES - count - 1;
  return Buffer.concat([silent, frames, ...Array.from({ length: behind }, () => silent)]);
}

/** A frame of silence with the header of another: no bits of sound follow its empty side information. */
function silentFrame(like: Buffer): Buffer {
  const silent = Buffer.alloc(MP3_128_FRAME_BYTES);
  like.copy(silent, 0, 0, 4);
  return silent;
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
    if (version !== '1' || sampleRate !== 48_000 || bytes !== MP3_128_FRAME_BYTES)
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

interface NamedCover extends Cover {
  name: string;
}

/** Only types that no browser treats as a document are served. */
function coverOf(picture: { format: string; data: Uint8Array } | undefined): NamedCover | null {
  if (picture === undefined) return null;
  const ending = IMAGE_ENDINGS[picture.format];
  if (ending === undefined) throw new Error(`its cover is ${picture.format}, neither JPEG nor PNG`);
  const bytes = Buffer.from(picture.data);
  return { name: `${hashOf(bytes)}.${ending}`, bytes, contentType: picture.format };
}

const Tones = z.array(z.object({ frequency: z.number().positive(), frame: z.base64() })).min(1);

/** At these frequencies a frame holds whole waves, so one frame repeated is a clean tone. */
async function loadTones(url: URL): Promise<LoadedSound[]> {
  try {
    const tones = Tones.parse(JSON.parse(await readFile(url, 'utf8')));
    return tones.map(({ frequency, frame }) => {
      const title = `${Math.round(frequency)} Hz`;
      const audio = seamlessFrames(Buffer.from(frame, 'base64'));
      const count = TONE_UNITS * UNIT_MP3_FRAMES;
      const frames = Buffer.concat(Array.from({ length: count }, () => audio));
      const texts = { title, artist: 'Test tone', album: null, cover_key: null };
      const item = itemOf(`tones/${title}.mp3`, frames, 'music', texts);
      return { item, frames, cover: null, source_hash: hashOf(frames) };
    });
  } catch (error) {
    throw unplayable(url, error);
  }
}

function unplayable(url: URL, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${fileURLToPath(url)} cannot be played: ${reason}`, { cause });
}
