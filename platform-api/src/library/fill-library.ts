// A library for development: tones and noises with made-up names, as long as songs.
import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mp3Encoder } from '@breezystack/lamejs';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { Storage } from '../assets/storage/storage.ts';
import {
  CHANNELS,
  EDGE_SAMPLES,
  MP3_FRAME_SAMPLES,
  SAMPLE_RATE,
  UNIT_SAMPLES,
} from '../audio/unit.ts';
import { Waveform } from '../audio/waveform.ts';
import { LoudnessMeter } from '../preparation/loudness-meter.ts';
import { COLD_END_UNITS } from '../preparation/segue-points.ts';
import { addSounds } from '../preparation/sound-queries.ts';

/** A song is a row of these sounds: eight tones and eight noises. */
const DIGITS = 16;
const TONES = 8;

/** Many tracks share one of so many songs, so that a large library is made in seconds. */
const SONGS = 24;
/** The length of the shortest and of the longest song, in s. */
const SONG_SECONDS = { min: 120, max: 300 };

/** A sound is prepared as all items are: it begins and ends in silence, and takes whole units. */
const SOUND_UNITS = 3;
const SOUND_SAMPLES = SOUND_UNITS * UNIT_SAMPLES;
const FADE_SAMPLES = 720;
const TARGET_LUFS = -16;

const KBPS = 128;
const FRAME_BYTES = (MP3_FRAME_SAMPLES / 8) * ((KBPS * 1_000) / SAMPLE_RATE);
/** LAME delays by 1,105 samples. With these in front, the delay is one whole frame. */
const LEAD_SAMPLES = MP3_FRAME_SAMPLES - 1_105;

/** Rows of one statement. */
const BATCH = 500;

/** The largest library that the command makes. */
export const MAX_MADE_UP_TRACKS = 65_536;

interface Sound {
  frames: Buffer;
  /** Amplitudes over time. */
  levels: number[];
  true_peak: number;
}

/** Made at the first use, as encoding takes a while. */
let sounds: readonly Sound[] | undefined;

/** A song in the storage: what its prepared files say of it. */
type Song = Awaited<ReturnType<typeof storeSong>>;

/**
 * Adds made-up tracks of two to five minutes, from number 0 on. Those that are there already stay as they are.
 * @returns how many were added
 */
export async function fillLibrary(
  { db, storage, uploadsDir }: { db: Knex; storage: Storage; uploadsDir: string },
  count: number,
): Promise<number> {
  sounds ??= Array.from({ length: DIGITS }, (_, digit) => makeSound(digit));
  const songs: Song[] = [];
  for (let number = 0; number < Math.min(SONGS, count); number += 1) {
    songs.push(await storeSong(storage, uploadsDir, partsOf(number, sounds)));
  }
  let added = 0;
  for (let from = 0; from < count; from += BATCH) {
    const files = numbers(from, Math.min(from + BATCH, count) - 1).flatMap((number) => {
      const song = songs[number % SONGS];
      const source_hash = createHash('sha256').update(`made up ${number}`).digest('hex');
      return song ? [{ number, file: { id: uuidv7(), source_hash, ...song } }] : [];
    });
    added += await db.transaction(async (trx) => {
      const sounds = files.map(({ file }) => file);
      const isNew = new Set(await addSounds(trx, sounds));
      const tracks = files
        .filter(({ file }) => isNew.has(file.id))
        .map(({ number, file }) => ({
          id: file.id,
          prepared_file_id: file.id,
          file_name: `Made up/${String(number).padStart(5, '0')}.mp3`,
          duration_seconds: file.duration_seconds,
          ...madeUpTags(number),
        }));
      if (tracks.length > 0) await trx('library_tracks').insert(tracks);
      return tracks.length;
    });
  }
  return added;
}

/** The sounds of a song: a phrase of its own, again and again. Neighbours differ in length. */
function partsOf(number: number, sounds: readonly Sound[]): Sound[] {
  const place = (number * 7) % SONGS;
  const { min, max } = SONG_SECONDS;
  const seconds = min + (place * (max - min)) / (SONGS - 1);
  const count = Math.round((seconds * SAMPLE_RATE) / SOUND_SAMPLES);
  return Array.from({ length: count }, (_, at) => {
    const digit = (place + (at % 8) * (1 + (place % 5))) % DIGITS;
    return sounds[digit] ?? [];
  }).flat();
}

/** Stores sounds in a row. */
async function storeSong(storage: Storage, folder: string, parts: readonly Sound[]) {
  const bytes = Buffer.concat(parts.map(({ frames }) => frames));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = `library/prepared/${hash}.mp3`;
  const path = join(folder, randomUUID());
  const size_bytes = bytes.length;
  try {
    await writeFile(path, bytes);
    await storage.put(key, { path, size_bytes, content_type: 'audio/mpeg' });
  } finally {
    await rm(path, { force: true });
  }
  const waveform = new Waveform();
  for (const level of parts.flatMap(({ levels }) => levels)) waveform.add(level);
  const units = parts.length * SOUND_UNITS;
  return {
    state: 'ready',
    engine: 'embedded',
    units,
    // Equally loud from the first sound to the last.
    segue_units: COLD_END_UNITS,
    intro_units: 0,
    duration_seconds: (units * UNIT_SAMPLES - 2 * EDGE_SAMPLES) / SAMPLE_RATE,
    loudness_lufs: TARGET_LUFS,
    true_peak_dbtp: Math.max(...parts.map(({ true_peak }) => true_peak)),
    peaks: waveform.peaks(),
    renditions: JSON.stringify({ mp3_128: { key, size_bytes } }),
    prepared_at: new Date(),
  };
}

function makeSound(digit: number): Sound {
  const plain = digit < TONES ? tone(digit) : noise(digit - TONES);
  const meter = new LoudnessMeter();
  // Long enough for several of the meter's blocks of 400 ms.
  for (let time = 0; time < 2; time += 1) meter.add(stereo(plain));
  const { lufs, true_peak } = meter.result();
  const gain_db = TARGET_LUFS - lufs;
  const samples = plain.map((sample) => sample * 10 ** (gain_db / 20));
  const step = UNIT_SAMPLES / 8;
  const levels = Array.from({ length: SOUND_SAMPLES / step }, (_, n) =>
    Math.hypot(...samples.subarray(n * step, (n + 1) * step)),
  );
  return { frames: encode(samples), levels, true_peak: true_peak + gain_db };
}

/** A scale of fourths and fifths, in Hz. */
const tone = (digit: number): Float32Array => {
  const hertz = 220 * 2 ** ((digit * 7) / 24);
  return shaped((n) => Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE));
};

/** From a rumble to a hiss: white noise behind a low-pass filter. The same in every run. */
function noise(digit: number): Float32Array {
  const kept = 1 - (digit + 1) / (TONES + 1);
  let state = digit + 1;
  let last = 0;
  return shaped(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    last = kept * last + (1 - kept) * (state / 2 ** 31 - 1);
    return last;
  });
}

function shaped(sampleAt: (n: number) => number): Float32Array {
  const kept = SOUND_SAMPLES - 2 * EDGE_SAMPLES;
  return Float32Array.from({ length: SOUND_SAMPLES }, (_, place) => {
    const n = place - EDGE_SAMPLES;
    if (n < 0 || n >= kept) return 0;
    return sampleAt(n) * Math.min(1, n / FADE_SAMPLES, (kept - 1 - n) / FADE_SAMPLES);
  });
}

const stereo = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: CHANNELS * samples.length }, (_, n) => samples[n >> 1] ?? 0);

/** Whole frames without the encoder's delay. */
function encode(samples: Float32Array): Buffer {
  const encoder = new Mp3Encoder(CHANNELS, SAMPLE_RATE, KBPS);
  const padded = new Int16Array(LEAD_SAMPLES + SOUND_SAMPLES + 8 * MP3_FRAME_SAMPLES);
  for (const [n, sample] of samples.entries()) {
    padded[LEAD_SAMPLES + n] = Math.round(sample * 32_767);
  }
  const made: Uint8Array[] = [];
  for (let at = 0; at < padded.length; at += MP3_FRAME_SAMPLES) {
    const part = padded.subarray(at, at + MP3_FRAME_SAMPLES);
    made.push(new Uint8Array(encoder.encodeBuffer(part, part)));
  }
  const frames = SOUND_SAMPLES / MP3_FRAME_SAMPLES;
  return Buffer.concat(made).subarray(FRAME_BYTES, (1 + frames) * FRAME_BYTES);
}

const FIRST_WORDS =
  'Amber Blue Brass Broken Café Cedar Cinnamon Clear Copper Distant Early Electric Evening Feather Golden Harbour ' +
  'Hidden Indigo Ivory Jasmine Lantern Late Little Lunar Maple Midnight Morning Northern Open Paper Quiet River ' +
  'Silver Slow Southern Summer Velvet Violet Winter Yellow';
const LAST_WORDS =
  'Afternoon Avenue Balcony Bicycle Boulevard Bridge Carousel Ceiling Circle Coast Counter Courtyard Daydream Diary ' +
  'Drift Ferry Fountain Garden Glass Hours Island Juniper Ladder Letters Lights Lobby Market Mirror Orchard Parade ' +
  'Passage Piano Postcard Rain Reflection Ribbon Satellite Shadow Shoreline Signal Sparrow Staircase Station Sunday ' +
  'Terrace Train Umbrella Voyage Waltz Window';
const ARTIST_FIRST = 'Ada Bruno Clara Dexter Elsa Felix Greta Hugo Ida Jonas Klara Leo Mira Nils';
const ARTIST_LAST = 'Almond Bell Carver Dove Ember Fox Gray Hale Ives June Lark Moon North';
const GENRES = [
  'Jazz',
  'Soul',
  'Pop',
  'Bossa nova',
  'Ambient',
  'Folk',
  'Funk',
  'House',
  'Lounge',
  'Classical',
];
const MOODS = ['Calm', 'Bright', 'Warm', 'Dreamy', 'Driving', 'Cool'];
const LANGUAGES = ['English', 'French', 'Spanish', 'Instrumental'];
const LABELS = ['Counting House', 'Second Floor', 'Wireless Yard'];

/** Picks a value by a number, independently for each salt. */
function pick<Value>(values: readonly Value[], number: number, salt: number): Value {
  const mixed = Math.imul(Math.imul(number + 1, 2_654_435_761) ^ (salt * 40_503), 2_246_822_519);
  const value = values[((mixed ^ (mixed >>> 15)) >>> 0) % values.length];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** The tags of a made-up track. The same number always has the same. */
export function madeUpTags(number: number) {
  const [first, last] = [FIRST_WORDS.split(' '), LAST_WORDS.split(' ')];
  const cycle = Math.floor(number / (first.length * last.length));
  const words = [
    first[number % first.length],
    last[Math.floor(number / first.length) % last.length],
  ];
  const artist = `${pick(ARTIST_FIRST.split(' '), number, 1)} ${pick(ARTIST_LAST.split(' '), number, 2)}`;
  const year = pick(numbers(1960, 2026), number, 3);
  return {
    title: [...words, ...(cycle > 0 ? [cycle + 1] : [])].join(' '),
    artist,
    album: `${pick(first, number, 4)} ${pick(last, number, 5)}`,
    year,
    // Some are missing, as in every library.
    isrc:
      number % 7 === 0 ? null : `GBMUP${String(year).slice(2)}${String(number).padStart(5, '0')}`,
    label: pick([...LABELS, null], number, 6),
    composer: pick([artist, null], number, 7),
    genre: pick(GENRES, number, 8),
    mood: pick(MOODS, number, 9),
    energy: pick(numbers(1, 5), number, 10),
    tempo_bpm: pick(numbers(60, 160), number, 11),
    language: pick(LANGUAGES, number, 12),
    is_explicit: number % 20 === 19,
    notes: 'Made up for development.',
  };
}
