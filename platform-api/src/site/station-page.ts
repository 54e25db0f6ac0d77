import { renderStationPage, type StationPage } from '@stationhouse/player-shell/render';
import {
  readHost,
  type SiteDomains,
  type StationAddress,
  type StationView,
} from '@stationhouse/sdk/station-address';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import { allowPlayerPage } from '../http/security-headers.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { languageOfRequest } from './page-language.ts';

/**
 * Answers with a station's page: the station and its tracks are in the HTML already. A station that
 * isn't there or can't be read is a page too, for it is a person who came; one whose address has
 * changed is shown there.
 */
export async function sendStationPage(
  ctx: Context,
  address: StationAddress,
  deps: {
    stations: LiveStations;
    publicUrl: string;
    now: () => number;
    hostname: string;
    domains: SiteDomains;
  },
): Promise<void> {
  const { stations, publicUrl, now } = deps;
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Host');
  const { status, presentSlug, ...found } = await lookUp(address.slug, stations);
  if (presentSlug !== undefined) {
    return sendOn(ctx, { slug: presentSlug, view: address.view }, publicUrl);
  }
  const page = renderStationPage({
    ...found,
    slug: address.slug,
    view: viewOf(ctx, address.view),
    lang: languageOfRequest(ctx),
    query: ctx.querystring,
    api_base: publicUrl,
    home_url: publicUrl,
    year: new Date(now()).getUTCFullYear(),
    page_url: `${publicUrl}/${address.slug ?? 'radio'}`,
    ...appPathOf(ctx.path, address, deps),
  });
  allowPlayerPage(ctx, publicUrl, { styles: page.style_hashes, scripts: page.script_hashes });
  ctx.status = status;
  if (page.preload.length > 0) ctx.set('Link', page.preload);
  ctx.type = 'text/html';
  ctx.body = page.html;
}

/** What a page is made of; `presentSlug` where the station is shown at another address. */
interface Found extends Pick<StationPage, 'kind' | 'station' | 'now_playing'> {
  status: number;
  presentSlug?: string;
}

async function lookUp(slug: string | null, stations: LiveStations): Promise<Found> {
  if (slug === null) return { kind: 'no-slug', status: 404 };
  try {
    const live = await stations.find(slug);
    if (!live) {
      const presentSlug = await stations.presentSlug(slug);
      return { kind: 'missing', status: 404, ...(presentSlug !== null && { presentSlug }) };
    }
    const { station, now_playing } = live;
    return { kind: 'station', station, now_playing, status: 200 };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', status: error.status };
    throw error;
  }
}

/**
 * Sends a person to a station's present address. For now (302): the old one may be taken, or taken back.
 * Always under the public address, for links are never made of the host.
 */
function sendOn(
  ctx: Context,
  { slug, view }: { slug: string; view: StationView },
  publicUrl: string,
): void {
  const query = new URLSearchParams(ctx.search);
  // The path names the station now.
  for (const name of ['station', 'subdomain']) query.delete(name);
  const path = view === 'full' ? slug : `${slug}/${view}`;
  ctx.redirect(`${publicUrl}/${path}${query.size > 0 ? `?${query}` : ''}`);
}

/** The page that an address asks for. A screen on a wall is not embedded in anything. */
function viewOf(ctx: Context, view: StationView): StationPage['view'] {
  return view === 'full' && ctx.query['embed'] === 'true' ? 'embed' : view;
}

/** Where the station lies at the host that was asked; nowhere on a host that is another station's. */
function appPathOf(
  path: string,
  { slug }: StationAddress,
  { hostname, domains }: { hostname: string; domains: SiteDomains },
): Pick<StationPage, 'app_path'> {
  const host = readHost(hostname, domains);
  if (host.kind === 'station') return host.slug === slug ? { app_path: '' } : {};
  if (slug === null) return {};
  const folder = path.startsWith('/radio/') ? '/radio' : '';
  return { app_path: `${folder}/${encodeURIComponent(slug)}` };
}
