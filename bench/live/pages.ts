/** Dashboards that members have open in Chromium, in a process of their own. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { nowMs } from './now-ms.ts';

/** A message from the bench to this process. */
export type PageOrder =
  /** Signs members up, each in a browser of its own. Answered with their ids. */
  | { order: 'sign up'; browser: string; url: string; count: number }
  /** Opens their dashboards. Answered when all of them show the text. */
  | { order: 'open'; text: string }
  /** From now on the pages look for this text. */
  | { order: 'seek'; text: string }
  /** Answered when every page has painted it. */
  | { order: 'painted' };

/** Globals that a page sets for the bench to read. */
declare global {
  interface Window {
    /** Resolves with the page's `performance.now()`. */
    painted: Promise<number>;
  }
}

const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How often a page is asked for its clock. */
const CLOCK_ASKINGS = 5;

let browser: Browser | undefined;
const pages: { page: Page; url: string }[] = [];

async function signUp(order: { browser: string; url: string; count: number }): Promise<string[]> {
  browser = await chromium.launch({ executablePath: order.browser, args: BROWSER_ARGS });
  const members: string[] = [];
  while (members.length < order.count) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${order.url}/signup`);
    members.push(await page.evaluate(becomeMember, `page-${members.length}@example.com`));
    pages.push({ page, url: `${order.url}/members` });
  }
  return members;
}

/** Runs in the page: sends what the form sends, and keeps what the page keeps. */
export async function becomeMember(email: string): Promise<string> {
  const answer = await fetch('/v1/auth/signup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email,
      password: 'nine small boats on a lake',
      session: 'cookie',
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  localStorage.setItem('signed-in', 'yes');
  // The contract defines this shape.
  const { user } = (await answer.json()) as { user: { id: string } };
  return user.id;
}

async function open(text: string): Promise<void> {
  for (const { page, url } of pages) {
    await page.goto(url);
    await page.getByRole('main').getByText(text, { exact: true }).waitFor();
  }
}

/**
 * Runs in the page: the frame with the text has been painted when the next task runs. No function
 * in it has a name, since the compiler's helper for names is missing in the page.
 */
function seekInPage(text: string): void {
  window.painted = new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      const elements = [...document.querySelectorAll('main *')];
      if (!elements.some(({ textContent }) => textContent === text)) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** When each page painted it, by the clock of `nowMs`. */
async function painted(): Promise<number[]> {
  const at = await Promise.all(pages.map(({ page }) => page.evaluate(() => window.painted)));
  const shifted: number[] = [];
  for (const [place, { page }] of pages.entries()) {
    shifted.push((at[place] ?? NaN) + (await aheadOf(page)));
  }
  return shifted;
}

/** Offset between the process's clock and a page's own, in ms, from the fastest of a few tries. */
async function aheadOf(page: Page): Promise<number> {
  let quickest = { took: Infinity, ahead: NaN };
  for (let asking = 0; asking < CLOCK_ASKINGS; asking += 1) {
    const before = nowMs();
    const theirs = await page.evaluate(() => performance.now());
    const took = nowMs() - before;
    if (took < quickest.took) quickest = { took, ahead: before + took / 2 - theirs };
  }
  return quickest.ahead;
}

async function obey(order: PageOrder): Promise<unknown> {
  if (order.order === 'sign up') return signUp(order);
  if (order.order === 'painted') return painted();
  if (order.order === 'open') return open(order.text);
  for (const { page } of pages) await page.evaluate(seekInPage, order.text);
  return null;
}

process.on('message', (order: PageOrder) => {
  // A page that cannot be opened ends this process with its error, and so the bench.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('SIGTERM', () => void browser?.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
