import react from '@vitejs/plugin-react';
import { compressed } from '../scripts/compressed.mjs';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), compressed()],
  // Workspaces are read from source, as everywhere in development.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { assetsInlineLimit: 0, sourcemap: false, modulePreload: { polyfill: false } },
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
