// HTTP Live Streaming (RFC 8216) of the same bytes: segments of packed audio, cut at the same units on every replica.
import type { IncomingMessage } from 'node:http';
import {
  HLS_BACK_SECONDS,
  HLS_SEGMENT_UNITS,
  HLS_SEGMENTS_LISTED,
} from '../../contract/broadcast/values.ts';
import { publicLocationId } from '../../contract/locations/schemas.ts';
import type { Audience } from '../listening/audience.ts';
import { isMonitor } from '../listening/monitors.ts';
import { beganAt } from '../listening/tokens.ts';
import type { Logger } from '../process/log.ts';
import { timeOfUnit, UNIT_MS, unitAt } from '../timeline/airing.ts';
import type { Programme } from './cut-programme.ts';
import { soundKey, type AiredItem, type OnAirStation, type RenditionName } from './on-air.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';
import { titledAt, titleUnit } from './titles.ts';

/** A part of an HLS stream. */
export interface HlsSegment {
  bytes: Buffer;
  contentType: string;
  /** It is the same whenever it is asked for, and for all. */
  isFinal: boolean;
  /** To be called when its listener has it. */
  onTaken?: () => void;
}

/** A player asks for the playlist of a rendition. */
export interface PlaylistRequest {
  /** The rendition's name. */
  rendition: string;
  /** From the playlist of renditions; null: none. */
  session: string | null;
  /** The id of its location; null, absent: none. */
  location?: string | null;
  req: IncomingMessage;
}

const SEGMENT_MS = HLS_SEGMENT_UNITS * UNIT_MS;

/**
 * A segment is listed when it begins, not when it is over: its sound does not change any more, because whatever is
 * put in by hand takes effect 8.5 s later or more (`OVER_MUSIC_LEAD_SECONDS`). So listeners are one segment less behind.
 */
export const listedUntil = (now: number): number => Math.floor(unitAt(now) / HLS_SEGMENT_UNITS);

/** Segments are served this long before they are listed, in ms, because the clocks of replicas differ. */
const SERVED_EARLY_MS = 2_000;

/** The order in playlists: Apple's players take the first that they can play, and AAC suits them best. */
const ORDER: readonly RenditionName[] = ['aac_64', 'mp3_128', 'mp3_192'];

/**
 * The mean and the highest bit rate of a segment, as parts of the nominal one. A tag adds 0.3 kbit/s, and AAC varies:
 * 66.6 kbit/s were measured over a minute of music.
 */
const BANDWIDTH = { mp3: { mean: 1.01, peak: 1.02 }, aac: { mean: 1.06, peak: 1.5 } } as const;

/**
 * Whether a player takes this segment at an address with its session, so that no cache has it and the program sees that
 * the player takes sound: those that are listed when it begins, and then one in ten.
 * @param began_at of the session, in ms since the epoch
 */
function namesSession(number: number, began_at: number): boolean {
  const after = number - listedUntil(began_at);
  return after > -HLS_SEGMENTS_LISTED && (after <= 0 || after % HLS_SEGMENTS_LISTED === 0);
}

/** The text of a media playlist in pieces, each of which ends with the address of a segment. */
export interface MediaPlaylist {
  /** The number of the first segment. */
  first: number;
  pieces: readonly string[];
  /** The mark before the parameter of a session. */
  mark: '?' | '&';
}

/** A playlist as one listener gets it. @param session null: it is not counted */
export function playlistText({ first, pieces, mark }: MediaPlaylist, session: string | null) {
  const began_at = session === null ? Infinity : beganAt(session);
  const named = pieces.map((piece, index) =>
    namesSession(first + index, began_at) ? `${piece}${mark}session=${session}` : piece,
  );
  return `${named.join('\n')}\n`;
}

export const HLS_PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/**
 * The playlist of a station's renditions.
 * @param session the session that the player's later requests name; null: it is not counted
 */
export function masterPlaylist(
  { renditions, location }: OnAirStation,
  session: string | null,
): string {
  const lines = ORDER.filter((name) => renditions.includes(name)).flatMap((name) => {
    const { kbps, extension, codec } = RENDITIONS[name];
    const { mean, peak } = BANDWIDTH[extension];
    const bits = (factor: number) => Math.ceil(kbps * factor) * 1_000;
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits(peak)},AVERAGE-BANDWIDTH=${bits(mean)},CODECS="${codec}"`,
      `${name}.m3u8${queryOf({ session, location: location && publicLocationId(location) })}`,
    ];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

/** The parameters that have a value, as they follow an address. */
function queryOf(values: Record<string, string | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given) as Record<string, string>)}`;
}

/** The last minute of a rendition, and the segment that has just begun. */
function mediaPlaylist(station: OnAirStation, rendition: Rendition, now: number): MediaPlaylist {
  const last = listedUntil(now);
  const first = last - HLS_SEGMENTS_LISTED + 1;
  const { location } = station;
  const query = queryOf({ location: location && publicLocationId(location) });
  const segments = Array.from({ length: HLS_SEGMENTS_LISTED }, (_, index) => {
    const number = first + index;
    const time = new Date(number * SEGMENT_MS).toISOString();
    return [
      `#EXT-X-PROGRAM-DATE-TIME:${time}`,
      `#EXTINF:${SEGMENT_MS / 1_000},`,
      `${rendition.name}/${number}.${rendition.extension}${query}`,
    ].join('\n');
  });
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(SEGMENT_MS / 1_000)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...titleRanges(station, first * HLS_SEGMENT_UNITS, (last + 1) * HLS_SEGMENT_UNITS),
  ].join('\n');
  const [oldest = '', ...others] = segments;
  return { first, pieces: [`${head}\n${oldest}`, ...others], mark: query === '' ? '?' : '&' };
}

/** Counts what listeners take: those whose requests for a segment name their session. */
export const createSoundNotes =
  ({
    audience,
    networkOf,
    log,
  }: {
    audience: Pick<Audience, 'takeSound'>;
    networkOf: (req: IncomingMessage) => string;
    log: Logger;
  }) =>
  async (
    { id }: OnAirStation,
    segment: number,
    { session, req }: { session: string; req: IncomingMessage },
  ): Promise<void> => {
    if (isMonitor(req.headers['user-agent']) || !namesSession(segment, beganAt(session))) return;
    try {
      await audience.takeSound(session, id, { network: networkOf(req), segment });
    } catch (error) {
      // Its next playlist is refused for the same reason.
      log.debug({ err: error }, 'a segment was taken by a session that does not count');
    }
  };

/** Segments in memory, about 92 KB each. */
const MOST_SEGMENTS = 100;

/**
 * Keeps segments for those who ask for them next: behind a cache one listener in ten asks within the same seconds. The
 * oldest goes first. One in which something is missing is not kept.
 */
export function createSegmentCache(cut: Programme['cut']) {
  const segments = new Map<string, Promise<Pick<HlsSegment, 'bytes' | 'isFinal'>>>();

  async function make(station: OnAirStation, rendition: Rendition, { from, to }: SegmentSpan) {
    const { bytes, isReplaced, isFinal } = await cut(station, rendition, from, to);
    return { bytes: Buffer.concat([segmentTag(station, from, isReplaced), bytes]), isFinal };
  }

  return async (station: OnAirStation, rendition: Rendition, span: SegmentSpan) => {
    const key = `${soundKey(station, rendition.name)} ${span.from} ${station.name}`;
    const making = segments.get(key) ?? make(station, rendition, span);
    segments.set(key, making);
    for (const oldest of segments.keys()) {
      if (segments.size <= MOST_SEGMENTS) break;
      segments.delete(oldest);
    }
    const forget = () => void (segments.get(key) === making && segments.delete(key));
    const made = await making.catch((error: unknown) => {
      forget();
      throw error;
    });
    if (!made.isFinal) forget();
    return made;
  };
}

/** Playlists in memory, about 2 KB each. */
const MOST_PLAYLISTS = 2_000;

export type PlaylistCache = ReturnType<typeof createPlaylistCache>;

/** Media playlists, each the same for all listeners while it lists the same segments: nothing that it names can change. */
export function createPlaylistCache(now: () => number) {
  const playlists = new Map<string, { newest: number; name: string; playlist: MediaPlaylist }>();
  return (station: OnAirStation, rendition: Rendition): MediaPlaylist => {
    const key = soundKey(station, rendition.name);
    const newest = listedUntil(now());
    const known = playlists.get(key);
    if (known?.newest === newest && known.name === station.name) return known.playlist;
    if (playlists.size >= MOST_PLAYLISTS) playlists.clear();
    const playlist = mediaPlaylist(station, rendition, now());
    playlists.set(key, { newest, name: station.name, playlist });
    return playlist;
  };
}

/**
 * What is heard from when on: a segment's tag can only name what its first sample belongs to, so it would be up to six
 * seconds late.
 */
function titleRanges(station: OnAirStation, from: number, to: number): string[] {
  const { timeline } = station;
  const first = titledAt(timeline, from);
  const later = timeline.itemsBetween(from, to).filter((one) => {
    return titleUnit(one) > from && titleUnit(one) < to;
  });
  return [...(first ? [first] : []), ...later].map((airing) => {
    const { title, artist } = shownIn(station, airing);
    const start = new Date(timeOfUnit(titleUnit(airing))).toISOString();
    return [
      `#EXT-X-DATERANGE:ID="${airing.starts_unit}",CLASS="title",START-DATE="${start}",END-ON-NEXT=YES`,
      `X-TITLE="${quoted(title)}"`,
      ...(artist === null ? [] : [`X-ARTIST="${quoted(artist)}"`]),
    ].join(',');
  });
}

/** A quoted string has no escapes (RFC 8216, §4.2). */
const quoted = (text: string): string => text.replaceAll('"', '”').replaceAll(/\p{Cc}+/gu, ' ');

/** The song, or the station's name while no song plays. */
function shownIn(
  station: OnAirStation,
  airing: AiredItem | null,
): { title: string; artist: string | null } {
  const { kind, title, artist } = airing?.item ?? { kind: null, title: '', artist: null };
  return kind === 'music' ? { title, artist } : { title: station.name, artist: null };
}

/** The units of a segment. */
interface SegmentSpan {
  from: number;
  to: number;
}

/** Null when it is too old, or is not served yet. */
export function segmentSpan(number: number, now: number): SegmentSpan | null {
  const oldest = listedUntil(now - HLS_BACK_SECONDS * 1_000);
  if (number < oldest || number > listedUntil(now + SERVED_EARLY_MS)) return null;
  const from = number * HLS_SEGMENT_UNITS;
  return { from, to: from + HLS_SEGMENT_UNITS };
}

/** Frames of ID3v2.4, which begin each segment: its time, and the title that is heard at its beginning. */
function segmentTag(station: OnAirStation, unit: number, isReplaced: boolean): Buffer {
  const airing = isReplaced ? null : titledAt(station.timeline, unit);
  const { title, artist } = shownIn(station, airing);
  const frames = [
    privateFrame('com.apple.streaming.transportStreamTimestamp', timestamp(unit)),
    textFrame('TIT2', title),
    ...(artist === null ? [] : [textFrame('TPE1', artist)]),
  ];
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), syncsafe(body.length), body]);
}

/** In ticks of 90 kHz, of which 33 bits are kept (RFC 8216, §3.4). */
function timestamp(unit: number): Buffer {
  const ticks = Buffer.alloc(8);
  ticks.writeBigUInt64BE((BigInt(timeOfUnit(unit)) * 90n) % 2n ** 33n);
  return ticks;
}

const UTF8 = 3;

function textFrame(name: string, text: string): Buffer {
  return frame(name, Buffer.concat([Buffer.of(UTF8), Buffer.from(text)]));
}

function privateFrame(owner: string, data: Buffer): Buffer {
  return frame('PRIV', Buffer.concat([Buffer.from(`${owner}\0`, 'latin1'), data]));
}

function frame(name: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name, 'latin1'), syncsafe(body.length), Buffer.alloc(2), body]);
}

/** Four bytes of seven bits each (ID3v2.4, §6.2). */
function syncsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}
