import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { MEMBER_PAGES, PORTAL_PAGES } from '../../contract/pages.ts';
import { allowPortalPage } from '../http/security-headers.ts';
import { PORTAL } from './static-files.ts';

/** What a prerendered page says where the operator's address belongs: it is not known when it is built. */
const PLACEHOLDER = '{{PUBLIC_URL}}';

/** A file of the portal with the addresses filled in. */
interface Page {
  body: string;
  etag: string;
}

/** Answers with the portal's pages. */
export interface PortalPages {
  /** The page at the request's path, or the not-found page with 404. */
  send(ctx: Context): Promise<void>;
  /** Answers what search engines ask for by name. @returns whether it was that */
  sendToRobots(ctx: Context): Promise<boolean>;
}

/** Names of files that are made with the pages, and what they are. */
const FOR_ROBOTS: ReadonlyMap<string, string> = new Map([
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
]);

/**
 * Pages are read once and kept: there are a score of them, and every visitor of the portal wants one.
 *
 * @param publicUrl what their links are made of
 */
export function createPortalPages(publicUrl: string): PortalPages {
  const files = new Map<string, string>([
    ...PORTAL_PAGES.map((path): [string, string] => [path, path === '/' ? 'home' : path.slice(1)]),
    ...MEMBER_PAGES.map((path): [string, string] => [path, 'app-shell']),
  ]);
  const kept = new Map<string, Promise<Page>>();

  function page(file: string): Promise<Page> {
    const known = kept.get(file);
    if (known) return known;
    const reading = readPage(join(PORTAL, file), publicUrl);
    kept.set(file, reading);
    // One that couldn't be read is not kept: the build may be writing it just now.
    reading.catch(() => kept.delete(file));
    return reading;
  }

  return {
    async send(ctx) {
      const file = files.get(ctx.path);
      const { body, etag } = await page(`pages/${file ?? 'not-found'}.html`);
      allowPortalPage(ctx, publicUrl);
      ctx.status = file === undefined ? 404 : 200;
      ctx.set('Cache-Control', 'no-cache');
      ctx.vary('Host');
      ctx.type = 'text/html';
      answerUnlessKnown(ctx, body, etag);
    },

    async sendToRobots(ctx) {
      const type = FOR_ROBOTS.get(ctx.path);
      if (type === undefined) return false;
      const { body, etag } = await page(ctx.path.slice(1));
      ctx.status = 200;
      ctx.set('Cache-Control', 'no-cache');
      ctx.vary('Host');
      ctx.type = type;
      answerUnlessKnown(ctx, body, etag);
      return true;
    },
  };
}

function answerUnlessKnown(ctx: Context, body: string, etag: string): void {
  // Weak: compressed on its way out, the bytes are not always the same.
  ctx.etag = `W/"${etag}"`;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}

async function readPage(path: string, publicUrl: string): Promise<Page> {
  const body = (await readFile(path, 'utf8')).replaceAll(PLACEHOLDER, publicUrl);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { body, etag };
}
