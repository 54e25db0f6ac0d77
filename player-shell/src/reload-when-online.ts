/**
 * Reloads the page once its server answers. For the offline screen, and for a wall whose script did not
 * load. Checks when the network is back, when the button is pressed, and now and then, since a network may
 * not reach the server. The function's source is inlined into a page (render-offline.tsx, render-tv.tsx),
 * so it must not use anything from outside.
 */
export function reloadWhenOnline(): void {
  let timer: ReturnType<typeof setTimeout>;

  function askLater(): void {
    clearTimeout(timer);
    // In ms, with jitter, so that the pages do not all reach a restarted server at once.
    timer = setTimeout(ask, 10_000 + 10_000 * Math.random());
  }

  function ask(): void {
    askLater();
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      // Statuses of a gateway whose server is down (RFC 9110 §15.6.3 to 5).
      ({ status }) => [502, 503, 504].includes(status) || location.reload(),
      () => undefined,
    );
  }

  /** For a moment the button shows that it has been pressed: without a network the answer comes at once. */
  function press(this: Element): void {
    this.setAttribute('aria-busy', 'true');
    setTimeout(() => this.removeAttribute('aria-busy'), 600);
    ask();
  }

  addEventListener('online', ask);
  document.addEventListener('visibilitychange', () => document.hidden || ask());
  document.querySelector('button')?.addEventListener('click', press);
  askLater();
}
