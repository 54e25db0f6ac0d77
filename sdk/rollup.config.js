import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dts } from 'rollup-plugin-dts';
import { compressed } from '../scripts/compressed.mjs';
import { packed } from '../scripts/pack-sdk.mjs';
import { customElementsManifest } from './custom-elements.js';
import {
  exportsOf,
  leanPreact,
  inlinedLimits,
  known,
  treeshake,
  viewPlugins,
} from './rollup-plugins.js';

/** The package's entry points. They share chunks, so a page has one engine whichever it imports. */
const entries = {
  index: 'src/index.ts',
  element: 'src/element.tsx',
  client: 'src/client/client.ts',
  'station-address': 'src/station-address.ts',
  frame: 'src/control-frame.ts',
  proof: 'src/proof/verify-proofs.ts',
  svelte: 'src/svelte.ts',
  vue: 'src/vue.ts',
  webhooks: 'src/webhooks/unwrap.ts',
};

/** The frameworks are the page's own. */
const external = ['svelte/elements', 'vue'];

const { version } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));

/**
 * The most that each entry may weigh, in bytes, gzip level 9. `player` is the loader, which every page loads;
 * `station-player` is the player that it fetches, styles included; `react` counts beyond the element. Those of functions
 * are for bundles that have nothing else of the package (scripts/sdk-package.test.mjs).
 */
const budgets = JSON.parse(await readFile(new URL('budgets.json', import.meta.url), 'utf8'));

/** The `integrity` hash of each script, by file name. Written by the last build. */
const integrity = {};

/** The size of a file and its imports, each compressed on its own. */
function weight(bundle, fileName, counted = new Set()) {
  const chunk = bundle[fileName];
  // Other packages do not count, and a shared file counts once.
  if (!chunk || counted.has(fileName)) return 0;
  counted.add(fileName);
  const own = gzipSync(chunk.code, { level: 9 }).length;
  return chunk.imports.reduce((sum, name) => sum + weight(bundle, name, counted), own);
}

/**
 * Prints the size of an entry, and fails the build above its budget.
 *
 * @param beyond an entry that the page already has, whose files do not count
 */
function budget(entry, beyond) {
  const limit = budgets[entry];
  return {
    name: 'budget',
    generateBundle({ format }, bundle) {
      if (format === 'cjs') return;
      const named = (name) => Object.values(bundle).find((file) => file.name === name)?.fileName;
      const counted = new Set();
      if (beyond) weight(bundle, named(beyond), counted);
      const bytes = weight(bundle, named(entry), counted);
      const line = `${entry}: ${bytes} of ${limit} bytes (gzip)`;
      if (bytes > limit) this.error(line);
      this.info(line);
    },
  };
}

/**
 * Records the hashes of the built files, for pages that pin a file and for the loader, which pins the
 * player.
 */
function hashed() {
  return {
    name: 'hashed',
    generateBundle(_options, bundle) {
      for (const { type, fileName, code } of Object.values(bundle)) {
        // CommonJS is for bundlers: no page loads it.
        if (type !== 'chunk' || !fileName.endsWith('.js')) continue;
        integrity[fileName] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      }
    },
  };
}

/** The player's address and hash for the loader. The player is built first. */
function wholePlayer() {
  const file = Object.keys(integrity).find((name) => name.startsWith('station-player-'));
  return { PLAYER_PATH: `/sdk/${version}/${file}`, PLAYER_INTEGRITY: integrity[file] };
}

/** Emits a text file beside the scripts. */
function beside(fileName, make) {
  return {
    name: 'beside',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await make() });
    },
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The player's words in the other languages, fetched by pages in that language. */
const { WORDS } = await exportsOf('src/views/words/all.ts');
const translations = Object.entries(WORDS)
  .filter(([language]) => language !== 'en')
  .map(([language, words]) => beside(`words-${language}.json`, () => JSON.stringify(words)));

/** ES modules for browsers and bundlers; CommonJS for tools that still `require`. */
const formats = [
  { format: 'es', ending: 'js' },
  { format: 'cjs', ending: 'cjs' },
];

/** A CommonJS module has no address that a page could have loaded it from. */
function noImportMeta() {
  return {
    name: 'no-import-meta',
    resolveImportMeta: (_property, { format }) => (format === 'cjs' ? 'undefined' : null),
  };
}

/** The contract is not published, so the types that the SDK takes from it become part of its own. */
function contractTypes() {
  const contract = '@stationhouse/platform-api/contract/';
  return {
    name: 'contract-types',
    resolveId: (id) =>
      id.startsWith(contract)
        ? fileURLToPath(
            new URL(`../platform-api/contract/${id.slice(contract.length)}.ts`, import.meta.url),
          )
        : null,
  };
}

/** The licence of a library that is part of the files, which asks to be passed on. */
const licence = (library, file) =>
  beside(`${library.replace(/^@.*\//, '')}-license.txt`, () =>
    readFile(
      fileURLToPath(import.meta.resolve(`${library}/package.json`)).replace(/[^/\\]+$/, file),
    ),
  );

/** The same types for CommonJS, beside those of the modules. */
function commonJsTypes() {
  return {
    name: 'common-js-types',
    generateBundle(_options, bundle) {
      for (const { fileName, code, source } of Object.values(bundle)) {
        this.emitFile({
          type: 'asset',
          fileName: fileName.replace(/\.ts$/, '.cts'),
          source: (code ?? source).replaceAll(/(['"]\.\/[\w-]+)\.js(?=['"])/g, '$1.cjs'),
        });
      }
    },
  };
}

/** The entry that declares the types of a file. */
const HOMES = {
  'station-player.tsx': './element.js',
  'player-store.ts': './index.js',
  'player.ts': './index.js',
};

export default [
  {
    input: { 'station-player': 'src/script-tag.ts' },
    treeshake,
    plugins: [
      leanPreact(),
      ...viewPlugins(),
      budget('station-player'),
      hashed(),
      ...translations,
      // The cover for tracks and stations without one.
      beside('placeholder-cover.svg', () =>
        readFile(new URL('src/placeholder-cover.svg', import.meta.url)),
      ),
      compressed(),
    ],
    // Modules are strict anyway, so the directive would waste bytes.
    output: {
      dir: 'dist',
      format: 'iife',
      strict: false,
      generatedCode: 'es2015',
      entryFileNames: '[name]-[hash].js',
    },
  },
  {
    input: { player: 'src/loader.ts' },
    treeshake,
    plugins: [
      known('/src/whole-player.ts', wholePlayer),
      known('/src/views/words/facade.ts', () => exportsOf('src/views/words/facade.ts')),
      ...viewPlugins(),
      budget('player'),
      hashed(),
      compressed(),
    ],
    // Modules are strict anyway, so the directive would waste bytes.
    output: { dir: 'dist', format: 'iife', strict: false, generatedCode: 'es2015' },
  },
  {
    input: { ...entries, react: 'src/react.ts' },
    external,
    treeshake,
    plugins: [
      // Here React is the page's own.
      {
        name: 'own-react',
        resolveId: (name, importer) =>
          name === 'react' && importer?.endsWith('/src/react.ts')
            ? { id: name, external: true }
            : null,
      },
      inlinedLimits(),
      ...viewPlugins(),
      budget('client'),
      budget('frame'),
      budget('proof'),
      budget('webhooks'),
      budget('react', 'element'),
      hashed(),
      beside('custom-elements.json', async () => json(await customElementsManifest())),
      licence('preact', 'LICENSE'),
      licence('jose', 'LICENSE.md'),
      // Its package has no file with the licence.
      beside('standardwebhooks-license.txt', () =>
        readFile(new URL('licences/standardwebhooks.txt', import.meta.url)),
      ),
      licence('@stablelib/base64', 'LICENSE'),
      noImportMeta(),
      compressed(),
    ],
    output: formats.map(({ format, ending }) => ({
      dir: 'dist',
      format,
      entryFileNames: `[name].${ending}`,
      chunkFileNames: `shared-[hash].${ending}`,
      sourcemap: true,
      banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
    })),
  },
  {
    // The command, in one file. It runs in Node, so no page loads it and its name is in no list of hashes.
    input: { cli: 'src/cli/main.ts' },
    external: /^node:/,
    plugins: [inlinedLimits(), ...viewPlugins()],
    output: {
      dir: 'dist',
      format: 'es',
      entryFileNames: '[name].mjs',
      inlineDynamicImports: true,
      banner: '#!/usr/bin/env node',
    },
  },
  {
    // `wire` has only types: the answers of the API.
    input: { ...entries, wire: 'src/client/generated/types.gen.ts' },
    external,
    plugins: [contractTypes(), dts({ tsconfig: 'tsconfig.json' }), commonJsTypes()],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[hash].d.ts' },
  },
  {
    input: { react: 'src/react.ts' },
    // The class must be declared once, in the element's types, and a player in those of the engine.
    external: ['react', /station-player\.tsx$/, /player-store\.ts$/, /\/player\.ts$/],
    plugins: [
      dts({ tsconfig: 'tsconfig.react.json' }),
      commonJsTypes(),
      packed({ version, integrity }),
    ],
    output: {
      dir: 'dist',
      format: 'es',
      paths: (id) => HOMES[id.slice(id.lastIndexOf('/') + 1)] ?? id,
    },
  },
];
