import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dts } from 'rollup-plugin-dts';
import { compressed } from '../scripts/compressed.mjs';
import { treeshake, viewPlugins } from './rollup-plugins.js';

/** The script tag's budget in bytes, gzip level 9: 12 KB, the whole player with its look. */
const SCRIPT_TAG_BUDGET = 12_288;

/**
 * The API client's budget in bytes, gzip level 9, with all that it shares with other doors (ours): 8 KB
 * for every call of the API, sessions across tabs, repeats and live events.
 */
const CLIENT_BUDGET = 8_192;

/** The package's doors. They share chunks, so that one page holds one engine whichever it opens. */
const doors = {
  index: 'src/index.ts',
  element: 'src/element.tsx',
  client: 'src/client/client.ts',
  'station-address': 'src/station-address.ts',
};

/** What a file and all that it imports weigh, each compressed on its own, as they travel. */
function weight(bundle, fileName, counted = new Set()) {
  const chunk = bundle[fileName];
  // Other packages are not part of this one, and shared files count once.
  if (!chunk || counted.has(fileName)) return 0;
  counted.add(fileName);
  const own = gzipSync(chunk.code, { level: 9 }).length;
  return chunk.imports.reduce((sum, name) => sum + weight(bundle, name, counted), own);
}

/** Prints what a page loads with this file, and fails the build above its budget. */
function budget(fileName, limit) {
  return {
    name: 'budget',
    generateBundle(_options, bundle) {
      const bytes = weight(bundle, fileName);
      const line = `${fileName}: ${bytes} of ${limit} bytes (gzip)`;
      if (bytes > limit) this.error(line);
      this.info(line);
    },
  };
}

/** The picture for tracks and stations that have none. */
function placeholderCover() {
  return {
    name: 'placeholder-cover',
    async generateBundle() {
      const source = await readFile(new URL('src/placeholder-cover.svg', import.meta.url));
      this.emitFile({ type: 'asset', fileName: 'placeholder-cover.svg', source });
    },
  };
}

export default [
  {
    input: 'src/script-tag.ts',
    treeshake,
    plugins: [
      ...viewPlugins(),
      budget('player.js', SCRIPT_TAG_BUDGET),
      placeholderCover(),
      compressed(),
    ],
    output: { file: 'dist/player.js', format: 'iife' },
  },
  {
    input: doors,
    treeshake,
    plugins: [...viewPlugins(), budget('client.js', CLIENT_BUDGET), compressed()],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[hash].js' },
  },
  {
    // `wire` is types alone: what the API answers, for who only reads it.
    input: { ...doors, wire: 'src/client/generated/types.gen.ts' },
    plugins: [dts({ tsconfig: 'tsconfig.json' })],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[hash].d.ts' },
  },
];
