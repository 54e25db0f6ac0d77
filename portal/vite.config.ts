import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compressed } from '../scripts/compressed.mjs';
import { prerendered } from './prerender-plugin.mjs';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

interface ModuleLookup {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

/** The faces of the first screen are fetched beside its style sheet, not once that has been read. */
function preloadedFonts(): Plugin {
  return {
    name: 'preloaded-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
          })),
    },
  };
}

/** Puts the modules of every page into one file: a dozen small ones compress worse, and each is a request. */
function partOfEveryPage(id: string, modules: ModuleLookup): string | null {
  const seen = new Set<string>();
  const isLoadedFirst = (id: string): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    const module = modules.getModuleInfo(id);
    return module !== null && (module.isEntry || module.importers.some(isLoadedFirst));
  };
  return isLoadedFirst(id) ? 'portal' : null;
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadedFonts(), compressed(), prerendered()],
  // Workspaces are read from source, as everywhere in development.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Hints on slow plugins would only clutter the output of `npm start`.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: partOfEveryPage }] } },
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
