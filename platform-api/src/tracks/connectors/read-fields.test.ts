import { describe, expect, it } from 'vitest';
import { textOf, titleAndArtist } from './read-fields.ts';

describe('a title that may contain the artist', () => {
  it.each([
    ['Nora Field - Slow Morning', 'Nora Field', 'Slow Morning'],
    ['Nora Field – Slow Morning', 'Nora Field', 'Slow Morning'],
    ['Nora Field — Slow Morning', 'Nora Field', 'Slow Morning'],
    ['  Nora Field  -  Slow Morning ', 'Nora Field', 'Slow Morning'],
    ['Nora Field - Slow Morning - Night Mix', 'Nora Field', 'Slow Morning - Night Mix'],
    ['A-Side - Twenty-One', 'A-Side', 'Twenty-One'],
    ['Slow Morning', undefined, 'Slow Morning'],
    ['Twenty-One', undefined, 'Twenty-One'],
    ['Half -hearted', undefined, 'Half -hearted'],
    [' - Slow Morning', undefined, 'Slow Morning'],
    ['- Slow Morning', undefined, 'Slow Morning'],
    ['Nora Field - ', 'Nora Field', undefined],
    ['Nora Field -', 'Nora Field', undefined],
    [' - ', undefined, undefined],
    ['-', undefined, undefined],
    ['', undefined, ''],
    ['Nora Field -- Slow Morning', 'Nora Field', 'Slow Morning'],
    ['Nora Field ~ Slow Morning', 'Nora Field', 'Slow Morning'],
    ['Nora Field − Slow Morning', 'Nora Field', 'Slow Morning'],
    ['Nora_Field_-_Slow_Morning', 'Nora Field', 'Slow Morning'],
    ['01 - Nora Field - Slow Morning', 'Nora Field', 'Slow Morning'],
    ['1979 - Slow Morning', '1979', 'Slow Morning'],
    ['99 - Slow Morning', '99', 'Slow Morning'],
  ])('%j: artist %j, title %j', (text, artist, title) => {
    expect(titleAndArtist(text)).toEqual({ artist, title });
  });

  it('is not split when the artist is a separate field', () => {
    expect(titleAndArtist('Slow - Morning', 'Nora Field')).toEqual({
      artist: 'Nora Field',
      title: 'Slow - Morning',
    });
  });

  it('is split when the artist field is empty', () => {
    expect(titleAndArtist('Nora Field - Slow Morning', ' ')).toEqual({
      artist: 'Nora Field',
      title: 'Slow Morning',
    });
  });

  it('names the artist once', () => {
    expect(titleAndArtist('Nora Field - Slow Morning', 'Nora Field')).toEqual({
      artist: 'Nora Field',
      title: 'Slow Morning',
    });
  });

  // Backtracking takes minutes for 256 kB of spaces, so that this would not end in time.
  it('is divided in linear time, whatever it holds', () => {
    for (const filler of [' ', '-', ' -', '~-', '\u00e9']) {
      const text = `a${filler.repeat(1_000_000)}b`;
      expect(titleAndArtist(text)).toBeDefined();
      expect(textOf(text)?.length).toBeLessThan(5_000);
    }
  });

  it('may be undefined', () => {
    expect(titleAndArtist(undefined)).toEqual({ artist: undefined, title: undefined });
  });
});
