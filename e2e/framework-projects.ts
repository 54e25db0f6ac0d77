/** Fresh projects of a customer, one per framework, each as its own starter makes it and as docs/embedding.md says. */
import { readFileSync } from 'node:fs';

const GUIDE = readFileSync(new URL('../docs/embedding.md', import.meta.url), 'utf8');

/** A project: its packages, its files, and the commands that check its types and build it. */
export interface Project {
  packages: string;
  files: Record<string, string>;
  commands: string[][];
  /** The folder of the built pages. */
  built: string;
  /** How many tags are in the page before any script runs. Default: none. */
  rendered?: number;
}

const SERVER = 'http://localhost:8000';

/** A file as docs/embedding.md has it, with the address of this server. */
export function documented(file: string): string {
  const [, text] = new RegExp(`^\`\`\`\\w+ ${file}\n([^]*?)^\`\`\``, 'm').exec(GUIDE) ?? [];
  if (text === undefined) throw new Error(`docs/embedding.md has no ${file}`);
  return text.replaceAll('https://radio.example.com', SERVER);
}

/** Files of a project that are those of docs/embedding.md. */
const asDocumented = (...files: string[]) =>
  Object.fromEntries(files.map((file) => [file, documented(file)]));

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Strict, types of libraries included. */
const typed = (more: object = {}) =>
  json({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      types: [],
      ...more,
    },
    include: ['src'],
  });

const page = (script: string, body = '') => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Shop</title><link rel="icon" href="data:," /></head>
  <body><div id="app">${body}</div><script type="module" src="/src/${script}"></script></body>
</html>`;

/** Renders the built app on a server, into the page that the browser gets. */
const RENDERED = {
  commands: [
    ['vite', 'build', '--logLevel', 'warn', '--ssr', 'src/server.ts', '--outDir', 'server'],
    ['node', 'render.mjs'],
  ],
  files: {
    'render.mjs': `import { readFile, writeFile } from 'node:fs/promises';
import { render } from './server/server.js';
const page = await readFile('dist/index.html', 'utf8');
await writeFile('dist/index.html', page.replace('<!--app-->', await render()));\n`,
  },
};

const vite = (plugin: string, call = `${plugin}()`) =>
  `import plugin from '${plugin}';\nexport default { plugins: [${call.replace(plugin, 'plugin')}] };\n`;

/** The component and the controls of docs/embedding.md, and the tag itself, which hides the song. */
const reactApp = (handlers: string) => `
import '@stationhouse/sdk/element';
import { createPlayer } from '@stationhouse/sdk';
import { createClient } from '@stationhouse/sdk/client';
import { controlFrame } from '@stationhouse/sdk/frame';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OwnPlayer } from './OwnPlayer';
import { Player } from './Player';

const client = createClient({ url: '${SERVER}' });
void client.stations.get('demo').then(({ station_name }) => console.info(station_name.length));
export const later = { createPlayer, controlFrame };

const root = document.querySelector('#app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Player />
      <div id="own"><OwnPlayer /></div>
      <station-player station="demo" api-base="${SERVER}" song={false} muted="false" ${handlers} />
    </StrictMode>,
  );
}
`;

const react = (version: 18 | 19): Project => ({
  packages: `react@${version} react-dom@${version} @types/react@${version} @types/react-dom@${version} typescript@5.9 vite@7 @vitejs/plugin-react@5`,
  files: {
    'index.html': page('main.tsx'),
    'vite.config.js': vite('@vitejs/plugin-react'),
    'tsconfig.json': typed({ jsx: 'react-jsx' }),
    ...asDocumented('src/Player.tsx', 'src/OwnPlayer.tsx'),
    'src/main.tsx': reactApp(
      version === 19 ? 'onstatechange={({ detail }) => detail.state.length}' : '',
    ),
  },
  commands: [
    ['tsc', '-p', '.'],
    ['vite', 'build', '--logLevel', 'warn'],
  ],
  built: 'dist',
});

const VUE: Project = {
  packages: 'vue@3 typescript@5.9 vite@7 @vitejs/plugin-vue@6 vue-tsc@3',
  files: {
    'index.html': page('main.ts'),
    'vite.config.js': vite(
      '@vitejs/plugin-vue',
      `@vitejs/plugin-vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'station-player' } } })`,
    ),
    'tsconfig.json': typed({ skipLibCheck: true }).replace(
      '"include"',
      '"vueCompilerOptions": { "strictTemplates": true },\n  "include"',
    ),
    'src/main.ts': `import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#app');\n`,
    ...asDocumented('src/Player.vue', 'src/OwnPlayer.vue'),
    'src/App.vue': `<script setup lang="ts">
import OwnPlayer from './OwnPlayer.vue';
import Player from './Player.vue';
const show = ({ detail }: CustomEvent<{ track: { title: string } | null }>) => detail.track?.title;
</script>
<template>
  <Player />
  <div id="own"><OwnPlayer /></div>
  <station-player station="demo" api-base="${SERVER}" :song="false" muted="false" @trackchange="show" />
</template>\n`,
  },
  commands: [
    ['vue-tsc', '-p', '.'],
    ['vite', 'build', '--logLevel', 'warn'],
  ],
  built: 'dist',
};

const SVELTE: Project = {
  packages: 'svelte@5 typescript@5.9 vite@7 @sveltejs/vite-plugin-svelte@6 svelte-check@4',
  files: {
    'index.html': page('main.ts'),
    'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()] };\n`,
    'svelte.config.js': `import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';\nexport default { preprocess: vitePreprocess() };\n`,
    'tsconfig.json': typed({ skipLibCheck: true, verbatimModuleSyntax: true }),
    'src/main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
const target = document.querySelector('#app');
if (target) mount(App, { target });\n`,
    ...asDocumented('src/Player.svelte', 'src/OwnPlayer.svelte'),
    'src/App.svelte': `<script lang="ts">
  import OwnPlayer from './OwnPlayer.svelte';
  import Player from './Player.svelte';
</script>
<Player />
<div id="own"><OwnPlayer /></div>
<station-player station="demo" api-base="${SERVER}" song={false} muted="false"
  ontrackchange={({ detail }) => detail.track?.title}></station-player>\n`,
  },
  commands: [
    ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
    ['vite', 'build', '--logLevel', 'warn'],
  ],
  built: 'dist',
};

export const PROJECTS: Record<string, Project> = {
  'React 19': react(19),
  'React 18': react(18),

  Next: {
    packages:
      'next@16 react@19.2 react-dom@19.2 @types/react@19 @types/react-dom@19 @types/node@20 typescript@5.9',
    files: {
      'next.config.mjs': `export default { output: 'export' };\n`,
      'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}\n`,
      ...asDocumented('app/player.tsx', 'app/own-player.tsx'),
      'app/page.tsx': `import { OwnPlayer } from './own-player';
import { Player } from './player';
import { Tag } from './tag';
export default function Page() {
  return <main><Player /><div id="own"><OwnPlayer /></div><Tag /></main>;
}\n`,
      'app/tag.tsx': `'use client';
import '@stationhouse/sdk/element';
import type {} from '@stationhouse/sdk/react';
export function Tag() {
  return <station-player station="demo" api-base="${SERVER}" song={false} suppressHydrationWarning />;
}\n`,
    },
    commands: [['next', 'build']],
    built: 'out',
    rendered: 2,
  },

  Vue: VUE,
  'Vue on a server': {
    ...VUE,
    files: {
      ...VUE.files,
      ...RENDERED.files,
      'index.html': page('main.ts', '<!--app-->'),
      'src/main.ts': `import { createSSRApp } from 'vue';\nimport App from './App.vue';\ncreateSSRApp(App).mount('#app');\n`,
      'src/server.ts': `import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import App from './App.vue';
export const render = () => renderToString(createSSRApp(App));\n`,
    },
    commands: [...VUE.commands, ...RENDERED.commands],
    rendered: 2,
  },

  Svelte: SVELTE,
  'Svelte on a server': {
    ...SVELTE,
    files: {
      ...SVELTE.files,
      ...RENDERED.files,
      'index.html': page('main.ts', '<!--app-->'),
      'src/main.ts': `import { hydrate } from 'svelte';
import App from './App.svelte';
const target = document.querySelector('#app');
if (target) hydrate(App, { target });\n`,
      'src/server.ts': `import { render as renderApp } from 'svelte/server';
import App from './App.svelte';
export const render = () => renderApp(App).body;\n`,
    },
    commands: [...SVELTE.commands, ...RENDERED.commands],
    rendered: 2,
  },

  Astro: {
    packages: 'astro@5 @astrojs/check typescript@5.9',
    files: {
      'astro.config.mjs': 'export default {};\n',
      'tsconfig.json': json({
        extends: 'astro/tsconfigs/strict',
        include: ['.astro/types.d.ts', 'src'],
      }),
      ...asDocumented('src/components/Player.astro', 'src/components/OwnPlayer.astro'),
      // The import in the front matter runs on the server, that in the script in the browser.
      'src/pages/index.astro': `---
import '@stationhouse/sdk/element';
import { createPlayer } from '@stationhouse/sdk';
import OwnPlayer from '../components/OwnPlayer.astro';
import Player from '../components/Player.astro';
const kind = typeof createPlayer;
---
<html lang="en" data-kind={kind}>
  <head><meta charset="utf-8" /><title>Shop</title><link rel="icon" href="data:," /></head>
  <body>
    <Player />
    <div id="own"><OwnPlayer /></div>
    <station-player station="demo" api-base="${SERVER}" song="false"></station-player>
  </body>
</html>\n`,
    },
    commands: [
      ['astro', 'check'],
      ['astro', 'build'],
    ],
    built: 'dist',
    rendered: 2,
  },

  Angular: {
    packages:
      '@angular/build@20 @angular/cli@20 @angular/common@20 @angular/compiler@20 @angular/compiler-cli@20 @angular/core@20 @angular/platform-browser@20 rxjs@7 tslib@2 typescript@5.9',
    files: {
      'angular.json': json({
        version: 1,
        cli: { analytics: false },
        projects: {
          shop: {
            projectType: 'application',
            root: '',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  browser: 'src/main.ts',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                },
              },
            },
          },
        },
      }),
      'tsconfig.json': json({
        compilerOptions: {
          strict: true,
          noPropertyAccessFromIndexSignature: true,
          skipLibCheck: false,
          experimentalDecorators: true,
          target: 'ES2022',
          module: 'preserve',
        },
        angularCompilerOptions: { strictTemplates: true, strictInjectionParameters: true },
        files: ['src/main.ts'],
      }),
      'src/index.html': page('').replace(/<script.*<\/script>/, '<app-root></app-root>'),
      ...asDocumented('src/app/player.ts', 'src/app/own-player.ts'),
      'src/main.ts': `import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { OwnPlayer } from './app/own-player';
import { Player } from './app/player';
@Component({
  selector: 'app-root',
  imports: [OwnPlayer, Player],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`<app-player /><div id="own"><app-own-player /></div>
    <station-player station="demo" api-base="${SERVER}" song="false"></station-player>\`,
})
class App {}
void bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });\n`,
    },
    commands: [['ng', 'build']],
    built: 'dist/shop/browser',
  },

  'plain HTML': {
    packages: '',
    files: {
      'index.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Shop</title><link rel="icon" href="data:," /></head>
  <body style="display: flex">
    ${documented('plain/script-tag.html')}
    <div id="own">${documented('plain/own-player.html')}</div>
    ${documented('plain/element.html')}
    <station-player station="demo" song="false"></station-player>
  </body>
</html>`,
    },
    commands: [],
    built: '.',
    rendered: 2,
  },
};
