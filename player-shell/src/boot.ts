/**
 * Fetches the page's player after the first paint, so that they do not compete for bandwidth, or at the
 * first press, which is then not lost. A failed fetch is retried at the next press, when the network is
 * back, and with backoff while a press is pending. The function's source is inlined into the page
 * (render.tsx), so it must not use anything from outside.
 *
 * @param address of the player's module
 */
export function boot(address: string): void {
  let isLoading = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Buttons pressed before the player arrived. Each is pressed once: pressing Play twice still means play.
   */
  const pressed = new Set<HTMLButtonElement>();

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    // Browsers cache a failed import by its address. The server ignores the query.
    import(failures ? `${address}?${failures}` : address).then(arrived, failed);
  }
  function arrived(): void {
    removeEventListener('click', press);
    for (const button of pressed) button.click();
  }
  function failed(): void {
    isLoading = false;
    failures++;
    clearTimeout(timer);
    // In ms, longer each time.
    if (pressed.size) timer = setTimeout(load, failures * 2_000);
  }
  function press({ target }: Event): void {
    const button = target instanceof Element && target.closest('button');
    if (!button) return;
    pressed.add(button);
    load();
  }
  addEventListener('click', press);
  addEventListener('online', load);
  // The browser sends this once, possibly before the page's player is loaded (install.tsx).
  addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    window.installPrompt = offer;
  });

  // The cover is the largest paint. A slow one delays the player by at most this, in ms.
  setTimeout(load, 600);
  // The frame with the cover is only begun then. Browsers report a paint once it is on the screen.
  const afterPaint = () =>
    requestAnimationFrame(() =>
      new PerformanceObserver(load).observe({ type: 'paint', buffered: true }),
    );
  const cover = document.querySelector<HTMLImageElement>('.cover');
  if (!cover || cover.complete) return void afterPaint();
  cover.addEventListener('load', afterPaint);
  cover.addEventListener('error', afterPaint);
}
