import { join } from 'node:path';
import { LIBRARY_SECONDS, MAX_SILENCE_SECONDS } from '../../contract/library/values.ts';
import { EDGE_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { cutTags } from './cut-tags.ts';
import { cutRendition, type CutRendition } from './cut-rendition.ts';
import { correctLevel, isQuieter, planLevel } from './level.ts';
import {
  FormChanges,
  RENDITIONS,
  Unpreparable,
  type EncodePlan,
  type Loudness,
  type Measured,
  type MediaEngine,
  type RenditionName,
  type RunLimits,
  type SoundFile,
} from './media-engine.ts';
import { PcmAnalysis } from './pcm-analysis.ts';
import { findSeguePoints, type SeguePoints } from './segue-points.ts';
import { soundFormatOf } from './sound-format.ts';

/** An item in the form in which it airs, on this machine. */
export interface PreparedSound extends SeguePoints {
  engine: MediaEngine['name'];
  renditions: Partial<Record<RenditionName, CutRendition>>;
  units: number;
  /** The length of the audible part. */
  duration_seconds: number;
  /** Of the decoded samples, SHA-256 in hex: the same for one recording in two lossless formats. */
  audio_hash: string;
  fingerprint: number[] | null;
  peaks: number[];
  loudness: Loudness;
  is_quieter: boolean;
}

/** A header may claim this much more than there is, in seconds: some count the encoder's padding. */
const CLAIM_TOLERANCE = 2;

/** Further runs of the encoders until the result is as loud as planned. */
const MAX_CORRECTIONS = 4;

/**
 * Prepares a file: finds and trims silence, levels, encodes, and checks the result by decoding it. Decoding stops as
 * soon as the sound is longer than `limits.max_seconds`.
 * @param path a copy for this alone: its tags are cut off
 * @throws `Unpreparable`; other errors where the machine is at fault
 */
export async function prepareSound(
  engine: MediaEngine,
  path: string,
  given: RunLimits,
): Promise<PreparedSound> {
  const max_seconds = given.max_seconds + MAX_SILENCE_SECONDS;
  const limits = { ...given, max_seconds };
  const sent = await soundFormatOf(path);
  await cutTags(sent);
  if (!engine.reads(sent.format)) throw new Unpreparable('needs_ffmpeg', sent.format);

  async function read(file: SoundFile) {
    const pcm = new PcmAnalysis();
    const measured = await engine.measure(file, {
      ...limits,
      onPcm(chunk) {
        pcm.add(chunk);
        if (pcm.samples > max_seconds * SAMPLE_RATE) throw new Unpreparable('too_long');
      },
    });
    return { file, pcm, measured };
  }
  const { file, pcm, measured } = await read(sent).catch(async (error: unknown) => {
    if (!(error instanceof FormChanges) || !engine.unify) throw error;
    return read(await engine.unify(sent, limits));
  });
  const part = judge(measured, pcm, given.max_seconds);
  const known = { ...given, max_seconds: pcm.samples / SAMPLE_RATE };
  let level = planLevel(measured, part);
  let made = await encode(engine, file, level.plan, known);
  for (let tries = 0; tries < MAX_CORRECTIONS; tries += 1) {
    const corrected = correctLevel(level, made.loudness);
    if (corrected === null) break;
    level = corrected;
    made = await encode(engine, file, level.plan, known);
  }
  const [loudness] = made.loudness;
  if (!loudness) throw new Error('the engine made no rendition');
  const units = level.plan.samples / UNIT_SAMPLES;
  return {
    engine: engine.name,
    renditions: made.renditions,
    units,
    ...findSeguePoints(pcm.powers(), { from: part.from - EDGE_SAMPLES, units, heard: part }),
    duration_seconds: (part.to - part.from) / SAMPLE_RATE,
    audio_hash: pcm.hash(),
    fingerprint: measured.fingerprint,
    peaks: pcm.peaks(),
    loudness,
    is_quieter: isQuieter(made.loudness),
  };
}

/** A prepared MP3 on this machine. */
export interface PreparedMp3 {
  /** The whole file. */
  path: string;
  units: number;
}

/** Makes another rendition of a prepared MP3, of the same length to the sample. */
export async function addRendition(
  engine: MediaEngine,
  { path, name, units }: PreparedMp3 & { name: RenditionName },
  given: Omit<RunLimits, 'max_seconds'>,
): Promise<CutRendition> {
  const samples = units * UNIT_SAMPLES;
  const limits = { ...given, max_seconds: samples / SAMPLE_RATE };
  const edges = { from: EDGE_SAMPLES, to: samples - EDGE_SAMPLES };
  const plan = { ...edges, gain_db: 0, ceiling_db: null, samples, renditions: [name] };
  await engine.encode({ path, format: 'mp3' }, plan, limits);
  return cutEncoded(engine, { folder: limits.folder, name, samples });
}

/**
 * Measures a song that was prepared before songs were measured.
 * @throws `Unpreparable`; other errors where the machine is at fault
 */
export async function measureSeguePoints(
  engine: MediaEngine,
  { path, units }: PreparedMp3,
  given: Omit<RunLimits, 'max_seconds'>,
): Promise<SeguePoints> {
  const pcm = new PcmAnalysis();
  await engine.measure(
    { path, format: 'mp3' },
    {
      ...given,
      max_seconds: (units * UNIT_SAMPLES) / SAMPLE_RATE,
      onPcm: (chunk) => pcm.add(chunk),
    },
  );
  const heard = pcm.audiblePart();
  if (!heard) throw new Unpreparable('silent');
  return findSeguePoints(pcm.powers(), { from: 0, units, heard });
}

const cutEncoded = (
  engine: MediaEngine,
  { folder, name, samples }: { folder: string; name: RenditionName; samples: number },
): Promise<CutRendition> =>
  cutRendition({
    path: join(folder, `${name}.raw`),
    name,
    delayFrames: engine.delayFrames[RENDITIONS[name].format],
    samples,
  });

/** @throws `Unpreparable` */
function judge({ lufs, claimed_seconds }: Measured, pcm: PcmAnalysis, max_seconds: number) {
  const seconds = pcm.samples / SAMPLE_RATE;
  if (seconds < LIBRARY_SECONDS.min) throw new Unpreparable('too_short', `${seconds} s`);
  if (claimed_seconds !== null && claimed_seconds > seconds * 1.02 + CLAIM_TOLERANCE) {
    throw new Unpreparable('cut_off', `${seconds} s of ${claimed_seconds} s`);
  }
  const part = pcm.audiblePart();
  if (part === null || lufs === Number.NEGATIVE_INFINITY) throw new Unpreparable('silent');
  const kept = (part.to - part.from) / SAMPLE_RATE;
  if (kept < LIBRARY_SECONDS.min) throw new Unpreparable('too_short');
  if (kept > max_seconds) throw new Unpreparable('too_long');
  return part;
}

async function encode(
  engine: MediaEngine,
  file: Parameters<MediaEngine['encode']>[0],
  plan: EncodePlan,
  limits: RunLimits,
) {
  await engine.encode(file, plan, limits);
  const renditions: PreparedSound['renditions'] = {};
  const files: { path: string; name: RenditionName }[] = [];
  for (const name of engine.renditions) {
    const { samples } = plan;
    const cut = await cutEncoded(engine, { folder: limits.folder, name, samples });
    renditions[name] = cut;
    files.push({ path: cut.path, name });
  }
  return { renditions, loudness: await engine.verify(files, limits) };
}
