// The site: which page a URL is, and the files that pages consist of.
import { readStationAddress, readHost, type SiteDomains } from '@stationhouse/sdk/station-address';
import type { Context, Middleware } from 'koa';
import { AppError } from '../errors.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Logger } from '../process/log.ts';
import { PROOF_PATH } from '../domains/domain-row.ts';
import type { DomainHosts } from '../domains/domain-hosts.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { createPortalPages } from './portal-page.ts';
import type { SdkReleases } from './sdk-releases.ts';
import { isStaticFile, sendStaticFile } from './static-files.ts';
import { sendFavicon, sendStationApp } from './station-app.ts';
import { createStationIcons } from './station-icons.ts';
import { sendStationPage } from './station-page.ts';

/** Paths of the API: never a page, and the same on every host. */
const NO_PAGE = /^\/(?:v1|stream|storage|player-embed|docs|openapi\.json)(?:\/|$)/;

/** A name with a dot is never a slug. Browsers request icons and similar files unasked. */
const FILE_NAME = /\.\w+$/;

/** Whether a path may be a page: not one of the API's, and not a file. */
export const isPagePath = (path: string): boolean =>
  !NO_PAGE.test(path) && !isStaticFile(path) && !FILE_NAME.test(path);

/** The station whose page a URL is, by its slug or public id; null: it is no station's page. */
export const stationOfPage = (url: URL, domains: SiteDomains): string | null =>
  isPagePath(url.pathname) ? (readStationAddress(url, domains)?.slug ?? null) : null;

/** The characters of an address that no slug and no public id has. */
const ADDRESS = /[./]/;

/**
 * The station that a site's owner has named: its slug or public id, with spaces around it and in any case, or the
 * address of its page.
 */
export function stationNamed(text: string, domains: SiteDomains): string {
  const name = text.trim().toLowerCase();
  if (!ADDRESS.test(name)) return name;
  const address = name.includes('://') ? name : `https://${name}`;
  return (URL.canParse(address) && stationOfPage(new URL(address), domains)) || name;
}

/** Serves all paths outside the API: files, station pages, the portal. */
export function site(deps: {
  stations: LiveStations;
  publicUrl: string;
  domains: SiteDomains;
  ownHosts: DomainHosts;
  sdkReleases: SdkReleases;
  storage: Storage;
  now: () => number;
  log: Logger;
}): Middleware {
  const { domains } = deps;
  const icons = createStationIcons(deps);
  const portal = createPortalPages(deps.publicUrl);
  return async function site(ctx, next) {
    const own = deps.ownHosts.ofHeader(ctx.get('Host'));
    if (own) {
      // The router was left out: the API does not answer at a member's domain.
      if (NO_PAGE.test(ctx.path)) throw new AppError('unknown_host');
      // It would also bind other names of the member's domain, and outlive our service of it.
      ctx.remove('Strict-Transport-Security');
      if (ctx.path === PROOF_PATH) return sendProof(ctx, own.token);
    }
    if (NO_PAGE.test(ctx.path) || ctx.status !== 404) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return refuseMethod(ctx);
    // Two slashes would be a second address of each page. Links and caches know one.
    if (ctx.path.includes('//')) throw new AppError('not_found');
    if (isStaticFile(ctx.path)) return sendStaticFile(ctx, deps.sdkReleases);
    const hostname = requestHost(ctx);
    const host = hostname === null ? 'unknown' : readHost(hostname, domains).kind;
    if (host === 'main' && (await portal.sendToRobots(ctx))) return;
    const isOurs = hostname !== null && host !== 'unknown';
    if (isOurs && ctx.path === '/favicon.ico') {
      return sendFavicon(ctx, hostname, { ...deps, icons });
    }
    if (isOurs && (await sendStationApp(ctx, hostname, { ...deps, icons }))) return;
    if (FILE_NAME.test(ctx.path)) throw new AppError('not_found');
    if (!isOurs) throw new AppError('unknown_host');
    const address = readStationAddress(
      { hostname, pathname: ctx.path, search: ctx.search },
      domains,
    );
    return address ? sendStationPage(ctx, address, { ...deps, hostname }) : portal.send(ctx);
  };
}

/** Answers the check of a member's domain. */
function sendProof(ctx: Context, token: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { token };
}

function refuseMethod(ctx: Context): void {
  ctx.set('Allow', 'GET, HEAD');
  ctx.status = 405;
}

/** `name`, `1.2.3.4` or `[::1]`, each with or without a port (RFC 9110 §7.2). */
const HOST_HEADER = /^([a-z0-9.-]{1,254}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The host name of a request; null when the header is invalid. Koa's `ctx.hostname` accepts spaces, dots and
 * NULs, and trusts a proxy's header.
 */
function requestHost(ctx: Context): string | null {
  return HOST_HEADER.exec(ctx.get('Host'))?.[1] ?? null;
}
