/**
 * Fetches the page's player once the page has been painted, so that the two don't share the line, or at
 * the first press, which is then not lost. It is written into the page as it stands here (render.tsx),
 * so it may use nothing from outside itself.
 *
 * @param address of the player's module
 */
export function boot(address: string): void {
  let loading: Promise<void> | undefined;
  const load = () => (loading ??= import(address).then(() => removeEventListener('click', press)));
  const press = ({ target }: Event) => {
    const button = target instanceof Element && target.closest('button');
    if (button) void load().then(() => button.click());
  };
  addEventListener('click', press);
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
