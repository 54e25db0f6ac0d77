import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { longTests } from './long-tests.ts';

/** Our packages are tested from source. Only the pages that the API serves come from the build. */
const SOURCES = 'source';

/** As Node itself resolves: it knows no `module`, under which some libraries keep files for bundlers. */
const NODE_CONDITIONS = [SOURCES, ...defaultServerConditions.filter((name) => name !== 'module')];

/** Set by `npm run test:full`: soak files, which repeat or wait for long, run as well. */
const IS_FULL = process.env['FULL'] === '1';
/** Set by `npm test`. */
const IS_QUICK = process.env['QUICK'] === '1';
const exclude = [
  ...configDefaults.exclude,
  ...(IS_FULL ? [] : ['**/*.soak.test.{ts,tsx,mjs}']),
  ...(IS_QUICK ? longTests() : []),
];

const shared = {
  exclude,
  setupFiles: [
    'platform-api/test/no-console-errors.ts',
    'platform-api/test/wait-longer.ts',
    'platform-api/test/same-random-values.ts',
  ],
  // Spies on what is not ours, the console above all, end with their test.
  restoreMocks: true,
  // The files of a worker share libraries and jsdom: loading these takes longer than most files.
  isolate: false,
  // A busy machine must not refuse a change. The list of tests names each that needed a second try ("retry x1").
  retry: IS_FULL ? 0 : 1,
  // For what hangs. What is slow on a busy machine is not wrong.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const inPage = {
  ...shared,
  environment: 'jsdom',
  setupFiles: [...shared.setupFiles, 'portal/src/ui/test/new-page.ts'],
};

/** A page keeps the elements that it has defined, and players that wait for the network. */
const PAGE_OF_ITS_OWN = ['sdk/src/*.test.{ts,tsx}', 'sdk/src/player/*.test.ts'];
const DRAWN_BY_REACT = 'sdk/src/react.test.tsx';

const drawnByPreact = {
  resolve: {
    conditions: [SOURCES, ...defaultClientConditions],
    // As in the bundles (sdk/rollup-plugins.js): Preact answers to React's name.
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
    ],
  },
  ssr: { resolve: { conditions: [SOURCES, ...defaultServerConditions] } },
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
};

export default defineConfig({
  test: {
    // For two cores, as tests often wait: for the database, a timer, or a program that starts.
    maxWorkers: 3,
    projects: [
      {
        resolve: { conditions: NODE_CONDITIONS },
        ssr: { resolve: { conditions: NODE_CONDITIONS } },
        // In this environment Vitest runs the global setup, which applies the migrations.
        environments: { __vitest__: { resolve: { conditions: NODE_CONDITIONS } } },
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: ['{platform-api,migrations,scripts}/**/*.test.{ts,mjs}'],
          globalSetup: ['platform-api/test/global-setup.ts'],
          setupFiles: [...shared.setupFiles, 'platform-api/test/setup.ts'],
        },
      },
      {
        ...drawnByPreact,
        test: {
          ...inPage,
          name: 'browser-like',
          include: ['{sdk,player-shell}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...PAGE_OF_ITS_OWN],
        },
      },
      {
        ...drawnByPreact,
        test: {
          ...inPage,
          name: 'page-of-its-own',
          isolate: true,
          include: PAGE_OF_ITS_OWN,
          exclude: [...exclude, DRAWN_BY_REACT],
        },
      },
      {
        // The portal is drawn by React itself, and so is what the SDK has for React.
        resolve: { conditions: [SOURCES, ...defaultClientConditions] },
        ssr: { resolve: { conditions: [SOURCES, ...defaultServerConditions] } },
        oxc: { jsx: { runtime: 'automatic' } },
        // As the portal's own build says it (portal/vite.config.ts).
        define: { 'import.meta.env.BUILD_YEAR': '2026' },
        test: {
          ...inPage,
          name: 'portal',
          // The tokens' own test reads them; otherwise styles come as nothing.
          css: true,
          include: ['portal/**/*.test.{ts,tsx}', DRAWN_BY_REACT],
        },
      },
    ],
  },
});
