import { describe, expect, test } from 'vitest';
import { RESERVE_PIECE_UNITS, STREAM_UNIT_MS, type Track } from '@stationhouse/sdk/shell';
import { joinedAfterItem, pieceAt, piecesAfter, tracksAt, type Programme } from './programme.ts';

const PIECE = RESERVE_PIECE_UNITS;

const startOf = (unit: number) => new Date(unit * STREAM_UNIT_MS).toISOString();

/** A programme of songs, each with its first unit and its length in units. */
function programmeOf(...songs: [title: string, from: number, units: number][]): Programme {
  return {
    slots: songs.map(([title, from, units]) => ({
      starts_unit: from,
      ends_unit: from + units,
      pieces: Array.from({ length: Math.ceil(units / PIECE) }, (_, at) => `${title}-${at}`),
    })),
    tracks: songs.map(([title, from]): Track => {
      return { title, artist: 'Ada', cover: '', started_at: startOf(from) };
    }),
  };
}

const BEFORE = programmeOf(['A', 1_000, 400], ['B', 1_400, 100], ['C', 1_500, 300]);

/** The pieces in the order in which they are played. */
function played(programme: Programme, from: number): string[] {
  const names: string[] = [];
  for (let unit = from; ;) {
    const piece = pieceAt(programme, unit);
    if (!piece) return names;
    names.push(`${piece.name} ${unit - piece.from}`);
    unit = piece.to;
  }
}

describe('a programme', () => {
  test('has the pieces of its items in order, the last one of each shorter', () => {
    expect(piecesAfter(BEFORE, 1_300)).toEqual([
      { name: 'A-2', from: 1_300, to: 1_400 },
      { name: 'B-0', from: 1_400, to: 1_500 },
      { name: 'C-0', from: 1_500, to: 1_650 },
      { name: 'C-1', from: 1_650, to: 1_800 },
    ]);
    expect(pieceAt(BEFORE, 1_650)?.name).toBe('C-1');
    expect([pieceAt(BEFORE, 999), pieceAt(BEFORE, 1_800)]).toEqual([null, null]);
  });

  test('names what is heard, and the songs around it', () => {
    const at = (unit: number) => tracksAt(BEFORE, unit * STREAM_UNIT_MS);
    expect(at(1_450)).toMatchObject({
      previous: { title: 'A' },
      current: { title: 'B' },
      next: { title: 'C' },
    });
    expect(at(999)).toBeNull();
  });

  test('shows no radio ID as the song before or after', () => {
    const [first, id, last] = BEFORE.tracks;
    if (!first || !id || !last) throw new Error('There are no tracks.');
    const tracks: Track[] = [first, { ...id, kind: 'radio_id' }, last];
    expect(tracksAt({ ...BEFORE, tracks }, 1_100 * STREAM_UNIT_MS)?.next?.title).toBe('C');
  });
});

describe('after a cut line', () => {
  test('the same programme continues', () => {
    expect(joinedAfterItem(BEFORE, { ...BEFORE }, 1_200)).toEqual(BEFORE);
  });

  test('the item that plays ends before another programme follows in the middle of its song', () => {
    const next = programmeOf(['X', 900, 1_000]);
    const joined = joinedAfterItem(BEFORE, next, 1_200);
    expect(played(joined, 1_200)).toEqual(['A-1 50', 'A-2 0', 'X-3 50', 'X-4 0', 'X-5 0', 'X-6 0']);
    const at = (unit: number) => tracksAt(joined, unit * STREAM_UNIT_MS)?.current?.title;
    expect([at(1_399), at(1_400), at(1_600)]).toEqual(['A', 'X', 'X']);
  });

  test('the next item of the new programme follows where both end at once', () => {
    const next = programmeOf(['D', 1_100, 300], ['E', 1_400, 200]);
    expect(played(joinedAfterItem(BEFORE, next, 1_200), 1_350)).toEqual([
      'A-2 50',
      'E-0 0',
      'E-1 0',
    ]);
  });

  test('a reserve that is used up is replaced at once', () => {
    const next = programmeOf(['X', 1_700, 400]);
    expect(joinedAfterItem(BEFORE, next, 1_900)).toEqual(next);
  });
});
