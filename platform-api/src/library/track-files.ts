// Audio and covers of the library in the browser: addresses that only admins get, and that expire.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { basename, extname } from 'node:path';
import Router from '@koa/router';
import { DAY_MS } from '../../contract/time.ts';
import { CONTENT_TYPES } from '../assets/asset-address.ts';
import { sendFile } from '../assets/storage/storage-routes.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';

/** Reports of what aired are served as the library's files are. */
export const REPORTS_FOLDER = 'library/reports/';
export const REPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const TYPES = { ...CONTENT_TYPES, ...REPORT_TYPES };

/** The objects that have addresses. */
const KEY =
  /^library\/(?:(?:covers|prepared)\/[\w-]+\.(?:jpg|png|gif|mp3)|reports\/[\w-]+\.(?:csv|xlsx))$/;

interface SignedFile {
  key: string;
  /** Left out: not known, and asked of the storage. */
  size_bytes?: number;
}

/** Signs and verifies addresses of the library's files. */
export interface TrackFiles {
  urlOf(file: SignedFile): string;
  isValid(asked: { path: string; query: URLSearchParams }): boolean;
}

/** @param options.now the clock, in epoch ms */
export function createTrackFiles(options: {
  secrets: readonly string[];
  publicUrl: string;
  now: () => number;
}): TrackFiles {
  const { secrets, publicUrl, now } = options;
  const sign = (secret: string, path: string, query: URLSearchParams): string =>
    createHmac('sha256', secret)
      .update(`library file\n${path}\n${query.get('bytes')}\n${query.get('expires')}`)
      .digest('base64url');
  const [signing] = secrets;
  if (signing === undefined) throw new Error('Addresses need a secret.');

  return {
    urlOf({ key, size_bytes = 0 }) {
      const path = `/storage/${key}`;
      // The same address all day, so that browsers can cache the file.
      const expires = (Math.floor(now() / DAY_MS) + 2) * DAY_MS;
      const query = new URLSearchParams({ bytes: String(size_bytes), expires: String(expires) });
      query.set('signature', sign(signing, path, query));
      return `${publicUrl}${path}?${query}`;
    },
    isValid({ path, query }) {
      const given = Buffer.from(query.get('signature') ?? '');
      return (
        Number(query.get('expires')) > now() &&
        secrets.some((secret) => {
          const valid = Buffer.from(sign(secret, path, query));
          return given.length === valid.length && timingSafeEqual(given, valid);
        })
      );
    },
  };
}

/** The library's files at signed addresses, with ranges. */
export function trackFileRoutes(deps: {
  files: TrackFiles;
  storage: Storage;
  log: Logger;
}): Router {
  const router = new Router({ prefix: '/storage/library' });
  // GET answers HEAD, too.
  router.get('/*path', async (ctx) => {
    const { pathname, searchParams: query } = new URL(ctx.req.url ?? '', 'http://localhost');
    const storage_key = pathname.replace('/storage/', '');
    if (!KEY.test(storage_key) || !deps.files.isValid({ path: pathname, query })) {
      throw new AppError('not_found');
    }
    const name = basename(storage_key);
    // The pattern allows only these extensions.
    const content_type = TYPES[extname(name).slice(1) as keyof typeof TYPES];
    const size_bytes = Number(query.get('bytes')) || (await sizeOf(deps.storage, storage_key));
    const asset = { size_bytes, version: name };
    ctx.set('Cache-Control', 'private, max-age=86400');
    await sendFile(ctx, { ...deps, file: { storage_key, name, content_type }, asset });
  });
  return router;
}

/** @throws `not_found` */
async function sizeOf(storage: Storage, key: string): Promise<number> {
  const object = await storage.open(key, { first: 0, last: 0 });
  if (!object) throw new AppError('not_found');
  object.stream.destroy();
  return object.size_bytes;
}
