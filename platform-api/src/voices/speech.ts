// Texts to stored sound, and recordings.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../assets/storage/storage.ts';
import { INVISIBLE, onDisk } from '../assets/upload.ts';
import { Unpreparable } from '../preparation/media-engine.ts';
import { ProgramFailed } from '../preparation/run-program.ts';
import { SpeechFailed, type SpeechProblem, type VoiceMaker } from './voice-maker.ts';
import { originalKey } from '../preparation/stored-sound.ts';

/** With the queue's backoff, the last attempt comes about 30 s after the first: a person waits for it. */
const MAX_ATTEMPTS = 4;

/** A program that crashes, or takes too long, this often does so because of the text. */
const MAX_CRASHES = 2;

/** Why speaking failed. Null: the job is tried again. */
export function problemOf(error: unknown, attempt: number): SpeechProblem | null {
  if (error instanceof SpeechFailed) return error.problem;
  const hasCrashed =
    error instanceof Unpreparable ||
    (error instanceof ProgramFailed && !/ENOSPC|No space left/.test(error.said));
  if (hasCrashed && attempt >= MAX_CRASHES) return 'unspeakable';
  return attempt >= MAX_ATTEMPTS ? 'speech_unavailable' : null;
}

/**
 * Speaks a text and stores it.
 * @returns the hash of the stored speech
 * @throws `SpeechFailed` where another try is useless
 */
export async function speakText(
  { voices, storage, uploadsDir }: { voices: VoiceMaker; storage: Storage; uploadsDir: string },
  { text, voice_id }: { text: string; voice_id: string },
  signal: AbortSignal,
): Promise<string> {
  const voice = voices.voices.find(({ id }) => id === voice_id);
  if (!voice) throw new SpeechFailed('voice_gone');
  const folder = await mkdtemp(join(uploadsDir, 'speak-'));
  try {
    const speech = { text: onOneLine(text), voice, folder, signal };
    return await keepOriginal(storage, await voices.speak(speech));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const onOneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim();

/** Stores a recording. @returns its hash @throws `storage_unavailable` */
export async function storeRecording(
  { storage, uploadsDir }: { storage: Storage; uploadsDir: string },
  bytes: Buffer,
): Promise<string> {
  const path = join(uploadsDir, randomUUID());
  try {
    await onDisk(writeFile(path, bytes, { flag: 'wx', mode: 0o600 }));
    return await keepOriginal(storage, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Stores a file by its hash, which is returned. */
async function keepOriginal(storage: Storage, path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const source_hash = hash.digest('hex');
  const { size: size_bytes } = await stat(path);
  const content_type = 'application/octet-stream';
  await storage.put(originalKey(source_hash), { path, size_bytes, content_type });
  return source_hash;
}
