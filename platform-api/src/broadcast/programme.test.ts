import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedFrames } from '../../test/audio-folder.ts';
import {
  createProgramme,
  FRAME_BYTES,
  FRAME_MS,
  frameAt,
  timeOfFrame,
  type ProgrammeTrack,
} from './programme.ts';

/** A track whose frames differ from those of all other tracks. */
function track(number: number, frames: number): ProgrammeTrack {
  return {
    title: `Track ${number}`,
    artist: 'Anybody',
    coverName: null,
    audio: numberedFrames(number * 1_000, frames),
  };
}

const playlists = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
  .map((lengths) => lengths.map((frames, index) => track(index + 1, frames)));

/** Frames of the years 1970 to 2286. */
const frames = fc.integer({ min: 0, max: frameAt(10_000_000_000_000) });

describe('A programme', () => {
  it('has the same bytes for any split into intervals', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(playlists, frames, cuts, (tracks, start, lengths) => {
        const programme = createProgramme(tracks);
        const pieces: Buffer[] = [];
        let frame = start;
        for (const length of lengths) {
          pieces.push(programme.bytes(frame, frame + length));
          frame += length;
        }
        expect(Buffer.concat(pieces).equals(programme.bytes(start, frame))).toBe(true);
      }),
    );
  });

  it('plays its tracks in an endless loop from the epoch', () => {
    fc.assert(
      fc.property(playlists, frames, (tracks, frame) => {
        const loop = Buffer.concat(tracks.map(({ audio }) => audio));
        const place = (frame % (loop.length / FRAME_BYTES)) * FRAME_BYTES;
        const heard = createProgramme(tracks).bytes(frame, frame + 1);
        expect(heard.equals(loop.subarray(place, place + FRAME_BYTES))).toBe(true);
      }),
    );
  });

  it('finds the track of each frame', () => {
    fc.assert(
      fc.property(playlists, frames, (tracks, frame) => {
        const programme = createProgramme(tracks);
        const { track: heard, startedFrame, endsFrame } = programme.airingAt(frame);
        expect(startedFrame).toBeLessThanOrEqual(frame);
        expect(endsFrame).toBeGreaterThan(frame);
        expect(programme.bytes(startedFrame, endsFrame).equals(heard.audio)).toBe(true);
      }),
    );
  });

  it('has a previous and a next track that adjoin the current one', () => {
    fc.assert(
      fc.property(playlists, frames, (tracks, frame) => {
        const programme = createProgramme(tracks);
        const { previous, current, next } = programme.around(frame);
        expect(current).toEqual(programme.airingAt(frame));
        expect(previous.endsFrame).toBe(current.startedFrame);
        expect(next.startedFrame).toBe(current.endsFrame);
        expect(programme.around(current.endsFrame).previous).toEqual(current);
        expect(programme.around(previous.startedFrame).next).toEqual(current);
      }),
    );
  });

  it('is the same on every replica', () => {
    fc.assert(
      fc.property(playlists, frames, (tracks, frame) => {
        const one = createProgramme(tracks).bytes(frame, frame + 100);
        const other = createProgramme(structuredCopy(tracks)).bytes(frame, frame + 100);
        expect(one.equals(other)).toBe(true);
      }),
    );
  });

  it('copies no bytes within a track', () => {
    const only = track(1, 40);
    const piece = createProgramme([only]).bytes(45, 60);
    expect(piece.buffer).toBe(only.audio.buffer);
  });

  it('throws without tracks or with incomplete frames', () => {
    expect(() => createProgramme([])).toThrow('at least one track');
    const broken = { ...track(1, 2), audio: Buffer.alloc(FRAME_BYTES + 1) };
    expect(() => createProgramme([broken])).toThrow("'Track 1' is not made of whole frames");
    const empty = { ...track(1, 2), audio: Buffer.alloc(0) };
    expect(() => createProgramme([empty])).toThrow("'Track 1' is not made of whole frames");
  });
});

describe('A moment', () => {
  it('maps to the frame that starts at or before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (ms) => {
        const frame = frameAt(ms);
        expect(timeOfFrame(frame)).toBeLessThanOrEqual(ms);
        expect(timeOfFrame(frame) + FRAME_MS).toBeGreaterThan(ms);
      }),
    );
  });
});

function structuredCopy(tracks: ProgrammeTrack[]): ProgrammeTrack[] {
  return tracks.map((original) => ({ ...original, audio: Buffer.from(original.audio) }));
}
