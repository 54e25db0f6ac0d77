import { describe, expect, it } from 'vitest';
import { Track } from '../../contract/stations/schemas.ts';
import { presentTrack, unknownTrack } from './present-track.ts';
import type { RawTrack } from './connectors/track-set.ts';

const document = new URL('https://api.radio.example/v2/now?key=very-secret#cafe');
const present = (raw: RawTrack) => presentTrack(raw, document, 'https://station.example');
const placeholder = 'https://station.example/sdk/placeholder-cover.svg';

describe('a track as it is shown', () => {
  it('keeps the texts of its source', () => {
    expect(
      present({
        title: 'Slow Morning',
        artist: 'Nora Field',
        album: 'Windows',
        cover: 'https://art.example/1.jpg?size=600',
        started_at: 1763721600,
      }),
    ).toEqual({
      title: 'Slow Morning',
      artist: 'Nora Field',
      album: 'Windows',
      cover: 'https://art.example/1.jpg?size=600',
      started_at: '2025-11-21T10:40:00.000Z',
    });
  });

  it('uses the placeholder texts of the specification for missing fields', () => {
    const unknown = { title: 'Unknown Title', artist: 'Unknown Artist', cover: placeholder };
    expect(present({})).toEqual(unknown);
    expect(present({ title: ' \0\t', artist: '', album: '\u2028' })).toEqual(unknown);
    expect(unknownTrack('https://station.example')).toEqual(unknown);
  });

  it('is a single line without control characters and lone surrogates', () => {
    expect(
      present({ title: ' a\0b\u001b[31m\r\nc\ud800 \u0085d ', artist: '\udfff é 🎧' }),
    ).toMatchObject({
      title: 'a b [31m c d',
      artist: 'é 🎧',
    });
  });

  it('is cut at 300 characters without splitting one', () => {
    const { title } = present({ title: `${'🎧'.repeat(299)}é${'x'.repeat(1000)}` });
    expect(Array.from(title)).toHaveLength(300);
    expect(title.endsWith('🎧é')).toBe(true);
  });

  it('keeps markup as text', () => {
    const title = '<script>alert(1)</script> &amp;';
    expect(present({ title }).title).toBe(title);
  });
});

describe('a cover', () => {
  it.each([
    ['http://art.example/1.jpg', 'http://art.example/1.jpg'],
    ['/covers/1.jpg', 'https://api.radio.example/covers/1.jpg'],
    ['covers/1.jpg', 'https://api.radio.example/v2/covers/1.jpg'],
    ['//art.example/1.jpg', 'https://art.example/1.jpg'],
  ])('%j is resolved to %s', (cover, shown) => {
    expect(present({ cover }).cover).toBe(shown);
  });

  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'file:///etc/passwd',
    'http://',
    'https://user:secret@art.example/1.jpg',
    `https://art.example/${'a'.repeat(3000)}`,
  ])('%j is replaced by the placeholder', (cover) => {
    expect(present({ cover }).cover).toBe(placeholder);
  });

  it.each(['#', '?', '.', '#cover', '?size=1'])(
    '%j does not reveal the key in the URL',
    (cover) => {
      expect(present({ cover }).cover).not.toContain('secret');
    },
  );

  it('and all other fields match the contract', () => {
    const odd = { title: 'x', cover: 'art.jpg', started_at: 253_402_300_799 };
    expect(Track.safeParse(present(odd)).error).toBeUndefined();
  });
});
