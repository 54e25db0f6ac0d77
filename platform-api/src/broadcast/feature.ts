import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type { Track } from '../../contract/stations/schemas.ts';
import { stationIdIn } from '../../contract/stations/slug.ts';
import { AppError } from '../errors.ts';
import type { Feature } from '../feature.ts';
import { FOR_EVER, open } from '../http/caching.ts';
import { wholeAnswer } from '../http/from-memory.ts';
import type { Sleeves } from '../sleeves/feature.ts';
import { isSlot } from '../tracks/connectors/track-set.ts';
import type { Broadcast } from './broadcast.ts';
import { HLS_PLAYLIST_TYPE } from './hls.ts';
import { locationIn } from './listener-request.ts';

/**
 * `demo`, `demo.mp3`, `demo.m3u`: neither a slug nor a public id has a dot. A semicolon and its rest are ignored: players
 * add `;` or `;stream.nsv`, since Shoutcast needs it to send sound to browsers.
 */
const STREAM_NAME = /^([^.;/]+)(?:\.(mp3|aac|m3u|pls))?(?:\/?;.*)?$/i;

/** A playlist with a session: each listener by HLS asks for one every few seconds. */
const PLAYLIST = /^\/hls\/([\w-]+)\/(\w+)\.m3u8\?session=([\w.-]+)$/;

const PLAYLIST_HEAD = [
  ['Content-Type', HLS_PLAYLIST_TYPE],
  ['Cache-Control', 'no-store'],
  ['Access-Control-Allow-Origin', '*'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/**
 * The whole answer of a playlist, before Node makes a response object. Null: the routes below answer, as they do every
 * error.
 */
export function playlistFromMemory(broadcast: Broadcast, req: IncomingMessage): Buffer | null {
  const [, slug, rendition, session] = PLAYLIST.exec(req.url ?? '') ?? [];
  if (!slug || !rendition || !session) return null;
  const playlist = broadcast.playlistFromMemory(slug, { rendition, session, req });
  if (playlist === null) return null;
  const body = Buffer.from(playlist);
  return wholeAnswer('200 OK', [...PLAYLIST_HEAD, 'Content-Length', String(body.length)], body);
}

interface Deps {
  broadcast: Broadcast;
  publicUrl: string;
  sleeves: Pick<Sleeves, 'dress'>;
}

export const broadcastFeature = (services: Deps): Feature => ({
  routers: () => [broadcastRoutes(services)],
});

/** Sound, titles and covers of the stations that play from here. */
export function broadcastRoutes({ broadcast, publicUrl, sleeves }: Deps): Router {
  const router = new Router();

  // GET answers HEAD too.
  router.get(['/stream/:name', '/stream/:name/:rest'], async (ctx) => {
    const { name = '', rest } = ctx.params;
    const [, slug, ending = ''] =
      STREAM_NAME.exec(rest === undefined ? name : `${name}/${rest}`) ?? [];
    if (slug === undefined) throw new AppError('station_not_found');
    const extension = ending.toLowerCase();
    if (extension === 'm3u' || extension === 'pls') {
      const station = await broadcast.find(slug);
      const isM3u = extension === 'm3u';
      const list = isM3u ? m3uOf : plsOf;
      ctx.type = isM3u ? 'audio/x-mpegurl; charset=utf-8' : 'audio/x-scpls; charset=utf-8';
      open(ctx, 'public, max-age=60');
      ctx.body = list(
        oneLine(station.name),
        `${publicUrl}/stream/${stationIdIn(slug) ? slug : station.slug}`,
      );
      return;
    }
    await broadcast.listen(slug, extension, ctx.req, ctx.res);
    ctx.respond = false;
  });

  router.get('/stream/:slug/tracks/:slot', async (ctx) => {
    const slot = ctx.params['slot'] ?? '';
    const name = ctx.params['slug'] ?? '';
    const [station, tracks] = await Promise.all([broadcast.find(name), broadcast.tracks(name)]);
    if (!isSlot(slot)) throw new AppError('not_found');
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'json';
    ctx.body = JSON.stringify(sleeves.dress(tracks[slot], station) satisfies Track | null);
  });

  router.get('/stream/:slug/covers/:name', async (ctx) => {
    const { slug = '', name = '' } = ctx.params;
    const cover = await broadcast.cover(slug, name);
    if (cover === null) throw new AppError('not_found');
    open(ctx, FOR_EVER);
    ctx.type = cover.contentType;
    ctx.body = cover.bytes;
  });

  // Playlists name a listener's session, so no cache may share them. Segments are the same for all.
  router.get('/hls/:slug/master.m3u8', async (ctx) => {
    const location = locationIn(new URLSearchParams(ctx.querystring));
    const playlist = await broadcast.master(ctx.params['slug'] ?? '', ctx.req, location);
    open(ctx, 'no-store');
    ctx.type = HLS_PLAYLIST_TYPE;
    ctx.body = playlist;
  });

  router.get('/hls/:slug/:rendition.m3u8', async (ctx) => {
    const { slug = '', rendition = '' } = ctx.params;
    const query = new URLSearchParams(ctx.querystring);
    const session = query.get('session');
    const location = locationIn(query);
    const found = await broadcast.playlist(slug, { rendition, session, location, req: ctx.req });
    open(ctx, 'no-store');
    if ('session' in found) {
      query.set('session', found.session);
      ctx.redirect(`${rendition}.m3u8?${query}`);
      return;
    }
    ctx.type = HLS_PLAYLIST_TYPE;
    ctx.body = found.playlist;
  });

  router.get('/hls/:slug/:rendition/:file', async (ctx) => {
    const { slug = '', rendition = '', file = '' } = ctx.params;
    const query = new URLSearchParams(ctx.querystring);
    const session = query.get('session');
    const segment = await broadcast.segment(slug, rendition, file, {
      location: locationIn(query),
      ...(session !== null && { by: { session, req: ctx.req } }),
    });
    if (ctx.method === 'GET' && segment.onTaken) ctx.res.once('finish', segment.onTaken);
    open(ctx, segment.isFinal ? FOR_EVER : 'no-store');
    ctx.type = segment.contentType;
    ctx.body = segment.bytes;
  });

  router.get('/reserve/:slug/programme', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const asked = {
      session: query.get('session'),
      played: Number(query.get('played')),
      known: query.get('known'),
      location: locationIn(query),
    };
    const { station, ...answer } = await broadcast.reserve.programme(
      ctx.params['slug'] ?? '',
      asked,
      ctx.req,
    );
    const tracks = answer.programme?.tracks.map((track) => sleeves.dress(track, station));
    open(ctx, 'no-store');
    ctx.body = { ...answer, programme: answer.programme && { ...answer.programme, tracks } };
  });

  router.get('/reserve/:slug/:span/:file', async (ctx) => {
    const { slug = '', span = '', file = '' } = ctx.params;
    const location = locationIn(new URLSearchParams(ctx.querystring));
    const bytes = await broadcast.reserve.piece(slug, { span, file, location });
    open(ctx, FOR_EVER);
    ctx.type = 'audio/mpeg';
    ctx.body = bytes;
  });

  return router;
}

/** A line break in a name would begin another entry. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** Playlists for internet radios and desktop players, which know them by these two formats. */
const m3uOf = (name: string, url: string): string => `#EXTM3U\n#EXTINF:-1,${name}\n${url}\n`;

const plsOf = (name: string, url: string): string =>
  `[playlist]\nNumberOfEntries=1\nFile1=${url}\nTitle1=${name}\nLength1=-1\nVersion=2\n`;
