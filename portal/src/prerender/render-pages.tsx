// The pages as HTML, for the build (portal/prerender-plugin.mjs): nothing here reaches a browser.
import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/pages';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { routes } from '../routes.tsx';
import { headFor, shellHead } from './head.ts';

/** A page as it is written into the template. */
export interface PrerenderedPage {
  /** Its name among the built pages. */
  name: string;
  head: string;
  body: string;
}

/** What React puts in front of a page for the head: titles, descriptions, links. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*\/>)*/;

/** Any address that no page has. */
const NOT_FOUND = '/not/found';

const handler = createStaticHandler(routes);

async function render(path: string): Promise<{ head: string; body: string }> {
  const context = await handler.query(new Request(new URL(path, 'http://portal.invalid')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere.`);
  // A page that broke would be drawn as the router's own page of errors.
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
 * Every page of the portal, the one for an address that is none, and the empty one for what is drawn in the
 * browser alone.
 *
 * @param pictures addresses of the Open Graph pictures by name
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

export { robotsText, siteMap, webManifest } from './files.ts';
