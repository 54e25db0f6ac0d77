import { COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useRouteError } from 'react-router-dom';
import { useVisitor } from './api/visitors.ts';
import { signOut } from './auth/sign-out.ts';
import { repeatEarlyPress } from './prerender/load-later.ts';
import { Button } from './ui/Button.tsx';
import { forgetServedInputs } from './ui/served-inputs.ts';
import { SiteFooter } from './ui/SiteFooter.tsx';
import { SiteHeader } from './ui/SiteHeader.tsx';
import { closeToasts } from './ui/toast.ts';
import { Toaster } from './ui/Toaster.tsx';

const SupportBar = lazy(async () => ({
  default: (await import('./auth/SupportBar.tsx')).SupportBar,
}));

/** The root of every page: session, focus, scroll position and toasts. */
export function Portal() {
  const { visitor } = useVisitor();
  useEffect(repeatEarlyPress, []);
  useEffect(forgetServedInputs, []);
  useToastsOfPage();
  useFocusOnNavigation();
  return (
    <>
      {visitor.status === 'member' && visitor.view ? (
        <Suspense>
          <SupportBar view={visitor.view} />
        </Suspense>
      ) : null}
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  );
}

/** Closes the toasts of a page that is left, before the effects of the new page show theirs. */
function useToastsOfPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) closeToasts();
    shown.current = pathname;
  }, [pathname]);
}

/**
 * Moves the focus to the heading of a new page, or to the element that the address names, for screen readers
 * and Tab. Links within a page are left to the browser.
 */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const place = document.getElementById(hash.slice(1)) ?? document.querySelector('h1');
    if (!place) return;
    place.tabIndex = -1;
    // A focus ring would make it look like a control.
    place.style.outline = 'none';
    place.focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** The header and footer around a page. */
export function SiteFrame() {
  const { visitor } = useVisitor();
  return (
    <>
      <SiteHeader
        visitor={{
          signedIn: visitor.status === 'member' || visitor.status === 'expected',
          isAdmin: visitor.status === 'member' && visitor.isAdmin,
          onSignOut: () => void signOut(),
        }}
      />
      <div id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </div>
      <SiteFooter address={COMPANY.postal_address} />
    </>
  );
}

/**
 * Shown when a page could not be loaded or rendered: the network is down, or a new version was deployed and
 * the page's script is gone. A reload fixes both.
 */
export function PageError() {
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  return (
    <main className="container-page py-section">
      <h1 className="text-page">This page did not load</h1>
      <p className="mt-4 max-w-[48ch] text-lead text-muted">
        Check your connection and load the page again. If the problem continues, write to us.
      </p>
      <Button size="large" className="mt-8" onClick={() => location.reload()}>
        Load again
      </Button>
    </main>
  );
}
