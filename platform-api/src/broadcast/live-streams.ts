import { publicStationId } from '../../contract/stations/slug.ts';
import type { Logger } from '../process/log.ts';
import { heardAt } from './icy.ts';
import { LiveStream, type Feed } from './live-stream.ts';
import { atLocation, soundKey, type OnAirStation } from './on-air.ts';
import type { Rendition } from './renditions.ts';

/** While a station has listeners, its state is asked for again this often, in ms. */
const RENEW_MS = 10_000;

/** A station with listeners, in one rendition. */
interface Live {
  station: OnAirStation;
  stream: LiveStream;
  renewedAt: number;
}

interface LiveStreamsDeps {
  /** Null: no station plays from here at this slug. */
  lookUp(slug: string): Promise<OnAirStation | null>;
  /** The bytes of a station from one unit to another. */
  cut(
    station: OnAirStation,
    rendition: Rendition,
    from: number,
    to: number,
  ): ReturnType<Feed['cut']>;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}

/** The live streams of this process, one for each station and rendition that has listeners. */
export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  /** Stations without listeners have no entry. */
  readonly #live = new Map<string, Live>();

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps;
  }

  /** Counts the listeners of one station, or of all. */
  listeners(slug?: string): number {
    let sum = 0;
    for (const { station, stream } of this.#live.values()) {
      if (!slug || station.slug === slug.toLowerCase()) sum += stream.listeners;
    }
    return sum;
  }

  /** The stream of a station. @returns `keep`: to be called when it has a listener */
  open(station: OnAirStation, rendition: Rendition): { stream: LiveStream; keep: () => void } {
    const key = soundKey(station, rendition.name);
    const known = this.#live.get(key);
    if (known) known.station = station;
    const entry = known ?? this.#create(key, station, rendition);
    return { stream: entry.stream, keep: () => void this.#live.set(key, entry) };
  }

  #create(key: string, station: OnAirStation, rendition: Rendition): Live {
    const { cut, now, log } = this.#deps;
    const feed: Feed = {
      rendition,
      cut: (from, to) => {
        if (now() - entry.renewedAt > RENEW_MS) void this.#renew(entry);
        return cut(entry.station, rendition, from, to);
      },
      heardAt: (unit) => heardAt(entry.station, unit),
      name: () => entry.station.name,
    };
    const stream = new LiveStream(feed, now, {
      onDrop: (reason) => log.info({ slug: entry.station.slug, reason }, 'listener dropped'),
      onEmpty: () => void this.#live.delete(key),
    });
    const entry: Live = { station, stream, renewedAt: now() };
    return entry;
  }

  /** Follows the timeline of a station, and ends its streams when it goes off air. */
  async #renew(entry: Live): Promise<void> {
    const { lookUp, now, log } = this.#deps;
    entry.renewedAt = now();
    const { id, slug, location } = entry.station;
    try {
      const atSlug = await lookUp(slug);
      // Its slug may have changed, and may be another station's by now.
      const station = atSlug?.id === id ? atSlug : await lookUp(publicStationId(id));
      if (station) entry.station = location === undefined ? station : atLocation(station, location);
      else entry.stream.close();
    } catch (error) {
      // The database is away: the station plays on.
      log.debug({ err: error, slug: entry.station.slug }, 'a station could not be read again');
    }
  }

  /** Ends all streams cleanly. */
  close(): void {
    for (const { stream } of this.#live.values()) stream.close();
  }
}
