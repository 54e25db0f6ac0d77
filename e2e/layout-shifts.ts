import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** The platform's entry for a shift, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Records all layout shifts of a page from its first moment: which element, from where to where.
 * Shifts after a press count too, unlike in Web Vitals.
 */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const piece = node instanceof Element ? node.outerHTML : node?.textContent;
          return `${piece?.slice(0, 80)} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
        });
        window.layoutShifts.push([value, ...moved].join('\n'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.layoutShifts);
