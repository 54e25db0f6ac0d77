import { createHash, randomUUID, type Hash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import {
  isLogoKind,
  isPictureKind,
  MAX_BACKGROUND_BYTES,
  MAX_LOGO_BYTES,
  type AssetKind,
  type PictureKind,
} from '../../contract/assets/values.ts';
import { MAX_LINE_LENGTH } from '../../contract/values.ts';
import { Mp3Filter } from '../audio/mp3-filter.ts';
import { AppError } from '../errors.ts';
import { idempotencyKeyOf, REPLAYED_HEADER } from '../http/idempotency.ts';
import type { Logger } from '../process/log.ts';
import { versionFrom } from './asset-address.ts';
import type { Asset } from './asset.ts';
import { measureLogo, redrawPhoto, redrawPicture } from './picture.ts';
import { requireQuota, requireStation, type Sending } from './quota.ts';
import type { Storage } from './storage/storage.ts';
import {
  findByKey,
  storeAsset,
  type FileContent,
  type OnChange,
  type ReceivedFile,
} from './store-asset.ts';
import { readUploadForm, type FormFile, type UploadForm } from './upload-form.ts';

/** The services and limits of uploads. */
export interface UploadServices {
  db: Knex;
  storage: Storage;
  /** The folder of this process for files that are being received. */
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
}

/**
 * Receives a file and stores it; a repeat with the same `Idempotency-Key` gets the same answer.
 *
 * @param request.account the user who sends it
 * @param request.admit runs before the body is read; refuses by throwing
 * @param request.onStored runs in the transaction that shows the file
 * @throws `not_an_mp3`; `file_too_large`; `not_a_picture`; `logo_too_large`;
 *   `background_too_large`; `image_too_large`;
 *   `busy`; `storage_unavailable`; what `readUploadForm`, `admit`, `requireQuota` and `storeAsset` throw
 */
export async function receiveUpload(
  ctx: Context,
  deps: UploadServices,
  request: Sending & {
    account: string;
    form: UploadForm;
    admit?: () => Promise<unknown>;
    onStored: OnChange;
  },
): Promise<Asset> {
  const { db, uploadsDir } = deps;
  const { form, userId, sender, onStored } = request;
  const key = keyOf(ctx, request);
  const path = join(uploadsDir, randomUUID());
  try {
    let isRepeat = false;
    async function admit(): Promise<void> {
      await request.admit?.();
      isRepeat = key !== undefined && (await findByKey(db, userId, key)) !== undefined;
      if (!isRepeat) await requireStation(db, request);
    }
    async function take(sent: FormFile): Promise<ReceivedFile> {
      // An early check, so that a hopeless file is not even received. `storeAsset` decides.
      if (!isRepeat) await requireQuota(db, request, { kind: sent.kind, size_bytes: 1 });
      return receiveFile(sent, path);
    }
    const file = await readUploadForm(ctx, form, { admit, take });
    const stored = await storeAsset(deps, { userId, sender, key, file, onStored });
    if (stored.isRepeat) ctx.set(REPLAYED_HEADER, 'true');
    return stored.asset;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Files are found by their member and key. An admin's key is hashed with the admin's id, so it is neither the
 * member's nor another admin's, and does not name the admin. Keys contain no line break.
 */
function keyOf(
  ctx: Context,
  { account, sender }: Pick<Sending, 'sender'> & { account: string },
): string | undefined {
  const key = idempotencyKeyOf(ctx);
  if (key === undefined || sender === 'member') return key;
  return `operator\n${createHash('sha256').update(`${account}\n${key}`).digest('base64url')}`;
}

/** Writes what is kept of a file to `path`: MP3 as it streams, a picture from memory. */
async function receiveFile({ kind, name, bytes }: FormFile, path: string): Promise<ReceivedFile> {
  const sent = createHash('sha256');
  const content = isPictureKind(kind)
    ? await receivePicture(kind, { bytes, sent, path })
    : await receiveSound(bytes, sent, path);
  const file_name = shownFileName(name, kind);
  const sent_hash = sent.update(JSON.stringify([kind, file_name])).digest('base64url');
  return { kind, file_name, path, sent_hash, ...content };
}

async function receiveSound(bytes: Readable, sent: Hash, path: string): Promise<FileContent> {
  const filter = new Mp3Filter();
  const kept = createHash('sha256');
  // A write stream that is destroyed while it opens its path would still create the file, after the clean-up.
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    const written = file.createWriteStream();
    await onDisk(pipeline(bytes, hashing(sent), filter, hashing(kept), written));
  } finally {
    await file.close();
  }
  const { size_bytes, ...sound } = filter.facts();
  const version = versionFrom(kept);
  return { ext: 'mp3', content_type: 'audio/mpeg', size_bytes, version, sound };
}

async function receivePicture(
  kind: PictureKind,
  { bytes, sent, path }: { bytes: Readable; sent: Hash; path: string },
): Promise<FileContent> {
  const isLogo = isLogoKind(kind);
  const most = isLogo ? MAX_LOGO_BYTES : MAX_BACKGROUND_BYTES;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new AppError(isLogo ? 'logo_too_large' : 'background_too_large');
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks, size);
  sent.update(whole);
  const { ext, content_type, data } = await (isLogo ? redrawPicture : redrawPhoto)(whole);
  await onDisk(writeFile(path, data, { flag: 'wx', mode: 0o600 }));
  const version = versionFrom(createHash('sha256').update(data));
  const measured = isLogo ? { logo_shape: await measureLogo(data) } : {};
  return { ext, content_type, size_bytes: data.length, version, sound: null, ...measured };
}

/** Passes bytes on and adds them to a hash. */
function hashing(hash: Hash) {
  return async function* hashing(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
}

/** @throws `storage_unavailable` for errors of the file system, which name the system call */
export async function onDisk<Done>(work: Promise<Done>): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new AppError('storage_unavailable', { cause: error })
      : error;
  }
}

/** Characters that are invisible or reorder the text: controls, line ends, bidi controls, lone surrogates. */
export const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]/gu;

/** The name shown in lists: as it was sent, without folders and invisible characters. Never part of a path. */
function shownFileName(sent: string, kind: AssetKind): string {
  const last = sent.replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1) ?? '';
  const name = truncate(last.normalize('NFC').trim());
  const isName = name.replaceAll('.', '') !== '';
  if (isName) return name;
  return isPictureKind(kind) ? kind : 'audio.mp3';
}

/** Cuts to MAX_LINE_LENGTH, never within a surrogate pair. */
function truncate(name: string): string {
  if (name.length <= MAX_LINE_LENGTH) return name;
  const isHalved = /[\u{D800}-\u{DBFF}]/u.test(name.charAt(MAX_LINE_LENGTH - 1));
  return name.slice(0, isHalved ? MAX_LINE_LENGTH - 1 : MAX_LINE_LENGTH);
}
