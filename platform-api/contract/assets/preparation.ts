// How audio is prepared for the air, and why a file can't be.
import { AUDIO_SECONDS } from './values.ts';
import { LIBRARY_SECONDS } from '../library/values.ts';

/** Why a file can't be prepared, in words for the person who uploaded it. */
export const PREPARATION_PROBLEMS = {
  not_audio:
    'This is not an audio file that we can read. Please upload MP3, M4A, FLAC, WAV, AIFF, Ogg or Opus.',
  needs_ffmpeg:
    'Only MP3 and 16-bit WAV can be prepared here, because ffmpeg is not installed on the ' +
    'server. Please upload an MP3, or install ffmpeg and try again.',
  damaged: 'The file is damaged: its audio can’t be read to the end. Please upload another copy.',
  cut_off: 'The file ends before its audio does. Please upload the whole file again.',
  protected: 'The file is copy-protected. Please upload one without copy protection.',
  silent: 'The file contains only silence. Please upload one with sound.',
  too_short: `The file plays for less than ${LIBRARY_SECONDS.min} seconds. Please upload a longer one.`,
  too_long: `The file plays for more than ${LIBRARY_SECONDS.max / 3_600} hours. Please upload a shorter one.`,
  too_demanding:
    'Reading the file takes too much time or memory. Please upload it in another format.',
  missing: 'The file is no longer in our storage. Please upload it again.',
  unavailable:
    'The file could not be prepared because of a problem on our side. Please try again, or upload it again.',
} as const;
export type PreparationProblem = keyof typeof PREPARATION_PROBLEMS;

/** The sentence for a problem of a member’s sound, which may last less long than music of the library. */
export const soundProblem = (problem: PreparationProblem): string =>
  problem === 'too_long'
    ? `The file plays for more than ${AUDIO_SECONDS.max / 60} minutes. Please upload a shorter one.`
    : PREPARATION_PROBLEMS[problem];
