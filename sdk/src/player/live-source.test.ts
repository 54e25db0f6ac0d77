import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveSource } from './live-source.ts';
import { createServerClock } from './server-clock.ts';

const API = 'https://radio.test';
const NOON = Date.parse('2026-11-21T12:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOON);
});
afterEach(() => {
  vi.useRealTimers();
});

function knowing(time: number) {
  const clock = createServerClock();
  clock.observe(time);
  return clock;
}

describe('our own stream', () => {
  it("is asked to begin five seconds ago by the server's clock", () => {
    const source = liveSource(`${API}/stream/demo`, API, knowing(NOON + 90_000), 'player=embed');
    expect(source.url).toBe(`${API}/stream/demo?from=${NOON + 85_000}&player=embed`);
    expect(source.startsAt()).toBe(NOON + 85_000);
  });

  it('begins where it was asked to, whatever is learnt about the clock later', () => {
    const clock = knowing(NOON);
    const source = liveSource(`${API}/stream/demo`, API, clock, 'player=embed');
    clock.observe(NOON + 700);
    expect(source.startsAt()).toBe(NOON - 5_000);
  });

  it('begins at the default while the clock is unknown, and is timed later', () => {
    const clock = createServerClock();
    const source = liveSource(`${API}/stream/demo`, API, clock, 'player=embed');
    expect(source.url).toBe(`${API}/stream/demo?t=${NOON}&player=embed`);
    expect(source.startsAt()).toBeNull();
    vi.advanceTimersByTime(2_000);
    clock.observe(NOON + 2_000);
    expect(source.startsAt()).toBe(NOON - 5_000);
  });
});

describe('another server’s stream', () => {
  it.each([
    ['https://icecast.test/live', 'https://icecast.test/live?t='],
    ['https://icecast.test/live?quality=high', 'https://icecast.test/live?quality=high&t='],
    ['https://shoutcast.test:8000/;', 'https://shoutcast.test:8000/;?t='],
    [`${API}.example/stream/demo`, `${API}.example/stream/demo?t=`],
  ])('%s gets a unique query against caches', (address, begins) => {
    const source = liveSource(address, API, knowing(NOON), 'player=embed');
    expect(source.url).toBe(begins + NOON);
    expect(source.startsAt()).toBeNull();
  });
});

it('a station without a stream has no address', () => {
  expect(liveSource('', API, knowing(NOON), 'player=embed').url).toBe('');
});
