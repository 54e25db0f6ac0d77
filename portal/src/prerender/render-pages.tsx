// Renders the pages to HTML at build time (portal/prerender-plugin.mjs). Not part of the browser's bundle.
import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { routes } from '../routes.tsx';
import { headFor, shellHead } from './head.ts';
import { loadLater } from './load-later.ts';

/** The parts of a page for the template. */
export interface PrerenderedPage {
  /** The name of the built file. */
  name: string;
  head: string;
  body: string;
}

/** The tags that React hoists in front of the page: title, meta, link. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*\/>)*/;

/** A path without a page. */
const NOT_FOUND = '/not/found';

const handler = createStaticHandler(routes);

async function render(path: string): Promise<{ head: string; body: string }> {
  const context = await handler.query(new Request(new URL(path, 'http://portal.invalid')));
  if (context instanceof Response) throw new Error(`${path} redirects.`);
  // The router would render its error page instead of throwing.
  const [fault] = path === NOT_FOUND ? [] : Object.values(context.errors ?? {});
  if (fault) throw fault;
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  );
  const head = HOISTED.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

/**
 * Renders every public page, the not-found page, and the empty shell of pages that only the browser renders.
 *
 * @param pictures URLs of the Open Graph pictures by name
 */
export async function prerenderPages(
  pictures: ReadonlyMap<string, string>,
): Promise<PrerenderedPage[]> {
  const pages = await Promise.all(
    PORTAL_PAGES.map(async (path) => {
      const { head, body } = await render(path);
      return {
        name: path === '/' ? 'home' : path.slice(1),
        head: head + headFor(path, pictures),
        body,
      };
    }),
  );
  return [
    ...pages,
    { name: 'not-found', ...(await render(NOT_FOUND)) },
    { name: 'app-shell', head: shellHead, body: '' },
  ];
}

/** The script of a prerendered page, which loads the portal's script and style sheet. */
export const loaderOf = (address: string, style: string): string =>
  `(${loadLater})(${JSON.stringify(address)},${JSON.stringify(style)})`;

export { robotsText, siteMap, webManifest } from './files.ts';
