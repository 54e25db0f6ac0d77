import { renderStationPage, type StationPage } from '@stationhouse/player-shell/render';
import type { StationAddress } from '@stationhouse/sdk/station-address';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import { allowPlayerPage } from '../http/security-headers.ts';
import type { LiveStations } from '../stations/live-stations.ts';

/**
 * Answers with a station's page: the station and its tracks are in the HTML already. A station that
 * isn't there or can't be read is a page too, for it is a person who came.
 */
export async function sendStationPage(
  ctx: Context,
  address: StationAddress,
  deps: { stations: LiveStations; publicUrl: string; now: () => number },
): Promise<void> {
  const { stations, publicUrl, now } = deps;
  const { status, ...found } = await lookUp(address.slug, stations);
  const page = renderStationPage({
    ...found,
    slug: address.slug,
    embed: ctx.query['embed'] === 'true',
    query: ctx.querystring,
    api_base: publicUrl,
    home_url: publicUrl,
    year: new Date(now()).getUTCFullYear(),
    page_url: `${publicUrl}/${address.slug ?? 'radio'}`,
  });
  allowPlayerPage(ctx, publicUrl, { styles: page.style_hashes, scripts: page.script_hashes });
  ctx.status = status;
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Host');
  if (page.preload.length > 0) ctx.set('Link', page.preload);
  ctx.type = 'text/html';
  ctx.body = page.html;
}

async function lookUp(
  slug: string | null,
  stations: LiveStations,
): Promise<Pick<StationPage, 'kind' | 'station' | 'now_playing'> & { status: number }> {
  if (slug === null) return { kind: 'no-slug', status: 404 };
  try {
    const live = await stations.find(slug);
    if (!live) return { kind: 'missing', status: 404 };
    const { station, now_playing } = live;
    return { kind: 'station', station, now_playing, status: 200 };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', status: error.status };
    throw error;
  }
}
