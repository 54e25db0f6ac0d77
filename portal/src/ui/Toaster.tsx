import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { onFirstToast } from './toast.ts';

const ToastList = lazy(async () => ({ default: (await import('./ToastList.tsx')).ToastList }));

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
