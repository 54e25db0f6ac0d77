import helmet from 'helmet';
import type { Context, Middleware } from 'koa';

type Directives = Record<string, string[]>;

/** The policy of answers that are not pages: nothing is allowed. */
const NOTHING: Directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };

/** Sets the security headers of every answer. Pages then relax them with the functions below. */
export function securityHeaders(publicUrl: string): Middleware {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
    crossOriginEmbedderPolicy: false,
    // Players on other sites load scripts, covers and audio.
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

/** Covers, logos and streams can be on any host. */
const ANYWHERE = ['http:', 'https:'];

/** Hashes of a page's inline styles and scripts, as `'sha256-…'`. */
export interface InlineHashes {
  styles: string[];
  scripts: string[];
}

const withInline = ({ styles, scripts }: InlineHashes): Directives => ({
  ...PAGE,
  'script-src': ["'self'", ...scripts],
  'style-src': ["'self'", ...styles],
});

/** A page of the portal. It cannot be framed, against clickjacking. */
export function allowPortalPage(ctx: Context, publicUrl: string, hashes: InlineHashes): void {
  setPolicy(ctx, {
    ...withInline(hashes),
    'connect-src': ["'self'", publicUrl],
    'img-src': ["'self'", 'data:', ...ANYWHERE],
    // Sound that the page has fetched with the admin's session: segues.
    'media-src': ['blob:', ...ANYWHERE],
    // The custom player of a station (`allowPlayerEmbed`).
    'frame-src': ["'self'", publicUrl],
    'frame-ancestors': ["'none'"],
  });
}

/** A station's page. Any site may frame it, because it has no cookies and no actions of members. */
export function allowPlayerPage(ctx: Context, publicUrl: string, hashes: InlineHashes): void {
  ctx.remove('X-Frame-Options');
  setPolicy(ctx, {
    ...withInline(hashes),
    'connect-src': ["'self'", publicUrl],
    'img-src': ["'self'", 'data:', ...ANYWHERE],
    // The reserve of a location player.
    'media-src': ['blob:', ...ANYWHERE],
    'worker-src': ["'self'"],
    'frame-ancestors': ['*'],
  });
}

/** The service worker of a station's page. It only fetches that page and its offline screen. */
export function allowStationWorker(ctx: Context, publicUrl: string): void {
  setPolicy(ctx, { ...NOTHING, 'connect-src': ["'self'", publicUrl] });
}

/** A member's file. Browsers run no scripts in it, even when it is opened as a page. */
export function allowStoredFile(ctx: Context): void {
  // Chromium warns about this header on a sandboxed page, whose origin is opaque.
  ctx.remove('Origin-Agent-Cluster');
  setPolicy(ctx, { sandbox: [], 'default-src': ["'none'"] });
}

/** A page for developers. Its script sends samples to this server. */
export function allowReferencePage(ctx: Context): void {
  setPolicy(ctx, {
    ...PAGE,
    'img-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

/**
 * A page of the development mailbox: no scripts, one style, and mails in a frame.
 * @param styleHash of the inline style, as `'sha256-…'`
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
 * A mail in the mailbox's frame: sandboxed, and it may load nothing, as in mail clients. Its links open
 * pages outside the sandbox.
 */
export function allowMailboxLetter(ctx: Context): void {
  // Chromium warns about this header on a sandboxed page, whose origin is opaque.
  ctx.remove('Origin-Agent-Cluster');
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
  setPolicy(ctx, {
    'default-src': ["'none'"],
    // The logo of a station.
    'img-src': ["'self'"],
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
 * The custom player of a station: third-party HTML that an admin has entered. It may load anything, but
 * its origin is opaque, so it cannot act as one of our pages. The header sandboxes it even when its URL is
 * opened outside the frame.
 */
export function allowPlayerEmbed(ctx: Context, publicUrl: string): void {
  // Chromium warns about this header on a sandboxed page, whose origin is opaque.
  ctx.remove('Origin-Agent-Cluster');
  // This header allows only one origin; the policy below allows two.
  ctx.remove('X-Frame-Options');
  // The URL contains the station's id.
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
