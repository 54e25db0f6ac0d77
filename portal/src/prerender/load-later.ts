declare global {
  /** The button that was pressed before the page's script had arrived. */
  var pressedEarly: HTMLElement | undefined;
}

/**
 * Runs in a prerendered page, as its text. Loads the fonts after the first paint, and the page's script with the whole
 * style sheet once the page is used, or a live part is seen: it can be read, and its links work, without. It loads them
 * at once for visitors who are signed in or have kept a station, with a chosen package, and from a link in an email.
 *
 * @param address of the script
 * @param style the address of the style sheet
 */
export function loadLater(address: string, style: string): void {
  const events = ['pointermove', 'touchstart', 'scroll', 'keydown', 'focusin', 'input'];
  // A screen reader sends a press alone.
  events.push('click', 'hashchange');
  const waiting = new AbortController();
  const once = { capture: true, passive: true, signal: waiting.signal };
  const addLink = (link: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), link));
  const load = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    addLink({ rel: 'modulepreload', href: address });
    // First, as the page has only the styles of its own elements.
    const start = () => void import(/* @vite-ignore */ address);
    addLink({ rel: 'stylesheet', href: style, onload: start, onerror: start });
  };
  const isKnown = () => {
    try {
      return ['signed-in', 'kept-station'].some((key) => localStorage.getItem(key) !== null);
    } catch {
      return false;
    }
  };
  const onUse = (event: Event) => {
    const { type, movementX, movementY } = event as PointerEvent;
    // Chromium reports a move when a page appears below a pointer that rests.
    if (type !== 'pointermove' || movementX || movementY) load();
  };
  for (const event of events) addEventListener(event, onUse, once);
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('button:not([popovertarget])');
      if (button) globalThis.pressedEarly = button;
    },
    true,
  );
  // Enter in the only field of a form sends it without a press, and would load another page.
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      globalThis.pressedEarly = form.querySelector('button') ?? undefined;
    },
    true,
  );
  // A visitor who types on has not finished yet.
  addEventListener('keydown', () => (globalThis.pressedEarly = undefined), true);
  const isUsed =
    document.activeElement !== document.body ||
    location.hash.includes('token=') ||
    location.search.includes('package=') ||
    isKnown();
  const afterPaint = () => {
    const fonts = document.querySelector<HTMLStyleElement>('style[media]');
    if (fonts) fonts.media = 'all';
    // A part that shows something live once it is mostly in view.
    const live = document.querySelector('[data-live]');
    if (live) new IntersectionObserver(onView, { threshold: 0.5 }).observe(live);
    if (isUsed) load();
    else if (document.querySelector('form:not([data-optional])')) {
      // A form will be used, unless the page has more to offer.
      addLink({ rel: 'modulepreload', href: address, fetchPriority: 'low' });
    }
  };
  const onView = (seen: IntersectionObserverEntry[]) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) load();
  };
  let isPainted = false;
  const onPaint = () => {
    if (!isPainted) afterPaint();
    isPainted = true;
  };
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true });
  // For browsers without paint timing.
  addEventListener('load', () => setTimeout(onPaint, 1000));
}

/** Presses that button again, once React handles presses. */
export function repeatEarlyPress(): void {
  const { pressedEarly } = globalThis;
  globalThis.pressedEarly = undefined;
  // Later, as buttons become able to submit after hydration.
  if (pressedEarly) setTimeout(() => pressedEarly.click());
}
