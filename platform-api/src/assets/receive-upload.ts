import { createHash, randomUUID, type Hash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import { MAX_LOGO_BYTES, type AssetKind } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { Mp3Filter, type AudioFacts } from '../audio/mp3-filter.ts';
import { redrawPicture } from './picture.ts';
import { shownFileName } from './file-name.ts';
import { versionFrom } from './file-version.ts';
import { readUploadForm, type Pace, type UploadForm } from './upload-form.ts';

/** What a file holds, as far as it is kept. */
interface Content {
  ext: 'mp3' | 'jpg' | 'png' | 'gif';
  content_type: string;
  size_bytes: number;
  version: string;
  sound: Omit<AudioFacts, 'size_bytes'> | null;
}

/** A file that has come, looked through and ready to be kept. */
export interface ReceivedFile extends Content {
  kind: AssetKind;
  file_name: string;
  /** Made of kind, name and the bytes that were sent. */
  sent_hash: string;
  /** On this machine, until it is kept. */
  path: string;
}

/**
 * Takes a file from a request into a folder of this machine, of which nothing but sound or picture is
 * left: MP3 as it streams, a logo in memory. It is there for `keep`, and gone after it, as after any
 * failure.
 *
 * @param deps.form what the form must be
 * @param deps.admit asked as soon as the kind is known, before a byte of the file is read
 * @throws what `readUploadForm`, `admit` and `keep` throw; `not_an_mp3`; `file_too_large`; `not_a_picture`;
 *   `logo_too_large`; `image_too_large`; `busy`; `storage_unavailable` where this machine's disk fails
 */
export async function receiveUpload<Kept>(
  ctx: Context,
  deps: {
    folder: string;
    form: UploadForm;
    admit: (kind: AssetKind) => Promise<void>;
    slowest?: Pace;
  },
  keep: (file: ReceivedFile) => Promise<Kept>,
): Promise<Kept> {
  const path = join(deps.folder, randomUUID());
  try {
    const file = await readUploadForm(
      ctx,
      deps.form,
      async ({ kind, name, bytes }) => {
        await deps.admit(kind);
        const sent = createHash('sha256');
        const content = await (kind === 'logo' ? takePicture : takeSound)(bytes, sent, path);
        const file_name = shownFileName(name, kind);
        const told = JSON.stringify([kind, file_name]);
        const sent_hash = sent.update(told).digest('base64url');
        return { kind, file_name, path, sent_hash, ...content };
      },
      deps.slowest,
    );
    return await keep(file);
  } finally {
    await rm(path, { force: true });
  }
}

async function takeSound(bytes: Readable, sent: Hash, path: string): Promise<Content> {
  const frames = new Mp3Filter();
  const kept = createHash('sha256');
  // Opened here and closed for sure: a stream that is broken off while it opens its file would make the
  // file after everybody has gone.
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    const written = file.createWriteStream();
    await onDisk(pipeline(bytes, hashing(sent), frames, hashing(kept), written));
  } finally {
    await file.close();
  }
  const { size_bytes, ...sound } = frames.facts();
  const version = versionFrom(kept);
  return { ext: 'mp3', content_type: 'audio/mpeg', size_bytes, version, sound };
}

async function takePicture(bytes: Readable, sent: Hash, path: string): Promise<Content> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_LOGO_BYTES) throw new AppError('logo_too_large');
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks, size);
  sent.update(whole);
  const { ext, content_type, data } = await redrawPicture(whole);
  await onDisk(writeFile(path, data, { flag: 'wx', mode: 0o600 }));
  const version = versionFrom(createHash('sha256').update(data));
  return { ext, content_type, size_bytes: data.length, version, sound: null };
}

/** Passes bytes on and takes them into a hash. */
function hashing(hash: Hash) {
  return async function* hashing(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
}

/** @throws `storage_unavailable` where the file system fails: its errors name the system call */
async function onDisk<Done>(work: Promise<Done>): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new AppError('storage_unavailable', { cause: error })
      : error;
  }
}
