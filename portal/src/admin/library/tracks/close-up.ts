import { queryOptions } from '@tanstack/react-query';

/** A part of a sound, in seconds. */
export interface Part {
  from: number;
  to: number;
}

/** The frames of a prepared MP3 have one size and one length, and each can be decoded without those before it. */
const FRAME_BYTES = 384;
const FRAME_SECONDS = 0.024;

/** Enough for a drawing, in Hz. */
const RATE = 8_000;

/** Raises amplitudes, so that the end of a fade is seen. */
const DRAWN_POWER = 0.6;

/** The bars of a close-up. */
export const CLOSE_UP_BARS = 96;

/**
 * The amplitudes of a part of a prepared MP3, from 0 to 1. Only that part is fetched, and the browser decodes it.
 * @throws Error when the browser can't
 */
async function readCloseUp(url: string, { from, to }: Part, signal: AbortSignal) {
  const first = Math.floor(from / FRAME_SECONDS) * FRAME_BYTES;
  const last = Math.ceil(to / FRAME_SECONDS) * FRAME_BYTES - 1;
  const answer = await fetch(url, { headers: { Range: `bytes=${first}-${last}` }, signal });
  // The whole file would have other bars.
  if (answer.status !== 206) throw new Error(`The part came with status ${answer.status}.`);
  const decoder = new OfflineAudioContext(1, 1, RATE);
  const sound = (await decoder.decodeAudioData(await answer.arrayBuffer())).getChannelData(0);
  const placeOf = (bar: number) => Math.floor((bar * sound.length) / CLOSE_UP_BARS);
  return Array.from(
    { length: CLOSE_UP_BARS },
    (_, bar) => loudestOf(sound.subarray(placeOf(bar), placeOf(bar + 1))) ** DRAWN_POWER,
  );
}

const loudestOf = (samples: Float32Array): number =>
  samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);

/** The waveform of a part of a track. Addresses are the same all day. */
export const closeUpQuery = (url: string, part: Part) =>
  queryOptions({
    queryKey: ['close-up', url, part.from, part.to],
    queryFn: ({ signal }) => readCloseUp(url, part, signal),
    staleTime: Infinity,
    retry: false,
  });

/** The same from the waveform of the whole track, which has a bar for some seconds. */
export const coarseCloseUp = (peaks: readonly number[], length: number, part: Part): number[] =>
  Array.from({ length: CLOSE_UP_BARS }, (_, bar) => {
    const seconds = part.from + ((bar + 0.5) * (part.to - part.from)) / CLOSE_UP_BARS;
    return peaks[Math.floor((seconds / length) * peaks.length)] ?? 0;
  });
