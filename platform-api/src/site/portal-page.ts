import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import {
  fileOfPage,
  isSignedInPage,
  PORTAL_PAGES,
  PUBLIC_PAGES,
} from '../../contract/site/pages.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import { allowPortalPage, type InlineHashes } from '../http/security-headers.ts';
import { etagOf } from './etag.ts';
import { PORTAL } from './static-files.ts';

/** Stands for PUBLIC_URL in prerendered pages, which are built before it is known. */
const PLACEHOLDER = '{{PUBLIC_URL}}';

/**
 * Not longer in shared caches: after a release, an old page names files that only the last release has. Addresses of
 * other pages may have secrets in them, such as the link of a mail, so these are not kept.
 */
const PUBLIC_PAGE = forEveryone({ shared: 10, stale: WHILE_FAILING.day });

/** More than there are pages, so none is ever evicted. */
const MAX_PAGES = 100;

interface Page {
  body: string;
  etag: string;
  hashes: InlineHashes;
}

/** Answers with the portal's pages. */
export interface PortalPages {
  /** Sends the page at the request's path, or the not-found page with 404. A slash at the end redirects. */
  send(ctx: Context): Promise<void>;
  /** Sends robots.txt or the site map. @returns false at any other path */
  sendToRobots(ctx: Context): Promise<boolean>;
}

const FOR_ROBOTS: ReadonlyMap<string, string> = new Map([
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
]);

export function createPortalPages(publicUrl: string): PortalPages {
  const fileAt = (path: string, search = ''): string | undefined =>
    PORTAL_PAGES.some((page) => page === path) || isSignedInPage(path)
      ? fileOfPage(path, search)
      : undefined;
  const pages = new LRUCache<string, Page>({
    max: MAX_PAGES,
    fetchMethod: (file) => readPage(join(PORTAL, file), publicUrl),
  });

  async function sendPage(ctx: Context, file: string, type: string): Promise<InlineHashes> {
    const { body, etag, hashes } = await pages.forceFetch(file);
    ctx.set(
      'Cache-Control',
      PUBLIC_PAGES.some((path) => path === ctx.path) ? PUBLIC_PAGE : 'no-cache',
    );
    ctx.vary('Host');
    ctx.type = type;
    ctx.etag = etag;
    ctx.body = body;
    return hashes;
  }

  return {
    async send(ctx) {
      const withoutSlash = ctx.path.slice(0, -1);
      if (ctx.path.endsWith('/') && fileAt(withoutSlash) !== undefined) {
        ctx.redirect(withoutSlash + ctx.search);
        ctx.status = 308;
        return;
      }
      const file = fileAt(ctx.path, ctx.search);
      const page = `pages/${file ?? 'not-found'}.html`;
      allowPortalPage(ctx, publicUrl, await sendPage(ctx, page, 'text/html'));
      ctx.status = file === undefined ? 404 : 200;
    },

    async sendToRobots(ctx) {
      const type = FOR_ROBOTS.get(ctx.path);
      if (type === undefined) return false;
      await sendPage(ctx, ctx.path.slice(1), type);
      return true;
    },
  };
}

async function readPage(path: string, publicUrl: string): Promise<Page> {
  const body = (await readFile(path, 'utf8')).replaceAll(PLACEHOLDER, publicUrl);
  const hashes = {
    styles: hashesOf(body, /<style(?: media="not all")?>(.*?)<\/style>/gs),
    scripts: hashesOf(body, /<script type="module">(.*?)<\/script>/gs),
  };
  return { body, etag: etagOf(body), hashes };
}

/** Hashes of the texts that a pattern finds, for the Content-Security-Policy. */
const hashesOf = (body: string, inline: RegExp): string[] =>
  [...body.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
