/** One interface over both browsers: a listener before a customer's page that holds a player. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { installFakeClock } from './fake-clock.ts';
import { firefoxPath, launchFirefox, REFUSES_AUTOPLAY } from './firefox.ts';
import { chromiumOptions } from './fixtures.ts';
import { keepAudio } from './hearing.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';

/** An event of the element, as the customer's page heard it. */
export interface Told {
  type: 'statechange' | 'error';
  detail: { state?: string; cause?: { code: string } | null; code?: string; message?: string };
}

/** What the listener has before them. */
export interface Seen {
  state: string;
  /** What is said out loud: a fault, or that there is no station. */
  alert: string | null;
  /** The names of the buttons that can be pressed. */
  buttons: string[];
  /** The connection's address, another one for each. */
  line: string;
  /** How much of it has been played, in seconds. */
  currentTime: number;
}

/** Tells the test of the element's events: by the console, which asks nothing of the page. */
const TOLD = 'told ';
const CUSTOMERS_SCRIPT = `
  for (const player of document.querySelectorAll('station-player'))
    for (const type of ['statechange', 'error'])
      player.addEventListener(type, ({ detail }) =>
        console.info('${TOLD}' + JSON.stringify({ type, detail })));`;

/** What Playwright's and puppeteer's pages have in common, as far as we need it. */
interface Tab {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  mouse: {
    click(x: number, y: number): Promise<void>;
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  beforehand(script: () => void): Promise<unknown>;
  onConsole(hear: (text: string) => void): void;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Somebody before a customer's page. */
export interface Listener {
  /** The element's events so far, in order. */
  readonly told: readonly Told[];
  sees(): Promise<Seen>;
  /** Presses the player's button of that name, as a hand does, as soon as there is one to press. */
  press(name: string): Promise<void>;
  /** The same, and holds it down until something has happened. */
  pressWhile(name: string, happens: () => Promise<void>): Promise<void>;
  /** Does something in the page. */
  does<Result, Given>(script: (given: Given) => Result, given: Given): Promise<Awaited<Result>>;
  setOffline(isOffline: boolean): Promise<void>;
  leaves(): Promise<void>;
}

/** A browser that listeners use at the same time. */
export interface ListenersBrowser {
  /** What all of its tabs play together; null where nobody can listen in. */
  soundCard: SoundCard | null;
  /** @param attributes of the element, such as `station="demo"`; more than one makes more players */
  opens(...attributes: string[]): Promise<Listener>;
  close(): Promise<void>;
}

const customersPage = (players: string[]) =>
  `<!doctype html><html lang="en"><title>A café</title>
  <script async src="http://localhost:8000/sdk/player.js"></script>
  ${players.map((attributes) => `<station-player ${attributes}></station-player>`).join('\n')}
  <script>${CUSTOMERS_SCRIPT}</script>`;

/** A site of a customer's own, which has whatever page is asked for. */
async function startSite() {
  const server = createServer((req, res) => {
    const players = new URL(req.url ?? '/', 'http://customer').searchParams.getAll('player');
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(customersPage(players));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { port, stop: () => void server.close() };
}

const addressOf = (players: string[]) =>
  `http://localhost:8080/?${new URLSearchParams(players.map((player) => ['player', player]))}`;

/** Runs in the page: what can be seen of its first player. */
function look(): Seen {
  const player = document.querySelector('station-player');
  const inside = player?.shadowRoot;
  const buttons = [...(inside?.querySelectorAll('button') ?? [])];
  return {
    state: player?.getAttribute('state') ?? '',
    alert: inside?.querySelector('[role=alert]')?.textContent ?? null,
    buttons: buttons
      .filter((button) => !button.disabled)
      .map((button) => button.ariaLabel ?? (button.title || button.textContent)),
    line: window.__audios.at(-1)?.src ?? '',
    currentTime: window.__audios.at(-1)?.currentTime ?? 0,
  };
}

/** Runs in the page: where the middle of a button is, be it the facade's or the player's. */
function middleOf(name: string): { x: number; y: number } | null {
  const inside = document.querySelector('station-player')?.shadowRoot;
  const buttons = [...(inside?.querySelectorAll('button') ?? [])];
  const button = buttons.find(
    ({ disabled, ariaLabel, title, textContent }) =>
      !disabled && (ariaLabel ?? (title || textContent)) === name,
  );
  if (!button) return null;
  button.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const PRESS_WITHIN_MS = 30_000;

async function openListener(tab: Tab, address: string): Promise<Listener> {
  async function does<Result, Given>(
    script: (given: Given) => Result,
    given: Given,
  ): Promise<Awaited<Result>> {
    // What the script gives comes back as it is, if JSON can hold it.
    return (await tab.evaluate(`(${script})(${JSON.stringify(given)})`)) as Awaited<Result>;
  }
  const told: Told[] = [];
  tab.onConsole((text) => {
    // The customer's page said it in these words (CUSTOMERS_SCRIPT).
    if (text.startsWith(TOLD)) told.push(JSON.parse(text.slice(TOLD.length)) as Told);
  });
  await tab.beforehand(keepAudio);
  await tab.beforehand(installFakeClock);
  await tab.goto(address);

  async function find(name: string): Promise<{ x: number; y: number }> {
    const deadline = Date.now() + PRESS_WITHIN_MS;
    for (;;) {
      const place = await does(middleOf, name);
      if (place) return place;
      if (Date.now() > deadline) {
        throw new Error(`No ${name} to press: ${JSON.stringify(await does(look, null))}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return {
    told,
    sees: () => does(look, null),
    async press(name) {
      const { x, y } = await find(name);
      await tab.mouse.click(x, y);
    },
    async pressWhile(name, happens) {
      const { x, y } = await find(name);
      await tab.mouse.move(x, y);
      await tab.mouse.down();
      await happens();
      await tab.mouse.up();
    },
    does,
    setOffline: (isOffline) => tab.setOffline(isOffline),
    leaves: () => tab.close(),
  };
}

/** Chromium, in which no page may play before it was pressed. */
async function launchChromium(productPort: number): Promise<ListenersBrowser> {
  const [site, soundCard] = await Promise.all([startSite(), startSoundCard()]);
  const browser = await chromium.launch({
    ...chromiumOptions({ productPort, examplesPort: site.port }, [
      '--autoplay-policy=document-user-activation-required',
    ]),
    env: { ...process.env, ...soundCard?.env },
  });
  return {
    soundCard,
    async opens(...attributes) {
      // Each in a profile of their own, as each is somebody else.
      const context = await browser.newContext();
      const page = await context.newPage();
      const tab: Tab = {
        goto: (url) => page.goto(url),
        evaluate: (expression) => page.evaluate(expression),
        mouse: page.mouse,
        beforehand: (script) => page.addInitScript(script),
        onConsole: (hear) => page.on('console', (message) => hear(message.text())),
        setOffline: (isOffline) => context.setOffline(isOffline),
        close: () => context.close(),
      };
      return openListener(tab, addressOf(attributes));
    },
    async close() {
      await browser.close();
      site.stop();
      await soundCard?.stop();
    },
  };
}

/** Firefox, with the same rule. */
async function launchFirefoxForListeners(productPort: number): Promise<ListenersBrowser> {
  const [site, soundCard] = await Promise.all([startSite(), startSoundCard()]);
  const browser = await launchFirefox({
    productPort,
    examplesPort: site.port,
    prefs: REFUSES_AUTOPLAY,
    soundCard,
  });
  return {
    soundCard,
    async opens(...attributes) {
      const context = await browser.createBrowserContext();
      // A tab behind another one is a hidden one.
      const page = await context.newPage({ type: 'window' });
      const tab: Tab = {
        goto: (url) => page.goto(url),
        evaluate: (expression) => page.evaluate(expression),
        mouse: page.mouse,
        beforehand: (script) => page.evaluateOnNewDocument(script),
        onConsole: (hear) => page.on('console', (message) => hear(message.text())),
        setOffline: (isOffline) => page.setOfflineMode(isOffline),
        close: () => context.close(),
      };
      return openListener(tab, addressOf(attributes));
    },
    async close() {
      await browser.close();
      site.stop();
    },
  };
}

/** The browsers that listeners use; `isHere` says whether this machine has it. */
export const BROWSERS = [
  { name: 'Chromium', isHere: true, launch: launchChromium },
  { name: 'Firefox', isHere: firefoxPath() !== null, launch: launchFirefoxForListeners },
];
