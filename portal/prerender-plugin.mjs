// A plugin for Vite: after the portal's bundle, its pages as HTML in dist/pages, and what belongs to them.
// Addresses of the operator stay `{{PUBLIC_URL}}` in them; the server fills them in when it serves.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PurgeCSS } from 'purgecss';
import { build, defaultServerConditions } from 'vite';

const portal = fileURLToPath(new URL('.', import.meta.url));
const dist = join(portal, 'dist');
const pages = join(dist, 'pages');
/** Where the pages' code for Node is put, and taken away again. */
const scratch = join(dist, '.prerender');

/** The files that every page of the member's area loads (vite.config.ts). */
const OF_MEMBERS = ['home', 'visitors-and-home', 'front-page-and-home'];

export function prerendered() {
  let isForBrowsers = false;
  let early = [];
  return {
    name: 'prerendered',
    apply: 'build',
    configResolved(config) {
      isForBrowsers = !config.build.ssr;
    },
    writeBundle(_options, bundle) {
      early = Object.values(bundle)
        .filter(({ name }) => OF_MEMBERS.includes(name))
        .map(({ fileName }) => `/${fileName}`);
    },
    async closeBundle(error) {
      if (isForBrowsers && !error) await writePages(early);
    },
  };
}

/** Puts a file among the assets, under a name that changes with it. @returns its address */
async function addAsset(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const [stem, ending] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))];
  const file = `${stem}-${hash}${ending}`;
  await writeFile(join(dist, 'assets', file), bytes);
  return `/assets/${file}`;
}

/** The pictures that pictures/draw.mjs has made: `og-{page}.png` and `icon-{size}.png`. */
async function addPictures() {
  const folder = join(portal, 'pictures');
  const found = { og: new Map(), icon: new Map() };
  for (const file of (await readdir(folder)).toSorted()) {
    const [, kind, name] = /^(og|icon)-(.+)\.png$/.exec(file) ?? [];
    if (!kind) continue;
    const address = await addAsset(file, await readFile(join(folder, file)));
    found[kind].set(kind === 'icon' ? Number(name) : name, address);
  }
  return found;
}

async function loadRenderer() {
  await build({
    root: portal,
    configFile: join(portal, 'vite.config.ts'),
    logLevel: 'error',
    ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: { ssr: 'src/prerender/render-pages.tsx', outDir: scratch, emptyOutDir: true },
  });
  return import(pathToFileURL(join(scratch, 'render-pages.js')).href);
}

/** @param early addresses of scripts that the frames of the member's area name, so that they are not fetched in turn */
async function writePages(early) {
  const renderer = await loadRenderer();
  const { prerenderPages, siteMap, robotsText, webManifest } = renderer;
  const pictures = await addPictures();
  const manifest = await addAsset('site.webmanifest', webManifest(pictures.icon));
  const built = await readFile(join(dist, 'index.html'), 'utf8');
  const template = built.replace(
    '</head>',
    `<link rel="apple-touch-icon" href="${pictures.icon.get(180)}" />` +
      `<link rel="manifest" href="${manifest}" /></head>`,
  );
  const { readable, framed } = await withoutRequests(template, renderer, early);
  const all = await prerenderPages(pictures.og);
  const made = [
    ...(await Promise.all(all.filter(({ isFrame }) => !isFrame).map(readable))),
    ...(await framed(all.filter(({ isFrame }) => isFrame))),
  ];
  await mkdir(pages, { recursive: true });
  for (const { name, html } of made) await writeFile(join(pages, `${name}.html`), html);
  await rm(scratch, { recursive: true });
  await writeFile(join(dist, 'sitemap.xml'), siteMap());
  await writeFile(join(dist, 'robots.txt'), robotsText());
}

/**
 * A prerendered page is painted from one answer: the styles of its own elements are in it. Its script and the whole
 * style sheet come later; a frame loads them at once, behind what it shows.
 *
 * @returns makes a page, or frames, of heads and bodies
 */
async function withoutRequests(template, { loaderOf, starterOf }, early) {
  const link = /<link rel="stylesheet"[^>]* href="([^"]+)">/;
  const script = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
  const [, style] = link.exec(template) ?? [];
  const [, address] = script.exec(template) ?? [];
  if (!style || !address) throw new Error('index.html has no style sheet or no script.');
  const css = (await readFile(join(dist, style), 'utf8')).trim();
  const fonts = css.match(/@font-face\{[^}]*url\([^}]*\}/g) ?? [];
  const others = fonts.reduce((rest, font) => rest.replace(font, ''), css);
  const lean = template
    .replace(script, '')
    .replace('</body>', () => `<script type="module">${loaderOf(address, style)}</script></body>`);
  const preload = (href) => `<link rel="modulepreload" href="${href}">`;
  const ofMembers = early.map(preload).join('');
  const frame = template
    .replace(script, preload(address))
    .replace(
      '</body>',
      () =>
        `<link rel="stylesheet" href="${style}">` +
        `<script type="module">${starterOf(address)}</script></body>`,
    );
  return {
    async readable({ name, head, body }) {
      const page = fill(lean, head, body).replace(FOR_LACK_OF_SCRIPTS, '');
      const used = await usedBy(page, others);
      // The fonts wait until the first paint (src/prerender/load-later.ts).
      const styles = `<style>${used}</style><style media="not all">${fonts.join('')}</style>`;
      return { name, html: asPrerendered(page).replace(link, () => styles) };
    },
    async framed(frames) {
      const filled = frames.map(({ name, head, body }) => ({
        name,
        html: fill(frame, name.startsWith('members') ? head + ofMembers : head, body),
      }));
      const used = await usedBy(filled.map(({ html }) => html).join('\n'), others, ['late']);
      return filled.map(({ name, html }) => ({
        name,
        html: html.replace(link, () => `<style>${used}</style>`),
      }));
    },
  };
}

/**
 * The style sheet without the utility classes that the page does not use.
 * @param keyframes the names of those that the page needs before the whole style sheet
 */
async function usedBy(page, css, keyframes = []) {
  const utilities = '@layer utilities{';
  if (!css.includes(utilities)) throw new Error('The style sheet has no layer of utilities.');
  const marked = css.replace(utilities, `/* purgecss end ignore */${utilities}`);
  const names = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes]) =>
    classes
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .split(/\s+/),
  );
  const words = page.match(/[\w-]+/g) ?? [];
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [{ raw: `/* purgecss start ignore */${marked}` }],
    defaultExtractor: () => [...names, ...words],
    keyframes: true,
    safelist: { keyframes },
  });
  return result.css;
}

/** The sentence of pages that only scripts can fill. */
const FOR_LACK_OF_SCRIPTS = /<noscript>.*?<\/noscript>/s;

/** Tells the script to take over the page's content (src/main.tsx). */
const asPrerendered = (page) =>
  page.replace('<div id="portal">', () => '<div id="portal" data-prerendered>');

/** The template's own title makes way for the page's. */
function fill(template, head, body) {
  const parts = [
    [/<title>[^<]*<\/title>/, head],
    ['<div id="portal"></div>', `<div id="portal">${body}</div>`],
  ];
  let page = template;
  for (const [place, part] of parts) {
    if (page.search(place) === -1) throw new Error(`index.html has no ${place}.`);
    // As a function, since `$` has a meaning in a text.
    page = page.replace(place, () => part);
  }
  return page;
}
