/** From this many characters, a title is set smaller where titles are large. */
const LONG = 36;

/** Scrolling speed of a long title, in px per second: a calm reading pace. */
const PACE = 30;

/**
 * A title that scrolls only if it is too long for its line. Below the width of the specification (§2) the
 * stylesheet keeps it on one line, unless the user prefers reduced motion. Everywhere else it wraps. A
 * scrolling title can be reached by Tab or a tap, and pauses on focus and hover (WCAG 2.2.2). A title that takes the
 * place of another one slides in.
 */
export function Marquee({ text }: { text: string }) {
  return (
    <p
      className={text.length < LONG ? 'title' : 'title long'}
      part="title"
      dir="auto"
      Translate="no"
    >
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
  if (line.dataset['shown']) title.className = 'fresh';
  line.dataset['shown'] = 'true';
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
