import { describe, expect, it } from 'vitest';
import { loopStation } from '../../test/broadcast.ts';
import type { Item } from '../timeline/airing.ts';
import { createFetchAhead } from './fetch-ahead.ts';
import { RENDITIONS } from './renditions.ts';

/** Four minutes each. */
const UNITS = 1_250;
const ITEM_MS = UNITS * 192;

const items = Array.from({ length: 40 }, (_, index): Item => ({
  id: String(index),
  kind: 'music',
  title: 'Title',
  artist: null,
  album: null,
  cover_key: null,
  units: UNITS,
  renditions: { mp3_128: { key: String(index) } },
}));

function setUp(maxBytes = 2_000_000_000) {
  const fetched: string[] = [];
  // The start of the loop.
  let clock = 40 * ITEM_MS * 180_000;
  const sounds = {
    read: async () => null,
    fetch: (item: Item) => void fetched.push(item.id),
  };
  const mixes = { look: () => undefined };
  const ahead = createFetchAhead({ sounds, mixes, maxBytes, now: () => clock });
  return {
    /** The items that were fetched in so many seconds of listening, in order, each once. */
    listen(seconds: number, stations = [loopStation(items)]) {
      fetched.length = 0;
      for (let second = 0; second < seconds; second += 1) {
        for (const station of stations) ahead.look(station, RENDITIONS.mp3_128);
        clock += 1_000;
      }
      return [...new Set(fetched)];
    },
    pass: (ms: number) => void (clock += ms),
  };
}

describe('the files of a station with listeners', () => {
  it('are fetched at once for the current item and the next two', () => {
    expect(setUp().listen(1)).toEqual(['0', '1', '2']);
  });

  it('are fetched bit by bit for an hour ahead', () => {
    const { listen } = setUp();
    expect(listen(65)).toEqual(['0', '1', '2', '3', '4']);
    // After 15 minutes: the 15 items of the next hour, and those that aired.
    const later = listen(835);
    expect(later.at(-1)).toBe('18');
    expect(later).toContain('10');
  });

  it('are fetched for less time where the cache is small', () => {
    const { listen } = setUp(40_000_000);
    const fetched = listen(900);
    // Half of the cache holds 21 minutes.
    expect(fetched.at(-1)).toBe('8');
  });

  it('begin anew when its listeners had left for long', () => {
    const { listen, pass } = setUp();
    listen(65);
    pass(10 * ITEM_MS);
    expect(listen(1)).toEqual(['10', '11', '12']);
  });
});
