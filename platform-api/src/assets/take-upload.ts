import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { AssetKind } from '../../contract/limits.ts';
import { idempotencyKeyOf, REPLAYED_HEADER } from '../http/idempotency.ts';
import type { Logger } from '../log.ts';
import type { Asset } from './asset.ts';
import { findByKey } from './claim-asset.ts';
import { keepAsset, type Tell } from './keep-asset.ts';
import { receiveUpload } from './receive-upload.ts';
import { requireRoom, type Sending } from './room-for-file.ts';
import type { Storage } from './storage/storage.ts';
import type { UploadForm } from './upload-form.ts';

/** What an upload stands on. */
export interface UploadServices {
  db: Knex;
  storage: Storage;
  /** Where files lie while they come in. */
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
}

/** An upload that is asked for. */
interface AskedUpload extends Sending {
  /** The user who asks. */
  account: string;
  form: UploadForm;
  /** Refuses by throwing, as soon as the form is known to be one. */
  admit?: () => Promise<unknown>;
  tell: Tell;
}

/**
 * Takes a file from a request and keeps it; a repeat with the same `Idempotency-Key` is answered as before.
 * @throws what `receiveUpload`, `admit`, `requireRoom` and `keepAsset` throw
 */
export async function takeUpload(
  ctx: Context,
  deps: UploadServices,
  { account, form, ...asked }: AskedUpload,
): Promise<Asset> {
  const { db, uploadsDir } = deps;
  const key = keyOf(ctx, { account, sender: asked.sender });
  // A courtesy, before the file comes: what counts is decided again when it is there.
  async function admit(kind: AssetKind): Promise<void> {
    await asked.admit?.();
    const isRepeat = key !== undefined && (await findByKey(db, asked.user_id, key)) !== undefined;
    if (!isRepeat) await requireRoom(db, asked, { kind, size_bytes: 1 });
  }
  const { asset, is_repeat } = await receiveUpload(
    ctx,
    { folder: uploadsDir, form, admit },
    (file) => keepAsset(deps, { ...asked, key, file }),
  );
  if (is_repeat) ctx.set(REPLAYED_HEADER, 'true');
  return asset;
}

/**
 * Files are found by their member and key. Keys of an admin are nothing to the member's, nor to another
 * admin's: a line break is in no key. An admin who leaves one day leaves no name in other people's rows.
 */
function keyOf(
  ctx: Context,
  { account, sender }: Pick<AskedUpload, 'account' | 'sender'>,
): string | undefined {
  const key = idempotencyKeyOf(ctx);
  if (key === undefined || sender === 'member') return key;
  return `operator\n${createHash('sha256').update(`${account}\n${key}`).digest('base64url')}`;
}
