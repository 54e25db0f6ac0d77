import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { isPictureKind } from '../../../contract/assets/values.ts';
import { AppError } from '../../errors.ts';
import { allowStoredFile } from '../../http/security-headers.ts';
import type { Logger } from '../../process/log.ts';
import { askedFile, type AskedFile } from '../asset-address.ts';
import { Asset } from '../asset.ts';
import type { ByteRange, Storage } from './storage.ts';
import { streamsFile } from '../../stations/station-queries.ts';
import { AIRED } from '../prepared-sounds.ts';

/** For a URL with the current version. A year is the longest time that caches are asked for (RFC 9111). */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** For any other URL of an open file: cached, and revalidated each time. */
const REVALIDATE = 'no-cache';

interface Deps {
  db: Knex;
  storage: Storage;
  log: Logger;
}

/**
 * Members' files on any host, never served as a document. A URL is a capability: its version, a content hash,
 * cannot be guessed from the URL of another file. Pictures and what a station plays are open without it.
 */
export function storageRoutes(deps: Deps): Router {
  const router = new Router({ prefix: '/storage' });
  // GET answers HEAD, too.
  router.get('/*path', async (ctx) => {
    const file = askedFile(rawPath(ctx));
    if (file === null) throw new AppError('not_found');
    const asset = await findStored(deps.db, file.storage_key);
    const isVersioned = asset !== undefined && namesVersion(ctx, asset);
    if (!asset || !(isVersioned || isPictureKind(asset.kind) || asset.is_on_air)) {
      throw new AppError('not_found');
    }
    if (ctx.query['form'] === 'air') return sendAired(ctx, { ...deps, file, aired: asset.aired });
    ctx.set('Cache-Control', isVersioned ? FOR_EVER : REVALIDATE);
    await sendFile(ctx, { ...deps, file, asset });
  });
  return router;
}

/** A file that can be served. */
type ServedAsset = Asset & {
  /** Its member's live station has it as its stream. */
  is_on_air: boolean;
  /** The sound as it airs; null until it is prepared. */
  aired: { key: string; size_bytes: number } | null;
};

async function sendAired(
  ctx: Context,
  { aired, file, ...deps }: Deps & { file: AskedFile } & Pick<ServedAsset, 'aired'>,
): Promise<void> {
  if (aired === null) throw new AppError('not_found');
  const { key: storage_key, size_bytes } = aired;
  // The name of the object is a hash of its content.
  const version = storage_key.slice(storage_key.lastIndexOf('/') + 1);
  ctx.set('Cache-Control', REVALIDATE);
  await sendFile(ctx, { ...deps, file: { ...file, storage_key }, asset: { size_bytes, version } });
}

async function findStored(db: Knex, storage_key: string): Promise<ServedAsset | undefined> {
  const isOnAir = db.raw(`${streamsFile('assets.user_id', 'assets.storage_key')} as is_on_air`);
  const aired = db.raw(AIRED);
  const [asset] = await Asset.query(db)
    .where({ storage_key, state: 'stored' })
    .select('assets.*', isOnAir, aired)
    .castTo<ServedAsset[]>();
  return asset;
}

/** Compares in constant time, so that response times reveal no part of a version. */
function namesVersion(ctx: Context, { version }: Asset): boolean {
  const { v } = ctx.query;
  if (typeof v !== 'string' || v === '') return false;
  const [given, current] = [Buffer.from(v), Buffer.from(version)];
  return given.length === current.length && timingSafeEqual(given, current);
}

/** The path as it was sent, not decoded. */
const rawPath = (ctx: Context): string => (ctx.req.url ?? '').replace(/[?#].*/s, '');

/** A file of any type. */
type ServedFile = Omit<AskedFile, 'content_type'> & { content_type: string };

/** A file whose object is known. */
interface KnownFile {
  file: ServedFile;
  asset: Pick<Asset, 'size_bytes' | 'version'>;
}

/**
 * Sends a file, or the range of it that is asked for.
 * @throws `not_found`; `storage_unavailable`
 */
export async function sendFile(
  ctx: Context,
  { storage, log, file, asset }: Pick<Deps, 'storage' | 'log'> & KnownFile,
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

/** The object was replaced and its row is about to be: sends the new object, not cached. */
async function sendSuccessor(
  ctx: Context,
  { storage, log, file }: Pick<Deps, 'storage' | 'log'> & { file: ServedFile },
): Promise<void> {
  const object = await storage.open(file.storage_key);
  if (object === null) throw new AppError('not_found');
  ctx.remove('ETag');
  ctx.set('Cache-Control', 'no-store');
  ctx.length = object.size_bytes;
  ctx.body = watched(ctx, object.stream, log);
}

function setHead(
  ctx: Context,
  { name, content_type }: ServedFile,
  { version }: KnownFile['asset'],
): void {
  ctx.status = 200;
  ctx.type = content_type;
  allowStoredFile(ctx);
  ctx.set('Access-Control-Allow-Origin', '*');
  // The name consists of letters, digits, `_` and a dot.
  ctx.set('Content-Disposition', `inline; filename="${name}"`);
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('ETag', `"${version}"`);
}

/** Unlike `ctx.fresh`, also for requests with `Cache-Control: no-cache`: a version's bytes never change. */
function isKnown(ctx: Context): boolean {
  const known = ctx.get('If-None-Match');
  return known === '*' || known.includes(ctx.response.get('ETag'));
}

/** If-Range: a range of another version than the reader's would be useless (RFC 9110 §13.1.5). */
function rangeOf(ctx: Context, size: number): ReturnType<typeof askedRange> {
  const ifRange = ctx.get('If-Range');
  if (ifRange !== '' && ifRange !== ctx.response.get('ETag')) return null;
  return askedRange(ctx.get('Range'), size);
}

/** Marks the answer as a part of `size` bytes. */
export function setRange(ctx: Context, { first, last }: ByteRange, size: number): void {
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${first}-${last}/${size}`);
  ctx.length = last - first + 1;
}

/** Logs a stream that breaks while its reader is still connected: the answer cannot report it. */
function watched(ctx: Context, stream: Readable, log: Logger): Readable {
  return stream.once('error', (error) => {
    if (ctx.writable) log.warn({ err: error, path: ctx.path }, 'the stream of a stored file broke');
  });
}

/** One range of RFC 9110 §14.1.2: `0-499`, `500-`, `-500`. */
const ONE_RANGE = /^bytes=\s*(?:(\d+)-(\d*)|-(\d+))\s*$/i;

/**
 * Parses a Range header for an object of `size` bytes, at least one.
 *
 * @returns null for the whole object: also for several ranges, other units and invalid values, which a server
 *   may ignore (RFC 9110 §14.2)
 */
export function askedRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = ONE_RANGE.exec(header);
  if (!parts) return null;
  const [, from, to, suffix] = parts;
  const end = size - 1;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - Number(suffix)), last: end };
  }
  const first = Number(from);
  const last = to ? Number(to) : end;
  if (to && last < first) return null;
  return first > end ? 'unsatisfiable' : { first, last: Math.min(last, end) };
}
