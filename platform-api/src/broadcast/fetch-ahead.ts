import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { timeOfUnit, unitAt, UNIT_MS } from '../timeline/airing.ts';
import type { Mixes } from './mixes.ts';
import { soundKey, type OnAirStation } from './on-air.ts';
import type { Rendition } from './renditions.ts';
import type { Sounds } from './sounds.ts';
import { airingAt } from './titles.ts';

/** Items that air within this time are fetched at once, and at least the next two, in ms. */
const SOON_MS = MINUTE_MS;
const ITEMS_AT_ONCE = 3;

/** One more item is fetched this often, in ms: slowly, because most listeners leave before long. */
const MORE_EVERY_MS = 30_000;

/** How far ahead the files are fetched, in ms: as long as a storage may be down without anyone noticing. */
const FURTHEST_MS = HOUR_MS;

/** The part of the cache that may hold later items. */
const PART_OF_CACHE = 1 / 2;

/** How often a station is checked, and how long it is remembered without listeners, in ms. */
const LOOK_EVERY_MS = 900;
const FORGET_MS = MINUTE_MS;

/** Fetches the files of a station, and makes its mixes, before they are due. */
export interface FetchAhead {
  /** Called whenever a listener gets a piece of the station. */
  look(station: OnAirStation, rendition: Rendition): void;
}

interface Ahead {
  lookedAt: number;
  /** The unit up to which files were fetched. */
  until: number;
  moreAt: number;
}

export function createFetchAhead(options: {
  sounds: Sounds;
  mixes: Pick<Mixes, 'look'>;
  maxBytes: number;
  now: () => number;
}): FetchAhead {
  const { sounds, mixes, maxBytes, now } = options;
  const stations = new Map<string, Ahead>();
  let sweptAt = 0;

  function forgetOld(): void {
    if (Math.abs(now() - sweptAt) < FORGET_MS) return;
    sweptAt = now();
    for (const [key, { lookedAt }] of stations) {
      if (Math.abs(sweptAt - lookedAt) > FORGET_MS) stations.delete(key);
    }
  }

  /** All stations with listeners share the cache. */
  function reachMs({ kbps }: Rendition): number {
    const bytes = (maxBytes * PART_OF_CACHE) / stations.size;
    return Math.max(SOON_MS, Math.min(FURTHEST_MS, (bytes * 8) / kbps));
  }

  return {
    look(station, rendition) {
      const time = now();
      const unit = unitAt(time);
      const key = soundKey(station, rendition.name);
      forgetOld();
      const known = stations.get(key);
      if (known && Math.abs(time - known.lookedAt) < LOOK_EVERY_MS) return;
      const ahead = known ?? { lookedAt: time, until: 0, moreAt: time + MORE_EVERY_MS };
      stations.set(key, ahead);
      ahead.lookedAt = time;
      mixes.look(station, rendition);

      const isMoreDue = time >= ahead.moreAt;
      const end = unit + Math.ceil(reachMs(rendition) / UNIT_MS);
      let at = unit;
      for (let index = 0; at < end; index += 1) {
        const isSoon = index < ITEMS_AT_ONCE || timeOfUnit(at) < time + SOON_MS;
        if (!isSoon && !isMoreDue) break;
        const airing = airingAt(station.timeline, at);
        if (airing === null) break;
        at = airing.ends_unit;
        if (!isSoon && at <= ahead.until) continue;
        sounds.fetch(airing.item, rendition);
        ahead.until = Math.max(ahead.until, at);
        if (isSoon) continue;
        ahead.moreAt = time + MORE_EVERY_MS;
        break;
      }
    },
  };
}
