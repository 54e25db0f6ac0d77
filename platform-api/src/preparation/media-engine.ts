import type { PreparationProblem } from '../../contract/assets/preparation.ts';

/** The forms in which an item airs: MP3 at 128 and 192 kbit/s, AAC-LC at 64 kbit/s (specification §9). */
export const RENDITIONS = {
  mp3_128: { format: 'mp3', kbps: 128 },
  mp3_192: { format: 'mp3', kbps: 192 },
  aac_64: { format: 'aac', kbps: 64 },
} as const;
export type RenditionName = keyof typeof RENDITIONS;

/** The kinds of file that can be read, by what their first bytes say. */
export type SoundFormat = 'mp3' | 'aac' | 'mov' | 'flac' | 'wav' | 'aiff' | 'ogg';

/** A file on this machine. */
export interface SoundFile {
  path: string;
  format: SoundFormat;
  /** Where the sound begins, behind tags and zeros, in bytes; default 0. */
  start?: number;
  /** The size of the file; default 0. */
  bytes?: number;
}

/** Loudness by EBU R128. */
export interface Loudness {
  /** The integrated loudness; -Infinity for silence. */
  lufs: number;
  /** The highest true peak of all channels, in dBTP. */
  true_peak: number;
}

/** The audio of a file, decoded to 48 kHz stereo. */
export interface Measured extends Loudness {
  /** The duration that the file's header claims, in seconds; null when it says none. An estimate is no claim. */
  claimed_seconds: number | null;
  /** Acoustic fingerprint (Chromaprint), about eight values a second; null without it. */
  fingerprint: number[] | null;
}

/** What is made of a file. Positions are samples per channel at 48 kHz. */
export interface EncodePlan {
  /** The audio to keep. */
  from: number;
  to: number;
  gain_db: number;
  /** The peaks to limit to before encoding, in dBTP; null: no limiter. */
  ceiling_db: number | null;
  /** Of the result, silence at its ends included: whole units. */
  samples: number;
  /** Default: all that the engine makes. */
  renditions?: readonly RenditionName[];
}

export interface RunLimits {
  /** A folder for files in between; the caller removes it. */
  folder: string;
  signal: AbortSignal;
  /** The longest sound that may come of the file, in seconds. Time and space of a run follow from it. */
  max_seconds: number;
}

/** A few seconds of sound in memory. */
export interface Samples {
  /** 48 kHz stereo, both channels in turn. */
  samples: Float32Array;
  /** The rendition to make of it. */
  name: RenditionName;
}

/** Limits of work on a few seconds of sound in memory. */
export interface ShortRun {
  signal: AbortSignal;
  max_ms: number;
}

/**
 * Decodes, measures and encodes, in processes of its own with limits on time and memory. All methods throw
 * `Unpreparable`, and other errors where the machine is at fault.
 */
export interface MediaEngine {
  name: 'ffmpeg' | 'embedded';
  renditions: readonly RenditionName[];
  /** Whether it reads files of this format. */
  reads(format: SoundFormat): boolean;
  /**
   * Decodes a file. `onPcm` receives its samples: 16 bits, little-endian, both channels in turn.
   * It stops the run by throwing.
   */
  measure(
    file: SoundFile,
    limits: RunLimits & { onPcm: (chunk: Buffer) => void },
  ): Promise<Measured>;
  /**
   * Decodes a file whose sound changes its form, for example from mono to stereo, to one form: a file in the folder.
   * Absent: the engine takes such files as they are.
   */
  unify?(file: SoundFile, limits: RunLimits): Promise<SoundFile>;
  /** Encodes a file and leaves each rendition at `{folder}/{name}.raw`, with the encoder's delay in front. */
  encode(file: SoundFile, plan: EncodePlan, limits: RunLimits): Promise<void>;
  /** Frames that the encoder of a format puts in front of the audio. */
  delayFrames: Record<'mp3' | 'aac', number>;
  /** Decodes finished renditions again and measures each. */
  verify(
    files: readonly { path: string; name: RenditionName }[],
    limits: RunLimits,
  ): Promise<Loudness[]>;
  /**
   * Encodes sounds of a few seconds without files, in one run, because a program takes as long to start as to encode one.
   * @returns of each sound the rendition's frames, with the encoder's delay in front; the same bytes as alone
   */
  encodeSamples(sounds: readonly Samples[], limits: ShortRun): Promise<Buffer[]>;
  /**
   * Decodes pieces of AAC in one run, each to one array per channel. Absent where the engine makes no AAC; `decodeMp3` is
   * for all engines.
   */
  decodeAac?(pieces: readonly Buffer[], limits: ShortRun): Promise<Float32Array[][]>;
}

/** The file can't be prepared, whatever the machine does. */
export class Unpreparable extends Error {
  readonly problem: PreparationProblem;

  /** @param detail for the log */
  constructor(problem: PreparationProblem, detail = '') {
    super(`${problem} ${detail}`.trim());
    this.name = 'Unpreparable';
    this.problem = problem;
  }
}

/** The sound changes its form in the middle, as of joined files: it can be measured once it is unified. */
export class FormChanges extends Unpreparable {
  /** @param detail for the log */
  constructor(detail: string) {
    super('damaged', detail);
    this.name = 'FormChanges';
  }
}
