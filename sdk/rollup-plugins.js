import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import alias from '@rollup/plugin-alias';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { minify } from 'vite';

/** Private fields and top-level classes as they are: every browser since Safari 15. */
const TARGET = 'es2022';

/**
 * What every bundle with a view is built with, here and in player-shell: React's name answered by
 * Preact, sources of this repository instead of their builds, stylesheets as minified text.
 */
export function viewPlugins() {
  return [
    alias({ entries: [{ find: /^react$/, replacement: '@preact/compat' }] }),
    nodeResolve({ exportConditions: ['source'], extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
    cssText(),
    // Minified once the whole is known: shortened names would hide what may be left out.
    esbuild({ target: TARGET, jsx: 'automatic', jsxImportSource: 'preact' }),
    minified(),
  ];
}

/** Oxc's minifier, which Vite brings: 350 bytes less of the player than esbuild's. */
function minified() {
  return {
    name: 'minified',
    async renderChunk(code, { fileName }, { format }) {
      const options = { module: format === 'es', compress: { target: TARGET }, mangle: true };
      const { code: small, errors } = await minify(fileName, code, options);
      if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'));
      return { code: small, map: null };
    },
  };
}

/**
 * What Rollup may leave out although it cannot prove it idle: the package catalogue in
 * contract/limits, which the player never reads.
 */
export const treeshake = { manualPureFunctions: ['featuresOf'] };

/** `import css from './view.css?inline'`, as Vite has it: the minified stylesheet as a string. */
function cssText() {
  const suffix = '?inline';
  return {
    name: 'css-text',
    async load(id) {
      if (!id.endsWith(`.css${suffix}`)) return null;
      const file = id.slice(0, -suffix.length);
      this.addWatchFile(file);
      const { code } = await transform(await readFile(file, 'utf8'), {
        loader: 'css',
        minify: true,
        target: ['chrome111', 'firefox113', 'safari16.4'],
      });
      // What esbuild leaves as it is: custom properties' values and containers' conditions.
      const small = code.trim().replaceAll(/([,(:]) | (?=\))/g, '$1');
      return { code: `export default ${JSON.stringify(small)}`, moduleSideEffects: false };
    },
  };
}

/**
 * What a source file of constants exports, worked out now: for what is read while building.
 *
 * @param path of the file in this folder
 */
export async function exportsOf(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['source'],
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/**
 * Puts what is only known while building in the place of what a file exports.
 *
 * @param file the end of the file's path
 * @param work gives the exports, a name and a value that JSON can hold for each
 */
export function known(file, work) {
  return {
    name: 'known',
    async load(id) {
      if (!id.endsWith(file)) return null;
      const all = Object.entries(await work());
      return all
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('');
    },
  };
}
