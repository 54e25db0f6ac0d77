import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useVisitor } from '../api/use-visitor.ts';
import { membersPath } from '../api/member-paths.ts';

/**
 * What only those see who are not signed in (specification §2). Whoever signs in, here or in another tab,
 * goes on from it, and 'back' does not return to a form that is done.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  const [params] = useSearchParams();
  return visitor.is === 'member' ? <Navigate to={membersPath(params)} replace /> : children;
}
