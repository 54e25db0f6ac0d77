/**
 * A programme as a pure function of playlist and time: an endless loop that started at the Unix epoch.
 * Every replica computes the same bytes for the same moment, without shared state.
 */

/** Bytes of an MPEG-1 Layer III frame at 128 kbps and 48 kHz: 144 * 128000 / 48000 (ISO 11172-3). */
export const FRAME_BYTES = 384;

/** The duration of a frame in ms: 1152 samples at 48 kHz, a whole number only at this rate. */
export const FRAME_MS = 24;

/** A track ready to be sent. */
export interface ProgrammeTrack {
  title: string;
  artist: string;
  album?: string;
  /** The name of its cover among those of the station; null without one. */
  coverName: string | null;
  /** Whole frames without a bit reservoir, so that any frame may follow any other. Never changed. */
  audio: Buffer;
}

/** One play of a track. Frames are counted from the epoch. */
export interface Airing {
  track: ProgrammeTrack;
  startedFrame: number;
  /** The first frame after it. */
  endsFrame: number;
}

/** The tracks over time. */
export interface Programme {
  /** The play that the frame belongs to. */
  airingAt(frame: number): Airing;
  /** The play that the frame belongs to, and its neighbours. */
  around(frame: number): { previous: Airing; current: Airing; next: Airing };
  /**
   * The frames from `fromFrame` up to but not including `toFrame`. Within one track this is a view of the
   * track's bytes, which costs no memory.
   */
  bytes(fromFrame: number, toFrame: number): Buffer;
}

/** The frame that is heard at a time in ms since the epoch. */
export function frameAt(ms: number): number {
  return Math.floor(ms / FRAME_MS);
}

/** The start of a frame in ms since the epoch. */
export function timeOfFrame(frame: number): number {
  return frame * FRAME_MS;
}

/**
 * Plays the tracks in order, in an endless loop.
 * @throws RangeError when there is nothing to play, or a track is not made of whole frames
 */
export function createProgramme(tracks: readonly ProgrammeTrack[]): Programme {
  const ends: number[] = [];
  let loopFrames = 0;
  for (const track of tracks) {
    const frames = track.audio.length / FRAME_BYTES;
    if (frames < 1 || !Number.isInteger(frames)) {
      throw new RangeError(`'${track.title}' is not made of whole frames`);
    }
    loopFrames += frames;
    ends.push(loopFrames);
  }
  if (loopFrames === 0) throw new RangeError('a programme needs at least one track');

  function airingAt(frame: number): Airing {
    const loopStart = Math.floor(frame / loopFrames) * loopFrames;
    const index = ends.findIndex((end) => frame - loopStart < end);
    const track = tracks[index];
    const end = ends[index];
    if (track === undefined || end === undefined) {
      throw new RangeError(`no frame has the number ${frame}`);
    }
    const endsFrame = loopStart + end;
    return { track, startedFrame: endsFrame - track.audio.length / FRAME_BYTES, endsFrame };
  }

  function around(frame: number) {
    const current = airingAt(frame);
    return {
      previous: airingAt(current.startedFrame - 1),
      current,
      next: airingAt(current.endsFrame),
    };
  }

  function bytes(fromFrame: number, toFrame: number): Buffer {
    const pieces: Buffer[] = [];
    let frame = fromFrame;
    while (frame < toFrame) {
      const { track, startedFrame, endsFrame } = airingAt(frame);
      const until = Math.min(endsFrame, toFrame);
      pieces.push(
        track.audio.subarray(
          (frame - startedFrame) * FRAME_BYTES,
          (until - startedFrame) * FRAME_BYTES,
        ),
      );
      frame = until;
    }
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  }

  return { airingAt, around, bytes };
}
