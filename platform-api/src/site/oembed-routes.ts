import Router from '@koa/router';
import { readStationAddress, type SiteDomains } from '@stationhouse/sdk/station-address';
import { getOembed, OEMBED_SECONDS } from '../../contract/oembed.ts';
import type { PublicStation } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { oembedOf } from './oembed.ts';
import { isPagePath } from './site.ts';

/** Players for editors of other sites (oEmbed 1.0). The address is read as a text: nothing is fetched. */
export function oembedRoutes(
  mountCall: MountCall,
  deps: { stations: LiveStations; publicUrl: string; domains: SiteDomains },
): Router {
  const router = new Router();

  mountCall(router, getOembed, async ({ ctx, query }) => {
    // Whatever format it is that we don't speak (oEmbed 1.0 §2.3).
    if (query.format !== undefined && query.format !== 'json')
      throw new AppError('format_not_supported');
    const url = new URL(query.url);
    const station = await stationAt(url, deps);
    ctx.set('Cache-Control', `public, max-age=${OEMBED_SECONDS}`);
    return oembedOf(station, { ...query, address: url, publicUrl: deps.publicUrl });
  });

  return router;
}

/** @throws `station_not_found`: no page of a station is at this address */
async function stationAt(
  url: URL,
  { stations, domains }: { stations: LiveStations; domains: SiteDomains },
): Promise<PublicStation> {
  const slug = isPagePath(url.pathname) ? readStationAddress(url, domains)?.slug : null;
  if (slug === null || slug === undefined) throw new AppError('station_not_found');
  const live = await stations.find(slug);
  if (live) return live.station;
  const presentSlug = await stations.presentSlug(slug);
  const present = presentSlug === null ? null : await stations.find(presentSlug);
  if (!present) throw new AppError('station_not_found');
  return present.station;
}
