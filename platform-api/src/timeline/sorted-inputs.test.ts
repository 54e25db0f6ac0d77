import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airedIn,
  everyTenMinutes,
  isBy,
  JANUARY,
  news,
  radioIds,
  revisionOf,
  seconds,
  testMusic,
  testSchedule,
} from '../../test/schedules.ts';
import { expectNoGaps } from '../../test/timeline-promises.ts';
import { airingsBetween, firstUnitFrom, timeOfUnit, unitAt, type Airing } from './airing.ts';
import type { Insertion, Revision, Schedule } from './schedule.ts';

describe('Revisions and insertions', () => {
  const base = testSchedule(testMusic('m', 300, 40), {
    items: radioIds,
    radio_ids: everyTenMinutes,
  });
  const first = revisionOf({ startsAt: JANUARY, schedule: base });
  const later = (committedAt: number, values: Partial<Schedule> = { seed: 99 }): Revision =>
    revisionOf({ startsAt: committedAt, schedule: { ...base, ...values } }, { id: 'later' });
  const inDay = fc.integer({ min: JANUARY + 60_000, max: JANUARY + 23 * 3_600_000 });

  it('take effect at the first end of an item 30 s after the commit, and change nothing before', () => {
    const before = airedIn({ revisions: [first] }, 1).airings;
    fc.assert(
      fc.property(inDay, (committedAt) => {
        const after = airedIn({ revisions: [first, later(committedAt)] }, 1).airings;
        const index = after.findIndex((one) => one.revision_id === 'later');
        const boundary = before.findIndex(
          ({ starts_unit }) => timeOfUnit(starts_unit) >= committedAt + 30_000,
        );
        expect(index).toBe(boundary);
        expect(after.slice(0, index)).toEqual(before.slice(0, index));
      }),
      { numRuns: 15 },
    );
  });

  it('continue the rotation of playlists that they keep', () => {
    const committedAt = JANUARY + 6 * 3_600_000;
    const { airings } = airedIn({ revisions: [first, later(committedAt)] }, 1);
    const ids = airings.filter(isBy('music')).map(({ item }) => item.id);
    expect(new Set(ids.slice(0, 300)).size).toBe(300);
  });

  it('drop what is only due by the old rules, with the reason', () => {
    // The item that runs at 08:00 ends after the new rules are in force.
    const { airings } = airedIn({ revisions: [first] }, 1);
    const id = airings.find(
      ({ rule, starts_unit }) =>
        rule.kind === 'radio_id' && starts_unit - rule.due_unit > seconds(31),
    );
    if (id?.rule.kind !== 'radio_id') throw new Error('No radio ID is late');
    const committedAt = timeOfUnit(id.starts_unit) - 30_100;
    const changed = airedIn({ revisions: [first, later(committedAt, { radio_ids: null })] }, 1);
    expect(changed.missed).toEqual([
      {
        kind: 'radio_id',
        due_unit: id.rule.due_unit,
        dropped_unit: id.starts_unit,
        fixed_item_id: null,
        reason: 'revision',
      },
    ]);
    const same = airedIn({ revisions: [first, later(committedAt)] }, 1);
    expect(same.missed).toEqual([]);
    expect(airingsBetween(same.airings, id.starts_unit, id.starts_unit + 1)[0]?.rule).toEqual(
      id.rule,
    );
  });

  it('air an inserted item at the first end of an item 10 s after the commit', () => {
    const before = airedIn({ revisions: [first] }, 1).airings;
    fc.assert(
      fc.property(inDay, (committedAt) => {
        const insertion: Insertion = {
          id: 'now',
          committed_at: committedAt,
          kind: 'item',
          item: news,
        };
        const after = airedIn({ revisions: [first], insertions: [insertion] }, 1).airings;
        const index = after.findIndex(isBy('insertion'));
        const boundary = before.findIndex(
          ({ starts_unit }) => timeOfUnit(starts_unit) >= committedAt + 10_000,
        );
        expect(index).toBe(boundary);
        expect(after.slice(0, index)).toEqual(before.slice(0, index));
        expect(after.filter(isBy('insertion')).length).toBe(1);
      }),
      { numRuns: 15 },
    );
  });

  it('air an inserted item no more from 10 s after its withdrawal, and the next one in its place', () => {
    const before = airedIn({ revisions: [first] }, 1).airings;
    const committed_at = JANUARY + 12 * 3_600_000;
    const item: Insertion = { id: 'first', committed_at, kind: 'item', item: news };
    const next: Insertion = { ...item, id: 'second', committed_at: committed_at + 1 };
    const aired = airedIn({ revisions: [first], insertions: [item] }, 1).airings;
    const starts = aired.find(isBy('insertion'))?.starts_unit ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), (after) => {
        const withdrawn_at = committed_at + after;
        const isInTime = firstUnitFrom(withdrawn_at + 10_000) <= starts;
        const withdrawn = { ...item, withdrawn_at };
        const alone = airedIn({ revisions: [first], insertions: [withdrawn] }, 1).airings;
        expect(alone).toEqual(isInTime ? before : aired);
        const both = airedIn({ revisions: [first], insertions: [withdrawn, next] }, 1).airings;
        const ids = both
          .filter(isBy('insertion'))
          .map(({ rule }) => 'insertion_id' in rule && rule.insertion_id);
        expect(ids).toEqual(isInTime ? ['second'] : ['first', 'second']);
      }),
      { numRuns: 15 },
    );
  });

  it('air several insertions in the order of their commits, over midnight, each once', () => {
    const insertions = [3, 1, 2].map((order): Insertion => ({
      id: `insertion ${order}`,
      committed_at: JANUARY + 24 * 3_600_000 - 20_000 + order,
      kind: 'item',
      item: news,
    }));
    const { airings } = airedIn({ revisions: [first], insertions }, 3);
    const aired = airings.filter(isBy('insertion'));
    expect(aired.map(({ rule }) => 'insertion_id' in rule && rule.insertion_id)).toEqual([
      'insertion 1',
      'insertion 2',
      'insertion 3',
    ]);
  });

  it.each([true, false])(
    'air each once where a pause drops one that was withdrawn before, over music: %s',
    (over) => {
      const committed_at = JANUARY + 12 * 3_600_000;
      const withdrawn: Insertion = {
        id: 'first',
        committed_at,
        kind: 'item',
        item: news,
        is_over_music: over,
        withdrawn_at: committed_at - 3_600_000,
      };
      const again: Insertion = { ...withdrawn, id: 'second' };
      delete again.withdrawn_at;
      const pause = {
        id: 'pause',
        starts_unit: firstUnitFrom(committed_at + 2 * 3_600_000),
        ends_unit: firstUnitFrom(committed_at + 3 * 3_600_000),
        item: null,
        every_units: seconds(3_600),
      };
      const inputs = { revisions: [first], insertions: [withdrawn, again], pauses: [pause] };
      const { airings, voice_overs } = airedIn(inputs, 2);
      const aired = [...airings, ...voice_overs].filter(isBy('insertion'));
      expect(aired.map(({ rule }) => 'insertion_id' in rule && rule.insertion_id)).toEqual([
        'second',
      ]);
    },
  );

  it('cut the running item 10 s after a skip, and nothing else', () => {
    const before = airedIn({ revisions: [first] }, 1).airings;
    fc.assert(
      fc.property(inDay, (committedAt) => {
        const [running] = airingsBetween(before, unitAt(committedAt), unitAt(committedAt) + 1);
        if (!running) throw new Error('Nothing runs');
        const skip: Insertion = {
          id: 'skip',
          committed_at: committedAt,
          kind: 'skip',
          starts_unit: running.starts_unit,
        };
        const after = airedIn({ revisions: [first], insertions: [skip] }, 1).airings;
        const cutAt = firstUnitFrom(committedAt + 10_000);
        const index = before.indexOf(running);
        const isTooLate = running.ends_unit <= cutAt;
        const cut: Airing = { ...running, ends_unit: cutAt, cut_by: 'skip' };
        expect(after.slice(0, index + 1)).toEqual([
          ...before.slice(0, index),
          isTooLate ? running : cut,
        ]);
        expect(after[index + 1]?.starts_unit).toBe(isTooLate ? running.ends_unit : cutAt);
      }),
      { numRuns: 15 },
    );
  });

  it('use the newest of a revision every second for an hour', () => {
    const many = Array.from({ length: 3_600 }, (_, index) =>
      revisionOf(
        { startsAt: JANUARY + 3_600_000 + index * 1_000, schedule: { ...base, seed: index } },
        { id: `r${index}` },
      ),
    );
    const { airings } = airedIn({ revisions: [first, ...many] }, 1);
    expectNoGaps(airings);
    for (const { starts_unit, revision_id } of airings) {
      const inForce = many.findLast((one) => one.committed_at + 30_000 <= timeOfUnit(starts_unit));
      expect(revision_id).toBe(inForce?.id ?? 'first');
    }
  });
});
