/**
 * Loads the page anew once its server answers, in the place of the offline screen or of a wall whose
 * script did not arrive: it asks when the system says that there is a network, when the button is
 * pressed, and now and then, for a network may be there and lead nowhere. It is written into a page as
 * it stands here (render-offline.tsx, render-tv.tsx), so it may use nothing from outside itself.
 */
export function reloadWhenOnline(): void {
  let timer: ReturnType<typeof setTimeout>;

  function askLater(): void {
    clearTimeout(timer);
    // In ms, by chance: a server that comes back is not met by everybody at once.
    timer = setTimeout(ask, 10_000 + 10_000 * Math.random());
  }

  function ask(): void {
    askLater();
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      // A gateway whose server is away says so with these (RFC 9110 §15.6.3 to 5).
      ({ status }) => [502, 503, 504].includes(status) || location.reload(),
      () => undefined,
    );
  }

  addEventListener('online', ask);
  document.addEventListener('visibilitychange', () => document.hidden || ask());
  document.querySelector('button')?.addEventListener('click', ask);
  askLater();
}
