const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Converts what a browser has recorded, in a format of its own, to mono WAV of 16 bits. */
export async function wavOf(recorded: Blob): Promise<Blob> {
  const context = new AudioContext();
  try {
    const sound = await context.decodeAudioData(await recorded.arrayBuffer());
    return new Blob([wavBytes(sound.getChannelData(0), sound.sampleRate)], { type: 'audio/wav' });
  } finally {
    await context.close();
  }
}

/** A WAV file (RIFF) of samples from -1 to 1. */
export function wavBytes(samples: Float32Array, rate: number): ArrayBuffer {
  const size = samples.length * BYTES_PER_SAMPLE;
  const bytes = new ArrayBuffer(HEADER_BYTES + size);
  const view = new DataView(bytes);
  const write = (at: number, text: string) =>
    [...text].forEach((letter, n) => view.setUint8(at + n, letter.charCodeAt(0)));
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + size, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  write(36, 'data');
  view.setUint32(40, size, true);
  samples.forEach((sample, n) => {
    const value = Math.max(-1, Math.min(1, sample));
    view.setInt16(HEADER_BYTES + n * BYTES_PER_SAMPLE, Math.round(value * 32_767), true);
  });
  return bytes;
}
