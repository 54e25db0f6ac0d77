import type { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { AppError } from '../../errors.ts';
import { allowStoredFile } from '../../http/security-headers.ts';
import type { Logger } from '../../log.ts';
import { askedFile, type AskedFile } from '../asset-address.ts';
import { Asset } from '../asset.ts';
import { askedRange } from './asked-range.ts';
import type { ByteRange, Storage } from './storage.ts';

/** An address with the file's version. A year is the longest that caches are asked for (RFC 9111). */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Any other address of it: kept, and asked about each time. */
const ASK_AGAIN = 'no-cache';

interface Deps {
  db: Knex;
  storage: Storage;
  log: Logger;
}

/** Members' files, for anybody's page and player, on any host: public, and never a document. */
export function storageRoutes(deps: Deps): Router {
  const router = new Router({ prefix: '/storage' });
  // GET answers HEAD too.
  router.get('/*path', async (ctx) => {
    const file = askedFile(rawPath(ctx));
    if (file === null) throw new AppError('not_found');
    const asset = await Asset.query(deps.db).findOne({
      storage_key: file.storage_key,
      state: 'stored',
    });
    if (!asset) throw new AppError('not_found');
    await sendFile(ctx, { ...deps, file, asset });
  });
  return router;
}

/** As it was sent, without what follows the path. */
const rawPath = (ctx: Context): string => (ctx.req.url ?? '').replace(/[?#].*$/s, '');

async function sendFile(
  ctx: Context,
  { storage, log, file, asset }: Deps & { file: AskedFile; asset: Asset },
): Promise<void> {
  setHead(ctx, file, asset);
  const size = asset.size_bytes;
  const range = ctx.method === 'GET' ? rangeOf(ctx, size) : null;
  if (isKnown(ctx)) {
    ctx.status = 304;
    return;
  }
  if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 416;
    ctx.body = '';
    return;
  }
  if (ctx.method === 'HEAD') {
    ctx.length = size;
    return;
  }
  const object = await storage.open(file.storage_key, range ?? undefined);
  if (object === null) throw new AppError('not_found');
  if (object.size_bytes === size) {
    if (range) setRange(ctx, range, size);
    else ctx.length = size;
    ctx.body = watched(ctx, object.stream, log);
    return;
  }
  object.stream.destroy();
  await sendSuccessor(ctx, { storage, log, file });
}

/** Its bytes were replaced and its row is about to be: what lies there now, for this once. */
async function sendSuccessor(
  ctx: Context,
  { storage, log, file }: Pick<Deps, 'storage' | 'log'> & { file: AskedFile },
): Promise<void> {
  const object = await storage.open(file.storage_key);
  if (object === null) throw new AppError('not_found');
  ctx.remove('ETag');
  ctx.set('Cache-Control', 'no-store');
  ctx.length = object.size_bytes;
  ctx.body = watched(ctx, object.stream, log);
}

function setHead(ctx: Context, { name, content_type }: AskedFile, { version }: Asset): void {
  ctx.status = 200;
  ctx.type = content_type;
  allowStoredFile(ctx);
  ctx.set('Access-Control-Allow-Origin', '*');
  // The key is made of letters, digits, `_` and a dot.
  ctx.set('Content-Disposition', `inline; filename="${name}"`);
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('ETag', `"${version}"`);
  ctx.set('Cache-Control', ctx.query['v'] === version ? FOR_EVER : ASK_AGAIN);
}

/** Whether its reader has it already (RFC 9110 §13.1.2): versions hold no quotation marks. */
function isKnown(ctx: Context): boolean {
  const known = ctx.get('If-None-Match');
  return known === '*' || known.includes(ctx.response.get('ETag'));
}

/** A range of another version than the one that its reader has would be the middle of nothing (RFC 9110 §13.1.5). */
function rangeOf(ctx: Context, size: number): ReturnType<typeof askedRange> {
  const ifRange = ctx.get('If-Range');
  if (ifRange !== '' && ifRange !== ctx.response.get('ETag')) return null;
  return askedRange(ctx.get('Range'), size);
}

function setRange(ctx: Context, { first, last }: ByteRange, size: number): void {
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${first}-${last}/${size}`);
  ctx.length = last - first + 1;
}

/** What breaks off while somebody still reads is ours to know of: the answer can't say it any more. */
function watched(ctx: Context, stream: Readable, log: Logger): Readable {
  return stream.once('error', (error) => {
    if (ctx.writable) log.warn({ err: error, path: ctx.path }, 'a stored file broke off');
  });
}
