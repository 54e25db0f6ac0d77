import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedFrames } from '../../test/audio-folder.ts';
import { parseIcy } from '../../test/parse-icy.ts';
import { ICY_METAINT, icyFeed, streamTitle } from './icy.ts';
import { createProgramme, FRAME_BYTES } from './programme.ts';

const BLOCK_FRAMES = ICY_METAINT / FRAME_BYTES;

const programmes = fc
  .array(fc.integer({ min: 5, max: 300 }), { minLength: 1, maxLength: 5 })
  .map((lengths) =>
    createProgramme(
      lengths.map((frames, index) => ({
        title: `Title ${index}`,
        artist: 'Artist',
        coverName: null,
        audio: numberedFrames(index * 1_000, frames),
      })),
    ),
  );
const blocks = fc.integer({ min: 0, max: 1_000_000 });
const counts = fc.integer({ min: 1, max: 30 });

describe('A stream with ICY titles', () => {
  it('is the plain stream after removing the titles', () => {
    fc.assert(
      fc.property(programmes, blocks, counts, (programme, block, count) => {
        const from = block * BLOCK_FRAMES;
        const to = from + count * BLOCK_FRAMES;
        const plain = programme.bytes(from, to);
        const feed = icyFeed(programme);
        expect(parseIcy(feed.opening(from, to), ICY_METAINT).audio.equals(plain)).toBe(true);
        expect(parseIcy(feed.piece(from, to), ICY_METAINT).audio.equals(plain)).toBe(true);
      }),
    );
  });

  it('has the next title in the first block and at each change', () => {
    fc.assert(
      fc.property(programmes, blocks, counts, (programme, block, count) => {
        const from = block * BLOCK_FRAMES;
        const to = from + count * BLOCK_FRAMES;
        const { texts } = parseIcy(icyFeed(programme).opening(from, to), ICY_METAINT);
        texts.forEach((text, index) => {
          const boundary = from + (index + 1) * BLOCK_FRAMES;
          const { track, startedFrame } = programme.airingAt(boundary);
          const isNew = index === 0 || startedFrame > boundary - BLOCK_FRAMES;
          expect(text).toBe(isNew ? `StreamTitle='Artist - ${track.title}';` : '');
        });
      }),
    );
  });

  it('is the same for all listeners: pieces join without gaps', () => {
    fc.assert(
      fc.property(programmes, blocks, counts, counts, (programme, block, first, second) => {
        const feed = icyFeed(programme);
        const from = block * BLOCK_FRAMES;
        const middle = from + first * BLOCK_FRAMES;
        const to = middle + second * BLOCK_FRAMES;
        const joined = Buffer.concat([feed.opening(from, middle), feed.piece(middle, to)]);
        expect(joined.equals(feed.opening(from, to))).toBe(true);
      }),
    );
  });

  it('starts at whole blocks, counted from the epoch', () => {
    fc.assert(
      fc.property(programmes, fc.nat(1_000_000_000), (programme, frame) => {
        const boundary = icyFeed(programme).boundary(frame);
        expect(boundary % BLOCK_FRAMES).toBe(0);
        expect(frame - boundary).toBeGreaterThanOrEqual(0);
        expect(frame - boundary).toBeLessThan(BLOCK_FRAMES);
      }),
    );
  });
});

describe('An ICY title', () => {
  it('never ends early, contains a line break or exceeds its length byte', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 2_000 });
    fc.assert(
      fc.property(texts, texts, (artist, title) => {
        const block = streamTitle({ artist, title });
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
    const block = streamTitle({ artist, title });
    expect(block.toString('utf8', 1).replace(/\0*$/, '')).toBe(`StreamTitle='${shown}';`);
  });

  it('is cut between characters when it is too long', () => {
    const block = streamTitle({ artist: 'A', title: '音'.repeat(5_000) });
    expect(block.readUInt8(0)).toBe(255);
    expect(block.toString('utf8', 1)).not.toContain('\ufffd');
  });
});
