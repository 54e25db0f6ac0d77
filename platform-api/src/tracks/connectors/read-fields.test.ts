import { describe, expect, it } from 'vitest';
import { titleAndArtist } from './read-fields.ts';

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

  it('may be undefined', () => {
    expect(titleAndArtist(undefined)).toEqual({ artist: undefined, title: undefined });
  });
});
