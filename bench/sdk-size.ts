/** What a page loads for our script tag, in bytes, beside the least that a Preact player can weigh. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Figure } from './figure.ts';

/** 12 KB; the build of the SDK fails above it. */
const MAX_BYTES = 12 * 1024;

/** Script and style of the released packages, gzip level 9, as weighed in 2026. */
const PUBLISHED = {
  'shikwasa 2.2.1': 12_893,
  'APlayer 1.10.1': 16_276,
  'media-chrome 4.19.4, play and mute': 26_752,
  'Plyr 3.8.4': 37_939,
};

/** Weighs the built script and the floor. */
export async function benchSdkSize(): Promise<Figure[]> {
  const ours = gzipped(await readFile(new URL('../sdk/dist/player.js', import.meta.url)));
  const floor = gzipped(await minimalPlayer());
  const published = Object.entries(PUBLISHED).map(([name, bytes]) => `${name} ${count(bytes)}`);
  return [
    {
      name: 'Script tag, the whole player with its look, gzip -9',
      ours: `${count(ours)} bytes`,
      peer:
        `minimal Preact player: ${count(floor)} bytes; ` +
        `published, not measured here: ${published.join(', ')}`,
      ratio: (ours / floor).toFixed(2),
      goal: `≤ ${count(MAX_BYTES)} bytes`,
      ok: ours <= MAX_BYTES,
    },
  ];
}

async function minimalPlayer(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('sdk-size/minimal-player.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file');
  return file.contents;
}

function gzipped(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length;
}

function count(bytes: number): string {
  return bytes.toLocaleString('en-GB');
}
