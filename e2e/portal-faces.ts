import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Phone, tablet, desktop; light and dark. */
const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
/** The window widths and colour schemes in which pages are checked. */
export const FACES = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

/**
 * Expects that axe finds nothing on a page of the portal, and that nothing is wider than the
 * window.
 */
export async function expectGoodFace(
  page: Page,
  { path, width, scheme }: { path: string } & (typeof FACES)[number],
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(`http://localhost:8000${path}`);
  await expect(page.locator('h1')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect([path, width, scheme, found]).toEqual([path, width, scheme, []]);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect([path, width, isTooWide]).toEqual([path, width, false]);
}
