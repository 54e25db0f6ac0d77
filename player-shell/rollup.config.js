import { readFile } from 'node:fs/promises';
import { compressed } from '../scripts/compressed.mjs';
import { treeshake, viewPlugins } from '../sdk/rollup-plugins.js';

/** Filled by the browser's bundle, which is built first; read by the renderer's. */
const assets = {};

/** Emits the favicon's two faces, and writes down what every asset has come to be called. */
function nameAssets() {
  return {
    name: 'name-assets',
    async buildStart() {
      for (const name of ['lamp-off', 'lamp-on']) {
        const source = await readFile(new URL(`src/${name}.svg`, import.meta.url));
        this.emitFile({ type: 'asset', name: `${name}.svg`, source });
      }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const name = file.type === 'chunk' ? file.name : file.names[0].replace('.svg', '');
        assets[name.replace('-', '_')] = `/${file.fileName}`;
      }
      const source = JSON.stringify(assets, null, 2);
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source });
    },
  };
}

/** Puts the built files' addresses in the place of the ones in src/assets.ts. */
function assetAddresses() {
  return {
    name: 'asset-addresses',
    load: (id) =>
      id.endsWith('/src/assets.ts') ? `export const assets = ${JSON.stringify(assets)}` : null,
  };
}

export default [
  {
    input: { player: 'src/hydrate.tsx' },
    treeshake,
    plugins: [...viewPlugins(), nameAssets(), compressed()],
    output: {
      dir: 'dist',
      format: 'es',
      entryFileNames: 'assets/[name]-[hash].js',
      assetFileNames: 'assets/[name]-[hash][extname]',
    },
  },
  {
    input: { render: 'src/render.tsx' },
    external: /^node:/,
    treeshake,
    plugins: [assetAddresses(), ...viewPlugins()],
    output: { dir: 'dist', format: 'es' },
  },
];
