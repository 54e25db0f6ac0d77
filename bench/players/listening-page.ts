import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Runs in the page before its own scripts. */
const WATCH = fileURLToPath(new URL('watch-page.js', import.meta.url));

/** Globals that a page sets for the bench to read. */
declare global {
  interface Window {
    mount: (place: HTMLElement, stream: string) => () => void;
    unmount: () => void;
    stream: string;
    /** Sum of layout shifts without user input (Layout Instability). */
    shift: number;
    /** Starts the sound detector. */
    listen: () => void;
    /** Resolves with ms from the click to the first sample above silence; rejects after 20 s. */
    sound: Promise<number>;
    /** Resolves once playback has advanced by this many seconds; rejects after 20 s. */
    playsFor: (seconds: number) => Promise<number>;
  }
}

/** Opens a page for the visit and closes it afterwards. */
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

/** Busy time of the page's main thread since it was opened, in ms. */
export async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** Heap of the page's scripts in bytes, after a forced garbage collection. */
export async function heldBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
