import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { DEFAULT_VOICE } from '../../contract/setup/values.ts';
import type { Voice } from '../../contract/voices/calls.ts';
import { nameAsScript, type speakName } from '../../contract/voices/spoken-names.ts';
import { AppError } from '../errors.ts';
import { createLimit } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../process/log.ts';
import { onOneLine } from './speech.ts';
import { isSpeakable } from './speakable-name.ts';
import { canRead } from './spoken-text.ts';
import { voicesFor } from './spoken-rows.ts';
import { SpeechFailed, type VoiceMaker } from './voice-maker.ts';

/** Speech in memory, in bytes: some hundred names. Names of strangers are written nowhere. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Someone listens to the music and waits for the name, in ms. */
const MAX_MS = 7_000;

interface Deps {
  voices: VoiceMaker;
  limits: RateLimits;
  uploadsDir: string;
  log: Logger;
}

interface Wanted {
  text: string;
  voice: Voice;
}

/**
 * Speaks the names of visitors' places, each once while it is cached. Requests for the same name wait for one speech.
 * @returns a function that throws `name_not_spoken`, `rate_limited`, `busy` and `unavailable`
 */
export function createNameSpeaker({ voices, limits, uploadsDir, log }: Deps) {
  const limited = createLimit({ atOnce: 2, maxWaiting: 8 });
  const spoken = new LRUCache<string, Buffer, Wanted>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (audio) => audio.length,
    fetchMethod: async (_key, _stale, { context }) => {
      await limits.take('spoken_name_new', 'everybody');
      return limited(() => speak(context));
    },
    // An evicted request still gets its name.
    ignoreFetchAbort: true,
  });

  async function speak(wanted: Wanted): Promise<Buffer> {
    const folder = await mkdtemp(join(uploadsDir, 'speak-'));
    try {
      const signal = AbortSignal.timeout(MAX_MS);
      return await readFile(await voices.speak({ ...wanted, folder, signal }));
    } catch (error) {
      if (error instanceof SpeechFailed && error.problem === 'unspeakable') {
        throw new AppError('name_not_spoken');
      }
      log.warn({ err: error }, 'the name of a visitor’s place could not be spoken');
      throw new AppError('unavailable');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return async function speakFor({
    name: given,
    draft,
  }: z.output<typeof speakName.body>): Promise<z.input<typeof speakName.response>> {
    const name = onOneLine(given);
    if (!isSpeakable(name)) throw new AppError('name_not_spoken');
    const text = nameAsScript(name);
    const voice = voiceFor(voices.voices, draft);
    if (!voice) return { text, audio: null, is_draft: true };
    if (!canRead(voice, text)) throw new AppError('name_not_spoken');
    const key = `${voice.id}\n${text}`;
    const audio = await spoken.forceFetch(key, { context: { text, voice } });
    return { text, audio: audio.toString('base64'), is_draft: voice.is_draft };
  };
}

/** The best voice for the sentence, which is English; a draft only where one is wanted. */
function voiceFor(voices: readonly Voice[], draft: boolean): Voice | undefined {
  const english = voicesFor(voices, {
    country: 'United Kingdom',
    voice_preference: DEFAULT_VOICE,
  }).filter(({ language }) => new Intl.Locale(language).language === 'en');
  const finished = english.find(({ is_draft }) => !is_draft);
  return finished ?? (draft ? english[0] : undefined);
}
