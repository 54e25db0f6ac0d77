import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus to the heading of a page that was just opened, or to the part of it that the address
 * names, so that those who hear it are told of it and Tab goes on from there. Links within a page are the
 * browser's own business.
 */
export function useFocusOnArrival(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const place = document.getElementById(hash.slice(1)) ?? document.querySelector('h1');
    if (!place) return;
    place.tabIndex = -1;
    // It is no control, and a ring around it would say that it is one.
    place.style.outline = 'none';
    place.focus({ preventScroll: true });
  }, [pathname, hash]);
}
