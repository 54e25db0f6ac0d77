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

const isFrontPage = (id: string) => id.endsWith('/HomePage.tsx');

/** The frame and the first page of the member's area. */
const isHome = (id: string) => /\/members\/(?:MemberFrame|Dashboard)\.tsx$/.test(id);

/** Pages for visitors, which share forms with the member's area and must not load all of Home. */
const isForVisitors = (id: string) =>
  /\/src\/(?:auth|contact|marketing|proof)\/\w+Page\.tsx$/.test(id);

/** A file of the modules that are loaded by a module of each kind. A higher priority takes them first. */
const file = (
  priority: number,
  name: string,
  ...kinds: ((id: string, module: { isEntry: boolean }) => boolean)[]
) => ({
  priority,
  name: (id: string, modules: ModuleLookup) =>
    kinds.every((isFirst) => isLoadedBy(isFirst, id, modules)) ? name : null,
});

/**
 * The modules of every page are one file, and what the front page and a member's Home add are files of their own. Each
 * file costs a kilobyte of headers and, over HTTP/1.1, waits for one of six connections; many small ones compress worse.
 */
const FILES = [
  file(4, 'portal', (_, { isEntry }) => isEntry),
  file(3, 'front-page-and-home', isFrontPage, isHome),
  file(2, 'front-page', isFrontPage),
  file(1, 'forms', isForVisitors, isHome),
  file(0, 'home', isHome),
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
