import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { tooManyFiles } from '../../contract/assets/errors.ts';
import { packageNamed } from '../../contract/billing/prices.ts';
import { lockMember } from '../accounts/user.ts';
import { versionFrom } from '../assets/asset-address.ts';
import type { Asset } from '../assets/asset.ts';
import { requireStation } from '../assets/quota.ts';
import { removeAsset } from '../assets/remove-asset.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { storeAsset, type ReceivedFile } from '../assets/store-asset.ts';
import { INVISIBLE, onDisk } from '../assets/upload.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { RENDITIONS } from '../preparation/media-engine.ts';
import type { PreparedFile } from '../preparation/prepared-files.ts';
import type { StoredRendition } from '../preparation/stored-sound.ts';
import type { Logger } from '../process/log.ts';
import { lockRow } from './speak-radio-id.ts';
import { readScripts, requireScript } from './spoken-rows.ts';
import { findSound } from '../preparation/sound-queries.ts';
import { attachSound, isStored } from '../assets/asset-queries.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
}

/** The beginning of a script names the radio ID, in characters. */
const NAME_LENGTH = 60;

/**
 * Makes a radio ID of the take that was heard, in place of the earlier one of the same script. Idempotent.
 *
 * @throws `script_changed`, `take_changed`, `take_not_ready`; `too_many_files` beyond the package;
 *   what `storeAsset` throws
 */
export async function acceptTake(
  deps: Deps,
  actor: Actor,
  { userId, id, take_id }: { userId: string; id: string; take_id: string },
): Promise<void> {
  const { db, storage, uploadsDir } = deps;
  const script = await requireScript(db, userId, id);
  const row = await db('spoken_ids').where({ id }).first();
  if (row?.take_id !== take_id) throw new AppError('take_changed');
  if (row.accepted_take_id === take_id && (await isStored(db, row.asset_id))) return;
  const prepared = await findSound(db, row.prepared_file_id);
  const rendition = prepared?.renditions?.mp3_128;
  if (prepared?.state !== 'ready' || !rendition) throw new AppError('take_not_ready');

  async function onStored(trx: Knex, asset: Asset): Promise<void> {
    await requireScript(trx, userId, id);
    const now = await lockRow(trx, id);
    if (now?.take_id !== take_id) throw new AppError('take_changed');
    await requireRoom(trx, userId, id);
    const { asset_id: former, spoken_text, voice_id } = now;
    await attachSound(trx, asset, row?.prepared_file_id ?? null);
    await trx('spoken_ids')
      .where({ id })
      .update({
        asset_id: asset.id,
        accepted_take_id: take_id,
        accepted_text: voice_id === null ? null : spoken_text,
        accepted_voice_id: voice_id,
        accepted_at: trx.fn.now(),
      });
    if (former !== asset.id && (await isStored(trx, former))) {
      await removeAsset({ ...deps, db: trx }, { userId, sender: 'operator', id: former ?? '' });
    }
    const { file_name } = asset;
    await audit(trx, actor, {
      action: 'accept_radio_id',
      user_id: userId,
      after: { script: script.script, voice_id, file_name },
    });
  }

  const path = join(uploadsDir, randomUUID());
  try {
    const file = await receive(storage, path, { script: script.script, prepared, rendition });
    const key = `spoken\n${take_id}`;
    await storeAsset(deps, { userId, sender: 'operator', key, file, onStored });
  } finally {
    await rm(path, { force: true });
  }
}

/** One for each script that the form has now, within the package. The member is locked. */
async function requireRoom(trx: Knex, userId: string, id: string): Promise<void> {
  const station = await requireStation(trx, { userId, sender: 'operator' });
  const sold = packageNamed(station.package_name);
  const { scripts } = await readScripts(trx, userId);
  const others = scripts.flatMap((script) => (script.id === id ? [] : [script.id]));
  const accepted = await trx('spoken_ids').whereIn('id', others).whereNotNull('asset_id');
  const most = sold.limits.radio_ids;
  if (accepted.length >= most)
    throw new AppError('too_many_files', { detail: tooManyFiles(most, sold.name) });
}

/** Copies a rendition to this machine, as a file to be stored. */
async function receive(
  storage: Storage,
  path: string,
  {
    script,
    prepared,
    rendition,
  }: { script: string; prepared: PreparedFile; rendition: StoredRendition },
): Promise<ReceivedFile> {
  const object = await storage.open(rendition.key);
  if (!object) throw new AppError('storage_unavailable');
  const hash = createHash('sha256');
  object.stream.on('data', (chunk: Buffer) => hash.update(chunk));
  await onDisk(pipeline(object.stream, createWriteStream(path, { mode: 0o600 })));
  return {
    kind: 'radio_id',
    file_name: nameOf(script),
    path,
    sent_hash: rendition.key,
    ext: 'mp3',
    content_type: 'audio/mpeg',
    size_bytes: rendition.size_bytes,
    version: versionFrom(hash),
    sound: {
      duration_seconds: prepared.duration_seconds ?? 0,
      bitrate_kbps: RENDITIONS.mp3_128.kbps,
      channels: 2,
      peaks: prepared.peaks ?? [],
    },
  };
}

function nameOf(script: string): string {
  const words = script.replaceAll(INVISIBLE, ' ').replaceAll(/[/\\]/g, ' ').replaceAll(/\s+/g, ' ');
  const letters = [...words.trim()];
  const short = letters
    .slice(0, NAME_LENGTH)
    .join('')
    .replace(/(?<![.\s])[.\s]+$/, '');
  return `${short}${letters.length > NAME_LENGTH ? '…' : ''}.mp3`;
}

/** Removes a script's speech and its radio ID. @throws `not_found` */
export async function removeSpeech(
  deps: Deps,
  actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    // As `storeAsset` locks them: the member first.
    await lockMember(trx, userId);
    const row = await lockRow(trx, id);
    if (row?.user_id !== userId) throw new AppError('not_found');
    if (await isStored(trx, row.asset_id)) {
      const asset = { userId, sender: 'operator', id: row.asset_id ?? '' } as const;
      await removeAsset({ ...deps, db: trx }, asset);
    }
    await trx('spoken_ids').where({ id }).delete();
    await audit(trx, actor, {
      action: 'remove_radio_id',
      user_id: userId,
      before: { script: row.script, voice_id: row.accepted_voice_id },
    });
  });
}
