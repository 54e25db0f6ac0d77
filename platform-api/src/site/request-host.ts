import type { Context } from 'koa';

/** `name`, `1.2.3.4` or `[::1]`, each with or without a port (RFC 9110 §7.2). */
const HOST_HEADER = /^([a-z0-9.-]{1,254}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The host name that a request was sent to, or null when the header is no host. Koa's own
 * `ctx.hostname` lets spaces, dots and NULs through, and would believe a proxy's header.
 */
export function requestHost(ctx: Context): string | null {
  return HOST_HEADER.exec(ctx.get('Host'))?.[1] ?? null;
}
