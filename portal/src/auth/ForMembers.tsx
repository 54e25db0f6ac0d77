import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { intentAt, intentIn, packageIn, pathAfterSignIn, withIntent } from '../api/member-paths.ts';
import { useVisitor } from '../api/visitors.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

interface ForMembersProps {
  /** The page's own width and padding, so that nothing moves when it appears. */
  className?: string;
  children: ReactNode;
}

/**
 * Shows a page to signed-in users only. Others are sent to sign in (specification §2), and return to the page or
 * the package in the address. A user who has just signed out does not.
 */
export function ForMembers({ className, children }: ForMembersProps) {
  const { visitor } = useVisitor();
  const location = useLocation();
  const [wasMember, setWasMember] = useState(false);
  if (visitor.status === 'member' && !wasMember) setWasMember(true);
  if (visitor.status === 'member') return children;
  if (visitor.status === 'anonymous') {
    const hasLeft = visitor.hasSignedOut && wasMember;
    const intent = hasLeft ? new URLSearchParams() : intentAt(location);
    return <Navigate to={withIntent('/auth', intent)} replace />;
  }
  return (
    // At least as high as the window, so that the footer does not jump.
    <main className={clsx('min-h-dvh', className)}>
      <PageSkeleton />
    </main>
  );
}

/**
 * Shows a page to signed-out visitors only (specification §2). A user who signs in, here or in another tab,
 * is sent to the page that they wanted, else to the dashboard, and "back" does not return to the form.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  const [params] = useSearchParams();
  return visitor.status === 'member' ? <Navigate to={pathAfterSignIn(params)} replace /> : children;
}

/** Nothing is known of the address during the first render: prerendered HTML is the same for every address. */
const NOTHING = new URLSearchParams();

/** The visitor’s intent before signing in. */
export function useIntent(): { intent: URLSearchParams; chosen: PackageName | undefined } {
  const [params] = useSearchParams();
  const intent = useHydrated() ? intentIn(params) : NOTHING;
  return { intent, chosen: packageIn(intent) };
}
