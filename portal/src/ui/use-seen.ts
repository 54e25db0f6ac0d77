import { useEffect, useState, type RefObject } from 'react';

/** How far below the window something counts as about to be seen (ours). */
const NEAR = '200px';

/** Whether an element is or was about to be seen, for what need not be fetched before. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: NEAR,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
