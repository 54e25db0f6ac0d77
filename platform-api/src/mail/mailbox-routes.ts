import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import { allowMailboxLetter, allowMailboxPage } from '../http/security-headers.ts';
import { keptPage, MAILBOX_PATH, MAILBOX_STYLE, mailboxPage } from './mailbox-page.tsx';
import type { Kept, Mailbox } from './mailbox.ts';

const STYLE_HASH = `'sha256-${createHash('sha256').update(MAILBOX_STYLE).digest('base64')}'`;

/** The mailbox page of development. Mounted only where there is a mailbox, so never in production. */
export function mailboxRoutes(mailbox: Mailbox): Router {
  const router = new Router();

  async function find(ctx: Context): Promise<Kept> {
    const kept = await mailbox.read(String(ctx['params'].id));
    if (!kept) throw new AppError('not_found');
    return kept;
  }

  router.get(MAILBOX_PATH, async (ctx) => {
    sendPage(ctx, mailboxPage(await mailbox.list()));
  });

  router.get(`${MAILBOX_PATH}/:id`, async (ctx) => {
    sendPage(ctx, keptPage(await find(ctx)));
  });

  router.get(`${MAILBOX_PATH}/:id/html`, async (ctx) => {
    const kept = await find(ctx);
    if (kept.kind !== 'letter') throw new AppError('not_found');
    allowMailboxLetter(ctx);
    send(ctx, kept.html);
  });

  return router;
}

function sendPage(ctx: Context, page: string): void {
  allowMailboxPage(ctx, STYLE_HASH);
  send(ctx, page);
}

function send(ctx: Context, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  // Codes that sign in lie here: no other site's page may load them as anything.
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.type = 'text/html';
  ctx.body = html;
}
