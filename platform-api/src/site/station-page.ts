import { renderStationPage, type StationPage } from '@stationhouse/player-shell/render';
import {
  readHost,
  type SiteDomains,
  type StationAddress,
  type StationView,
} from '@stationhouse/sdk/station-address';
import type { Context } from 'koa';
import { LANGUAGES, languageOf, type Language } from '../../contract/site/languages.ts';
import { formOfStation } from '../../contract/site/sleeve.ts';
import { AppError } from '../errors.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import { allowPlayerPage } from '../http/security-headers.ts';
import type { LiveStations } from '../stations/live-stations.ts';

/** Its titles are as old as the answers that a player asks for. */
const STATION_PAGE = forEveryone({ shared: 10, stale: WHILE_FAILING.hour });

/**
 * Sends a station's page, with station and tracks in the HTML. A station that is missing or cannot be read gets
 * a page for people, too. A former slug redirects to the present one.
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
    return redirect(ctx, `${publicUrl}/${presentSlug}`, address.view);
  }
  const view = viewOf(ctx, address.view);
  const own_url = found.station?.own_url;
  const host = readHost(deps.hostname, deps.domains);
  const isAtOwnHost = host.kind === 'station' && host.isOwn === true;
  // The policies of pages with a frame may allow our host only.
  if (own_url !== undefined && !isAtOwnHost && view !== 'embed') {
    return redirect(ctx, own_url, address.view);
  }
  const page = renderStationPage({
    ...found,
    slug: address.slug,
    view,
    lang: languageOfRequest(ctx),
    query: ctx.querystring,
    api_base: publicUrl,
    home_url: publicUrl,
    year: new Date(now()).getUTCFullYear(),
    page_url: own_url ?? `${publicUrl}/${found.station?.station_slug ?? address.slug ?? 'radio'}`,
    ...appPathOf(ctx.path, address, deps),
  });
  allowPlayerPage(ctx, publicUrl, { styles: page.style_hashes, scripts: page.script_hashes });
  if (status === 200) ctx.set('Cache-Control', STATION_PAGE);
  ctx.status = status;
  if (page.preload.length > 0) ctx.set('Link', page.preload);
  ctx.type = 'text/html';
  ctx.body = page.html;
}

/** The station of a page; with `presentSlug`, the slug to redirect to. */
interface Found extends Pick<StationPage, 'kind' | 'station' | 'coming' | 'form' | 'now_playing'> {
  status: number;
  presentSlug?: string;
}

async function lookUp(slug: string | null, stations: LiveStations): Promise<Found> {
  if (slug === null) return { kind: 'no-slug', status: 404 };
  try {
    const live = await stations.find(slug);
    if (!live) {
      const presentSlug = await stations.presentSlug(slug);
      if (presentSlug !== null) return { kind: 'missing', status: 404, presentSlug };
      const coming = await stations.coming(slug);
      if (!coming) return { kind: 'missing', status: 404 };
      const form = formOfStation(coming.public_id);
      return { kind: 'coming', coming, form, status: 404 };
    }
    const { station, now_playing } = live;
    return { kind: 'station', station, now_playing, status: 200 };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', status: error.status };
    throw error;
  }
}

/**
 * Redirects to a station's present address, which is never built from the Host header. Temporarily (302): another
 * station may take the old slug, and a domain may be lost.
 */
function redirect(ctx: Context, page: string, view: StationView): void {
  const query = new URLSearchParams(ctx.search);
  // The path names the station, not the query.
  for (const name of ['station', 'subdomain']) query.delete(name);
  const path = view === 'full' ? '' : `/${view}`;
  ctx.redirect(`${page}${path}${query.size > 0 ? `?${query}` : ''}`);
}

/** Only the full view can be embedded. */
function viewOf(ctx: Context, view: StationView): StationPage['view'] {
  return view === 'full' && ctx.query['embed'] === 'true' ? 'embed' : view;
}

/** The path of the station's app at this host; none at another station's host. */
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

/** The language of a page: `lang` in the URL, else the one that the browser prefers (RFC 9110 §12.5.4). */
export function languageOfRequest(ctx: Context): Language {
  ctx.vary('Accept-Language');
  const asked = new URLSearchParams(ctx.search).get('lang');
  if (asked) return languageOf(asked);
  const preferred = ctx.acceptsLanguages(...LANGUAGES);
  return languageOf(preferred === false ? null : preferred);
}
