import type { SiteDomains } from '@stationhouse/sdk/station-address';
import type { Middleware } from 'koa';
import type { Storage } from '../assets/storage/storage.ts';
import type { DomainHosts } from '../domains/domain-hosts.ts';
import type { Feature } from '../feature.ts';
import type { Logger } from '../process/log.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { oembedRoutes } from './oembed.ts';
import { createSdkReleases } from './sdk-releases.ts';
import { site } from './site.ts';
import { SDK } from './static-files.ts';

/** Pages and files. `pages` answers everything outside the API. */
export function siteFeature(services: {
  stations: LiveStations;
  domains: SiteDomains;
  ownHosts: DomainHosts;
  storage: Storage;
  sdkVersion: string;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Feature & { pages: Middleware } {
  const sdkReleases = createSdkReleases({ ...services, version: services.sdkVersion, folder: SDK });
  return {
    routers: (mountCall) => [oembedRoutes(mountCall, services)],
    // Stores this version of the SDK beside the previous ones. It retries until it succeeds.
    start: sdkReleases.publish,
    close: sdkReleases.close,
    pages: site({ ...services, sdkReleases }),
  };
}
