/**
 * Fetches the font of names and titles once the page is drawn. A failure leaves the system's font, whose metrics are the
 * same (page.css).
 */
export function loadBrandFont(url: string): void {
  // Missing in some televisions’ browsers.
  if (!('FontFace' in globalThis)) return;
  const font = new FontFace('Bricolage Grotesque', `url(${url})`, { weight: '700' });
  font.load().then(
    () => show(font),
    () => undefined,
  );
}

/** Steps by which the words of a text move apart or together, in ems, and how many at most. */
const STEP = 0.04;
const STEPS = 6;

/** Shows the font, in which each text keeps its number of lines: letters of both fonts are not equally wide. */
function show(font: FontFace): void {
  const texts = [...document.querySelectorAll<HTMLElement>('h1,.title')];
  const heights = texts.map((text) => text.offsetHeight);
  document.fonts.add(font);
  texts.forEach((text, n) => {
    for (let step = 1; step <= STEPS && text.offsetHeight !== heights[n]; step += 1) {
      const side = text.offsetHeight > (heights[n] ?? 0) ? -STEP : STEP;
      text.style.wordSpacing = `${side * step}em`;
    }
    if (text.offsetHeight !== heights[n]) text.style.wordSpacing = '';
  });
}
