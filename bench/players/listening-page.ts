import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Runs in the page before its own scripts. */
const WATCH = fileURLToPath(new URL('watch-page.js', import.meta.url));

/** What a page leaves for the bench to ask. */
declare global {
  interface Window {
    mount: (place: HTMLElement, stream: string) => () => void;
    unmount: () => void;
    stream: string;
    /** Sum of layout shifts that nobody caused (Layout Instability). */
    shift: number;
    /** From now on the page listens. */
    listen: () => void;
    /** Resolves with ms from the click to the first sample that is no silence; rejects after 20 s of it. */
    sound: Promise<number>;
    /** Resolves once what plays has moved on by so many seconds; rejects after 20 s without. */
    playsFor: (seconds: number) => Promise<number>;
  }
}

/** A visit to a page that ends with the visitor's leaving. */
export async function visit<Result>(
  browser: Browser,
  url: string,
  look: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: WATCH });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await page.goto(url);
    return await look(page, devtools);
  } finally {
    await context.close();
  }
}

/** Time that the page's main thread has been busy since it was opened, in ms. */
export async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** What the page's scripts hold, in bytes, after all that can be collected has been. */
export async function heldBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
