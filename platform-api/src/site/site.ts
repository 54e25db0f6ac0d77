// The site: which page an address is, and the files that pages are made of.
import { readStationAddress, readHost, type SiteDomains } from '@stationhouse/sdk/station-address';
import type { Middleware } from 'koa';
import { AppError } from '../errors.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Logger } from '../log.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { createPortalPages } from './portal-page.ts';
import { requestHost } from './request-host.ts';
import type { SdkReleases } from './sdk-releases.ts';
import { isStaticFile, sendStaticFile } from './static-files.ts';
import { sendStationApp } from './station-app.ts';
import { createStationIcons } from './station-icons.ts';
import { sendStationPage } from './station-page.ts';

/** What the API answers, or will: never a page, and the same on any host. */
const NO_PAGE = /^\/(?:v1|stream|storage|player-embed|docs|openapi\.json)(?:\/|$)/;

/** Icons and the like that browsers ask for by themselves: a name with a dot is no slug. */
const FILE_NAME = /\.\w+$/;

/** Whether a page may be at this path of a host: what the API answers and what is a file is none. */
export const isPagePath = (path: string): boolean =>
  !NO_PAGE.test(path) && !isStaticFile(path) && !FILE_NAME.test(path);

/** Answers whatever the API's routes have left: files, station pages, the portal. */
export function site(deps: {
  stations: LiveStations;
  publicUrl: string;
  domains: SiteDomains;
  sdkReleases: SdkReleases;
  storage: Storage;
  now: () => number;
  log: Logger;
}): Middleware {
  const { domains } = deps;
  const icons = createStationIcons(deps);
  const portal = createPortalPages(deps.publicUrl);
  return async function site(ctx, next) {
    if (NO_PAGE.test(ctx.path) || ctx.status !== 404) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return onlyReading(ctx);
    if (isStaticFile(ctx.path)) return sendStaticFile(ctx, deps.sdkReleases);
    const hostname = requestHost(ctx);
    const host = hostname === null ? 'unknown' : readHost(hostname, domains).kind;
    if (host === 'main' && (await portal.sendToRobots(ctx))) return;
    const isOurs = hostname !== null && host !== 'unknown';
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

function onlyReading(ctx: Parameters<Middleware>[0]): void {
  ctx.set('Allow', 'GET, HEAD');
  ctx.status = 405;
}
