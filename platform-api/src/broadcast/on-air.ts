import { BRAND } from '../../contract/site/brand.ts';
import { DEMO_STATION_SLUG } from '../../contract/stations/values.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import type { Logger } from '../process/log.ts';
import type { Airing, Item } from '../timeline/airing.ts';

export type RenditionName = keyof Item['renditions'];

/** One item on air, as streams need it. */
export type AiredItem = Pick<Airing, 'item' | 'starts_unit' | 'ends_unit'> &
  Partial<Pick<Airing, 'cut_by' | 'tail_units'>> & {
    /** Speech at some locations only: everything else is quieter under it. */
    is_local?: true;
  };

/** Until when a station is closed. */
export interface Closed {
  /** Local time of the station: '2026-12-28T09:00'. */
  until: string;
  /** The words of the station about it. */
  message: string | null;
}

/** A `StationTimeline` is one. */
export interface StreamTimeline {
  itemsBetween(from: number, to: number): AiredItem[];
  /** Absent: it has none. */
  voiceOversBetween?(from: number, to: number): AiredItem[];
}

/** A station that plays from here, as its streams need it. */
export interface OnAirStation {
  id: string;
  slug: string;
  /** Shown by players that read ICY headers, and while no song plays. */
  name: string;
  /** `#` and six digits; null: not chosen. */
  accent_colour?: string | null;
  timeline: StreamTimeline;
  /** Speech that airs at one location only. Absent: it has none. */
  localBetween?(location: string, from: number, to: number): AiredItem[];
  /** The location whose stream this is; absent: the shared one. */
  location?: string;
  /** The renditions that its package includes: `mp3_128` always. */
  renditions: readonly RenditionName[];
  /** The pause that a unit lies in; null: it is not closed. */
  closedAt?: (unit: number) => Closed | null;
  /** It takes no new listeners, because its listening hours of this month are used up. */
  isFull?: boolean;
}

/** The timeline of a station must reach this far from now, in ms. Where it is unknown, it has no airings. */
export const TIMELINE_REACH_MS = { back: 15 * MINUTE_MS, ahead: HOUR_MS } as const;

/** The stations on air from here, each by its current slug and its public id. */
export interface OnAir {
  /**
   * Called for each request, and every few seconds while a station has listeners: answers from memory whenever it
   * can. While the database is away, known stations stay on air with the timeline that they have.
   *
   * @param name a slug or public id, in lower case
   * @returns null when no station of this name is on air from here
   * @throws AppError `unavailable` while the database is away and the station is not in memory
   */
  find(name: string): Promise<OnAirStation | null>;

  /** As `find`, for what is in memory; null: `find` must be asked. */
  known(name: string): OnAirStation | null;
}

/**
 * Stations without a stream of their own play the demo's (specification §3). While that one is off air, they hear the
 * emergency item.
 */
export const DEMO_OFF_AIR: OnAirStation = {
  id: DEMO_STATION_SLUG,
  slug: DEMO_STATION_SLUG,
  name: `${BRAND.name} Demo`,
  timeline: { itemsBetween: () => [] },
  renditions: ['mp3_128'],
};

/** A fault in a timeline must not silence its station. */
export function guarded(timeline: StreamTimeline, log: Logger): StreamTimeline {
  function attempt(read: () => AiredItem[]): AiredItem[] {
    try {
      return read();
    } catch (error) {
      log.error({ err: error }, 'a timeline could not be computed');
      return [];
    }
  }
  return {
    itemsBetween: (from, to) => attempt(() => timeline.itemsBetween(from, to)),
    voiceOversBetween: (from, to) => attempt(() => timeline.voiceOversBetween?.(from, to) ?? []),
  };
}

/** A station as it sounds at one location: the shared programme, with the location's own speech over it. */
export function atLocation(station: OnAirStation, location: string): OnAirStation {
  const { timeline } = station;
  return {
    ...station,
    location,
    timeline: {
      itemsBetween: (from, to) => timeline.itemsBetween(from, to),
      voiceOversBetween(from, to) {
        const shared = timeline.voiceOversBetween?.(from, to) ?? [];
        const local = station.localBetween?.(location, from, to) ?? [];
        if (local.length === 0) return shared;
        return [...shared, ...local.map((one) => ({ ...one, is_local: true as const }))].sort(
          (one, other) => one.starts_unit - other.starts_unit,
        );
      },
    },
  };
}

/** Names the sound of a station, which differs by its location. */
export const soundKey = ({ id, location = '' }: OnAirStation, rendition: string): string =>
  `${id} ${location} ${rendition}`;
