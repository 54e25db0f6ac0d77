import { readFile } from 'node:fs/promises';
import alias from '@rollup/plugin-alias';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import esbuild, { minify } from 'rollup-plugin-esbuild';

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
    minify({ target: TARGET }),
  ];
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
      return { code: `export default ${JSON.stringify(code.trim())}`, moduleSideEffects: false };
    },
  };
}
