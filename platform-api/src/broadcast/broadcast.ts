/**
 * Streams the stations whose audio comes with this package. A programme is a pure function of playlist
 * and time (`programme.ts`); this feature streams it and names the track at each moment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BRAND } from '../../contract/brand.ts';
import { MAX_STREAMS_PER_ADDRESS, PLAYER_REFRESH_SECONDS } from '../../contract/limits.ts';
import type { Track } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import { AddressCap, clientAddress, limitedAddress } from '../http/client-address.ts';
import type { Logger } from '../log.ts';
import { icyFeed } from './icy.ts';
import { icyHeaders, LIVE_HEADERS, readListenerRequest } from './listener-request.ts';
import { LiveStream, plainFeed, type DropReason } from './live-stream.ts';
import {
  loadProgrammes,
  ownAudioFolder,
  type Cover,
  type StationAudio,
} from './load-programmes.ts';
import { SLOTS, type Slot } from '../tracks/connectors/track-set.ts';
import { frameAt, timeOfFrame, type Airing } from './programme.ts';

export function isSlot(text: string): text is Slot {
  return SLOTS.some((slot) => slot === text);
}

/** The tracks around this moment, valid until a time in ms since the epoch. */
export type OwnTracks = Record<Slot, Track> & { valid_until: number };

/** Slugs are case-insensitive. All methods but `has` require a slug of this broadcast. */
export interface Broadcast {
  has(slug: string): boolean;
  /**
   * Answers GET or HEAD `/stream/{slug}` on the bare response; `from` in the query (ms since the epoch)
   * says where to start, see `LiveStream.startOf`.
   * @throws AppError before anything is written: `station_not_found`; `bad_request`; `too_many_streams` for
   * an address with too many listeners; `unavailable` when no more listeners fit or the broadcast is closed
   */
  listen(slug: string, req: IncomingMessage, res: ServerResponse): void;
  /** @throws AppError `station_not_found` */
  tracks(slug: string): OwnTracks;
  /** Null when there is no such cover. */
  cover(slug: string, name: string): Cover | null;
  /**
   * The answer of our own URL `/stream/{slug}/tracks/{slot}`, without a request. Null for other URLs.
   * `track` is null when the slug or slot does not exist.
   */
  readOwnTrack(url: URL): { track: Track | null; valid_until: number } | null;
  listeners(slug: string): number;
  /** Listeners of all stations. */
  readonly size: number;
  /** Ends all streams cleanly and accepts no new listener. */
  close(): void;
}

/** The settings and services of a broadcast. */
export interface BroadcastServices {
  /** The folder of the audio; by default the package's own. */
  audioFolder?: URL;
  /** Whether `tones` is on air beside `demo`: in development and tests. */
  withTones: boolean;
  /** The origin of our URLs. */
  publicUrl: string;
  /** The time in ms since the epoch. */
  now: () => number;
  /** The most listeners of this process at once, over all stations. */
  maxListeners: number;
  /** The most listeners of one address; the contract's number by default. */
  maxPerAddress?: number;
  /** The number of our own proxies in front. */
  trustProxy: number;
  log: Logger;
}

interface Station {
  audio: StationAudio;
  plain: LiveStream;
  icy: LiveStream;
}

const OWN_TRACK_PATH = /^\/stream\/([^/]+)\/tracks\/([^/]+)$/;

/** Reads the audio and puts it on air. @throws Error naming the file that cannot be played */
export async function createBroadcast(services: BroadcastServices): Promise<Broadcast> {
  const { publicUrl, now, maxListeners, trustProxy, log } = services;
  const addressCap = new AddressCap(services.maxPerAddress ?? MAX_STREAMS_PER_ADDRESS, log);
  const folder = services.audioFolder ?? ownAudioFolder();
  const stations = new Map<string, Station>();
  for (const audio of await loadProgrammes(folder, services.withTones)) {
    const onDrop = (reason: DropReason) =>
      log.info({ slug: audio.slug, reason }, 'listener dropped');
    stations.set(audio.slug, {
      audio,
      plain: new LiveStream(plainFeed(audio.programme), now, onDrop),
      icy: new LiveStream(icyFeed(audio.programme), now, onDrop),
    });
  }
  let isClosed = false;

  const find = (slug: string) => stations.get(slug.toLowerCase());

  function stationOf(slug: string): Station {
    const station = find(slug);
    if (station === undefined) throw new AppError('station_not_found');
    return station;
  }

  const listenersOf = ({ plain, icy }: Station) => plain.listeners + icy.listeners;

  const countListeners = () =>
    [...stations.values()].reduce((sum, station) => sum + listenersOf(station), 0);

  function listen(slug: string, req: IncomingMessage, res: ServerResponse): void {
    const { audio, plain, icy } = stationOf(slug);
    const { method, from, wantsIcy, wantsRest } = readListenerRequest(req);
    if (wantsRest) {
      res.writeHead(416, { ...LIVE_HEADERS, 'Content-Length': 0 }).end();
      return;
    }
    if (isClosed || countListeners() >= maxListeners) throw new AppError('unavailable');
    const address = limitedAddress(clientAddress(req, trustProxy));
    if (addressCap.isReached(address)) throw new AppError('too_many_streams');

    const live = wantsIcy ? icy : plain;
    const startFrame = live.startOf(from);
    // Without chunks: see LIVE_HEADERS.
    res.removeHeader('Transfer-Encoding');
    res.writeHead(200, {
      ...LIVE_HEADERS,
      ...(wantsIcy && icyHeaders(audio.name, `${publicUrl}/radio/${audio.slug}`)),
      'Programme-Start': String(timeOfFrame(startFrame)),
    });
    if (method === 'HEAD') return void res.end();
    const socket = live.join(res, startFrame);
    if (socket === null) return;
    addressCap.add(address);
    socket.once('close', () => addressCap.remove(address));
  }

  function present({ slug }: StationAudio, { track, startedFrame }: Airing): Track {
    const cover = track.coverName
      ? `/stream/${slug}/covers/${track.coverName}`
      : BRAND.placeholder_cover;
    return {
      title: track.title,
      artist: track.artist,
      ...(track.album !== undefined && { album: track.album }),
      cover: publicUrl + cover,
      started_at: new Date(timeOfFrame(startedFrame)).toISOString(),
    };
  }

  function tracks(slug: string): OwnTracks {
    const { audio } = stationOf(slug);
    const { previous, current, next } = audio.programme.around(frameAt(now()));
    return {
      previous: present(audio, previous),
      current: present(audio, current),
      next: present(audio, next),
      valid_until: timeOfFrame(current.endsFrame),
    };
  }

  function readOwnTrack(url: URL): ReturnType<Broadcast['readOwnTrack']> {
    const [, slug, slot] = OWN_TRACK_PATH.exec(url.pathname) ?? [];
    if (url.origin !== publicUrl || slug === undefined || slot === undefined) return null;
    if (!isSlot(slot) || find(slug) === undefined) {
      return { track: null, valid_until: now() + PLAYER_REFRESH_SECONDS * 1_000 };
    }
    const { [slot]: track, valid_until } = tracks(slug);
    return { track, valid_until };
  }

  function close(): void {
    isClosed = true;
    for (const { plain, icy } of stations.values()) {
      plain.close();
      icy.close();
    }
  }

  return {
    has: (slug) => find(slug) !== undefined,
    get size() {
      return countListeners();
    },
    listen,
    tracks,
    cover: (slug, name) => stationOf(slug).audio.covers.get(name) ?? null,
    readOwnTrack,
    listeners: (slug) => listenersOf(stationOf(slug)),
    close,
  };
}
