import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/stations/calls.ts';
import { AppError } from '../errors.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import { allowPlayerEmbed } from '../http/security-headers.ts';
import { STATION_CACHING, type LiveStation } from './live-station.ts';
import type { LiveStations } from './live-stations.ts';
import { RadioStation } from './station.ts';

const PREFIX = '/v1/stations/';
const NOW_PLAYING = '/now-playing';
const EVENTS = '/events';

/** The station in memory that a request for one of the two calls below names. */
function stationInMemory(
  stations: LiveStations,
  { method, url }: IncomingMessage,
  ending: string,
): LiveStation | undefined {
  if (method !== 'GET' || !url?.startsWith(PREFIX) || !url.endsWith(ending)) return undefined;
  return stations.recall(url.slice(PREFIX.length, -ending.length));
}

/** The whole answer to `getNowPlaying`, which every open player requests; null: it is left to the others below. */
export function nowPlayingFromMemory(stations: LiveStations, req: IncomingMessage) {
  return stationInMemory(stations, req, NOW_PLAYING)?.wholeNowPlaying(req) ?? null;
}

/**
 * Answers the two calls that every open player makes from memory, before Koa is involved: that halves the
 * cost of most requests. Everything else, every error included, is left to the routes below.
 * @returns the call that has been answered; null: none has
 */
export function answerBeforeKoa(
  stations: LiveStations,
  req: IncomingMessage,
  res: ServerResponse,
): Call | null {
  const playing = stationInMemory(stations, req, NOW_PLAYING);
  if (playing) {
    playing.answerNowPlaying(req, res);
    return calls.getNowPlaying;
  }
  try {
    const station = stationInMemory(stations, req, EVENTS);
    station?.openEvents(req, res);
    return station ? calls.getStationEvents : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The public calls. A slug that is invalid, unknown or not on air gets the same answer.
 * @param named the station that a player's owner has named, perhaps by the address of its page
 */
export function stationRoutes(
  mountCall: MountCall,
  { stations, named }: { stations: LiveStations; named: (text: string) => string },
): Router {
  const router = new Router();

  /**
   * @returns null after a redirect to the station's present slug
   * @throws `station_not_found`
   */
  async function findOrRedirect(
    ctx: Context,
    call: Call,
    params: { station_slug: string },
  ): Promise<LiveStation | null> {
    const slug = named(params.station_slug);
    const station = await stations.find(slug);
    if (station) return station;
    const presentSlug = await stations.presentSlug(slug);
    if (presentSlug === null) throw new AppError('station_not_found');
    redirect(ctx, call.path.replace('{station_slug}', presentSlug));
    return null;
  }

  mountCall(router, calls.getStation, async ({ ctx, params }) => {
    const live = await findOrRedirect(ctx, calls.getStation, params);
    if (!live) return ANSWERED;
    ctx.set('Cache-Control', STATION_CACHING);
    return live.station;
  });

  mountCall(router, calls.getNowPlaying, async ({ ctx, params }) => {
    const station = await findOrRedirect(ctx, calls.getNowPlaying, params);
    if (!station) return ANSWERED;
    ctx.respond = false;
    station.answerNowPlaying(ctx.req, ctx.res);
    return ANSWERED;
  });

  mountCall(router, calls.listPlayedTracks, async ({ ctx, params }) => {
    const station = await findOrRedirect(ctx, calls.listPlayedTracks, params);
    if (!station) return ANSWERED;
    ctx.set('Cache-Control', STATION_CACHING);
    return { data: [...((await stations.played(station.station.station_slug)) ?? [])] };
  });

  mountCall(router, calls.getStationEvents, async ({ ctx, params }) => {
    const station = await findOrRedirect(ctx, calls.getStationEvents, params);
    if (!station) return ANSWERED;
    station.openEvents(ctx.req, ctx.res);
    ctx.respond = false;
    return ANSWERED;
  });

  return router;
}

/** 307: temporary, as another station may take the old slug; the method stays (RFC 9110 §15.4.8). */
function redirect(ctx: Context, path: string): void {
  ctx.status = 307;
  ctx.set('Location', path);
  ctx.set('Cache-Control', 'no-cache');
  // Koa would otherwise send the status text as the body.
  ctx.body = '';
  ctx.remove('Content-Type');
}

const stationId = z.uuid();

/** The player embeds that an admin has pasted, each as a page for the portal to frame. */
export function playerEmbedRoutes({ db, publicUrl }: { db: Knex; publicUrl: string }): Router {
  const router = new Router();

  router.get('/player-embed/:station_id', async (ctx) => {
    const html = await findEmbed(db, ctx.params['station_id']);
    if (!html) throw new AppError('not_found');
    allowPlayerEmbed(ctx, publicUrl);
    // The admin may remove it at any time.
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'text/html';
    ctx.body = embedPage(html);
  });

  return router;
}

async function findEmbed(db: Knex, id: unknown): Promise<string | null> {
  const parsed = stationId.safeParse(id);
  if (!parsed.success) return null;
  const station = await RadioStation.query(db).findById(parsed.data).select('radio_player_embed');
  return station?.radio_player_embed ?? null;
}

/** The HTML is not sanitised: the page's policy confines it. Embeds expect a white background. */
const embedPage = (html: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Player</title>
<style>html { background: #fff } body { margin: 0 }</style>
</head>
<body>
${html}
</body>
</html>
`;
