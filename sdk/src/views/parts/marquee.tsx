/** From this many characters a title is set smaller where titles are large (ours). */
const LONG = 36;

/** How fast a long title passes, in px per second: a calm reading pace (ours). */
const PACE = 30;

/**
 * A title, which moves only where it is too long for its line: the stylesheet keeps it on one line
 * below the width of the specification (§2) and unless motion is unwelcome; everywhere else it
 * wraps, as far as there are lines for it, and nothing moves. What moves can be reached by Tab or a
 * tap, and holds still while it has the focus or the pointer (WCAG 2.2.2).
 */
export function Marquee({ text }: { text: string }) {
  return (
    <p className={text.length < LONG ? 'title' : 'title long'} part="title" dir="auto">
      <span key={text} ref={watchLength}>
        {text}
      </span>
    </p>
  );
}

/** Measures again when the title or its line changes size. */
function watchLength(title: HTMLElement | null): void | (() => void) {
  const line = title?.parentElement;
  if (!title || !line || typeof ResizeObserver === 'undefined') return;
  const observer = new ResizeObserver(() => {
    const hidden = title.scrollWidth - line.clientWidth;
    if (hidden > 0) line.tabIndex = 0;
    else line.removeAttribute('tabindex');
    const isRightToLeft = getComputedStyle(line).direction === 'rtl';
    line.style.setProperty('--by', `${isRightToLeft ? hidden : -hidden}px`);
    line.style.setProperty('--for', `${3 + hidden / PACE}s`);
  });
  observer.observe(title);
  observer.observe(line);
  return () => observer.disconnect();
}
