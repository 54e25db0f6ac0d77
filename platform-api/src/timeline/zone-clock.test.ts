import { expect, it } from 'vitest';
import { minutesOf, minuteOfWeek, zoneClock } from './zone-clock.ts';

const ms = (iso: string) => Date.parse(iso);
const iso = (time: number) => new Date(time).toISOString().replace(':00.000Z', 'Z');

it.each<[string, string, string]>([
  ['Europe/London', '2026-03-29T00:59Z', '2026-03-29T00:59Z'],
  // 01:00 to 02:00 does not exist: the first instant after the gap.
  ['Europe/London', '2026-03-29T01:00Z', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-03-29T01:30Z', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-03-29T02:00Z', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-03-29T02:30Z', '2026-03-29T01:30Z'],
  // 01:00 to 02:00 exists twice: the first time.
  ['Europe/London', '2026-10-25T01:30Z', '2026-10-25T00:30Z'],
  ['Europe/London', '2026-10-25T02:00Z', '2026-10-25T02:00Z'],
  ['America/New_York', '2026-03-08T02:30Z', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T01:30Z', '2026-11-01T05:30Z'],
  // Half an hour: 02:00 to 02:30 is skipped, 01:30 to 02:00 repeats.
  ['Australia/Lord_Howe', '2026-10-04T02:15Z', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:30Z', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45Z', '2026-04-04T14:45Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00Z', '2026-05-31T18:15Z'],
  ['UTC', '2026-06-01T00:00Z', '2026-06-01T00:00Z'],
])('in %s the local time %s is the instant %s', (zone, local, instant) => {
  expect(iso(zoneClock(zone).instant(ms(local)))).toBe(instant);
});

it.each<[string, number, string, string[]]>([
  [
    'Europe/London',
    20,
    '2026-03-29T00:30Z',
    ['00:40', '01:00', '01:20', '01:40', '02:00', '02:20'],
  ],
  // The hour that the clock skips has one moment, the first instant after it.
  ['Europe/London', 45, '2026-03-29T00:30Z', ['00:45', '01:00', '01:15', '02:00']],
  ['Europe/London', 60, '2026-10-25T00:00Z', ['00:00', '01:00', '02:00']],
  ['Australia/Lord_Howe', 60, '2026-10-03T14:30Z', ['14:30', '15:30', '16:00']],
  [
    'Australia/Lord_Howe',
    30,
    '2026-04-04T14:00Z',
    ['14:00', '14:30', '15:00', '15:30', '16:00', '16:30'],
  ],
  // 35 minutes: 23:55 would be five minutes before midnight.
  ['UTC', 35, '2026-06-01T22:40Z', ['22:45', '23:20', '00:00', '00:35']],
  ['UTC', 50, '2026-06-01T22:40Z', ['23:20', '00:00', '00:50']],
])('in %s every %i minutes from %s is due at %j', (zone, minutes, from, wanted) => {
  const instants = zoneClock(zone).multiples(minutes * 60_000, ms(from), ms(from) + 10_500_000);
  const times = instants.map((time) => iso(time).slice(11, 16));
  expect(times.slice(0, wanted.length)).toEqual(wanted);
});

it('gives the same answers in whatever order it is asked', () => {
  const hours = Array.from({ length: 400 }, (_, at) => ms('2026-01-01T00:00Z') + at * 86_400_000);
  const forwards = hours.map((time) => zoneClock('Europe/Paris').local(time));
  const backwards = hours.toReversed().map((time) => zoneClock('Europe/Berlin').local(time));
  expect(backwards.toReversed()).toEqual(forwards);
});

it('knows weekdays and times', () => {
  expect(minuteOfWeek(ms('2026-01-12T00:00Z'))).toBe(0);
  expect(minuteOfWeek(ms('2026-01-18T23:59:59Z'))).toBe(7 * 24 * 60 - 1);
  expect(['00:00', '09:05', '24:00', '24:01', '9:00', '12:60', ''].map(minutesOf)).toEqual([
    0,
    545,
    1_440,
    null,
    null,
    null,
    null,
  ]);
  expect(() => zoneClock('Europe/Atlantis')).toThrow(RangeError);
});
