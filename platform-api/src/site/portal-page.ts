import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { PORTAL_PAGES } from '../../contract/pages.ts';
import { allowPortalPage } from '../http/security-headers.ts';
import { PORTAL } from './static-files.ts';

/** Answers with the portal, whose router shows the page; a path it doesn't know is a 404 page. */
export async function sendPortalPage(ctx: Context, publicUrl: string): Promise<void> {
  const pages: readonly string[] = PORTAL_PAGES;
  allowPortalPage(ctx, publicUrl);
  ctx.status = pages.includes(ctx.path) ? 200 : 404;
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Host');
  ctx.type = 'text/html';
  ctx.body = await readFile(join(PORTAL, 'index.html'));
}
