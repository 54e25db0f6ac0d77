import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Voice } from '../../contract/voices/calls.ts';
import { runProgram } from '../preparation/run-program.ts';
import { WAV_HEADER_BYTES } from './embedded-voice.ts';
import { splitForVoice } from './spoken-text.ts';
import { SpeechFailed, type VoiceMaker } from './voice-maker.ts';

/** It speaks a text in a fraction of a second. In ms. */
const MAX_MS = 30_000;
const MAX_BYTES = 256 * 1024 * 1024;

/** The languages of Europe's largest markets that it may have; English has better voices. */
const LANGUAGES = 'cs da de el es fi fr-fr hu it nb nl pl pt ro sk sv'.split(' ');
/** Its female variant of every language; the plain one is male. */
const VARIANTS = { male: '', female: '+f3' } as const;

/** The voices of the program `espeak-ng`; null when it can't be run. */
export async function openEspeak(program: string): Promise<VoiceMaker | null> {
  const limits = { program, maxMs: MAX_MS, maxBytes: MAX_BYTES };
  let list = '';
  try {
    const { signal } = new AbortController();
    const onStdout = (chunk: Buffer): void => void (list += chunk.toString('latin1'));
    await runProgram({ ...limits, args: ['--voices'], signal, onStdout });
  } catch {
    return null;
  }
  const known = new Set(list.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  const voices = LANGUAGES.filter((language) => known.has(language)).flatMap((language) =>
    (['female', 'male'] as const).map((sex): Voice => ({
      id: `espeak:${language}${VARIANTS[sex]}`,
      name: 'eSpeak',
      language,
      sex,
      maker: 'espeak',
      is_draft: true,
    })),
  );

  return {
    voices,
    async speak({ text, voice, folder, signal }) {
      const [source, path] = [join(folder, 'text.txt'), join(folder, 'speech.wav')];
      // Two brackets would begin phonemes. Without `-m`, other markup is text.
      await writeFile(source, splitForVoice(text).replaceAll('[[', '[ ['));
      const name = voice.id.replace('espeak:', '');
      await runProgram({
        ...limits,
        args: ['-v', name, '-b', '1', '-f', source, '-w', path],
        signal,
      });
      if ((await stat(path)).size <= WAV_HEADER_BYTES) throw new SpeechFailed('unspeakable');
      return path;
    },
  };
}
