import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useVisitor } from '../api/use-visitor.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { withPackage, packageIn } from '../api/member-paths.ts';

/**
 * What only those see who are signed in; everybody else is sent to sign in (specification §2), and comes
 * back to the package that the address names.
 */
export function ForMembers({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  const [params] = useSearchParams();
  if (visitor.is === 'member') return children;
  if (visitor.is === 'nobody') {
    return <Navigate to={withPackage('/auth', packageIn(params))} replace />;
  }
  return (
    // As high as the window at least, so that the footer is not seen to fall.
    <main role="status" className="container-dashboard flex min-h-dvh flex-col gap-5 py-section">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-14 w-1/2" />
      <Skeleton className="h-40 w-full" />
    </main>
  );
}
