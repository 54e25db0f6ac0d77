import Router from '@koa/router';
import type { SiteDomains } from '@stationhouse/sdk/station-address';
import { BRAND } from '../../contract/site/brand.ts';
import { EMBED_DEFAULTS } from '../../contract/stations/values.ts';
import { getOembed, OEMBED_SECONDS, type Oembed } from '../../contract/stations/oembed.ts';
import { playerFrame } from '../../contract/site/player-frame.ts';
import type { PublicStation } from '../../contract/stations/schemas.ts';
import { AppError } from '../errors.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { stationOfPage } from './site.ts';

/** oEmbed 1.0: players for the editors of other sites. The pasted URL is only parsed, never fetched. */
export function oembedRoutes(
  mountCall: MountCall,
  deps: { stations: LiveStations; publicUrl: string; domains: SiteDomains },
): Router {
  const router = new Router();

  mountCall(router, getOembed, async ({ ctx, query }) => {
    // Any other format, known or not (oEmbed 1.0 §2.3).
    if (query.format !== undefined && query.format !== 'json')
      throw new AppError('format_not_supported');
    const url = new URL(query.url);
    const station = await stationAt(url, deps);
    ctx.set('Cache-Control', forEveryone({ everywhere: OEMBED_SECONDS, stale: WHILE_FAILING.day }));
    return oembedOf(station, { ...query, address: url, publicUrl: deps.publicUrl });
  });

  return router;
}

/** @throws `station_not_found` when the URL is not a station's page */
async function stationAt(
  url: URL,
  { stations, domains }: { stations: LiveStations; domains: SiteDomains },
): Promise<PublicStation> {
  const slug = stationOfPage(url, domains);
  if (slug === null) throw new AppError('station_not_found');
  const live = await stations.find(slug);
  if (live) return live.station;
  const presentSlug = await stations.presentSlug(slug);
  const present = presentSlug === null ? null : await stations.find(presentSlug);
  if (!present) throw new AppError('station_not_found');
  return present.station;
}

/** Options of the player's look and language that a page's URL may carry; others are dropped. */
const LOOK = ['background', 'button', 'font', 'logo', 'song', 'theme', 'lang'] as const;

/** A colour, a switch or a word. The player itself validates it. */
const PLAIN_VALUE = /^#?[\w-]{1,9}$/;

/**
 * The answer for a station.
 *
 * @param asked.address the pasted URL
 * @param asked.maxwidth in px, like maxheight: never exceeded, however small (oEmbed 1.0 §2.3)
 */
export function oembedOf(
  station: Pick<PublicStation, 'public_id' | 'station_name' | 'own_url'>,
  asked: {
    address: URL;
    maxwidth?: number | undefined;
    maxheight?: number | undefined;
    publicUrl: string;
  },
): Oembed {
  const { address, publicUrl, maxwidth = Infinity, maxheight = Infinity } = asked;
  const width = Math.min(EMBED_DEFAULTS.width, maxwidth);
  const height = Math.min(EMBED_DEFAULTS.height, maxheight);
  const look = lookOf(address.searchParams);
  return {
    version: '1.0',
    type: 'rich',
    title: station.station_name,
    provider_name: BRAND.name,
    provider_url: publicUrl,
    cache_age: OEMBED_SECONDS,
    width,
    height,
    html: playerFrame({ home: publicUrl, station, look, width, height }),
  };
}

function lookOf(query: URLSearchParams): [name: string, value: string][] {
  return LOOK.flatMap((name): [string, string][] => {
    const value = query.get(name) ?? '';
    return PLAIN_VALUE.test(value) ? [[name, value]] : [];
  });
}
