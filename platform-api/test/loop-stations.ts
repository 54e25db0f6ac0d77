import type { BroadcastServices } from '../src/broadcast/broadcast.ts';
import type { AiredItem, OnAirStation, StreamTimeline } from '../src/broadcast/on-air.ts';
import type { OwnStations } from '../src/broadcast/own-stations.ts';
import type { Item } from '../src/timeline/airing.ts';

/** Plays items in order, in an endless loop that began at the Unix epoch. */
export function loopTimeline(items: readonly Item[]): StreamTimeline {
  const starts: number[] = [];
  let loopUnits = 0;
  for (const item of items) {
    starts.push(loopUnits);
    loopUnits += item.units;
  }
  return {
    itemsBetween(from, to) {
      const airings: AiredItem[] = [];
      const firstLoop = Math.floor(from / loopUnits) * loopUnits;
      for (let loopStart = firstLoop; loopStart < to; loopStart += loopUnits) {
        items.forEach((item, index) => {
          const starts_unit = loopStart + (starts[index] ?? 0);
          const ends_unit = starts_unit + item.units;
          if (starts_unit < to && ends_unit > from) airings.push({ item, starts_unit, ends_unit });
        });
      }
      return airings;
    },
  };
}

/** The package's stations by their slug, as loops of their tracks: on air without a database, at any time alike. */
export function loopStations({ stations }: OwnStations): Map<string, OnAirStation> {
  return new Map(
    stations.map(({ slug, name, tracks }) => {
      const timeline = loopTimeline(tracks.map(({ item }) => item));
      return [slug, { id: slug, slug, name, timeline, renditions: ['mp3_128'] }];
    }),
  );
}

/** Counts no listener. All players of HLS get the same session. */
export const uncounted: BroadcastServices['audience'] = {
  begin: () => null,
  end: () => undefined,
  issue: () => 'session-1',
  reload: async () => true,
  reloadKnown: () => false,
  report: async () => true,
  takeSound: async () => undefined,
};
