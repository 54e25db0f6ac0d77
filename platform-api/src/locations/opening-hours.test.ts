import { describe, expect, it } from 'vitest';
import { openAt, openSpans, type OpeningHours } from './opening-hours.ts';

const ALL = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const at = (text: string) => Date.parse(text);

const spansOf = (opening_hours: OpeningHours | null, zone: string, from: string, to: string) =>
  openSpans({ zone, opening_hours }, { from: at(from), to: at(to) }).map(
    ({ from: start, to: end }) => `${new Date(start).toISOString()} ${new Date(end).toISOString()}`,
  );

describe('opening hours', () => {
  it('are in local time, on their weekdays', () => {
    const hours: OpeningHours = [{ days: ['tue'], from: '09:00', to: '18:00' }];
    expect(spansOf(hours, 'Europe/Berlin', '2026-11-22T00:00:00Z', '2026-11-29T00:00:00Z')).toEqual(
      ['2026-11-24T08:00:00.000Z 2026-11-24T17:00:00.000Z'],
    );
  });

  it('that end after midnight belong to the day on which they begin', () => {
    const hours: OpeningHours = [{ days: ['sat'], from: '20:00', to: '03:00' }];
    expect(spansOf(hours, 'Europe/London', '2026-11-22T04:00:00Z', '2026-12-01T00:00:00Z')).toEqual(
      ['2026-11-28T20:00:00.000Z 2026-11-29T03:00:00.000Z'],
    );
  });

  it('are an hour longer in the night in which clocks go back, and shorter in spring', () => {
    const hours: OpeningHours = [{ days: ['sat'], from: '22:00', to: '06:00' }];
    expect(spansOf(hours, 'Europe/London', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toEqual(
      ['2026-10-24T21:00:00.000Z 2026-10-25T06:00:00.000Z'],
    );
    expect(spansOf(hours, 'Europe/London', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual(
      ['2026-03-28T22:00:00.000Z 2026-03-29T05:00:00.000Z'],
    );
  });

  it('that overlap or touch are one', () => {
    const hours: OpeningHours = [
      { days: [...ALL], from: '08:00', to: '12:00' },
      { days: [...ALL], from: '11:00', to: '14:00' },
      { days: [...ALL], from: '14:00', to: '18:00' },
    ];
    expect(spansOf(hours, 'UTC', '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toEqual([
      '2026-11-24T08:00:00.000Z 2026-11-24T18:00:00.000Z',
    ]);
  });

  it('with equal times are whole days', () => {
    const hours: OpeningHours = [{ days: [...ALL], from: '06:00', to: '06:00' }];
    expect(spansOf(hours, 'UTC', '2026-11-24T00:00:00Z', '2026-11-26T00:00:00Z')).toEqual([
      '2026-11-24T00:00:00.000Z 2026-11-26T00:00:00.000Z',
    ]);
    expect(openAt({ zone: 'UTC', opening_hours: hours }, at('2026-11-24T12:00:00Z'))).toEqual({
      is_open: true,
      since: null,
      changes_at: null,
    });
  });

  it('say when a location opens next', () => {
    const hours: OpeningHours = [{ days: ['mon'], from: '09:00', to: '18:00' }];
    const state = openAt(
      { zone: 'Europe/London', opening_hours: hours },
      at('2026-11-23T18:00:00Z'),
    );
    expect(state).toEqual({
      is_open: false,
      since: null,
      changes_at: at('2026-11-30T09:00:00Z'),
    });
  });
});
