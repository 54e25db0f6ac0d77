/**
 * Streams the stations that play from here. Their sound is a pure function of timeline and clock (`cut-programme.ts`);
 * this feature sends it and names the track at each moment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEMO_STATION_SLUG, PLAYER_REFRESH_SECONDS } from '../../contract/stations/values.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { type PlayerKind } from '../../contract/listening/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import { AddressCap, clientAddress, limitedAddress } from '../http/client-address.ts';
import type { Audience } from '../listening/audience.ts';
import type { ListenerAbout } from '../listening/connections.ts';
import type { ListenerCountry } from '../listening/listener-country.ts';
import { isMonitor } from '../listening/monitors.ts';
import type { Logger } from '../process/log.ts';
import type { Item } from '../timeline/airing.ts';
import { isSlot } from '../tracks/connectors/track-set.ts';
import { createFetchAhead, type FetchAhead } from './fetch-ahead.ts';
import {
  createPlaylistCache,
  createSegmentCache,
  createSoundNotes,
  masterPlaylist,
  segmentSpan,
  playlistText,
  type HlsSegment,
  type PlaylistCache,
  type PlaylistRequest,
} from './hls.ts';
import {
  icyHeaders,
  liveHeaders,
  offered,
  readListenerRequest,
  renditionAt,
  renditionNamed,
  requireHours,
} from './listener-request.ts';
import { icyMetaint } from './live-stream.ts';
import { LiveStreams } from './live-streams.ts';
import { atLocation, DEMO_OFF_AIR, guarded, type OnAir, type OnAirStation } from './on-air.ts';
import type { Cover, OwnStations } from './own-stations.ts';
import { readCover } from './covers.ts';
import { createProgramme, type Programme } from './cut-programme.ts';
import { segueBetween } from './mix-spans.ts';
import { createMixes, type Mixer, type Mixes } from './mixes.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';
import { createReserve, type Reserve } from './reserve.ts';
import { createSoundFiles, type SoundFiles } from './sound-files.ts';
import { createSounds } from './sounds.ts';
import { playedTracks, tracksAround, type OwnTracks } from './station-tracks.ts';

/** The settings and services of a broadcast. */
export interface BroadcastServices {
  /** The sound that comes with this package. */
  own: Pick<OwnStations, 'sounds' | 'covers' | 'emergency'>;
  onAir: OnAir;
  /** Whether a station has a location. Default: it has every one. */
  hasLocation?: (stationId: string, locationId: string) => Promise<boolean>;
  /** Default: none is known. */
  listenerCountry?: ListenerCountry;
  /** Counts the listeners. */
  audience: Pick<
    Audience,
    'begin' | 'end' | 'issue' | 'reload' | 'reloadKnown' | 'report' | 'takeSound'
  >;
  /** Default: items follow each other without a mix. */
  mixer?: Mixer;
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

const OWN_TRACK_PATH = /^\/stream\/([^/]+)\/tracks\/([^/]+)$/;

/**
 * A station is found by its slug or its public id, both case-insensitive. All methods but `has` throw AppError
 * `station_not_found` unless that station plays from here.
 */
export class Broadcast {
  readonly #covers: OwnStations['covers'];
  readonly #onAir: OnAir;
  readonly #hasLocation: NonNullable<BroadcastServices['hasLocation']>;
  readonly #publicUrl: string;
  readonly #now: () => number;
  readonly #maxListeners: number;
  readonly #trustProxy: number;
  readonly #listenerCountry: ListenerCountry | undefined;
  readonly #log: Logger;
  readonly #audience: BroadcastServices['audience'];
  readonly #storage: Storage;
  readonly #addressCap: AddressCap;
  readonly #files: SoundFiles;
  readonly #mixes: Mixes;
  readonly #programme: Programme;
  readonly #ahead: FetchAhead;
  readonly #live: LiveStreams;
  readonly #playlistOf: PlaylistCache;
  readonly #segmentOf = createSegmentCache((...part) => this.#cut(...part));
  readonly #noteSound: ReturnType<typeof createSoundNotes>;
  /** The sound that location players keep for when their line is cut. */
  readonly reserve: Reserve;
  #isClosed = false;

  constructor(services: BroadcastServices) {
    this.#covers = services.own.covers;
    this.#onAir = services.onAir;
    this.#hasLocation = services.hasLocation ?? (() => Promise.resolve(true));
    this.#publicUrl = services.publicUrl;
    this.#now = services.now;
    this.#playlistOf = createPlaylistCache(services.now);
    this.#maxListeners = services.maxListeners;
    this.#trustProxy = services.trustProxy;
    this.#listenerCountry = services.listenerCountry;
    this.#log = services.log;
    this.#audience = services.audience;
    this.#storage = services.storage;
    this.#addressCap = services.addressCap ?? new AddressCap(MAX_STREAMS_PER_ADDRESS, this.#log);
    const { own, storage, now, log, soundCache } = services;
    this.#files = createSoundFiles({ ...soundCache, storage, log });
    const sounds = createSounds(this.#files, own.sounds);
    const mixes = createMixes({ mixer: services.mixer ?? null, sounds, now, log });
    this.#mixes = mixes;
    this.#programme = createProgramme({ sounds, mixes, emergency: own.emergency, log });
    this.#ahead = createFetchAhead({ sounds, mixes, maxBytes: soundCache.maxBytes, now });
    const networkOf = (req: IncomingMessage) => this.#networkOf(req);
    this.#noteSound = createSoundNotes({ audience: this.#audience, networkOf, log });
    this.reserve = createReserve({
      find: (slug, location) => this.find(slug, location),
      listener: (station, req) => this.#countedListener(station, 'wall', req),
      networkOf,
      audience: this.#audience,
      programme: this.#programme,
      publicUrl: this.#publicUrl,
      now,
    });
    this.#live = new LiveStreams({
      lookUp: (slug) => this.#lookUp(slug),
      cut: (...part) => this.#cut(...part),
      now,
      log,
    });
  }

  /**
   * @param location the id of a location, to find the station as it sounds there
   * @throws AppError also `not_found` for a location that the station does not have; `unavailable` while nothing is known of
   * stations
   */
  async find(slug: string, location: string | null = null): Promise<OnAirStation> {
    const station = await this.#lookUp(slug);
    if (!station) throw new AppError('station_not_found');
    if (location === null) return station;
    if (!(await this.#hasLocation(station.id, location))) throw new AppError('not_found');
    return atLocation(station, location);
  }

  /**
   * Answers GET or HEAD `/stream/{slug}` on the bare response; `from` in the query (ms since the epoch)
   * says where to start, see `LiveStream.startOf`.
   * @param extension `mp3` or `aac`, from the end of the path; '' without one
   * @throws AppError before anything is written: `bad_request`; `quality_not_available`; `listening_hours_used`; `too_many_streams` for
   * an address with too many listeners; `unavailable` when no more listeners fit or the broadcast is closed
   */
  async listen(
    slug: string,
    extension: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const asked = readListenerRequest(req);
    const station = await this.find(slug, asked.location);
    const { method, from, quality, player, playback, wantsIcy: asksForIcy, wantsRest } = asked;
    const rendition = offered(station, renditionAt(extension, quality));
    if (wantsRest) {
      return void res.writeHead(416, { ...liveHeaders(rendition), 'Content-Length': 0 }).end();
    }
    requireHours(station);
    if (this.#isClosed || this.#live.listeners() >= this.#maxListeners)
      throw new AppError('unavailable');
    const address = this.#networkOf(req);
    if (this.#addressCap.isReached(address)) throw new AppError('too_many_streams');
    const { stream, keep } = this.#live.open(station, rendition);
    const metaint = asksForIcy ? icyMetaint(rendition) : null;
    const wantsIcy = metaint !== null;
    const start = stream.startOf(from, wantsIcy);
    const stationUrl = `${this.#publicUrl}/radio/${station.slug}`;
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
    this.#addressCap.add(address);
    const about = this.#countedListener(station, player, req);
    const session = about && this.#audience.begin(about, listener, playback);
    listener.socket.once('close', () => {
      this.#addressCap.remove(address);
      if (session) this.#audience.end(session, playback);
    });
  }

  /** The playlist of a station's renditions, with a session for this player. @throws AppError `listening_hours_used` */
  async master(slug: string, req: IncomingMessage, location?: string | null): Promise<string> {
    const station = await this.find(slug, location);
    requireHours(station);
    const about = this.#countedListener(station, 'hls', req);
    return masterPlaylist(station, about && this.#audience.issue(about, this.#networkOf(req)));
  }

  /**
   * @returns the playlist, or the session with which the player must ask for it
   * @throws AppError `quality_not_available`; `not_found`
   */
  async playlist(
    slug: string,
    { rendition: name, session, location = null, req }: PlaylistRequest,
  ): Promise<{ playlist: string } | { session: string }> {
    const station = await this.find(slug, location);
    const rendition = offered(station, renditionNamed(name));
    const about = this.#countedListener(station, 'hls', req);
    if (about) {
      const network = this.#networkOf(req);
      const from = { network, mayJoin: !station.isFull };
      if (session === null || !(await this.#audience.reload(session, station.id, from))) {
        requireHours(station);
        return { session: this.#audience.issue(about, network) };
      }
    }
    return { playlist: this.#playlist(station, rendition, about && session) };
  }

  /**
   * As `playlist`, from memory alone: for a session that has asked this process before.
   * @returns null: `playlist` must be asked
   */
  playlistFromMemory(
    slug: string,
    { rendition: name, session, req }: PlaylistRequest & { session: string },
  ): string | null {
    const found = this.#onAir.known(slug.toLowerCase());
    const rendition = renditionNamed(name);
    if (!found || rendition === null || !found.renditions.includes(rendition)) return null;
    if (isMonitor(req.headers['user-agent'])) return null;
    if (!this.#audience.reloadKnown(session, found.id, this.#networkOf(req))) return null;
    return this.#playlist(this.#guarded(found), RENDITIONS[rendition], session);
  }

  #playlist(station: OnAirStation, rendition: Rendition, session: string | null): string {
    // A player asks for its segments next.
    this.#ahead.look(station, rendition);
    return playlistText(this.#playlistOf(station, rendition), session);
  }

  /**
   * @param options.by the listener, where the segment's address in the playlist names one
   * @throws AppError `quality_not_available`; `not_found`
   */
  async segment(
    slug: string,
    name: string,
    file: string,
    {
      by,
      location = null,
    }: { by?: { session: string; req: IncomingMessage }; location?: string | null } = {},
  ): Promise<HlsSegment> {
    const station = await this.find(slug, location);
    const rendition = offered(station, renditionNamed(name));
    const [number, extension] = file.split('.');
    const isName = /^\d{1,12}\.(?:mp3|aac)$/.test(file) && extension === rendition.extension;
    const span = isName ? segmentSpan(Number(number), this.#now()) : null;
    if (span === null) throw new AppError('not_found');
    const { bytes, isFinal } = await this.#segmentOf(station, rendition, span);
    return {
      bytes,
      contentType: rendition.contentType,
      isFinal: isFinal && !by,
      ...(by && { onTaken: () => void this.#noteSound(station, Number(number), by) }),
    };
  }

  async tracks(slug: string): Promise<OwnTracks> {
    return tracksAround(await this.find(slug), this.#moment());
  }

  /**
   * The answer of our own URL `/stream/{slug}/tracks/{slot}`, without a request. Null for other URLs.
   * `track` is null when the slug or slot does not exist.
   */
  async readOwnTrack(url: URL): Promise<{ track: Track | null; valid_until: number } | null> {
    const [, slug, slot] = OWN_TRACK_PATH.exec(url.pathname) ?? [];
    if (url.origin !== this.#publicUrl || slug === undefined || slot === undefined) return null;
    if (!isSlot(slot) || !(await this.#lookUp(slug))) {
      return { track: null, valid_until: this.#now() + PLAYER_REFRESH_SECONDS * 1_000 };
    }
    const { [slot]: track, valid_until } = await this.tracks(slug);
    return { track, valid_until };
  }

  /** The last songs before the current item, the newest first; null for an address that is not ours. */
  async readOwnPlayed(url: URL): Promise<Track[] | null> {
    const [, slug] = OWN_TRACK_PATH.exec(url.pathname) ?? [];
    if (url.origin !== this.#publicUrl || slug === undefined) return null;
    const station = await this.#lookUp(slug);
    return station ? playedTracks(station, this.#moment()) : [];
  }

  /** How two items meet on air, with some seconds before and after, in MP3 128. */
  async segue(item: Item, next: Item): Promise<Buffer> {
    const { station, from, to } = segueBetween(item, next);
    const { bytes } = await this.#programme.cut(station, RENDITIONS.mp3_128, from, to);
    return bytes;
  }

  /** Null when there is no such cover. @throws AppError `storage_unavailable` */
  async cover(slug: string, name: string): Promise<Cover | null> {
    await this.find(slug);
    return readCover(name, { own: this.#covers, storage: this.#storage });
  }

  /** Whether a station plays from here at this slug. */
  async has(slug: string): Promise<boolean> {
    return (await this.#lookUp(slug)) !== null;
  }

  /** Listeners of all stations. */
  get size(): number {
    return this.#live.listeners();
  }

  /** Of one station, or of all. */
  listeners(slug?: string): number {
    return this.#live.listeners(slug);
  }

  /** Ends all streams cleanly and accepts no new listener. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#live.close();
    this.#mixes.close();
    await this.#files.close();
  }

  async #lookUp(slug: string): Promise<OnAirStation | null> {
    const name = slug.toLowerCase();
    const station =
      (await this.#onAir.find(name)) ?? (name === DEMO_STATION_SLUG ? DEMO_OFF_AIR : null);
    return station && this.#guarded(station);
  }

  #guarded(station: OnAirStation): OnAirStation {
    return { ...station, timeline: guarded(station.timeline, this.#log) };
  }

  #cut(station: OnAirStation, rendition: Rendition, from: number, to: number) {
    this.#ahead.look(station, rendition);
    return this.#programme.cut(station, rendition, from, to);
  }

  #networkOf(req: IncomingMessage) {
    return limitedAddress(clientAddress(req, this.#trustProxy));
  }

  /** @returns null for a request without a listener behind it */
  #countedListener(
    { id }: OnAirStation,
    player: PlayerKind,
    req: IncomingMessage,
  ): ListenerAbout | null {
    if (isMonitor(req.headers['user-agent'])) return null;
    return { station_id: id, player, country: this.#listenerCountry?.(req) ?? '' };
  }

  #moment() {
    return { now: this.#now(), publicUrl: this.#publicUrl };
  }
}
