import { LANGUAGES } from '@stationhouse/platform-api/contract/site/languages';
import { describe, expect, test } from 'vitest';
import { playerError } from '../../player/player-errors.ts';
import { faultText } from '../parts/controls.tsx';
import type { Words } from '../words.ts';
import { WORDS } from './all.ts';

const FAULTS = [
  'autoplay_blocked',
  'format_unsupported',
  'aborted',
  'play_failed',
  'unknown',
  'network',
  'decode',
  'source_unsupported',
  'stream_error',
  'unavailable',
  'station_not_found',
  'station_load_failed',
  'no_slug',
  'no_api_base',
] as const;

/** Texts that are the same in both languages. */
const SAME: Readonly<Record<string, string[]>> = {
  de: ['live', 'pause'],
  fr: ['volume'],
  it: ['volume'],
};

const textsOf = (words: Words) => Object.entries(words).filter(([key]) => key !== 'faults');

describe.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the texts in "%s"',
  (language) => {
    const words = WORDS[language];

    test('are complete, and contain no English', () => {
      // The API itself sends this one in English.
      const keys = [...Object.keys(WORDS.en), 'back_soon'];
      expect(new Set(Object.keys(words))).toEqual(new Set(keys));
      const english = Object.fromEntries(textsOf(WORDS.en));
      const untranslated = textsOf(words).filter(([key, text]) => !text || text === english[key]);
      expect(untranslated.map(([key]) => key)).toEqual(SAME[language] ?? []);
    });

    test('have a sentence of their own for each error', () => {
      const told = FAULTS.map((code) => faultText(playerError(code), words));
      expect(new Set(told).size).toBe(FAULTS.length);
      expect(
        told.filter((text, index) => text === playerError(FAULTS[index] ?? 'unknown').message),
      ).toEqual([]);
      expect(new Set(Object.keys(words.faults))).toEqual(new Set(FAULTS));
    });

    test('continue with the browser’s own message if there is one', () => {
      const told = faultText(playerError('play_failed', 'out of memory'), words);
      expect(told).toMatch(/: out of memory$/);
      expect(told).not.toContain('Unable');
    });

    test('follow the typography of the product', () => {
      const all = [...textsOf(words).map(([, text]) => text), ...Object.values(words.faults)];
      for (const text of all) expect(text).not.toMatch(/\.\.\.|'|!|^\s|[^:]\s$/);
    });
  },
);

test('English errors are in the specification’s own words', () => {
  for (const code of FAULTS) {
    const fault = playerError(code, 'why');
    expect(faultText(fault, WORDS.en)).toBe(fault.message);
  }
});
