import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { ScheduleDraft } from '../contract/schedule/draft.ts';
import type { Storage } from '../src/assets/storage/storage.ts';
import { MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../src/audio/unit.ts';
import { MP3_128_FRAME_BYTES, UNIT_MP3_FRAMES } from '../src/broadcast/renditions.ts';
import type { RadioStation } from '../src/stations/station.ts';
import { UNIT_MS } from '../src/timeline/airing.ts';
import { FADE_UNITS } from '../src/timeline/mixing-rules.ts';
import { numberedFrame } from './audio-folder.ts';
import { storeSound } from './broadcast.ts';
import { buildAsset, buildStation } from './factories.ts';
import { addVersion, draftWith } from './on-air-stations.ts';
import { seconds } from './schedules.ts';

const run = promisify(execFile);

/** Frames per second, a whole wave of which fits each frame: a repeated frame of such a tone is a clean one. */
const FRAMES_PER_SECOND = SAMPLE_RATE / MP3_FRAME_SAMPLES;

/** In Hz, of the item of a plan that was made so many before. Three analysis bins apart, from 500 Hz on. */
export const toneFrequency = (index: number): number => 500 + 3 * index * FRAMES_PER_SECOND;

/** The frame of each tone, encoded once in a worker. */
let encoded: Promise<Buffer[]> | undefined;
const TONES = 30;

/** Frames of each tone that are encoded: the middle one is far from the changes. */
const ENCODED_FRAMES = 10;

async function encodeTones(): Promise<Buffer[]> {
  const length = ENCODED_FRAMES / FRAMES_PER_SECOND;
  const wave = `0.3*sin(2*PI*(${toneFrequency(0)}+${toneFrequency(1) - toneFrequency(0)}*floor(t/${length}))*t)`;
  const { stdout } = await run(
    'ffmpeg',
    [
      ...'-v error -f lavfi -i'.split(' '),
      `aevalsrc='${wave}':s=${SAMPLE_RATE}:d=${TONES * length}`,
      ...'-ac 2 -c:a libmp3lame -b:a 128k -reservoir 0 -write_xing 0'.split(' '),
      ...'-id3v2_version 0 -f mp3 -'.split(' '),
    ],
    { encoding: 'buffer', maxBuffer: 4 * 1024 * 1024 },
  );
  return Array.from({ length: TONES }, (_, index) => {
    const frame = (index + 0.5) * ENCODED_FRAMES;
    return stdout.subarray(frame * MP3_128_FRAME_BYTES, (frame + 1) * MP3_128_FRAME_BYTES);
  });
}

/** A tone between silent frames, as a prepared file has them. */
function toneSound(frame: Buffer, units: number): Buffer {
  const silent = numberedFrame(0);
  const frames = Array.from({ length: units * UNIT_MP3_FRAMES - 2 }, () => frame);
  return Buffer.concat([silent, ...frames, silent]);
}

/** Lengths in seconds: each item is a tone of its own. */
export interface TonePlan {
  music: number[];
  radio_ids: number[];
  spots: number[];
}

/** A station whose items are tones, not yet on air. */
export interface ToneStation {
  station: RadioStation;
  draft: ScheduleDraft;
  playlist_id: string;
  /** In Hz, by the title of an item. */
  frequencies: Map<string, number>;
}

/** Builds a station whose tracks, radio IDs and spots are tones. Needs ffmpeg. */
export async function buildToneStation(
  db: Knex,
  storage: Storage,
  plan: TonePlan,
  given: Parameters<typeof buildStation>[1] = {},
): Promise<ToneStation> {
  const frames = await (encoded ??= encodeTones());
  const station = await buildStation(db, { station_name: 'Tone Café', ...given });
  const frequencies = new Map<string, number>();

  async function prepare(length: number): Promise<{ title: string; prepared_file_id: string }> {
    const index = frequencies.size;
    const frame = frames[index];
    if (frame === undefined) throw new Error(`There are only ${TONES} tones.`);
    const title = `Tone ${index}`;
    frequencies.set(title, toneFrequency(index));
    const units = seconds(length);
    const sound = toneSound(frame, units);
    const key = await storeSound(storage, sound);
    const id = uuidv7();
    await db('prepared_files').insert({
      id,
      source_hash: id.replaceAll('-', '').repeat(2),
      state: 'ready',
      units,
      renditions: { mp3_128: { key, size_bytes: sound.length } },
    });
    return { title, prepared_file_id: id };
  }

  const track_ids: string[] = [];
  for (const length of plan.music) {
    const { title, prepared_file_id } = await prepare(length);
    const id = uuidv7();
    await db('library_tracks').insert({
      id,
      prepared_file_id,
      file_name: `${title}.flac`,
      title,
      artist: `Artist of ${title}`,
      duration_seconds: length,
    });
    track_ids.push(id);
  }
  const playlist_id = uuidv7();
  await db('playlists').insert({ id: playlist_id, name: `Tones ${playlist_id}` });
  await addVersion(db, playlist_id, track_ids, 1);
  for (const [kind, lengths] of [
    ['radio_id', plan.radio_ids],
    ['commercial', plan.spots],
  ] as const) {
    for (const length of lengths) {
      const { title, prepared_file_id } = await prepare(length);
      const { id } = await buildAsset(db, {
        user_id: station.user_id,
        kind,
        file_name: `${title}.mp3`,
      });
      await db('assets').where({ id }).update({ prepared_file_id });
    }
  }
  const draft = draftWith(playlist_id, {
    separation: { title_hours: 0, artist_tracks: 0 },
    ...(plan.radio_ids.length > 0 && { radio_ids: { items: 'all', every_minutes: 1 } }),
    ...(plan.spots.length > 0 && { breaks: { items: 'all', every_minutes: 2, spots: 2 } }),
  });
  return { station, draft, playlist_id, frequencies };
}

/** A stretch of one tone in a recording. */
export interface HeardTone {
  frequency: number;
  /** Frames of 24 ms from the start of the recording; the end is exclusive. */
  from: number;
  to: number;
}

/** Low enough to be quick, high enough for all tones: a frame has 384 samples. */
const ANALYSIS_RATE = 16_000;
const FRAME_SAMPLES = ANALYSIS_RATE / FRAMES_PER_SECOND;

/** As a part of full scale: a frame below this is silent. */
const SILENT_BELOW = 0.02;

/** A tone has at least this part of a frame's energy. */
const PURE = 0.6;

/** Decodes a recording with ffmpeg and finds the tones in its sound, frame by frame. */
export async function hearTones(mp3: Buffer, frequencies: Iterable<number>): Promise<HeardTone[]> {
  const decoding = run(
    'ffmpeg',
    [
      ...'-v error -err_detect crccheck+bitstream+buffer -f mp3 -i pipe:0'.split(' '),
      ...`-ac 1 -ar ${ANALYSIS_RATE} -f s16le pipe:1`.split(' '),
    ],
    { encoding: 'buffer', maxBuffer: 1024 * 1024 * 1024 },
  );
  decoding.child.stdin?.end(mp3);
  const { stdout, stderr } = await decoding;
  if (stderr.length > 0) throw new Error(`ffmpeg complains: ${stderr.toString()}`);
  const pcm = new Int16Array(new Uint8Array(stdout).buffer);
  const wanted = [...frequencies];
  const heard: HeardTone[] = [];
  const frames = Math.floor(pcm.length / FRAME_SAMPLES);
  for (let frame = 0; frame < frames; frame += 1) {
    const samples = pcm.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES);
    const last = heard.at(-1);
    // A tone mostly continues, so it is tried first.
    const tried = last ? [last.frequency, ...wanted] : wanted;
    const frequency = toneOf(samples, tried);
    if (frequency === null) continue;
    if (last?.frequency === frequency && last.to === frame) last.to = frame + 1;
    else heard.push({ frequency, from: frame, to: frame + 1 });
  }
  return heard;
}

/** The tone that most of a frame's energy is in; null for silence and mixtures. */
function toneOf(samples: Int16Array, wanted: number[]): number | null {
  let energy = 0;
  for (let at = 0; at < samples.length; at += 1) energy += (samples[at] ?? 0) ** 2;
  if (Math.sqrt(energy / samples.length) < SILENT_BELOW * 32_768) return null;
  for (const frequency of wanted) {
    // A sine with all of the energy has this power in its own bin (Parseval).
    if (goertzel(samples, frequency) > PURE * energy * (samples.length / 2)) return frequency;
  }
  return null;
}

/** The power of a frequency, by the Goertzel algorithm. */
function goertzel(samples: Int16Array, frequency: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / ANALYSIS_RATE);
  let one = 0;
  let two = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const next = (samples[at] ?? 0) + turn * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - turn * one * two;
}

/** An item of a programme or preview, as the API gives it. */
export interface PlannedItem {
  starts_at: string;
  ends_at: string;
  kind: string;
  title: string | null;
  is_cut: boolean;
}

/** A recording of a stream, which starts at a unit. */
export interface Recording {
  mp3: Buffer;
  /** The header `Programme-Start`, in ms since the epoch. */
  startsAt: number;
}

/** Prepared tones have a silent frame at both ends. */
const EDGE_FRAMES = 1;

const FRAME_MS = 1_000 / FRAMES_PER_SECOND;

/**
 * Decodes a recording, and expects exactly the planned items in it, each within a frame of its time.
 * @returns how far the starts and ends are from the plan, in frames
 */
export async function expectPlanned(
  { mp3, startsAt }: Recording,
  planned: readonly PlannedItem[],
  frequencies: ReadonlyMap<string, number>,
): Promise<{ items: PlannedItem[]; distances: number[] }> {
  const frames = mp3.length / MP3_128_FRAME_BYTES;
  const frameOf = (time: string) => Math.round((Date.parse(time) - startsAt) / FRAME_MS);
  const items = planned.filter(
    // Of an item at the edge there must be more than its silent frame.
    ({ starts_at, ends_at }) => frameOf(ends_at) > 2 && frameOf(starts_at) < frames - 2,
  );
  const heard = await hearTones(mp3, frequencies.values());
  const tonesOf = items.map(({ title }) => frequencies.get(title ?? ''));
  expect(heard.map(({ frequency }) => frequency)).toEqual(tonesOf);
  const distances = items.flatMap((item, at) => {
    const tone = heard[at] ?? { from: Infinity, to: Infinity };
    const [from, to] = [frameOf(item.starts_at) + EDGE_FRAMES, frameOf(item.ends_at) - EDGE_FRAMES];
    return [
      // An item that was cut still fades out under the start of the next one.
      ...(from > EDGE_FRAMES && !items[at - 1]?.is_cut ? [tone.from - from] : []),
      // An item that is cut fades out earlier.
      ...(to < frames - EDGE_FRAMES && !item.is_cut ? [tone.to - to] : []),
    ];
  });
  expect(Math.max(...distances.map(Math.abs))).toBeLessThanOrEqual(1);
  return { items, distances };
}

/** Expects that the title of a stream changes where the sound does: after each block it is that of what plays at its end. */
export function expectTitles(
  { texts, metaint, startsAt }: { texts: string[]; metaint: number; startsAt: number },
  planned: readonly PlannedItem[],
  station: RadioStation,
): void {
  const blockMs = (metaint / MP3_128_FRAME_BYTES) * FRAME_MS;
  const lineOf = ({ kind, title }: PlannedItem) =>
    `StreamTitle='${kind === 'music' ? `Artist of ${title} - ${title}` : station.station_name}';`;
  // The title changes in the middle of a fade.
  const fadeMs = (before: PlannedItem | undefined) =>
    before?.is_cut ? Math.floor(FADE_UNITS / 2) * UNIT_MS : 0;
  const changes = planned.map((item, n) => ({
    text: lineOf(item),
    at: Date.parse(item.starts_at) + fadeMs(planned[n - 1]),
  }));
  const expected = texts.map(
    (_, block) => changes.findLast(({ at }) => at <= startsAt + (block + 1) * blockMs)?.text,
  );
  // An empty text leaves the title as it is.
  let shown: string | undefined;
  expect(texts.map((text) => (shown = text || shown))).toEqual(expected);
}
