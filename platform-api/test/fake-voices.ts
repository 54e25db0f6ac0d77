import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VoiceMaker } from '../src/voices/voice-maker.ts';

/** Says every text at once: a second of a tone as WAV. */
export function fakeVoices(fault?: () => Error | undefined) {
  const said: string[] = [];
  const maker: VoiceMaker = {
    voices: [
      { id: 'fake', name: 'Fake', language: 'en', sex: 'male', maker: 'embedded', is_draft: true },
    ],
    async speak({ text, folder }) {
      const error = fault?.();
      if (error) throw error;
      said.push(text);
      const path = join(folder, 'speech.wav');
      await writeFile(path, tone(said.length));
      return path;
    },
  };
  return { maker, said };
}

/** A WAV file of a second. */
export function tone(seed: number, seconds = 1, bits = 16): Buffer {
  const bytes = Buffer.alloc(44 + 2 * 16_000 * seconds);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(16_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(bits, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let n = 0; 44 + 2 * n < bytes.length; n += 1) {
    const value = 8_000 * Math.sin((2 * Math.PI * (300 + 40 * seed) * n) / 16_000);
    bytes.writeInt16LE(Math.round(value), 44 + 2 * n);
  }
  return bytes;
}
