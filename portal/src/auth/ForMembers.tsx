import type { PackageName } from '@stationhouse/platform-api/contract/prices';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { membersPath, packageIn, withPackage } from '../api/member-paths.ts';
import { useVisitor } from '../api/visitors.ts';
import { Skeleton } from '../ui/Loaded.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/**
 * Shows a page to signed-in users only. Others are sent to sign in (specification §2) and return to the
 * package in the address.
 */
export function ForMembers({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  const [params] = useSearchParams();
  if (visitor.status === 'member') return children;
  if (visitor.status === 'anonymous') {
    return <Navigate to={withPackage('/auth', packageIn(params))} replace />;
  }
  return (
    // At least as high as the window, so that the footer does not jump.
    <main role="status" className="container-dashboard flex min-h-dvh flex-col gap-5 py-section">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-14 w-1/2" />
      <Skeleton className="h-40 w-full" />
    </main>
  );
}

/**
 * Shows a page to signed-out visitors only (specification §2). A user who signs in, here or in another tab,
 * is sent to the dashboard, and "back" does not return to the form.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  const [params] = useSearchParams();
  return visitor.status === 'member' ? <Navigate to={membersPath(params)} replace /> : children;
}

/**
 * The package that the visitor chose before signing in. Undefined during the first render: prerendered HTML
 * is the same for every address.
 */
export function useChosenPackage(): PackageName | undefined {
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  return isHydrated ? packageIn(params) : undefined;
}
