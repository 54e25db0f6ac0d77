import '../process/aws-sdk.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  InvalidSampleRateException,
  LanguageNotSupportedException,
  PollyClient,
  SynthesizeSpeechCommand,
  TextLengthExceededException,
} from '@aws-sdk/client-polly';
import type { PollyConfig } from './polly-url.ts';
import { SpeechFailed, type VoiceMaker } from './voice-maker.ts';

/** A timeout in ms, and attempts before the job fails. */
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 2;

/** The best that Polly offers, in Hz. */
const SAMPLE_RATE = '24000';

/** Errors that the same text and voice bring every time. */
const LASTING = [
  InvalidSampleRateException,
  LanguageNotSupportedException,
  TextLengthExceededException,
];

/** The voices of Amazon Polly. Texts go to Amazon, from here alone. */
export function createPollyVoices(config: PollyConfig): VoiceMaker {
  const { region, accessKeyId, secretAccessKey, endpoint, engine, voices } = config;
  const client = new PollyClient({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  return {
    voices: voices.map((voice) => ({
      ...voice,
      id: `polly:${voice.name}`,
      maker: 'polly',
      is_draft: false,
    })),
    async speak({ text, voice, folder, signal }) {
      try {
        const { AudioStream } = await client.send(
          new SynthesizeSpeechCommand({
            Engine: engine,
            // Names are checked by Polly itself: its list grows.
            VoiceId: voice.name as SynthesizeSpeechCommand['input']['VoiceId'],
            LanguageCode: voice.language as SynthesizeSpeechCommand['input']['LanguageCode'],
            Text: text,
            // Markup is text.
            TextType: 'text',
            OutputFormat: 'mp3',
            SampleRate: SAMPLE_RATE,
          }),
          { abortSignal: signal },
        );
        const bytes = await AudioStream?.transformToByteArray();
        if (!bytes?.length) throw new Error('Polly answered without sound');
        const path = join(folder, 'speech.mp3');
        await writeFile(path, bytes);
        return path;
      } catch (error) {
        const isLasting = LASTING.some((kind) => error instanceof kind);
        throw isLasting ? new SpeechFailed('unspeakable', String(error)) : error;
      }
    },
  };
}
