// The operator's site. Reads top to bottom: routes, then the page they lead to.
import './no-eval.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { handOverMailLink } from './auth/hand-over-mail-link.ts';
import { routes } from './routes.tsx';
import './ui/portal.css';

/**
 * Fetches the page that is asked for before anything is drawn: the first drawing must be what the
 * prerendered HTML shows already.
 */
async function fetchFirstPage(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

async function start(): Promise<void> {
  const place = document.getElementById('portal');
  if (!place) throw new Error('The page has no #portal to draw in.');
  await fetchFirstPage();
  const isPrerendered = place.hasChildNodes();
  // Where such a page is scrolled to is the browser's to say, and the visitor's, who may have begun to read.
  const router = createBrowserRouter(routes, { ...(isPrerendered && { hydrationData: {} }) });
  const portal = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (!isPrerendered) createRoot(place).render(portal);
  // In small steps: what a visitor presses or scrolls meanwhile comes first.
  else startTransition(() => void hydrateRoot(place, portal));
}

// Not awaited: the pages' own files import this one, and would wait for it to end.
if (!handOverMailLink()) void start();
