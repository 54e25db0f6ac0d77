/**
 * Streams the stations that play from here. Their sound is a pure function of timeline and clock (`cut-programme.ts`);
 * this feature sends it and names the track at each moment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { BRAND } from '../../contract/site/brand.ts';
import { DEMO_STATION_SLUG, PLAYER_REFRESH_SECONDS } from '../../contract/stations/values.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { type PlayerKind } from '../../contract/listening/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { CONTENT_TYPES } from '../assets/asset-address.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import { AddressCap, clientAddress, limitedAddress } from '../http/client-address.ts';
import type { Audience } from '../listening/audience.ts';
import type { ListenerAbout } from '../listening/connections.ts';
import type { ListenerCountry } from '../listening/listener-country.ts';
import { isMonitor } from '../listening/monitors.ts';
import { beganAt } from '../listening/tokens.ts';
import type { Logger } from '../process/log.ts';
import { isSlot } from '../tracks/connectors/track-set.ts';
import { createFetchAhead } from './fetch-ahead.ts';
import {
  listedUntil,
  masterPlaylist,
  mediaPlaylist,
  namesSession,
  segmentSpan,
  segmentTag,
  withSession,
} from './hls.ts';
import { icyHeaders, liveHeaders, readListenerRequest, renditionAt } from './listener-request.ts';
import { icyMetaint } from './live-stream.ts';
import { LiveStreams } from './live-streams.ts';
import type { OnAir, OnAirStation, RenditionName, StreamTimeline } from './on-air.ts';
import type { Cover, OwnStations } from './own-stations.ts';
import { createProgramme } from './cut-programme.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';
import { createSoundFiles } from './sound-files.ts';
import { createSounds } from './sounds.ts';
import { playedTracks, tracksAround, type OwnTracks } from './station-tracks.ts';

/** Playlists in memory, about 2 KB each. */
const MOST_PLAYLISTS = 2_000;

/** A part of an HLS stream. */
export interface HlsSegment {
  bytes: Buffer;
  contentType: string;
  /** It is the same whenever it is asked for, and for all. */
  isFinal: boolean;
  /** To be called when its listener has it. */
  onTaken?: () => void;
}

/**
 * A station is found by its slug or its public id, both case-insensitive. All methods but `has` throw AppError
 * `station_not_found` unless that station plays from here.
 */
export interface Broadcast {
  /** Whether a station plays from here at this slug. */
  has(slug: string): Promise<boolean>;
  /** @throws AppError also `unavailable` while nothing is known of stations */
  find(slug: string): Promise<OnAirStation>;
  /**
   * Answers GET or HEAD `/stream/{slug}` on the bare response; `from` in the query (ms since the epoch)
   * says where to start, see `LiveStream.startOf`.
   * @param extension `mp3` or `aac`, from the end of the path; '' without one
   * @throws AppError before anything is written: `bad_request`; `quality_not_available`; `listening_hours_used`; `too_many_streams` for
   * an address with too many listeners; `unavailable` when no more listeners fit or the broadcast is closed
   */
  listen(slug: string, extension: string, req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** The playlist of a station's renditions, with a session for this player. @throws AppError `listening_hours_used` */
  master(slug: string, req: IncomingMessage): Promise<string>;
  /**
   * @param session from the playlist of renditions
   * @returns the playlist, or the session with which the player must ask for it
   * @throws AppError `quality_not_available`; `not_found`
   */
  playlist(
    slug: string,
    asked: { rendition: string; session: string | null; req: IncomingMessage },
  ): Promise<{ playlist: string } | { session: string }>;
  /**
   * @param by the listener, where the segment's address in the playlist names one
   * @throws AppError `quality_not_available`; `not_found`
   */
  segment(
    slug: string,
    rendition: string,
    file: string,
    by?: { session: string; req: IncomingMessage },
  ): Promise<HlsSegment>;
  tracks(slug: string): Promise<OwnTracks>;
  /** Null when there is no such cover. @throws AppError `storage_unavailable` */
  cover(slug: string, name: string): Promise<Cover | null>;
  /**
   * The answer of our own URL `/stream/{slug}/tracks/{slot}`, without a request. Null for other URLs.
   * `track` is null when the slug or slot does not exist.
   */
  readOwnTrack(url: URL): Promise<{ track: Track | null; valid_until: number } | null>;
  /** The last songs before the current item, the newest first; null for an address that is not ours. */
  readOwnPlayed(url: URL): Promise<Track[] | null>;
  /** Of one station, or of all. */
  listeners(slug?: string): number;
  /** Listeners of all stations. */
  readonly size: number;
  /** Ends all streams cleanly and accepts no new listener. */
  close(): Promise<void>;
}

/** The settings and services of a broadcast. */
export interface BroadcastServices {
  /** The sound that comes with this package. */
  own: Pick<OwnStations, 'sounds' | 'covers' | 'emergency'>;
  onAir: OnAir;
  /** Default: none is known. */
  listenerCountry?: ListenerCountry;
  /** Counts the listeners. */
  audience: Pick<Audience, 'begin' | 'end' | 'issue' | 'reload' | 'takeSound'>;
  /** Holds the prepared files. */
  storage: Storage;
  /** Where prepared files are kept on this machine. */
  soundCache: { folder: string; maxBytes: number };
  /** The origin of our URLs. */
  publicUrl: string;
  /** The time in ms since the epoch. */
  now: () => number;
  /** The most listeners of this process at once, over all stations. */
  maxListeners: number;
  /** Counts the listeners of each address, with those of the audience. */
  addressCap?: AddressCap;
  /** The number of our own proxies in front. */
  trustProxy: number;
  log: Logger;
}

/** The names of the library's covers contain a hash of the picture. */
const COVER_NAME = /^[\w-]+\.(jpg|png|gif)$/;

/**
 * Stations without a stream of their own play the demo's (specification §3). While that one is off air, they hear the
 * emergency item.
 */
const DEMO_OFF_AIR: OnAirStation = {
  id: DEMO_STATION_SLUG,
  slug: DEMO_STATION_SLUG,
  name: `${BRAND.name} Demo`,
  timeline: { itemsBetween: () => [] },
  renditions: ['mp3_128'],
};

const OWN_TRACK_PATH = /^\/stream\/([^/]+)\/tracks\/([^/]+)$/;

export function createBroadcast(services: BroadcastServices): Broadcast {
  const { own, onAir, publicUrl, now, maxListeners, trustProxy, log } = services;
  const { audience, storage, soundCache } = services;
  const { addressCap = new AddressCap(MAX_STREAMS_PER_ADDRESS, log) } = services;
  const files = createSoundFiles({ ...soundCache, storage, log });
  const sounds = createSounds(files, own.sounds);
  const programme = createProgramme({ sounds, emergency: own.emergency, log });
  const ahead = createFetchAhead({ sounds, maxBytes: soundCache.maxBytes, now });
  const live = new LiveStreams({ lookUp, cut, now, log });
  const playlists = new Map<string, { newest: number; name: string; text: string }>();
  let isClosed = false;

  async function lookUp(slug: string): Promise<OnAirStation | null> {
    const name = slug.toLowerCase();
    const station = (await onAir.find(name)) ?? (name === DEMO_STATION_SLUG ? DEMO_OFF_AIR : null);
    return station && { ...station, timeline: guarded(station.timeline, log) };
  }

  async function find(slug: string): Promise<OnAirStation> {
    const station = await lookUp(slug);
    if (!station) throw new AppError('station_not_found');
    return station;
  }

  function cut(station: OnAirStation, rendition: Rendition, from: number, to: number) {
    ahead.look(station, rendition);
    return programme.cut(station, rendition, from, to);
  }

  async function listen(
    slug: string,
    extension: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const station = await find(slug);
    const asked = readListenerRequest(req);
    const { method, from, quality, player, playback, wantsIcy: asksForIcy, wantsRest } = asked;
    const rendition = offered(station, renditionAt(extension, quality));
    if (wantsRest) {
      return void res.writeHead(416, { ...liveHeaders(rendition), 'Content-Length': 0 }).end();
    }
    requireHours(station);
    if (isClosed || live.listeners() >= maxListeners) throw new AppError('unavailable');
    const address = networkOf(req);
    if (addressCap.isReached(address)) throw new AppError('too_many_streams');
    const { stream, keep } = live.open(station, rendition);
    const metaint = asksForIcy ? icyMetaint(rendition) : null;
    const wantsIcy = metaint !== null;
    const start = stream.startOf(from, wantsIcy);
    const stationUrl = `${publicUrl}/radio/${station.slug}`;
    // Without chunks: see liveHeaders.
    res.removeHeader('Transfer-Encoding');
    res.writeHead(200, {
      ...liveHeaders(rendition),
      ...(wantsIcy && icyHeaders(rendition, { name: station.name, stationUrl, metaint })),
      'Programme-Start': String(start),
    });
    if (method === 'HEAD') return void res.end();
    const listener = stream.join(res, start, wantsIcy);
    if (listener === null) return;
    keep();
    addressCap.add(address);
    const about = countedListener(station, player, req);
    const session = about && audience.begin(about, listener, playback);
    listener.socket.once('close', () => {
      addressCap.remove(address);
      if (session) audience.end(session, playback);
    });
  }

  const networkOf = (req: IncomingMessage) => limitedAddress(clientAddress(req, trustProxy));

  /** @returns null for a request without a listener behind it */
  function countedListener(
    { id }: OnAirStation,
    player: PlayerKind,
    req: IncomingMessage,
  ): ListenerAbout | null {
    if (isMonitor(req.headers['user-agent'])) return null;
    return { station_id: id, player, country: services.listenerCountry?.(req) ?? '' };
  }

  async function master(slug: string, req: IncomingMessage): Promise<string> {
    const station = await find(slug);
    requireHours(station);
    const about = countedListener(station, 'hls', req);
    return masterPlaylist(station, about && audience.issue(about, networkOf(req)));
  }

  async function playlist(
    slug: string,
    { rendition: name, session, req }: Parameters<Broadcast['playlist']>[1],
  ): ReturnType<Broadcast['playlist']> {
    const station = await find(slug);
    const rendition = offered(station, renditionNamed(name));
    const about = countedListener(station, 'hls', req);
    if (about) {
      const network = networkOf(req);
      const from = { network, mayJoin: !station.isFull };
      if (session === null || !(await audience.reload(session, station.id, from))) {
        requireHours(station);
        return { session: audience.issue(about, network) };
      }
    }
    // A player asks for its segments next.
    ahead.look(station, rendition);
    const text = playlistOf(station, rendition);
    return { playlist: about && session !== null ? withSession(text, session, now()) : text };
  }

  /** The same for all listeners while it lists the same segments: nothing that it names can change any more. */
  function playlistOf(station: OnAirStation, rendition: Rendition): string {
    const key = `${station.id} ${rendition.name}`;
    const newest = listedUntil(now());
    const known = playlists.get(key);
    if (known?.newest === newest && known.name === station.name) return known.text;
    if (playlists.size >= MOST_PLAYLISTS) playlists.clear();
    const text = mediaPlaylist(station, rendition, now());
    playlists.set(key, { newest, name: station.name, text });
    return text;
  }

  async function segment(
    slug: string,
    name: string,
    file: string,
    by?: Parameters<Broadcast['segment']>[3],
  ): Promise<HlsSegment> {
    const station = await find(slug);
    const rendition = offered(station, renditionNamed(name));
    const [number, extension] = file.split('.');
    const isName = /^\d{1,12}\.(?:mp3|aac)$/.test(file) && extension === rendition.extension;
    const span = isName ? segmentSpan(Number(number), now()) : null;
    if (span === null) throw new AppError('not_found');
    const { bytes, isReplaced } = await cut(station, rendition, span.from, span.to);
    return {
      bytes: Buffer.concat([segmentTag(station, span.from, isReplaced), bytes]),
      contentType: rendition.contentType,
      isFinal: !isReplaced && !by,
      ...(by && { onTaken: () => void noteSound(station, Number(number), by) }),
    };
  }

  async function noteSound(
    { id }: OnAirStation,
    segment: number,
    { session, req }: { session: string; req: IncomingMessage },
  ): Promise<void> {
    if (isMonitor(req.headers['user-agent']) || !namesSession(segment, beganAt(session))) return;
    try {
      await audience.takeSound(session, id, { network: networkOf(req), segment });
    } catch (error) {
      // Its next playlist is refused for the same reason.
      log.debug({ err: error }, 'a segment was taken by a session that does not count');
    }
  }

  const moment = () => ({ now: now(), publicUrl });
  const tracks = async (slug: string) => tracksAround(await find(slug), moment());

  async function readOwnTrack(url: URL): ReturnType<Broadcast['readOwnTrack']> {
    const [, slug, slot] = OWN_TRACK_PATH.exec(url.pathname) ?? [];
    if (url.origin !== publicUrl || slug === undefined || slot === undefined) return null;
    if (!isSlot(slot) || !(await lookUp(slug))) {
      return { track: null, valid_until: now() + PLAYER_REFRESH_SECONDS * 1_000 };
    }
    const { [slot]: track, valid_until } = await tracks(slug);
    return { track, valid_until };
  }

  async function readOwnPlayed(url: URL): Promise<Track[] | null> {
    const [, slug] = OWN_TRACK_PATH.exec(url.pathname) ?? [];
    if (url.origin !== publicUrl || slug === undefined) return null;
    const station = await lookUp(slug);
    return station ? playedTracks(station, moment()) : [];
  }

  async function cover(slug: string, name: string): Promise<Cover | null> {
    await find(slug);
    const known = own.covers.get(name);
    const [, ending] = COVER_NAME.exec(name) ?? [];
    if (known || ending === undefined) return known ?? null;
    const object = await storage.open(`library/covers/${name}`);
    // The pattern allows only these endings.
    const contentType = CONTENT_TYPES[ending as keyof typeof CONTENT_TYPES];
    return object && { bytes: await buffer(object.stream), contentType };
  }

  return {
    has: async (slug) => (await lookUp(slug)) !== null,
    find,
    get size() {
      return live.listeners();
    },
    listen,
    master,
    playlist,
    segment,
    tracks,
    cover,
    readOwnTrack,
    readOwnPlayed,
    listeners: (slug) => live.listeners(slug),
    async close() {
      isClosed = true;
      live.close();
      await files.close();
    },
  };
}

/** @throws AppError `listening_hours_used` */
function requireHours({ isFull }: OnAirStation): void {
  if (isFull) throw new AppError('listening_hours_used');
}

/** @throws AppError `quality_not_available` */
function offered(station: OnAirStation, name: RenditionName | null): Rendition {
  if (name === null || !station.renditions.includes(name)) {
    throw new AppError('quality_not_available');
  }
  return RENDITIONS[name];
}

const renditionNamed = (text: string): RenditionName | null =>
  Object.values(RENDITIONS).find(({ name }) => name === text)?.name ?? null;

/** A fault in a timeline must not silence its station. */
function guarded(timeline: StreamTimeline, log: Logger): StreamTimeline {
  return {
    itemsBetween(from, to) {
      try {
        return timeline.itemsBetween(from, to);
      } catch (error) {
        log.error({ err: error }, 'a timeline could not be computed');
        return [];
      }
    },
  };
}
