/** The stations whose audio comes with this package, and the item that plays when nothing else can. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DEMO_STATION_SLUG, UNKNOWN_TITLE } from '../../contract/limits.ts';
import { readAdtsHeader } from '../audio/adts-header.ts';
import type { FrameHeader } from '../audio/frame-header.ts';
import { Mp3Reader } from '../audio/mp3-reader.ts';
import type { Item } from '../timeline/airing.ts';
import type { AiredItem, OnAirStation, StreamTimeline } from './on-air.ts';
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

/** The audio of this package, in memory. */
export interface OwnStations {
  stations: readonly OnAirStation[];
  /** Prepared files by their key. */
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
 * @param folder holds `demo/*.mp3`, played in the order of their names, `emergency.aac`, which is the first of them,
 *   and `tones.json`
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
  const [tracks, tones] = await Promise.all([
    loadTracks(new URL('demo/', folder)),
    withTones ? loadTones(new URL('tones.json', folder)) : [],
  ]);
  const itemsOf = (loadedTracks: LoadedTrack[]) =>
    loadedTracks.map(({ item, frames, cover }) => {
      sounds.set(item.id, frames);
      if (cover && item.cover_key !== null) covers.set(item.cover_key, cover);
      return item;
    });
  const demo = ownStation(DEMO_STATION_SLUG, 'Demo Radio', itemsOf(tracks));
  const [first] = tracks;
  if (first === undefined) throw new Error('the demo station has no track');
  const emergency = await loadEmergency(new URL('emergency.aac', folder), first, sounds);
  const stations = withTones ? [demo, ownStation('tones', 'Test Tones', itemsOf(tones))] : [demo];
  return { stations, sounds, covers, emergency };
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

function ownStation(slug: string, name: string, items: Item[]): OnAirStation {
  return { id: slug, slug, name, timeline: loopTimeline(items), renditions: ['mp3_128'] };
}

/** Plays the items in order, in an endless loop that began at the Unix epoch. */
export function loopTimeline(items: readonly Item[]): StreamTimeline {
  const starts: number[] = [];
  let loopUnits = 0;
  for (const item of items) {
    starts.push(loopUnits);
    loopUnits += item.units;
  }
  return {
    itemsBetween(from, to) {
      const airings: AiredItem[] = [];
      const firstLoop = Math.floor(from / loopUnits) * loopUnits;
      for (let loopStart = firstLoop; loopStart < to; loopStart += loopUnits) {
        items.forEach((item, index) => {
          const starts_unit = loopStart + (starts[index] ?? 0);
          const ends_unit = starts_unit + item.units;
          if (starts_unit < to && ends_unit > from) airings.push({ item, starts_unit, ends_unit });
        });
      }
      return airings;
    },
  };
}

interface LoadedTrack {
  item: Item;
  /** Whole units, in MP3 128. */
  frames: Buffer;
  cover: Cover | null;
}

async function loadTracks(folder: URL): Promise<LoadedTrack[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp3')).toSorted();
  if (names.length === 0) throw new Error(`there is no MP3 file in ${fileURLToPath(folder)}`);
  return Promise.all(names.map((name) => loadTrack(new URL(encodeURIComponent(name), folder))));
}

async function loadTrack(url: URL): Promise<LoadedTrack> {
  try {
    // Imported here, because the library is large and tags are read only at the start.
    const [file, { parseBuffer }] = await Promise.all([readFile(url), import('music-metadata')]);
    const { common } = await parseBuffer(
      file,
      { mimeType: 'audio/mpeg', size: file.length },
      { duration: false, skipPostHeaders: true },
    );
    const cover = coverOf(common.picture?.[0]);
    const frames = paddedFrames(seamlessFrames(file));
    const item = itemOf(`demo/${basename(url.pathname)}`, frames, {
      title: common.title ?? UNKNOWN_TITLE,
      artist: common.artist ?? null,
      album: common.album ?? null,
      cover_key: cover && nameOf(cover),
    });
    return { item, frames, cover };
  } catch (error) {
    throw unplayable(url, error);
  }
}

function itemOf(
  id: string,
  frames: Buffer,
  texts: Pick<Item, 'title' | 'artist' | 'album' | 'cover_key'>,
): Item {
  const units = frames.length / (UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES);
  return { id, kind: 'music', ...texts, units, renditions: { mp3_128: { key: id } } };
}

/** The first track in the other renditions, too. */
async function loadEmergency(
  url: URL,
  { item, frames }: LoadedTrack,
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
async function loadTones(url: URL): Promise<LoadedTrack[]> {
  try {
    const tones = Tones.parse(JSON.parse(await readFile(url, 'utf8')));
    return tones.map(({ frequency, frame }) => {
      const title = `${Math.round(frequency)} Hz`;
      const audio = seamlessFrames(Buffer.from(frame, 'base64'));
      const count = TONE_UNITS * UNIT_MP3_FRAMES;
      const frames = Buffer.concat(Array.from({ length: count }, () => audio));
      const texts = { title, artist: 'Test tone', album: null, cover_key: null };
      return { item: itemOf(`tones/${title}`, frames, texts), frames, cover: null };
    });
  } catch (error) {
    throw unplayable(url, error);
  }
}

function unplayable(url: URL, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${fileURLToPath(url)} cannot be played: ${reason}`, { cause });
}
