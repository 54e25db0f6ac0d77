import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../contract/time.ts';
import { nodeProgram, runProgram } from '../preparation/run-program.ts';
import { splitForVoice } from './spoken-text.ts';
import { SpeechFailed, type VoiceMaker } from './voice-maker.ts';

/** Measured: four seconds for 1,000 digits on a busy core. In ms. */
const MAX_MS = MINUTE_MS;
/** Measured: 115 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

/** A WAV file with nothing in it has only its header, in bytes. */
export const WAV_HEADER_BYTES = 44;

const FLITE = nodeProgram('flite-program', import.meta.url);

/** The voices of Flite whose sound is worth hearing. Its own names for them are initials. */
const VOICES = [
  { flite: 'slt', name: 'Sally', language: 'en-US', sex: 'female' },
  { flite: 'rms', name: 'Russell', language: 'en-US', sex: 'male' },
  { flite: 'awb', name: 'Alan', language: 'en-GB', sex: 'male' },
] as const;

/** The voices that need nothing installed: Flite, as a package of npm, in a process of its own. English only. */
export function createEmbeddedVoices(): VoiceMaker {
  return {
    voices: VOICES.map(({ flite, ...voice }) => ({
      ...voice,
      id: `flite:${flite}`,
      maker: 'embedded',
      is_draft: true,
    })),
    async speak({ text, voice, folder, signal }) {
      await writeFile(join(folder, 'text.txt'), splitForVoice(text));
      await runProgram({
        program: FLITE.program,
        args: [...FLITE.options, FLITE.file, voice.id.replace('flite:', ''), folder],
        signal,
        maxMs: MAX_MS,
        maxBytes: MAX_BYTES,
      });
      const path = join(folder, 'speech.wav');
      if ((await stat(path)).size <= WAV_HEADER_BYTES) throw new SpeechFailed('unspeakable');
      return path;
    },
  };
}
