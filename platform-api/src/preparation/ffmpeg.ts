import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNELS, EDGE_SAMPLES, MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import {
  FormChanges,
  RENDITIONS,
  Unpreparable,
  type EncodePlan,
  type Loudness,
  type MediaEngine,
  type RenditionName,
  type RunLimits,
  type ShortRun,
  type SoundFile,
} from './media-engine.ts';
import { ProgramFailed, runLimits, runProgram, START_MS } from './run-program.ts';

/** Seconds of sound that are read and encoded in a second, at least. Measured: four times as many. */
const SPEED = 6;

/** Measured: under 60 MB for any length. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Fades at both ends, in samples: 15 ms. */
const FADE_SAMPLES = 720;

/** Silence fed behind the audio, so that every encoder returns all of it. */
const FLUSH_SAMPLES = 8_192;

/** LAME delays by 1,105 samples. With these in front, the delay is one whole frame. */
const MP3_LEAD_SAMPLES = MP3_FRAME_SAMPLES - 1_105;

/** The limiter works at this rate, in Hz, so that it sees peaks between samples. */
const LIMITER_RATE = 192_000;

const STEREO = `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=stereo`;

/** Short frames: a FLAC may have frames of 8 s, of which ffmpeg would hold 500 MB. */
const DECODED = `asetnsamples=n=4096:p=0,${STEREO}`;

/** Each line with its level, so that a title such as "No space left on device" is no error. */
const LOG_LEVEL = { info: ['-v', 'level+info'], error: ['-v', 'level+error'] };

/** ffmpeg has some 500 decoders, most of them for old games and video: these are those of music. */
const DECODERS = [
  'aac alac flac libopus libvorbis mp3 mp3float opus vorbis',
  'adpcm_ima_qt adpcm_ima_wav adpcm_ms pcm_alaw pcm_mulaw pcm_s8 pcm_u8',
  ...['s16', 's24', 's32', 'f32', 'f64'].map((kind) => `pcm_${kind}be pcm_${kind}le`),
]
  .join(' ')
  .replaceAll(' ', ',');

const ALL_RENDITIONS = Object.keys(RENDITIONS) as RenditionName[];

/** Only files of this machine are opened: what a file refers to is not fetched. */
const input = ({ path, format, start = 0 }: SoundFile): string[] => [
  '-protocol_whitelist',
  'file,pipe',
  '-codec_whitelist',
  DECODERS,
  // Elsewhere the decoder finds the sound, and the places in an MP4 file count from its start.
  ...(start > 0 && format !== 'mov' ? ['-skip_initial_bytes', String(start)] : []),
  '-f',
  format,
  '-i',
  `file:${path}`,
];

const MP3_OPTIONS = '-c:a libmp3lame -reservoir 0 -write_xing 0 -id3v2_version 0 -f mp3'.split(' ');
/** Noise substitution depends on a decoder's past, which differs behind every splice. */
const AAC_OPTIONS = '-c:a aac -aac_pns 0 -f adts'.split(' ');

/** Samples in memory. */
const PCM_OPTIONS = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)];

/** LAME's quality for a few seconds that are encoded while a station plays: 0 is best and slowest, 9 quickest. */
const QUICK_MP3_OPTIONS = ['-compression_level', '7', ...MP3_OPTIONS];

/** 24 bits, compressed as quickly as possible. */
const UNIFIED_OPTIONS = '-c:a flac -compression_level 0 -f flac'.split(' ');

/** Joined sound of some two hours. */
const UNIFIED_BYTES = 2 * 1024 * 1024 * 1024;

const loudnessOf = (from: string, to: string): string =>
  `[${from}]ebur128=peak=true:framelog=verbose[${to}]`;

/**
 * The engine for production: the program `ffmpeg`, with libmp3lame.
 * @param program its path
 * @returns null when it can't be run or lacks an encoder
 */
export async function openFfmpeg(program: string): Promise<MediaEngine | null> {
  const lists = await listsOf(program);
  if (lists === null || !/ libmp3lame /.test(lists) || !/ aac /.test(lists)) return null;
  const hasFingerprint = / chromaprint /.test(lists);

  async function run(
    options: string[][],
    { signal, max_seconds, bytes = 0 }: RunLimits & Pick<SoundFile, 'bytes'>,
    onStdout?: (chunk: Buffer) => void,
    maxFileBytes?: number,
  ) {
    try {
      const args = ['-hide_banner', '-nostdin', '-nostats', '-y', ...options.flat()];
      const sound = { seconds: max_seconds, bytes, speed: SPEED };
      const limits = {
        signal,
        maxBytes: MAX_BYTES,
        ...runLimits(sound),
        ...(maxFileBytes !== undefined && { maxFileBytes }),
      };
      return await runProgram({ program, args, ...limits, ...(onStdout && { onStdout }) });
    } catch (error) {
      throw error instanceof ProgramFailed ? problemIn(error) : error;
    }
  }

  return {
    name: 'ffmpeg',
    renditions: ALL_RENDITIONS,
    reads: () => true,
    delayFrames: { mp3: 1, aac: 1 },

    async measure(file, { folder, onPcm, ...limits }) {
      const prints = join(folder, 'fingerprint.raw');
      const graph = [
        `[0:a:0]${DECODED},asplit=${hasFingerprint ? 3 : 2}[heard][kept]${hasFingerprint ? '[known]' : ''}`,
        loudnessOf('heard', 'measured'),
      ].join(';');
      const said = await run(
        [
          LOG_LEVEL.info,
          input(file),
          ['-filter_complex', graph],
          ['-map', '[measured]', '-f', 'null', '-'],
          ['-map', '[kept]', '-f', 's16le', 'pipe:1'],
          hasFingerprint
            ? ['-map', '[known]', '-f', 'chromaprint', '-fp_format', 'raw', prints]
            : [],
        ],
        { ...limits, folder, bytes: file.bytes ?? 0 },
        onPcm,
      );
      const found = loudnessIn(said);
      const loudness = found.pop();
      // The filters start again where the sound changes its form, for example from stereo to mono.
      if (!loudness) throw new Unpreparable('damaged', said.slice(-500));
      if (found.some(({ lufs }) => Number.isFinite(lufs))) throw new FormChanges(said.slice(-500));
      const fingerprint = hasFingerprint ? readInts(await readFile(prints)) : null;
      return { ...loudness, claimed_seconds: durationIn(said), fingerprint };
    },

    async unify(file, limits) {
      const path = join(limits.folder, 'unified.flac');
      const graph = `[0:a:0]${DECODED},aformat=sample_fmts=s32[unified]`;
      await run(
        [
          LOG_LEVEL.error,
          input(file),
          ['-filter_complex', graph, '-map', '[unified]', ...UNIFIED_OPTIONS, path],
        ],
        { ...limits, bytes: file.bytes ?? 0 },
        undefined,
        UNIFIED_BYTES,
      );
      return { path, format: 'flac' };
    },

    async encode(file, plan, limits) {
      const names = plan.renditions ?? ALL_RENDITIONS;
      const outputs = names.map((name) => [
        ['-map', `[${name}]`, '-b:a', `${RENDITIONS[name].kbps}k`],
        RENDITIONS[name].format === 'mp3' ? MP3_OPTIONS : AAC_OPTIONS,
        [join(limits.folder, `${name}.raw`)],
      ]);
      const graph = encodingGraph(plan, names);
      await run([LOG_LEVEL.error, input(file), ['-filter_complex', graph], ...outputs.flat()], {
        ...limits,
        bytes: file.bytes ?? 0,
      });
    },

    async verify(files, limits) {
      const inputs = files.map(({ path, name }) =>
        input({ path, format: RENDITIONS[name].format }),
      );
      // A graph each: in one graph, the start of one file would start the measuring of all again.
      const outputs = files.map((_, index) => [
        ['-filter_complex', loudnessOf(`${index}:a:0`, `out${index}`)],
        ['-map', `[out${index}]`, '-f', 'null', '-'],
      ]);
      const said = await run([LOG_LEVEL.info, ...inputs, ...outputs.flat()], limits);
      const found = loudnessIn(said).slice(-files.length);
      if (found.length !== files.length) throw new Error(`Not measured: ${said.slice(-500)}`);
      return found;
    },

    encodeSamples(sounds, limits) {
      const turned = sounds.map(({ samples, name }): Turned => {
        const { format, kbps } = RENDITIONS[name];
        const lead = new Float32Array(format === 'mp3' ? MP3_LEAD_SAMPLES * CHANNELS : 0);
        const options = format === 'mp3' ? QUICK_MP3_OPTIONS : AAC_OPTIONS;
        return {
          input: [lead, samples].map(bytesOf),
          from: PCM_OPTIONS,
          to: ['-b:a', `${kbps}k`, ...options],
        };
      });
      return turn(program, turned, limits);
    },

    async decodeAac(pieces, limits) {
      const turned = pieces.map((piece) => ({
        input: [piece],
        from: ['-f', 'aac'],
        to: PCM_OPTIONS,
      }));
      return (await turn(program, turned, limits)).map(channelsOf);
    },
  };
}

/** Sound in memory that is turned into another form, with ffmpeg's options of both. */
interface Turned {
  /** In pieces that follow each other. */
  input: Buffer[];
  from: string[];
  to: string[];
}

/** Runs ffmpeg once for some sounds. It gets only what we have made. */
async function turn(
  program: string,
  sounds: readonly Turned[],
  { signal, max_ms }: ShortRun,
): Promise<Buffer[]> {
  const chunks = sounds.map((): Buffer[] => []);
  const pipes = sounds.map(({ input }, index) => ({
    input,
    onOutput: (chunk: Buffer): void => void chunks[index]?.push(chunk),
  }));
  const args = [
    ['-hide_banner', '-nostdin', '-nostats', ...LOG_LEVEL.error],
    // Without a queue for each, because reading from memory needs no thread.
    ...sounds.map(({ from }, index) => [
      '-thread_queue_size',
      '0',
      ...from,
      '-i',
      `pipe:${3 + 2 * index}`,
    ]),
    ...sounds.map(({ to }, index) => ['-map', String(index), ...to, `pipe:${4 + 2 * index}`]),
  ].flat();
  const limits = { signal, maxMs: max_ms, maxCpuMs: max_ms, maxBytes: MAX_BYTES };
  await runProgram({ program, args, ...limits, pipes });
  return chunks.map((made) => Buffer.concat(made));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function channelsOf(bytes: Buffer): Float32Array[] {
  // A copy, because a buffer may begin at a place where no number may.
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: CHANNELS }, (_, channel) => {
    const samples = new Float32Array(values.length / CHANNELS);
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = values[at * CHANNELS + channel] ?? 0;
    return samples;
  });
}

async function listsOf(program: string): Promise<string | null> {
  const limits = { signal: new AbortController().signal, maxMs: START_MS, maxBytes: MAX_BYTES };
  let lists = '';
  const onStdout = (chunk: Buffer): void => void (lists += chunk.toString('latin1'));
  try {
    for (const list of ['-encoders', '-muxers']) {
      await runProgram({ program, args: ['-hide_banner', list], ...limits, onStdout });
    }
    return lists;
  } catch {
    return null;
  }
}

/** Trims, levels, fades and pads, then gives each encoder its own copy. */
function encodingGraph(
  { from, to, gain_db, ceiling_db, samples }: EncodePlan,
  names: readonly RenditionName[],
): string {
  const kept = to - from;
  const common = [
    DECODED,
    `atrim=start_sample=${from}:end_sample=${to}`,
    'asetpts=PTS-STARTPTS',
    `volume=${gain_db.toFixed(2)}dB`,
    ...(ceiling_db === null ? [] : limiter(ceiling_db, kept)),
    `afade=t=in:ss=0:ns=${FADE_SAMPLES}`,
    `afade=t=out:ss=${Math.max(0, kept - FADE_SAMPLES)}:ns=${FADE_SAMPLES}`,
    `adelay=${EDGE_SAMPLES}S:all=1`,
    `apad=whole_len=${samples}`,
    `asplit=${names.length}${names.map((_, index) => `[copy${index}]`).join('')}`,
  ];
  const copies = names.map((name, index) => {
    const lead = RENDITIONS[name].format === 'mp3' ? `adelay=${MP3_LEAD_SAMPLES}S:all=1,` : '';
    return `[copy${index}]${lead}apad=pad_len=${FLUSH_SAMPLES}[${name}]`;
  });
  return [`[0:a:0]${common.join(',')}`, ...copies].join(';');
}

/** The two changes of rate may add or take a sample, which the trim and the padding make good. */
const limiter = (ceiling: number, kept: number): string[] => [
  `aresample=${LIMITER_RATE}`,
  `alimiter=limit=${(10 ** (ceiling / 20)).toFixed(5)}:attack=1:release=50:level=false:latency=true`,
  `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=stereo`,
  `apad=whole_len=${kept}`,
  `atrim=end_sample=${kept}`,
];

/** The loudness of silence, as `ebur128` reports it. */
const SILENCE_LUFS = -70;

/** The summaries of `ebur128`, in the order of the filters; empty ones come from filters that started again. */
function loudnessIn(said: string): Loudness[] {
  return [
    ...said.matchAll(
      /^\[Parsed_ebur128_\d+ @ \w+\] \[info\] Summary:[^]*? I:\s+(\S+) LUFS[^]*?Peak:\s+(\S+) dBFS/gm,
    ),
  ].map(([, lufs, peak]) => ({
    lufs: decibels(lufs) > SILENCE_LUFS ? decibels(lufs) : Number.NEGATIVE_INFINITY,
    true_peak: decibels(peak),
  }));
}

/** `-inf` and `nan` are silence. */
const decibels = (text: string | undefined): number => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;
};

/** A line of ffmpeg where it divides the bytes by a bitrate: raw AAC, and MP3 without the encoder's note. */
const ESTIMATED = /^\[\w+ @ \w+\] \[warning\] Estimating duration from bitrate/m;

/** Null without a claim of the file's own. Tags are indented further. */
function durationIn(said: string): number | null {
  if (ESTIMATED.test(said)) return null;
  const found = /^\[info\] {3}Duration: (\d+):(\d+):([\d.]+)/m.exec(said);
  if (!found) return null;
  const [hours, minutes, seconds] = found.slice(1).map(Number);
  return (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

const readInts = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, n) => bytes.readInt32LE(4 * n));

/** Tells a file's fault from one of this machine. */
function problemIn(error: ProgramFailed): Error {
  const errors = errorsIn(error.said);
  if (error.isKilled || /No space left on device$/m.test(errors)) return error;
  const isSilent = /matches no streams|does not contain any stream|not on whitelist/i.test(errors);
  return new Unpreparable(isSilent ? 'not_audio' : 'damaged', error.said);
}

/** The lines that ffmpeg marks as errors. */
function errorsIn(said: string): string {
  const lines = said.matchAll(/^(?:\[[^\]]* @ \w+\] )*\[(?:error|fatal)\] (.*)$/gm);
  return [...lines].map(([, line]) => line).join('\n');
}
