/** One interface over both browsers: a listener on a customer's page that holds a player. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { installFakeClock } from './fake-clock.ts';
import { firefoxPath, launchFirefox, REFUSES_AUTOPLAY } from './firefox.ts';
import { chromiumOptions } from './fixtures.ts';
import { keepAudio } from './hearing.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';

/** An event of the element, as the customer's page received it. */
export interface Told {
  type: 'statechange' | 'error';
  detail: { state?: string; cause?: { code: string } | null; code?: string; message?: string };
}

/** The visible state of the player. */
export interface Seen {
  state: string;
  /** The text of the live region: a fault, or that there is no station. */
  alert: string | null;
  /** The names of the enabled buttons. */
  buttons: string[];
  /** The connection's URL, a different one for each. */
  connection: string;
  /** Played time, in seconds. */
  currentTime: number;
}

/** Reports the element's events to the test through the console, which does not affect the page. */
const TOLD = 'told ';
const CUSTOMERS_SCRIPT = `
  for (const player of document.querySelectorAll('station-player'))
    for (const type of ['statechange', 'error'])
      player.addEventListener(type, ({ detail }) =>
        console.info('${TOLD}' + JSON.stringify({ type, detail })));`;

/** The common part of Playwright's and puppeteer's pages. */
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

/** A listener on a customer's page. */
export interface Listener {
  /** The element's events so far, in order. */
  readonly told: readonly Told[];
  sees(): Promise<Seen>;
  /** Presses the player's button with this name through the mouse, as soon as it is enabled. */
  press(name: string): Promise<void>;
  /** The same, but releases the button only after `happens`. */
  pressWhile(name: string, happens: () => Promise<void>): Promise<void>;
  /** Runs a script in the page. */
  does<Result, Given>(script: (given: Given) => Result, given: Given): Promise<Awaited<Result>>;
  setOffline(isOffline: boolean): Promise<void>;
  leaves(): Promise<void>;
}

/** A browser that several listeners share. */
export interface ListenersBrowser {
  /** Plays the sound of all its tabs; null where the sound cannot be recorded. */
  soundCard: SoundCard | null;
  /** @param attributes of the element, such as `station="demo"`; several make several players */
  opens(...attributes: string[]): Promise<Listener>;
  close(): Promise<void>;
}

const customersPage = (players: string[]) =>
  `<!doctype html><html lang="en"><title>A café</title>
  <script async src="http://localhost:8000/sdk/player.js"></script>
  ${players.map((attributes) => `<station-player ${attributes}></station-player>`).join('\n')}
  <script>${CUSTOMERS_SCRIPT}</script>`;

/** Starts a customer's site that serves the same page at any path. */
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

/** Runs in the page: the visible state of its first player. */
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
    connection: window.__audios.at(-1)?.src ?? '',
    currentTime: window.__audios.at(-1)?.currentTime ?? 0,
  };
}

/** Runs in the page: the centre of a button, either the facade's or the player's. */
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
    // The script's result comes back unchanged if it is JSON.
    return (await tab.evaluate(`(${script})(${JSON.stringify(given)})`)) as Awaited<Result>;
  }
  const told: Told[] = [];
  tab.onConsole((text) => {
    // Logged by the customer's page in this form (CUSTOMERS_SCRIPT).
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

/** Chromium, where no page may play before a press. */
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
      // Each listener in a profile of their own.
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
      // A tab behind another one is hidden.
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

/** The browsers that listeners use; `isHere` is whether this machine has it. */
export const BROWSERS = [
  { name: 'Chromium', isHere: true, launch: launchChromium },
  { name: 'Firefox', isHere: firefoxPath() !== null, launch: launchFirefoxForListeners },
];
