/**
 * Fetches the page's player once the page has been painted, so that the two don't share the line, or at
 * the first press, which is then not lost. A player that did not arrive is fetched again: at the next
 * press, when the system says that there is a network, and by and by while a press waits for it. It is
 * written into the page as it stands here (render.tsx), so it may use nothing from outside itself.
 *
 * @param address of the player's module
 */
export function boot(address: string): void {
  let isLoading = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Pressed before there was a player, each to be pressed once: who presses Play twice wants music. */
  const pressed = new Set<HTMLButtonElement>();

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    // A browser remembers that an address has failed; the server does not look at the query.
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
  // The browser offers once, and may do so before the page's player is there to hear it (install.tsx).
  addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    window.installPrompt = offer;
  });

  // The cover is the largest thing to be painted. A slow one isn't waited for longer than this, in ms.
  setTimeout(load, 600);
  const afterPaint = () => requestAnimationFrame(() => setTimeout(load));
  const cover = document.querySelector<HTMLImageElement>('.cover');
  if (!cover || cover.complete) return void afterPaint();
  cover.addEventListener('load', afterPaint);
  cover.addEventListener('error', afterPaint);
}
