import type { Page } from '@playwright/test';

/**
 * Keeps what a page asks for from it, as a slow network does.
 *
 * @param files a pattern of their addresses
 * @returns lets all of them through, from then on at once
 */
export async function holdBack(page: Page, files: string): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(files, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}
