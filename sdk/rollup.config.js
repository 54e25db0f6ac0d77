import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dts } from 'rollup-plugin-dts';
import { compressed } from '../scripts/compressed.mjs';
import { treeshake, viewPlugins } from './rollup-plugins.js';

/** The script tag's budget in bytes, gzip level 9: 12 KB, the whole player with its look. */
const SCRIPT_TAG_BUDGET = 12_288;

/** The package's doors. They share chunks, so that one page holds one engine whichever it opens. */
const doors = {
  index: 'src/index.ts',
  element: 'src/element.tsx',
  client: 'src/client/client.ts',
  'station-address': 'src/station-address.ts',
};

/** Prints what the script tag weighs, and fails the build above its budget. */
function budget() {
  return {
    name: 'budget',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const bytes = gzipSync(chunk.code, { level: 9 }).length;
        const line = `${chunk.fileName}: ${bytes} of ${SCRIPT_TAG_BUDGET} bytes (gzip)`;
        if (bytes > SCRIPT_TAG_BUDGET) this.error(line);
        this.info(line);
      }
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
    plugins: [...viewPlugins(), budget(), placeholderCover(), compressed()],
    output: { file: 'dist/player.js', format: 'iife' },
  },
  {
    input: doors,
    treeshake,
    plugins: [...viewPlugins(), compressed()],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[hash].js' },
  },
  {
    // `wire` is types alone: what the API answers, for who only reads it.
    input: { ...doors, wire: 'src/client/generated/types.gen.ts' },
    plugins: [dts({ tsconfig: 'tsconfig.json' })],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[hash].d.ts' },
  },
];
