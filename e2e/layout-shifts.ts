import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** What the platform tells of a shift; TypeScript's library does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Takes down what moves on a page without being asked to, from its first moment on: which piece, from
 * where to where. What follows a press counts too, other than in Web Vitals.
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
