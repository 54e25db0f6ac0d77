import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Our packages as their sources: tests need no build. */
const SOURCES = 'source';

const shared = {
  setupFiles: ['platform-api/test/no-console-errors.ts'],
  // Spies on what is not ours, the console above all, end with their test.
  restoreMocks: true,
};

export default defineConfig({
  test: {
    // The database server and the tests share two cores.
    maxWorkers: 2,
    projects: [
      {
        resolve: { conditions: [SOURCES, ...defaultServerConditions] },
        ssr: { resolve: { conditions: [SOURCES, ...defaultServerConditions] } },
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: ['{platform-api,migrations,scripts}/**/*.test.{ts,mjs}'],
          globalSetup: ['platform-api/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
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
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          ...shared,
          name: 'browser-like',
          environment: 'jsdom',
          include: ['{sdk,player-shell}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
