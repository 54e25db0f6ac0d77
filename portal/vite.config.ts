import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compressed } from '../scripts/compressed.mjs';
import { loadedAgain } from './load-again-plugin.mjs';
import { prerendered } from './prerender-plugin.mjs';
import { defaultClientConditions, defineConfig } from 'vite';

interface ModuleLookup {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

/** Whether a module is the first of a page. */
type IsFirst = (id: string, module: { isEntry: boolean }) => boolean;

/** The first modules of a kind that load this one, without a dynamic import on the way. */
function loadersOf(
  isFirst: IsFirst,
  id: string,
  modules: ModuleLookup,
  seen = new Set<string>(),
): string[] {
  const module = modules.getModuleInfo(id);
  if (seen.has(id) || module === null) return [];
  seen.add(id);
  const others = module.importers.flatMap((one) => loadersOf(isFirst, one, modules, seen));
  return isFirst(id, module) ? [id, ...others] : others;
}

const isFrontPage = (id: string) => id.endsWith('/HomePage.tsx');

/** The frame and the first page of the member's area. */
const isHome = (id: string) => /\/members\/(?:MemberFrame|Dashboard)\.tsx$/.test(id);

/** Pages for visitors, which share parts with the member's area and must not load all of Home. */
const isForVisitors = (id: string) =>
  /\/src\/(?:auth|contact|marketing|proof)\/\w+Page\.tsx$/.test(id);

/** The smallest page with a form. */
const isContact = (id: string) => id.endsWith('/ContactPage.tsx');

const isForMembers = (id: string) => /\/src\/members\/(?:\w+\/)?\w+Page\.tsx$/.test(id);

/** A file of the modules that at least so many modules of each kind load. A higher priority takes them first. */
const file = (priority: number, name: string, kinds: IsFirst[], least = 1) => ({
  priority,
  name: (id: string, modules: ModuleLookup) =>
    kinds.every((isFirst) => loadersOf(isFirst, id, modules).length >= least) ? name : null,
});

/** A module is in the file for all pages of members if at least so many of them use it. */
const SHARED = 3;

/**
 * The modules of every page are one file, and what the front page and a member's Home add are files of their own. So are
 * forms, and what several pages of members share: dialogs and menus. Each file costs a kilobyte of headers and, over
 * HTTP/1.1, waits for one of six connections; many small ones compress worse.
 */
const FILES = [
  file(6, 'portal', [(_, { isEntry }) => isEntry]),
  file(5, 'front-page-and-home', [isFrontPage, isHome]),
  file(4, 'front-page', [isFrontPage]),
  file(3, 'visitors-and-home', [isForVisitors, isHome]),
  file(2, 'home', [isHome]),
  file(1, 'forms', [isContact, isForMembers]),
  file(0, 'dialogs', [isForMembers], SHARED),
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
