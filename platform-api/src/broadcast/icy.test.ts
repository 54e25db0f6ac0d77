import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamTitle } from './icy.ts';

describe('An ICY title', () => {
  it('never ends early, contains a line break or exceeds its length byte', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 2_000 });
    fc.assert(
      fc.property(texts, texts, (artist, title) => {
        const block = streamTitle(`${artist} - ${title}`);
        expect(block.length).toBe(1 + block.readUInt8(0) * 16);
        const text = block.toString('utf8', 1).replace(/\0*$/, '');
        const [, inner = ''] = /^StreamTitle='(.*)';$/s.exec(text) ?? [];
        expect(inner).not.toBe('');
        expect(inner).not.toMatch(/[';\p{Cc}]/u);
      }),
    );
  });

  it.each([
    ['The Counters', "Don't Hurry; Walk", 'The Counters - Don’t Hurry, Walk'],
    ['Tab\tand\r\nline', 'Umlaut ü, 音楽, 🎵', 'Tab and line - Umlaut ü, 音楽, 🎵'],
  ])('is formatted correctly: %j, %j', (artist, title, shown) => {
    const block = streamTitle(`${artist} - ${title}`);
    expect(block.toString('utf8', 1).replace(/\0*$/, '')).toBe(`StreamTitle='${shown}';`);
  });

  it('is cut between characters when it is too long', () => {
    const block = streamTitle('音'.repeat(5_000));
    expect(block.readUInt8(0)).toBe(255);
    expect(block.toString('utf8', 1)).not.toContain('\ufffd');
  });
});
