import type { Context } from 'koa';

/** For an address that changes with its content. A year is the longest that caches are asked for (RFC 9111). */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Players and pages of any origin may read the answer. @param caching its `Cache-Control` */
export function open(ctx: Context, caching: string): void {
  // One form for all, so that a cache may ignore `Vary`.
  ctx.compress = false;
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.set('Cache-Control', caching);
}

/** How long a shared cache may send an old answer while the program fails, in s. */
export const WHILE_FAILING = { minute: 60, hour: 3_600, day: 86_400 };

/**
 * `Cache-Control` of an answer that does not depend on the user (docs/operations/cdn.md).
 * @param seconds.everywhere how long browsers and shared caches may keep it
 * @param seconds.shared how long only shared caches may; browsers revalidate it
 * @param seconds.stale one of `WHILE_FAILING` (`stale-if-error`, RFC 5861)
 */
export function forEveryone(
  seconds: { stale: number } & ({ everywhere: number } | { shared: number }),
): string {
  const kept =
    'shared' in seconds ? `max-age=0, s-maxage=${seconds.shared}` : `max-age=${seconds.everywhere}`;
  return `public, ${kept}, stale-if-error=${seconds.stale}`;
}
