import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page's script has taken over: false on the server and in the first drawing over its HTML,
 * so that both are the same.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
