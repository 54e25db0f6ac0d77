import type { Page } from '@playwright/test';

/** Pictures are written here. */
export const FOLDER = process.env['SCREENSHOTS'] ?? 'screenshots';

type Scheme = 'light' | 'dark';

interface Pictures {
  /** Sizes of the window by their names in the files. */
  screens: Record<string, { width: number; height: number }>;
  schemes?: readonly Scheme[];
  /** The whole page instead of the window. */
  fullPage?: boolean;
  /** Runs before each picture, once the window has its size. */
  before?: () => Promise<void>;
}

/** Pictures of a page, without animations. One scheme is not named in the files. */
export async function takePictures(
  page: Page,
  name: string,
  { screens, schemes = ['light', 'dark'], fullPage = false, before }: Pictures,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await before?.();
      const path = `${FOLDER}/${name}-${screen}${schemes.length > 1 ? `-${colorScheme}` : ''}.png`;
      await page.screenshot({ path, fullPage });
    }
  }
}
