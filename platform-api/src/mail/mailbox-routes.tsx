/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND, BRAND_COLOURS, LOGO } from '../../contract/site/brand.ts';
import { AppError } from '../errors.ts';
import { isFromThisMachine } from '../http/client-address.ts';
import { allowMailboxLetter, allowMailboxPage } from '../http/security-headers.ts';
import { MAX_KEPT, type MailboxItem, type Mailbox } from './mailbox.ts';

const MAILBOX_PATH = '/dev/mailbox';

const variables = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The style of the mailbox pages. Its hash is in their Content-Security-Policy. */
const MAILBOX_STYLE = `
:root { ${variables(BRAND_COLOURS.light)}; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { ${variables(BRAND_COLOURS.dark)} }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink); font: 16px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; align-items: center; gap: 10px; font-weight: 700; font-size: 19px; letter-spacing: -0.02em; }
header svg { width: 28px; height: 30px; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; margin: 24px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 32px 0 8px; }
p { margin: 0 0 16px; }
a { color: var(--primary); }
:focus-visible { outline: 3px solid var(--on_air); outline-offset: 2px; }
.note { color: var(--muted); max-width: 60ch; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
ul { list-style: none; margin: 24px 0 0; padding: 0; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding: 14px 20px; color: inherit; text-decoration: none; }
li a:hover { background: var(--background); }
li a:focus-visible { outline-offset: -3px; }
.subject { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to, time { color: var(--muted); font-size: 14px; }
.to { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { font-variant-numeric: tabular-nums; white-space: nowrap; align-self: center; }
.badge { border: 1px solid currentColor; border-radius: 99px; color: var(--muted); font-size: 12px; font-weight: 600; margin-right: 8px; padding: 1px 8px; vertical-align: 1px; }
.empty { margin-top: 24px; padding: 48px 24px; text-align: center; }
.empty p { margin: 0; color: var(--muted); }
.empty h2 { margin: 0 0 4px; font-size: 20px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 16px; margin: 0 0 24px; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 560px) {
  li a { grid-template-columns: minmax(0, 1fr); }
  .subject { white-space: normal; overflow-wrap: anywhere; }
}
iframe { display: block; width: 100%; height: 720px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
pre { margin: 0; padding: 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
`;

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${BRAND.name} mailbox`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: MAILBOX_STYLE }} />
      </head>
      <body>
        <main>
          <header>
            <svg viewBox={LOGO.view_box} aria-hidden="true">
              <path d={LOGO.house} fill="var(--house)" />
              <circle {...LOGO.lamp} fill="var(--on_air)" />
            </svg>
            {BRAND.name}
          </header>
          {children}
        </main>
      </body>
    </html>
  );
}

function Sent({ at }: { at: string }) {
  return <time dateTime={at}>{DATE.format(new Date(at))}</time>;
}

function Row({ kept }: { kept: MailboxItem }) {
  return (
    <li>
      <a href={`${MAILBOX_PATH}/${kept.id}`}>
        <span className="subject">
          {kept.kind === 'text' && <span className="badge">Text message</span>}
          {kept.kind === 'text' ? kept.text : kept.subject}
        </span>
        <Sent at={kept.sent_at} />
        <span className="to">To {kept.to}</span>
      </a>
    </li>
  );
}

const asPage = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/** The list of everything sent, newest first. */
function mailboxPage(all: MailboxItem[]): string {
  return asPage(
    <Page title="Mailbox">
      <h1>Mailbox</h1>
      <p className="note">
        A stand-in for development: it collects mail while SMTP_URL is not set, and text messages
        while SMS_URL is not set. Nothing on this page has left this machine. Only the newest{' '}
        {MAX_KEPT} are kept.
      </p>
      {all.length === 0 ? (
        <div className="card empty">
          <h2>No mail yet</h2>
          <p>Sign up or ask for a code, then reload this page.</p>
        </div>
      ) : (
        <ul className="card">
          {all.map((kept) => (
            <Row key={kept.id} kept={kept} />
          ))}
        </ul>
      )}
    </Page>,
  );
}

/** One mail or text message. A mail's HTML is shown in a sandboxed frame. */
function keptPage(kept: MailboxItem): string {
  const title = kept.kind === 'letter' ? kept.subject : 'Text message';
  return asPage(
    <Page title={title}>
      <h1>{title}</h1>
      <p>
        <a href={MAILBOX_PATH}>All mail</a>
      </p>
      <dl>
        <dt>To</dt>
        <dd>{kept.to}</dd>
        {kept.kind === 'letter' && kept.reply_to !== undefined && (
          <>
            <dt>Reply to</dt>
            <dd>{kept.reply_to}</dd>
          </>
        )}
        <dt>Sent</dt>
        <dd>
          <Sent at={kept.sent_at} /> (not really sent: this is a stand-in for development)
        </dd>
      </dl>
      {kept.kind === 'letter' && (
        <>
          <iframe
            title="The mail as mail clients show it"
            src={`${MAILBOX_PATH}/${kept.id}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
          />
          <h2>As plain text</h2>
        </>
      )}
      <pre className="card">{kept.text}</pre>
    </Page>,
  );
}

const STYLE_HASH = `'sha256-${createHash('sha256').update(MAILBOX_STYLE).digest('base64')}'`;

/**
 * It holds codes and links of every account. To others it does not exist. Named at each route: `router.use` would apply to
 * the routes of all later features too.
 */
const forThisMachine: Middleware = (ctx, next) => {
  if (!isFromThisMachine(ctx.req)) throw new AppError('not_found');
  return next();
};

/** The pages of the development mailbox, for this machine alone. Only mounted if there is one: never in production. */
export function mailboxRoutes(mailbox: Mailbox): Router {
  const router = new Router();

  async function find(ctx: Context): Promise<MailboxItem> {
    const kept = await mailbox.read(String(ctx['params'].id));
    if (!kept) throw new AppError('not_found');
    return kept;
  }

  router.get(MAILBOX_PATH, forThisMachine, async (ctx) => {
    sendPage(ctx, mailboxPage(await mailbox.list()));
  });

  router.get(`${MAILBOX_PATH}/:id`, forThisMachine, async (ctx) => {
    sendPage(ctx, keptPage(await find(ctx)));
  });

  router.get(`${MAILBOX_PATH}/:id/html`, forThisMachine, async (ctx) => {
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
  // The mails hold sign-in codes, so no other site may load them.
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.type = 'text/html';
  ctx.body = html;
}
