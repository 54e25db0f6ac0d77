import helmet from 'helmet';
import type { Context, Middleware } from 'koa';

type Directives = Record<string, string[]>;

/** What an answer that is no page may do in a browser: nothing. */
const NOTHING: Directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/** Sets the headers that every answer carries; pages then widen them with one of the functions below. */
export function securityHeaders(publicUrl: string): Middleware {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
    crossOriginEmbedderPolicy: false,
    // Players of other sites load the script, covers and sound.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
  });
  return async function securityHeaders(ctx, next) {
    await new Promise<void>((resolve, reject) => {
      setHeaders(ctx.req, ctx.res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    await next();
  };
}

function setPolicy(ctx: Context, directives: Directives): void {
  const policy = Object.entries(directives).map(([name, values]) => [name, ...values].join(' '));
  ctx.set('Content-Security-Policy', policy.join('; '));
}

const PAGE: Directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'require-trusted-types-for': ["'script'"],
};

/** Covers, logos and streams come from wherever a station keeps them. */
const ANYWHERE = ['http:', 'https:'];

/** A page of the portal: never framed, so that nobody can lay another page over its buttons. */
export function allowPortalPage(ctx: Context, publicUrl: string): void {
  setPolicy(ctx, {
    ...PAGE,
    'connect-src': ["'self'", publicUrl],
    'img-src': ["'self'", 'data:', ...ANYWHERE],
    'media-src': ANYWHERE,
    // The player that the operator pasted (`allowPlayerEmbed`).
    'frame-src': ["'self'", publicUrl],
    'frame-ancestors': ["'none'"],
  });
}

/**
 * A page of a station: any site may frame it, for it holds no cookie and no member's action.
 * @param hashes of the styles and scripts written into the page, as `'sha256-…'`
 */
export function allowPlayerPage(
  ctx: Context,
  publicUrl: string,
  hashes: { styles: string[]; scripts: string[] },
): void {
  ctx.remove('X-Frame-Options');
  setPolicy(ctx, {
    ...PAGE,
    'script-src': ["'self'", ...hashes.scripts],
    'style-src': ["'self'", ...hashes.styles],
    'connect-src': ["'self'", publicUrl],
    'img-src': ["'self'", 'data:', ...ANYWHERE],
    'media-src': ANYWHERE,
    'worker-src': ["'self'"],
    'frame-ancestors': ['*'],
  });
}

/** The service worker of a station's page: it asks for that page and its offline screen, and for nothing else. */
export function allowStationWorker(ctx: Context, publicUrl: string): void {
  setPolicy(ctx, { ...NOTHING, 'connect-src': ["'self'", publicUrl] });
}

/** A member's file: whatever it holds, a browser runs none of it, not even as a page of its own. */
export function allowStoredFile(ctx: Context): void {
  // An origin of its own cannot be kept apart once more: Chromium complains on the console.
  ctx.remove('Origin-Agent-Cluster');
  setPolicy(ctx, { sandbox: [], 'default-src': ["'none'"] });
}

/**
 * The reference page: its library writes styles of its own and builds HTML from our own document, so it
 * alone may use inline styles and needs no trusted types.
 */
export function allowReferencePage(ctx: Context): void {
  const { 'require-trusted-types-for': _, ...page } = PAGE;
  setPolicy(ctx, {
    ...page,
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ['blob:'],
    'frame-ancestors': ["'none'"],
  });
}

/**
 * A page of the development mailbox: no script at all, one style, and letters of ours in a frame.
 * @param styleHash of the style written into the page, as `'sha256-…'`
 */
export function allowMailboxPage(ctx: Context, styleHash: string): void {
  setPolicy(ctx, {
    ...NOTHING,
    'style-src': [styleHash],
    'img-src': ['data:'],
    'frame-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
}

/**
 * A letter in the mailbox's frame: it has an origin of its own and may load nothing, as in a mail
 * program; its links open a page that is free of the frame's rules.
 */
export function allowMailboxLetter(ctx: Context): void {
  // An origin of its own cannot be kept apart once more: Chromium complains on the console.
  ctx.remove('Origin-Agent-Cluster');
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
  setPolicy(ctx, {
    'default-src': ["'none'"],
    'style-src': ["'unsafe-inline'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: [
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-top-navigation-by-user-activation',
    ],
  });
}

/**
 * A player that the operator pasted, which may be anybody's: it loads what it needs from wherever that
 * lies, but its origin is its own, so that it can't read or do anything as one of our pages. It is
 * sandboxed by itself too, for whoever opens its address without the frame.
 */
export function allowPlayerEmbed(ctx: Context, publicUrl: string): void {
  // An origin of its own cannot be kept apart once more: Chromium complains on the console.
  ctx.remove('Origin-Agent-Cluster');
  // It knows one origin alone, and the policy below names two.
  ctx.remove('X-Frame-Options');
  // The station's id is nobody's business.
  ctx.set('Referrer-Policy', 'no-referrer');
  setPolicy(ctx, {
    'default-src': [...ANYWHERE, 'data:', 'blob:', "'unsafe-inline'", "'unsafe-eval'"],
    'connect-src': [...ANYWHERE, 'ws:', 'wss:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'", publicUrl],
    sandbox: ['allow-scripts'],
  });
}
