import { describe, expect, it } from 'vitest';
import { testItem } from '../../test/schedules.ts';
import { airingsBetween, timeOfUnit, type Airing, type StationTimeline } from './airing.ts';
import { placeLocally, type LocalInsertion } from './local-airings.ts';
import { INSERTION_DELAY_MS } from './schedule.ts';

const airing = (kind: Airing['item']['kind'], starts_unit: number, ends_unit: number): Airing => ({
  item: testItem(kind, `${kind} ${starts_unit}`, ends_unit - starts_unit),
  starts_unit,
  ends_unit,
  cut_by: null,
  rule: { kind: 'radio_id', due_unit: 0 },
  revision_id: 'r1',
});

/** A song from 0 to 1,000, a radio ID until 1,030, another song, with speech over it from 1,500 to 1,540. */
const shared: StationTimeline = {
  itemsBetween: (from, to) =>
    airingsBetween(
      [
        airing('music', 0, 1_000),
        airing('radio_id', 1_000, 1_030),
        airing('music', 1_030, 2_000),
        airing('pause', 2_000, 2_500),
        airing('music', 2_500, 4_000),
      ],
      from,
      to,
    ),
  voiceOversBetween: (from, to) => airingsBetween([airing('announcement', 1_500, 1_540)], from, to),
};

const at = (unit: number): number => timeOfUnit(unit) - INSERTION_DELAY_MS;

const insertion = (
  id: string,
  unit: number,
  location_ids: string[],
  withdrawn?: number,
): LocalInsertion => ({
  id,
  item: testItem('announcement', id, 50),
  committed_at: at(unit),
  location_ids,
  ...(withdrawn !== undefined && { withdrawn_at: at(withdrawn) }),
});

const placesOf = (insertions: LocalInsertion[], timeline = shared) =>
  placeLocally(
    insertions,
    timeline,
  )(10_000).map(({ item, starts_unit }) => `${item.id} ${starts_unit}`);

describe('speech at some locations', () => {
  it('airs at its unit, and once shared speech that sounds then is over', () => {
    const wanted = [
      insertion('a', 500, ['x']),
      insertion('b', 1_010, ['x']),
      insertion('c', 1_520, ['x']),
    ];
    expect(placesOf(wanted)).toEqual(['a 500', 'b 1030', 'c 1540']);
  });

  it('follows other speech at the same location, and not at another', () => {
    const wanted = [
      insertion('a', 500, ['x', 'y']),
      insertion('b', 510, ['y', 'z']),
      insertion('c', 510, ['w']),
    ];
    expect(placesOf(wanted)).toEqual(['a 500', 'b 550', 'c 510']);
  });

  it('does not air once it was withdrawn, unless it had begun', () => {
    const wanted = [insertion('a', 500, ['x'], 400), insertion('b', 700, ['x'], 720)];
    expect(placesOf(wanted)).toEqual(['b 700']);
  });

  it('does not air while the station is closed', () => {
    expect(placesOf([insertion('a', 2_100, ['x'])])).toEqual([]);
  });

  it('stays where it began when speech is put into the shared programme under it', () => {
    const later: StationTimeline = {
      ...shared,
      voiceOversBetween: (from, to) => airingsBetween([airing('announcement', 520, 560)], from, to),
    };
    expect(placesOf([insertion('a', 500, ['x'])], later)).toEqual(['a 500']);
  });
});
