// Makes the samples of "Hear three places" from the demo station's music, the embedded voices and the program's own
// preparation, and the music of each industry for "Hear yours". Run it when a text or the music has changed, and commit
// what it makes (needs ffmpeg):
//   npx tsx -C source portal/samples/make.mts
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openFfmpeg } from '../../platform-api/src/preparation/ffmpeg.ts';
import { prepareSound } from '../../platform-api/src/preparation/prepare-sound.ts';
import { createEmbeddedVoices } from '../../platform-api/src/voices/embedded-voice.ts';
import type { Industry } from '@stationhouse/platform-api/contract/setup/values';
import { places } from '../src/marketing/content/places.ts';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The music of each place: a recording of the demo, and where the sample begins in it, in s. */
const MUSIC = {
  cafe: { file: '01-morning-counter.mp3', from: 8 },
  bar: { file: '06-lights-half-down.mp3', from: 16 },
  shop: { file: '04-second-wind.mp3', from: 16 },
  gym: { file: '04-second-wind.mp3', from: 34 },
  office: { file: '02-linen-hours.mp3', from: 12 },
  hotel: { file: '06-lights-half-down.mp3', from: 30 },
  supermarket: { file: '05-paper-lanterns.mp3', from: 14 },
  salon: { file: '03-window-seat.mp3', from: 16 },
} as const;

/** The music of each industry without a voice. It is repeated without a gap. */
const INDUSTRY_MUSIC = {
  cafe: { file: '01-morning-counter.mp3', from: 8 },
  gym: { file: '04-second-wind.mp3', from: 16 },
  retail: { file: '03-window-seat.mp3', from: 30 },
  office: { file: '02-linen-hours.mp3', from: 12 },
  hotel: { file: '06-lights-half-down.mp3', from: 16 },
  supermarket: { file: '05-paper-lanterns.mp3', from: 14 },
  salon: { file: '03-window-seat.mp3', from: 8 },
} as const satisfies Record<Industry, { file: string; from: number }>;

/** The length of that music, in s, and its quality in kbit/s. */
const MUSIC_SECONDS = 30;
const MUSIC_KBPS = 96;

const VOICES = { female: 'flite:slt', male: 'flite:awb' } as const;

/** A sample's length and the moment at which the voice begins, in s. */
const SECONDS = 20;
const VOICE_AT = 4;

/** The music steps back while the voice speaks. The voice is mono, the rest stereo at the rate of the air. */
const MIX = [
  `[1:a]aresample=48000,highpass=f=90,volume=1dB,adelay=${VOICE_AT * 1000},apad=whole_dur=${SECONDS},asplit=2[key][voice]`,
  `[0:a]aresample=48000,afade=t=in:d=0.6,volume=0dB[music]`,
  '[music][key]sidechaincompress=threshold=0.015:ratio=9:attack=60:release=900[under]',
  `[under][voice]amix=inputs=2:duration=first:normalize=0,atrim=end=${SECONDS},afade=t=out:st=${SECONDS - 2.5}:d=2.5`,
].join(';');

const engine = await openFfmpeg('ffmpeg');
if (!engine) throw new Error('This needs ffmpeg with libmp3lame.');
const maker = createEmbeddedVoices();
const { signal } = new AbortController();

for (const { id, spoken } of places) {
  for (const [sex, voiceId] of Object.entries(VOICES)) {
    const folder = await mkdtemp(join(tmpdir(), 'sample-'));
    const voice = maker.voices.find((each) => each.id === voiceId);
    if (!voice) throw new Error(`There is no voice ${voiceId}.`);
    const speech = await maker.speak({ text: spoken, voice, folder, signal });
    const { file, from } = MUSIC[id];
    const music = here(`../../platform-api/audio/demo/${file}`);
    const mixed = join(folder, 'mixed.wav');
    const inputs = ['-ss', String(from), '-t', String(SECONDS), '-i', music, '-i', speech];
    const mono = ['-filter_complex', MIX, '-c:a', 'pcm_s16le', mixed];
    await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...mono]);
    const { renditions } = await prepareSound(engine, mixed, {
      folder,
      signal,
      max_seconds: SECONDS + 1,
    });
    const made = renditions.mp3_128;
    if (!made) throw new Error('The engine made no MP3.');
    await copyFile(made.path, here(`${id}-${sex}.mp3`));
    await rm(folder, { recursive: true });
  }
}

for (const [industry, { file, from }] of Object.entries(INDUSTRY_MUSIC)) {
  const music = here(`../../platform-api/audio/demo/${file}`);
  // The browser fades it in. The end fades into the beginning of the repetition.
  const fades = `afade=t=in:d=0.3,afade=t=out:st=${MUSIC_SECONDS - 1.5}:d=1.5`;
  const part = ['-ss', String(from), '-t', String(MUSIC_SECONDS), '-i', music, '-af', fades];
  const encoded = [
    '-c:a',
    'libmp3lame',
    '-b:a',
    `${MUSIC_KBPS}k`,
    '-map_metadata',
    '-1',
    '-map',
    '0:a',
  ];
  await run('ffmpeg', ['-v', 'error', '-y', ...part, ...encoded, here(`music-${industry}.mp3`)]);
}
