import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compressed } from '../scripts/compressed.mjs';
import { loadedAgain } from './load-again-plugin.mjs';
import { prerendered } from './prerender-plugin.mjs';
import { defaultClientConditions, defineConfig } from 'vite';

interface ModuleLookup {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

/** Whether the first module that matches loads this one, without a dynamic import on the way. */
function isLoadedBy(
  isFirst: (id: string, module: { isEntry: boolean }) => boolean,
  id: string,
  modules: ModuleLookup,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = modules.getModuleInfo(id);
  if (module === null) return false;
  return (
    isFirst(id, module) ||
    module.importers.some((importer) => isLoadedBy(isFirst, importer, modules, seen))
  );
}

/**
 * The modules of every page are one file, and what the front page adds is a second one. Each file costs a
 * kilobyte of headers, and many small ones compress worse.
 */
const FILES = [
  {
    priority: 2,
    name: (id: string, modules: ModuleLookup) =>
      isLoadedBy((_, { isEntry }) => isEntry, id, modules) ? 'portal' : null,
  },
  {
    priority: 1,
    name: (id: string, modules: ModuleLookup) =>
      isLoadedBy((importer) => importer.endsWith('/HomePage.tsx'), id, modules)
        ? 'front-page'
        : null,
  },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), loadedAgain(), compressed(), prerendered()],
  // Workspaces are read from source, as everywhere in development.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    // scripts/build.mjs clears it, and keeps the assets that open pages name.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    // Hints on slow plugins would only clutter the output of `npm start`.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: FILES } },
    },
  },
  // `npm run dev`: the portal reloads itself here and asks the API beside it for the rest.
  server: {
    port: 8001,
    proxy: Object.fromEntries(
      [
        '/v1',
        '/sdk',
        '/assets',
        '/stream',
        '/docs',
        '/openapi.json',
        '/demo',
        '/tones',
        '/radio',
      ].map((path) => [path, 'http://127.0.0.1:8000']),
    ),
  },
});
