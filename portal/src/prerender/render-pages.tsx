// Renders the pages to HTML at build time (portal/prerender-plugin.mjs). Not part of the browser's bundle.
import {
  fileOfPage,
  PORTAL_PAGES,
  SIGNED_IN_PAGES,
} from '@stationhouse/platform-api/contract/site/pages';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { CREATE_PATH } from '../api/member-paths.ts';
import { routes } from '../routes.tsx';
import { frameHead, headFor } from './head.ts';
import { loadLater } from './load-later.ts';
import { loadNow } from './load-now.ts';

/** The parts of a page for the template. */
export interface PrerenderedPage {
  /** The name of the built file. */
  name: string;
  /** Only the frame: the browser replaces it with the page. */
  isFrame?: boolean;
  head: string;
  body: string;
}

/** The tags that React hoists in front of the page: title, meta, link. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*\/>)*/;

/** A path without a page. */
const NOT_FOUND = '/not/found';

/** The page of any customer: its frame is the same for all. */
const A_CUSTOMER = '/admin/customers/00000000-0000-0000-0000-000000000000';

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

/** The frame of each page for signed-in users: what is shown until the browser knows who they are. */
const frames = (): Promise<PrerenderedPage[]> =>
  Promise.all(
    [...SIGNED_IN_PAGES, CREATE_PATH, A_CUSTOMER].map(async (address) => {
      const { head, body } = await render(address);
      const [path = '', search] = address.split(/(?=\?)/);
      return { name: fileOfPage(path, search), isFrame: true, head: frameHead(head), body };
    }),
  );

/**
 * Renders every public page, the not-found page, and the frames of pages that only the browser renders.
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
        name: fileOfPage(path),
        head: head + headFor(path, pictures),
        body,
      };
    }),
  );
  return [...pages, { name: 'not-found', ...(await render(NOT_FOUND)) }, ...(await frames())];
}

/** The script of a prerendered page, which loads the portal's script and style sheet. */
export const loaderOf = (address: string, style: string): string =>
  `(${loadLater})(${JSON.stringify(address)},${JSON.stringify(style)})`;

/** The script of a frame, which loads the portal's script. */
export const starterOf = (address: string): string => `(${loadNow})(${JSON.stringify(address)})`;

export { robotsText, siteMap, webManifest } from './files.ts';
