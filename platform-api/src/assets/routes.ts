import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import * as calls from '../../contract/assets/calls.ts';
import type { AssetKind } from '../../contract/assets/values.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { MountCall } from '../http/mount-call.ts';
import { notifyAdmin } from '../messages/notify-admin.ts';
import { Asset, presentAsset } from './asset.ts';
import { removeAsset } from './remove-asset.ts';
import { receiveUpload, type UploadServices } from './upload.ts';

/** A member's files. */
export function assetRoutes(mountCall: MountCall, deps: UploadServices): Router {
  const { db, publicUrl } = deps;
  const router = new Router();

  mountCall(router, calls.listAssets, async ({ identity: { user }, query }) => {
    const { assets, next_cursor } = await listAssets(db, user.id, query);
    const data = assets.map((asset) => presentAsset(asset, publicUrl));
    return { data, has_more: next_cursor !== null, next_cursor };
  });

  mountCall(router, calls.uploadAsset, async ({ ctx, identity: { user } }) => {
    const asset = await receiveUpload(ctx, deps, {
      userId: user.id,
      sender: 'member',
      account: user.id,
      form: calls.uploadAsset.form,
      onStored: notifyUpload,
    });
    return presentAsset(asset, publicUrl);
  });

  mountCall(router, calls.deleteAsset, async ({ identity: { user }, params }) => {
    await removeAsset(deps, { userId: user.id, sender: 'member', id: params.id });
    return undefined;
  });

  return router;
}

/** The sort key of a page's last file. */
const SortKey = z.tuple([z.string(), z.uuid()]);

interface AssetPage {
  assets: Asset[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/**
 * A page of a member's files by name (specification §9); files of one name by age.
 * @throws `validation_failed` for an invalid cursor
 */
async function listAssets(
  db: Knex,
  userId: string,
  {
    kind,
    limit,
    cursor,
  }: { kind?: AssetKind | undefined; limit: number; cursor?: string | undefined },
): Promise<AssetPage> {
  const query = Asset.ofMember(db, userId)
    .orderBy(['file_name', 'id'])
    .limit(limit + 1);
  if (kind !== undefined) query.where({ kind });
  if (cursor !== undefined) query.whereRaw('(file_name, id) > (?, ?)', readCursor(cursor, SortKey));
  const found = await query;
  const assets = found.slice(0, limit);
  const last = found.length > limit ? assets.at(-1) : undefined;
  return { assets, next_cursor: last ? cursorAt([last.file_name, last.id]) : null };
}

/** The kinds in the words of the notification mail. */
const KIND_NAMES: Record<AssetKind, string> = {
  logo: 'Logo',
  dark_logo: 'Logo for dark grounds',
  background: 'Background picture',
  jingle: 'Jingle',
  radio_id: 'Radio ID',
  commercial: 'Commercial spot',
};

async function notifyUpload(trx: Knex, { user_id, kind, file_name }: Asset): Promise<void> {
  const lines = [`${KIND_NAMES[kind]}: ${file_name}`];
  await notifyAdmin(trx, { user_id, kind: 'upload', what: kind, lines });
}
