import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';
import { HttpError, type Context } from 'koa';
import { askedRange, setRange } from '../assets/storage/storage-routes.ts';
import { AppError } from '../errors.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import { sdkContentType, type ReleasedFile, type SdkReleases } from './sdk-releases.ts';

/** How long browsers and caches keep a file without revalidating it. */
const CACHING = {
  revalidate: 'no-cache',
  minutes: forEveryone({ everywhere: 5 * 60, stale: WHILE_FAILING.day }),
  forEver: `public, max-age=${365 * 24 * 60 * 60}, immutable`,
};

/** The folder of a built package, found as an importer would find it. */
const folderOf = (manifest: string, folder: string): string =>
  fileURLToPath(new URL(folder, import.meta.resolve(manifest)));

export const SDK = folderOf('@stationhouse/sdk/package.json', 'dist/');
const SHELL = folderOf('@stationhouse/player-shell/package.json', 'dist/');
export const PORTAL = folderOf('@stationhouse/portal/package.json', 'dist/');

/**
 * `/sdk/player.js` and `/sdk/v1/player.js` float within a major version. `/sdk/1.4.2/player.js` is immutable and
 * kept for ever, so pages may pin it by hash.
 */
const SDK_PATH = /^\/sdk\/(?:v1\/|(\d+\.\d+\.\d+)\/)?([\w.-]+)$/;

/** The names of built files contain a hash of their content. */
const ASSET_PATH = /^\/assets\/([\w.-]+)$/;

/** Its name contains no hash: it says which build is current, for screens that run for months. */
const VERSION_FILE = 'version.json';

/** Whether a path is a file of the SDK or of a page, which every host serves. */
export function isStaticFile(path: string): boolean {
  return path.startsWith('/sdk/') || path.startsWith('/assets/');
}

/**
 * Sends a built file, precompressed if the client accepts that.
 * @throws `not_found`; `storage_unavailable` when an older release cannot be looked up
 */
export async function sendStaticFile(ctx: Context, releases: SdkReleases): Promise<void> {
  const sdk = SDK_PATH.exec(ctx.path);
  if (sdk) return sendSdkFile(ctx, releases, { version: sdk[1], file: sdk[2] ?? '' });
  const file = ASSET_PATH.exec(ctx.path)?.[1];
  if (file === undefined) throw new AppError('not_found');
  const caching = file === VERSION_FILE ? CACHING.revalidate : CACHING.forEver;
  for (const root of [SHELL, PORTAL]) {
    if (await sendFile(ctx, { root, file: `assets/${file}`, caching })) return;
  }
  throw new AppError('not_found');
}

/** @param asked.version undefined for a floating path: the present version, or the newest with this file */
async function sendSdkFile(
  ctx: Context,
  releases: SdkReleases,
  { version, file }: { version: string | undefined; file: string },
): Promise<void> {
  const type = sdkContentType(file);
  if (type === undefined) throw new AppError('not_found');
  const floats = version === undefined;
  if (floats && (await sendFile(ctx, { root: SDK, file, caching: CACHING.minutes }))) {
    ctx.type = type;
    return;
  }
  const released = floats ? await releases.findNewest(file) : await releases.find(version, file);
  if (!released) throw new AppError('not_found');
  sendRelease(ctx, released, { type, mayStay: !floats });
}

function sendRelease(
  ctx: Context,
  { packed, isSettled }: ReleasedFile,
  { type, mayStay }: { type: string; mayStay: boolean },
): void {
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  const encoded = encoding === 'br' || encoding === 'gzip' ? packed[encoding] : undefined;
  ctx.type = type;
  ctx.set('Cache-Control', mayStay && isSettled ? CACHING.forEver : CACHING.minutes);
  ctx.vary('Accept-Encoding');
  ctx.etag = packed.etag;
  if (encoded && encoding !== false) ctx.set('Content-Encoding', encoding);
  ctx.body = encoded ?? packed.identity;
}

/** @returns false when there is no such file */
async function sendFile(
  ctx: Context,
  { root, file, caching }: { root: string; file: string; caching: string },
): Promise<boolean> {
  try {
    await send(ctx, file, { root });
  } catch (error) {
    // Missing, invalid or outside the folder.
    if (error instanceof HttpError && error.status < 500) return false;
    throw error;
  }
  // A folder, or a hidden file.
  if (ctx.body === null || ctx.body === undefined) return false;
  if (file.endsWith('.mp3')) sendRange(ctx, join(root, file));
  ctx.set('Cache-Control', caching);
  ctx.vary('Accept-Encoding');
  return true;
}

/** Narrows a sound down to the range that is asked for: Safari plays none that it cannot read in parts. */
function sendRange(ctx: Context, path: string): void {
  ctx.set('Accept-Ranges', 'bytes');
  const size = ctx.length ?? 0;
  const range = ctx.method === 'GET' ? askedRange(ctx.get('Range'), size) : null;
  if (range === null) return;
  if (ctx.body instanceof Readable) ctx.body.destroy();
  if (range === 'unsatisfiable') {
    ctx.body = '';
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.status = 416;
    return;
  }
  ctx.body = createReadStream(path, { start: range.first, end: range.last });
  setRange(ctx, range, size);
}

/** The `@font-face` rules of the built portal, for pages that the API draws; empty before the portal is built. */
export async function portalFontFaces(): Promise<string> {
  try {
    const page = await readFile(join(PORTAL, 'index.html'), 'utf8');
    const file = /href="\/(assets\/[\w.-]+\.css)"/.exec(page)?.[1] ?? '';
    const styles = await readFile(join(PORTAL, file), 'utf8');
    return (styles.match(/@font-face\s*\{[^}]*\}/g) ?? []).join('\n');
  } catch {
    return '';
  }
}
