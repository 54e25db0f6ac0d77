import { useEffect, useState } from 'react';
import { dropToasts, onFirstToast } from './toast.ts';
import type { ToastList } from './ToastList.tsx';
import { whenIdle } from './when-idle.ts';

const fetchList = async () => (await import('./ToastList.tsx')).ToastList;

/** Fetches the toasts' script once the page is idle, for pages that may have to say that the network is gone. @returns stops it */
export function prepareToasts(): () => void {
  // Without a network the next toast tries again.
  return whenIdle(() => void fetchList().catch(() => undefined));
}

/** Shows toasts. Mounted once, at the root; its script is fetched with the first toast. */
export function Toaster() {
  const [List, setList] = useState<typeof ToastList>();
  useEffect(
    () => onFirstToast(() => void fetchList().then((list) => setList(() => list), dropToasts)),
    [],
  );
  return List ? <List /> : null;
}
