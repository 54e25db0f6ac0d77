import { AxeBuilder } from '@axe-core/playwright';
import type { JSHandle, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Ends every transition of the page, and each that begins until the controller that it returns is aborted. */
const endTransitions = (page: Page): Promise<JSHandle<AbortController>> =>
  page.evaluateHandle(() => {
    const over = new AbortController();
    const end = () => {
      for (const animation of document.getAnimations()) {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      }
    };
    end();
    for (const began of ['transitionrun', 'animationstart']) {
      addEventListener(began, end, { capture: true, signal: over.signal });
    }
    return over;
  });

/** Expects that axe finds nothing on the page, once every transition has ended. */
export async function expectAccessible(page: Page): Promise<void> {
  // A dialog that is still fading in, or a message that begins to fade out, has too little contrast.
  const transitions = await endTransitions(page);
  const { violations } = await new AxeBuilder({ page })
    // Otherwise each check opens a tab of its own, which takes three times as long.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  await transitions.evaluate((over) => over.abort());
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(found, page.url()).toEqual([]);
}

/** Phone, tablet, desktop; light and dark. */
const WIDTHS = [360, 768, 1440];
const COLOR_SCHEMES = ['light', 'dark'] as const;
/** The window widths and colour schemes in which pages are checked. */
export const VIEWS = WIDTHS.flatMap((width) =>
  COLOR_SCHEMES.map((colorScheme) => ({ width, colorScheme })),
);

/** Expects that axe finds nothing on the page, and that nothing is wider than the window. */
export async function expectGoodView(
  page: Page,
  { width, colorScheme }: (typeof VIEWS)[number],
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, page.url()).toBe(width);
}
