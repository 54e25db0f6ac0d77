/** Everything that airs is stereo at this rate, in Hz. */
export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;

export const MP3_FRAME_SAMPLES = 1_152;
export const AAC_FRAME_SAMPLES = 1_024;

/**
 * The grid on which items follow each other, in samples per channel: the shortest time that is a whole number of
 * frames in both formats, 192 ms. A prepared file is a whole number of units.
 */
export const UNIT_SAMPLES = 9_216;

/**
 * Silence at both ends of a prepared file, in samples: one MP3 frame, the reach of a decoder's overlap. So any file
 * may follow any other without a click.
 */
export const EDGE_SAMPLES = MP3_FRAME_SAMPLES;
