import { useEffect, useRef, useState, type RefObject } from 'react';

/** Until it is measured, in px. */
const USUAL_WIDTH = 640;

/** The width of an element, to draw a chart in its own pixels, so that its text keeps its size. */
export function useWidth<Kind extends HTMLElement>(): [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
