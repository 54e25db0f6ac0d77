import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the page is hydrated. False on the server and in the first render, so that both match. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
