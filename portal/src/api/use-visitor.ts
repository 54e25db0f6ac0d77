import { useSyncExternalStore } from 'react';
import { visitors, type Visitor } from './visitors.ts';

const UNKNOWN: Visitor = { is: 'unknown' };
const { subscribe, snapshot, enter, signOut } = visitors;

/**
 * Who looks at the page (`unknown` in its first drawing, which is that of the prerendered HTML), and how
 * they sign in and out.
 */
export function useVisitor() {
  const visitor = useSyncExternalStore(subscribe, snapshot, () => UNKNOWN);
  return { visitor, enter, signOut };
}
