import type { Page } from '@playwright/test';

/**
 * Holds back responses, as a slow network does.
 * @param files a pattern of their URLs
 * @returns releases all of them, and stops holding back
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
