import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { onFirstToast } from './toast.ts';

const fetchList = () => import('./ToastList.tsx');
const ToastList = lazy(async () => ({ default: (await fetchList()).ToastList }));

/** Fetches what toasts are shown with, for pages that may have to say that the network is gone. */
export function prepareToasts(): void {
  // Without a network it is asked for again with the first toast.
  fetchList().catch(() => undefined);
}

/** Stands once at the root of the portal. What it shows toasts with is fetched with the first of them. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return isWanted ? (
    // Without a network it can't be fetched: then nothing is shown, and the page stands.
    <ErrorBoundary fallback={null}>
      <Suspense>
        <ToastList />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
