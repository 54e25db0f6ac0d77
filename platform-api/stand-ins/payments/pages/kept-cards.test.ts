import { describe, expect, test } from 'vitest';
import { createKeptCards } from './kept-cards.ts';

const CARD = { number: '4000 0025 0000 3155', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };
const MINUTE_MS = 60_000;

describe('a card on its way through the bank', () => {
  test('is given once, for its own checkout only', () => {
    const kept = createKeptCards(() => 0);
    const id = kept.keep('cs_1', CARD);
    expect(kept.has(id, 'cs_1')).toBe(true);
    expect(kept.take(id, 'cs_2')).toBeNull();
    expect(kept.take(id, 'cs_1')).toEqual(CARD);
    expect(kept.take(id, 'cs_1')).toBeNull();
  });

  test('is gone after ten minutes', () => {
    let now = 0;
    const kept = createKeptCards(() => now);
    const id = kept.keep('cs_1', CARD);
    now = 10 * MINUTE_MS - 1;
    expect(kept.has(id, 'cs_1')).toBe(true);
    now = 10 * MINUTE_MS;
    expect(kept.has(id, 'cs_1')).toBe(false);
    expect(kept.take(id, 'cs_1')).toBeNull();
  });

  test('gives way to newer ones before they fill the memory', () => {
    const kept = createKeptCards(() => 0);
    const first = kept.keep('cs_1', CARD);
    const second = kept.keep('cs_1', CARD);
    for (let more = 0; more < 999; more++) kept.keep('cs_1', CARD);
    expect(kept.has(first, 'cs_1')).toBe(false);
    expect(kept.has(second, 'cs_1')).toBe(true);
  });
});
