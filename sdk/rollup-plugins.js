import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import alias from '@rollup/plugin-alias';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { minify as terser } from 'terser';
import { minify } from 'vite';

/** Keeps private fields and classes. Supported by all browsers since Safari 15. */
const TARGET = 'es2022';

/**
 * The plugins of every bundle with a view, here and in player-shell. They alias React to Preact, use this
 * repository's sources instead of its builds, and load stylesheets as minified text.
 */
export function viewPlugins() {
  return [
    alias({ entries: [{ find: /^react$/, replacement: '@preact/compat' }] }),
    nodeResolve({ exportConditions: ['source'], extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
    // The library of Standard Webhooks, and those that it uses.
    commonjs({ include: /\/(?:standardwebhooks|fast-sha256|@stablelib)\// }),
    cssText(),
    // Minified at the end, since mangled names would defeat tree shaking.
    esbuild({ target: TARGET, jsx: 'automatic', jsxImportSource: 'preact' }),
    minified(),
  ];
}

/**
 * Names between the player's own parts, which no page and no server sees. A script for pages is one file, so its
 * minifier may shorten them.
 */
const INTERNAL_NAMES =
  /^(?:adoptProperties|clock|fades|fail|heardAt|hold|isWanted|onEnd|onEvent|onServerTime|onUpdate|played|poll|requestId|restart|retryAfter|setMuted|setVolume|sourceChanged|startsAt|timeoutMs|wanted)$/;

/** Oxc's minifier, which comes with Vite, makes the player 350 bytes smaller than esbuild's; Terser finds 130 more. */
function minified() {
  return {
    name: 'minified',
    async renderChunk(code, { fileName }, { format, sourcemap }) {
      const module = format === 'es';
      const options = { module, compress: { target: TARGET }, mangle: true, sourcemap };
      // Oxc drops the annotation by which bundlers leave out `StationPlayer` of an app that has only `usePlayer`.
      const isAnnotated = /@__PURE__ \*\/\s*forwardRef/.test(code);
      const {
        code: small,
        map: content,
        errors,
      } = isAnnotated ? { code, errors: [] } : await minify(fileName, code, options);
      if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'));
      const { code: smallest, map } = await terser(small, {
        module,
        ecma: 2020,
        // Terser would drop 'use client', the directive of the React entry.
        ...(!module && { mangle: { properties: { regex: INTERNAL_NAMES } } }),
        compress: { directives: false, passes: 3, unsafe_arrows: true, pure_getters: true },
        format: { preserve_annotations: isAnnotated },
        ...(sourcemap && { sourceMap: content ? { content } : {} }),
      });
      return { code: smallest, map: map ?? null };
    },
  };
}

/** Parts of Preact that the player does not use, and the text that takes their place. */
const UNUSED = [
  // Classes and contexts: its views are functions without state.
  [
    /[\w$.]+\.(?:contextType|getDerivedStateFrom(?:Props|Error)|getSnapshotBeforeUpdate|getChildContext|shouldComponentUpdate|component(?:WillMount|DidMount|WillReceiveProps|WillUpdate|DidUpdate|WillUnmount|DidCatch))\b/g,
    'undefined',
  ],
  [/=\(\w+=\w+\.prototype\)&&\w+\.render\b/, '=!1'],
  // Hooks of extensions such as preact/hooks: `n.diffed&&n.diffed(e)` and `(c=n.diffed)&&c(e)`.
  [/\b(\w+)\.(vnode|diffed|unmount|__[bcmr]?)&&\1\.\2\([\w,]*\)/g, '!1'],
  [/\((\w+)=\w+\.(?:diffed|__[bcmr])\)&&\1\(\w*\)/g, '!1'],
  // Hydration, and components that wait for a promise.
  [/\b(?:32|128)&\w+\.__u/g, '0'],
  [/\b(\w+)&&\1\.then\b/g, '!1'],
  // Markup as text, checkboxes, and elements of MathML and of the former XLink.
  [/"dangerouslySetInnerHTML"==\w\?\w=\w:/g, ''],
  [/"checked"==\w\?\w=\w:/, ''],
  [/"math"==\w\?\w="[^"]*":/, ''],
  [/\("foreignObject"[^)]*\)\)&&\([^)]*\),/, ''],
  [/\w=\w\.replace\(\/xlink\(H\|:h\)\/,"h"\)\.replace\(\/sName\$\/,"s"\)/, '0'],
];

/**
 * Makes the player 900 bytes smaller: takes out of Preact what it does not use. A new version of Preact in which a
 * pattern finds nothing fails the build.
 */
export function leanPreact() {
  return {
    name: 'lean-preact',
    transform(code, id) {
      if (!id.endsWith('/preact/dist/preact.mjs')) return null;
      let lean = code;
      for (const [pattern, text] of UNUSED) {
        const before = lean;
        lean = lean.replace(pattern, text);
        if (lean === before) this.error(`Preact has no more ${pattern.source}`);
      }
      return { code: lean, map: null };
    },
  };
}

/**
 * Calls that Rollup may drop although it cannot prove them pure: they build the package catalogue in
 * contract/billing/prices, which the player never reads.
 */
export const treeshake = { manualPureFunctions: ['featuresOf'] };

/** Loads `import css from './view.css?inline'`, as Vite does: the minified stylesheet as a string. */
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
      // esbuild does not minify values of custom properties and container conditions.
      const small = code.trim().replaceAll(/([,(:]) | (?=\))/g, '$1');
      return { code: `export default ${JSON.stringify(small)}`, moduleSideEffects: false };
    },
  };
}

/**
 * Evaluates a source file of constants during the build and returns its exports.
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
 * Replaces the exports of a file by values that are only known during the build.
 *
 * @param file end of the file's path
 * @param work returns the exports; their values must be JSON
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

const VALUES = /^@stationhouse\/platform-api\/contract\/([\w/]*values)$/;

/** Longer values are shared. */
const MAX_INLINED_LENGTH = 40;

/**
 * Puts small constants of the contract where they are used. A file of constants that all entries share weighs more in
 * each of them.
 */
export function inlinedLimits() {
  const loaded = new Map();
  const valuesOf = async (file) => {
    if (!loaded.has(file)) loaded.set(file, exportsOf(`../platform-api/contract/${file}.ts`));
    return loaded.get(file);
  };
  return {
    name: 'inlined-limits',
    async transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null;
      const files = [...code.matchAll(/ from '([^']*)';/g)].map(
        ([, from]) => VALUES.exec(from)?.[1],
      );
      if (!files.some(Boolean)) return null;
      const values = Object.assign({}, ...(await Promise.all(files.filter(Boolean).map(valuesOf))));
      const valueOf = (name) => JSON.stringify(values[name]);
      const isSmall = (name) => valueOf(name)?.length <= MAX_INLINED_LENGTH;
      const changed = code.replaceAll(
        /import \{([^}]*)\} from '([^']*)';/g,
        (whole, list, from) => {
          const names = list
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean);
          const inlined = VALUES.test(from) ? names.filter(isSmall) : [];
          if (inlined.length === 0) return whole;
          const rest = names.filter((name) => !inlined.includes(name));
          // As many lines as before, for the source map.
          const lines = '\n'.repeat(whole.split('\n').length - 1);
          const constants = inlined.map((name) => `const ${name} = ${valueOf(name)};`).join(' ');
          return `import { ${rest.join(', ')} } from '${from}'; ${constants}${lines}`;
        },
      );
      return { code: changed, map: null };
    },
  };
}
