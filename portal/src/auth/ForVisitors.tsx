import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useVisitor } from '../api/use-visitor.ts';
import { MEMBERS_PATH } from './members-path.ts';

/**
 * What only those see who are not signed in (specification §2). Whoever signs in, here or in another tab,
 * goes on from it, and 'back' does not return to a form that is done.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const { visitor } = useVisitor();
  return visitor.is === 'member' ? <Navigate to={MEMBERS_PATH} replace /> : children;
}
