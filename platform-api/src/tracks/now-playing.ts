// The tracks room. A station names up to three addresses that tell its tracks; this puts their
// answers together. Read on in read-tracks.ts (when and by whom a source is asked), track-feeds.ts
// (how replicas agree on that), read-document.ts and connectors/ (what the sources say).
import type { Knex } from 'knex';
import { PLAYER_REFRESH_SECONDS } from '../../contract/limits.ts';
import type { NowPlaying, Track } from '../../contract/stations.ts';
import type { Logger } from '../log.ts';
import type { Slot } from './connectors/track-set.ts';
import { ownAddress } from './own-address.ts';
import { unknownTrack } from './present-track.ts';
import { createTrackReader, shownUntil } from './read-tracks.ts';
import { createTrackFeeds } from './track-feeds.ts';

/** The columns of a station that name its sources. */
export interface TrackSources {
  previous_track_data: string | null;
  current_track_data: string | null;
  next_track_data: string | null;
}

/** What one of our own addresses answers, and when that stops being true, in epoch ms. */
export interface OwnAnswer {
  track: Track | null;
  valid_until: number;
}

/** Our own stations' programme, asked in the process (API rules). */
export interface OwnTracks {
  /** For `/stream/{slug}/tracks/{slot}`; null when the address is none of ours. */
  read(url: URL): OwnAnswer | null;
}

/** What a station plays, and when to ask again, in epoch ms. */
export interface NowPlayingAnswer {
  now_playing: NowPlaying;
  valid_until: number;
}

/** Tells what a station plays. */
export interface NowPlayingReader {
  /** Never fails for a source's sake: what can't be read is an unknown track. */
  read(sources: TrackSources): Promise<NowPlayingAnswer>;
}

/** When to look again where no source says, in ms: later than one that has just been read is due. */
const LOOK_AGAIN_MS = (PLAYER_REFRESH_SECONDS + 1) * 1000;

/** One card's share of the answer. */
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
  publicUrl: string;
  now: () => number;
  log: Logger;
}): NowPlayingReader {
  const { ownTracks, publicUrl, now } = deps;
  const reader = createTrackReader({ ...deps, feeds: createTrackFeeds(deps.knex) });

  async function readSlot(slot: Slot, source: string | null): Promise<SlotAnswer> {
    const address = source?.trim();
    // No source, no card: nothing is wrong with that.
    if (!address) return { track: null, readAt: null, isFailing: false, validUntil: Infinity };

    const url = ownAddress(address, publicUrl);
    if (url) {
      const own = ownTracks.read(url);
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
          previous: previous.track,
          current: current.track,
          next: next.track,
          // The oldest: it is true of all that is shown.
          updated_at: new Date(readAt.length > 0 ? Math.min(...readAt) : now()).toISOString(),
          stale: slots.some((slot) => slot.isFailing),
        },
        valid_until: Math.min(now() + LOOK_AGAIN_MS, ...slots.map((slot) => slot.validUntil)),
      };
    },
  };
}
