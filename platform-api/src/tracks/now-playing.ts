// A station has up to three URLs for its tracks; this combines their answers. See track-reader.ts (when a
// source is fetched), feed-turns.ts (how replicas take turns) and connectors/ (the formats).
import type { Knex } from 'knex';
import { PLAYER_REFRESH_SECONDS } from '../../contract/stations/values.ts';
import type { NowPlaying, Track } from '../../contract/stations/schemas.ts';
import type { Logger } from '../process/log.ts';
import type { Sleeves, SleeveStation } from '../sleeves/feature.ts';
import type { Slot } from './connectors/track-set.ts';
import { ownAddress } from './own-address.ts';
import { unknownTrack } from './present-track.ts';
import { createTrackReader, shownUntil } from './track-reader.ts';
import { createTrackFeeds } from './feed-turns.ts';

/** The columns of a station that name its sources. */
export interface TrackSources {
  previous_track_data: string | null;
  current_track_data: string | null;
  next_track_data: string | null;
}

/** The same with what the station's sleeves depend on. */
export type StationSources = TrackSources & SleeveStation;

/** The answer of one of our own track URLs, and until when it is valid, in epoch ms. */
export interface OwnAnswer {
  track: Track | null;
  valid_until: number;
}

/** The programme of our own stations, read in this process instead of over HTTP. */
export interface OwnTracks {
  /** For `/stream/{slug}/tracks/{slot}`; null for any other URL. */
  read(url: URL): Promise<OwnAnswer | null>;
  /** The last songs of the same station; null for any other URL. */
  played(url: URL): Promise<Track[] | null>;
}

/** The tracks of a station, and when to ask again, in epoch ms. */
export interface NowPlayingAnswer {
  now_playing: NowPlaying;
  valid_until: number;
}

/** Reads the tracks of a station. Tracks without a cover get the station's sleeve art. */
export interface NowPlayingReader {
  /** Does not reject when a source fails: its track is then unknown. */
  read(sources: StationSources): Promise<NowPlayingAnswer>;
  /** The last songs, the newest first; null where only the source itself knows them. */
  played(sources: StationSources): Promise<Track[] | null>;
}

/**
 * When to look again if no source says, in ms: later than the next read of a source that was just read.
 */
const LOOK_AGAIN_MS = (PLAYER_REFRESH_SECONDS + 1) * 1000;

/** The answer of one slot. */
interface SlotAnswer {
  track: Track | null;
  /** When its source was last read; null when never. */
  readAt: number | null;
  isFailing: boolean;
  validUntil: number;
}

export function createNowPlayingReader(deps: {
  knex: Knex;
  fetchJson: (url: string) => Promise<unknown>;
  ownTracks: OwnTracks;
  sleeves: Pick<Sleeves, 'dress'>;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): NowPlayingReader {
  const { ownTracks, sleeves, publicUrl, now } = deps;
  const reader = createTrackReader({ ...deps, feeds: createTrackFeeds(deps.knex) });

  async function readSlot(slot: Slot, source: string | null): Promise<SlotAnswer> {
    const address = source?.trim();
    // A station without a source for this slot shows no track there.
    if (!address) return { track: null, readAt: null, isFailing: false, validUntil: Infinity };

    const url = ownAddress(address, publicUrl);
    if (url) {
      const own = await ownTracks.read(url);
      if (own) return ownAnswer(own);
    } else if (URL.canParse(address)) {
      return readOutside(slot, address);
    }
    return { track: unknownTrack(publicUrl), readAt: null, isFailing: true, validUntil: Infinity };
  }

  function ownAnswer({ track, valid_until }: OwnAnswer): SlotAnswer {
    return {
      track: track && { ...track, cover: new URL(track.cover, publicUrl).href },
      readAt: now(),
      isFailing: false,
      validUntil: valid_until,
    };
  }

  async function readOutside(slot: Slot, address: string): Promise<SlotAnswer> {
    const reading = await reader.read(address);
    const { tracks, readAt, failures, freshUntil } = reading;
    const trueUntil = shownUntil(reading);
    if (!tracks || now() >= trueUntil) {
      return { track: unknownTrack(publicUrl), readAt, isFailing: true, validUntil: freshUntil };
    }
    const validUntil = Math.min(freshUntil, trueUntil);
    return { track: tracks[slot] ?? null, readAt, isFailing: failures > 0, validUntil };
  }

  return {
    async played(station) {
      const url = ownAddress(station.current_track_data?.trim() ?? '', publicUrl);
      const songs = url && (await ownTracks.played(url));
      return songs && songs.map((song) => sleeves.dress(song, station));
    },
    async read(sources) {
      const [previous, current, next] = await Promise.all([
        readSlot('previous', sources.previous_track_data),
        readSlot('current', sources.current_track_data),
        readSlot('next', sources.next_track_data),
      ]);
      const slots = [previous, current, next];
      const readAt = slots.map((slot) => slot.readAt).filter((time) => time !== null);
      return {
        now_playing: {
          previous: sleeves.dress(previous.track, sources),
          current: sleeves.dress(current.track, sources),
          next: sleeves.dress(next.track, sources),
          // The oldest time holds for all tracks shown.
          updated_at: new Date(readAt.length > 0 ? Math.min(...readAt) : now()).toISOString(),
          stale: slots.some((slot) => slot.isFailing),
        },
        valid_until: Math.min(now() + LOOK_AGAIN_MS, ...slots.map((slot) => slot.validUntil)),
      };
    },
  };
}
