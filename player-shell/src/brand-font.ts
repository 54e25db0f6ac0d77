/**
 * Fetches the font of names and titles once the page is drawn. A failure leaves the system's font, whose metrics are the
 * same (page.css).
 */
export function loadBrandFont(url: string): void {
  // Missing in some televisions’ browsers.
  if (!('FontFace' in globalThis)) return;
  const font = new FontFace('Bricolage Grotesque', `url(${url})`, { weight: '700' });
  font.load().then(
    () => document.fonts.add(font),
    () => undefined,
  );
}
