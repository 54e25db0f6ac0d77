import './no-eval.ts';
import './load-again.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { visitors } from './api/visitors.ts';
import { handOverMailLink } from './auth/hand-over-mail-link.ts';
import { routes } from './routes.tsx';
import './ui/portal.css';
import { keepServedInputs } from './ui/served-inputs.ts';

/** The frame waits this long for the visitor to be known, in ms. Then the page shows its loading state. */
const FRAME_PATIENCE_MS = 1_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads the first page before rendering, since the first render must match the prerendered HTML. */
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
  if (!place) throw new Error('The page has no #portal element.');
  // The frame of a page for signed-in users is replaced instead, as it depends on the session and the query.
  const isPrerendered = 'prerendered' in place.dataset;
  // The session is asked for while the page is loaded and drawn.
  visitors.watch();
  const firstPage = fetchFirstPage();
  // The router tries a part again that could not be loaded, and shows the error.
  await (isPrerendered ? firstPage : firstPage.catch(() => undefined));
  // The frame is shown already. React draws the page when the visitor is known, so that it draws it once.
  if (!isPrerendered) await Promise.race([visitors.known(), sleep(FRAME_PATIENCE_MS)]);
  // With hydration data the router leaves the scroll position alone: the visitor may be reading already.
  const router = createBrowserRouter(routes, { ...(isPrerendered && { hydrationData: {} }) });
  const portal = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (!isPrerendered) createRoot(place).render(portal);
  // In a transition, so that clicks and scrolling during hydration are handled first.
  else {
    keepServedInputs(place);
    startTransition(() => void hydrateRoot(place, portal));
  }
}

// Not awaited: the chunks of the pages import this one, and would wait for each other.
if (!handOverMailLink()) void start();
