import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from './ui/Button.tsx';

/**
 * A page that could not be fetched or drawn: the line is down, or a newer portal has taken the place of
 * the one that is open. Loading it anew mends both.
 */
export function PageFault() {
  const fault = useRouteError();
  useEffect(() => reportError(fault), [fault]);
  return (
    <main className="container-page py-section">
      <h1 className="text-page">This page did not load</h1>
      <p className="mt-4 max-w-[48ch] text-lead text-muted">
        Check your connection and load it again. If it stays like this, write to us.
      </p>
      <Button size="large" className="mt-8" onClick={() => location.reload()}>
        Load Again
      </Button>
    </main>
  );
}
