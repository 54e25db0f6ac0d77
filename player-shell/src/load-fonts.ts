/**
 * Fetches the page's fonts once it is drawn. A font that fails leaves the system's, whose metrics are the same (page.css).
 *
 * @param fonts their addresses, by family
 */
export async function loadFonts(fonts: Record<string, string>): Promise<void> {
  // Missing in some televisions’ browsers.
  if (!('FontFace' in globalThis) || savesData()) return;
  const loading = Object.entries(fonts).map(([family, url]) =>
    new FontFace(family, `url(${url})`, { weight: '400 700' }).load(),
  );
  const settled = await Promise.allSettled(loading);
  show(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
}

/** Whether the reader asks for less data (Network Information API, where there is one). */
function savesData(): boolean {
  const known: Navigator & { connection?: { saveData?: boolean } } = navigator;
  return known.connection?.saveData ?? false;
}

/** Steps by which the words of a text move apart or together, in ems, and how many at most. */
const STEP = 0.04;
const STEPS = 6;

/** Words that share a line with something else, which would move with their end. */
const LABELS = 'h2,.quiet,footer *';

function widthOf(label: Element): number {
  const words = document.createRange();
  words.selectNodeContents(label);
  return words.getBoundingClientRect().width;
}

/**
 * Shows the fonts at once, in which each text keeps its number of lines, and each label its width: letters of two fonts
 * are not equally wide.
 */
function show(fonts: readonly FontFace[]): void {
  const texts = [...document.querySelectorAll<HTMLElement>('h1,p,.title')];
  const heights = texts.map((text) => text.offsetHeight);
  const labels = [...document.querySelectorAll<HTMLElement>(LABELS)];
  const widths = labels.map(widthOf);
  for (const font of fonts) document.fonts.add(font);
  labels.forEach((label, n) => {
    const wider = widthOf(label) - (widths[n] ?? 0);
    label.style.letterSpacing = `${-wider / (label.textContent.length || 1)}px`;
  });
  texts.forEach((text, n) => {
    for (let step = 1; step <= STEPS && text.offsetHeight !== heights[n]; step += 1) {
      const side = text.offsetHeight > (heights[n] ?? 0) ? -STEP : STEP;
      text.style.wordSpacing = `${side * step}em`;
    }
    if (text.offsetHeight !== heights[n]) text.style.wordSpacing = '';
  });
}
