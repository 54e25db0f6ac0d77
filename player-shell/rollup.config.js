import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { minify } from 'rollup-plugin-esbuild';
import { compressed } from '../scripts/compressed.mjs';
import { treeshake, viewPlugins } from '../sdk/rollup-plugins.js';

/** Televisions since 2020 run this version. The two files of the static view target browsers of 2009. */
const TV_TARGET = 'es2018';
const STATIC_TARGETS = { js: ['es5'], css: ['chrome30', 'safari6'] };

/** Placeholder in the renderer until its version is known. */
const UNNAMED_VERSION = '{version}';

/** Filled by the browser's bundles, which are built first, and read by the renderer's. */
const assets = {};

const read = (path) => readFile(new URL(path, import.meta.url), 'utf8');

/** A file of the static TV view. The build fails if it needs anything newer. */
async function staticFile(path, loader) {
  const target = STATIC_TARGETS[loader];
  const { code } = await transform(await read(path), { loader, minify: true, target });
  return code;
}

const fontFile = (path) => () => readFile(fileURLToPath(import.meta.resolve(`@fontsource${path}`)));

/** Latin letters in one weight: 22 kB, and for televisions of 2014 29 kB. */
const NAMES = '/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal';
/** Latin letters from regular to bold: 30 kB. */
const TEXT = '-variable/instrument-sans/files/instrument-sans-latin-wght-normal';

/** Files of the listener's page: the two states of the favicon, the font of names and titles, and that of other text. */
const PAGE_FILES = {
  'brand-font.woff': fontFile(`${NAMES}.woff`),
  'brand-font.woff2': fontFile(`${NAMES}.woff2`),
  'text-font.woff2': fontFile(`${TEXT}.woff2`),
  'lamp-off.svg': () => read('src/lamp-off.svg'),
  'lamp-on.svg': () => read('src/lamp-on.svg'),
};

const STATIC_TV = {
  'tv-static.js': () => staticFile('src/tv-static/tv-static-button.js', 'js'),
  'tv-static.css': async () => {
    const css = await staticFile('../sdk/src/views/tv-static.css', 'css');
    // Emitted by an earlier bundle, so their addresses are known.
    return css
      .replace('BRAND_FONT_WOFF2', assets.brand_font_woff2)
      .replace('BRAND_FONT_WOFF', assets.brand_font_woff)
      .replace('TEXT_FONT', assets.text_font_woff2);
  },
};

/** Emits files that nothing imports, and records the final name of every asset. */
function nameAssets(files) {
  return {
    name: 'name-assets',
    async buildStart() {
      for (const [name, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', name, source: await source() });
      }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const name = file.type === 'chunk' ? file.name : file.names[0].replace('.svg', '');
        assets[name.replaceAll(/[-.]/g, '_')] = `/${file.fileName}`;
      }
      const source = JSON.stringify(assets, null, 2);
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source });
    },
  };
}

/** Replaces the addresses in src/assets.ts by those of the built files. */
function assetAddresses() {
  return {
    name: 'asset-addresses',
    load: (id) =>
      id.endsWith('/src/assets.ts')
        ? `export const assets = ${JSON.stringify({ ...assets, version: UNNAMED_VERSION })}`
        : null,
  };
}

/**
 * Computes the version of the pages and writes it where a screen that runs for months can poll it. It is a
 * hash of the renderer, which holds the styles and the addresses of all assets.
 */
function nameVersion() {
  return {
    name: 'name-version',
    generateBundle(_options, bundle) {
      const { 'render.js': renderer } = bundle;
      const version = createHash('sha256').update(renderer.code).digest('hex').slice(0, 16);
      renderer.code = renderer.code.replaceAll(UNNAMED_VERSION, version);
      const source = JSON.stringify({ version });
      this.emitFile({ type: 'asset', fileName: 'assets/version.json', source });
    },
  };
}

const output = {
  dir: 'dist',
  format: 'es',
  entryFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
};

export default [
  {
    input: { player: 'src/hydrate.tsx' },
    treeshake,
    plugins: [...viewPlugins(), nameAssets(PAGE_FILES), compressed()],
    output,
  },
  // Built separately, so that a listener's page stays one file.
  {
    input: { tv: 'src/tv/hydrate-tv.tsx' },
    treeshake,
    plugins: [...viewPlugins(), minify({ target: TV_TARGET }), nameAssets(STATIC_TV), compressed()],
    output,
  },
  {
    input: { play: 'src/play/hydrate-play.tsx' },
    treeshake,
    plugins: [...viewPlugins(), minify({ target: TV_TARGET }), nameAssets({}), compressed()],
    output,
  },
  {
    input: { render: 'src/render.tsx' },
    external: /^node:/,
    treeshake,
    plugins: [assetAddresses(), ...viewPlugins(), nameVersion()],
    output: { dir: 'dist', format: 'es' },
  },
];
