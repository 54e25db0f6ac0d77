// Voices: one interface for all makers of speech.
import type { Voice } from '../../contract/voices/calls.ts';
import type { SPEECH_PROBLEMS } from '../../contract/voices/values.ts';

export type SpeechProblem = (typeof SPEECH_PROBLEMS)[number];

/** A text for a maker, on one line and without control characters. Markup in it is text. */
export interface Speech {
  text: string;
  voice: Voice;
  /** A folder for files in between; the caller removes it. */
  folder: string;
  signal: AbortSignal;
}

/** Makes speech with some voices. */
export interface VoiceMaker {
  voices: readonly Voice[];
  /**
   * @returns the path of an audio file in the folder: WAV or MP3
   * @throws `SpeechFailed` where another try is useless; other errors where it is not
   */
  speak(speech: Speech): Promise<string>;
}

/** The text can't be spoken with this voice. */
export class SpeechFailed extends Error {
  readonly problem: SpeechProblem;

  /** @param detail for the log */
  constructor(problem: SpeechProblem, detail = '') {
    super(`${problem} ${detail}`.trim());
    this.name = 'SpeechFailed';
    this.problem = problem;
  }
}

/** Several makers as one, the best first. */
export function joinMakers(makers: readonly VoiceMaker[]): VoiceMaker {
  return {
    voices: makers.flatMap(({ voices }) => voices),
    async speak(speech) {
      const { id } = speech.voice;
      const maker = makers.find(({ voices }) => voices.some((voice) => voice.id === id));
      if (!maker) throw new SpeechFailed('voice_gone', id);
      return maker.speak(speech);
    },
  };
}
