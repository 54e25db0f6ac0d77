import type { Station } from '@stationhouse/sdk/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { doing, draw, find, stayOutOfSight, type, until } from '../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../ui/toast.ts';
import { DEFAULT_SETTINGS, hasRoomForLogo } from './embed-settings.ts';
import { EmbedCard } from './EmbedCard.tsx';

const station: Station = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  status: 'active',
  station_name: 'Blue Door Café',
  station_slug: 'blue-door',
  station_url: 'https://radio.example.com/blue-door',
  station_logo_url: null,
  logo_shape: null,
  dark_logo: null,
  accent_colour: null,
  theme: null,
  background_url: null,
  zone: null,
  wall_message: null,
  stream_url: 'https://radio.example.com/stream/demo',
  is_on_air_here: false,
  has_music: true,
  waiting_for: null,
  is_name_operators: false,
  waiting_since: null,
  starter_since: null,
  radio_player_embed: null,
  package_name: 'Starter',
  package_price: 149_00,
  vat_amount: 0,
  total_amount: 448_00,
  currency: 'eur',
  purchased_at: null,
  setup_completed_at: null,
  admin_uploaded_ids: [],
  admin_uploaded_commercials: [],
  slug_changes_left: 10,
  updated_at: '2026-11-21T09:30:00.000Z',
};

const coloursOfLogo = vi.hoisted(() => vi.fn<(url: string) => Promise<string[]>>());
// jsdom decodes no pictures.
vi.mock('../ui/logo-colour.ts', () => ({ coloursOfLogo }));

// The SDK tests the player itself.
beforeEach(stayOutOfSight);

const show = (changed: Partial<Station> = {}) =>
  draw(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EmbedCard station={{ ...station, ...changed }} />
    </QueryClientProvider>,
  );
/** The default box that a snippet reserves for its player. */
const BOX = 'display: block; width: 300px; max-width: 100%; height: 450px';
const text = () => document.body.textContent;
const code = () => find(HTMLElement, '[role="tabpanel"] code').textContent;
const codes = () =>
  [...document.querySelectorAll('[role="tabpanel"] code')].map(({ textContent }) => textContent);
const preview = () => find(HTMLElement, 'station-player');

/** The input with this label or accessible name. */
function field(name: string): HTMLInputElement {
  const found = [...document.querySelectorAll('input')].find(
    (input) => (input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent ?? '') === name,
  );
  if (!found) throw new Error(`No field is called ${name}.`);
  return found;
}

const leave = (input: HTMLInputElement) =>
  doing(() => {
    input.focus();
    input.blur();
  });

function named(selector: string, name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.textContent === name,
  );
  if (!found) throw new Error(`No ${selector} is called ${name}.`);
  return found;
}

/** Chooses in the select that has an option with this text. */
const choose = (option: string, value: string) =>
  doing(() => {
    const select = named('option', option).closest('select');
    if (!select) return;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const openTab = (name: string) => doing(() => named('[role="tab"]', name).click());
const press = (name: string) => doing(() => named('button', name).click());

function hearToasts(): ToastMessage[] {
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  return toasts;
}

test.each(['setup_pending', 'inactive', 'suspended'] as const)(
  'says when the player will be available for a station that is %s',
  async (status) => {
    await show({ status, radio_player_embed: '<b>hello</b>' });
    expect(text()).toContain('Custom Radio Player Embed');
    expect(text()).toContain('Available when your station goes live');
    expect(document.querySelector('input, code, station-player')).toBeNull();
  },
);

test('a live station starts with the specification’s settings', async () => {
  await show();
  expect(text()).not.toContain('Available when your station goes live');
  expect(field('Background').value).toBe('#FFFFFF');
  expect(field('Background, colour picker').value).toBe('#ffffff');
  expect(field('Play button').value).toBe('#1a0a53');
  expect(field('Font').value).toBe('#000000');
  expect(field('Width').value).toBe('300');
  expect(field('Height').value).toBe('450');
  expect(field('Show logo').checked).toBe(true);
  expect(field('Show current song').checked).toBe(true);
  expect(preview().style.cssText).toBe('width: 300px; height: 450px;');
  expect(code()).toContain(
    `data-station="st_019aa5d47f3a7c1e9d550b6f3f1c2a11" style="${BOX}"></script>`,
  );
});

test('a typed or picked colour updates the other input, the preview and the code', async () => {
  await show();
  await type(field('Play button'), 'f26b21');
  expect(field('Play button, colour picker').value).toBe('#f26b21');
  expect(preview().getAttribute('button')).toBe('#f26b21');
  expect(code()).toContain('data-button="f26b21"');
  await leave(field('Play button'));
  expect(field('Play button').value).toBe('#f26b21');

  await type(field('Play button, colour picker'), '#102030');
  expect(field('Play button').value).toBe('#102030');
  expect(preview().getAttribute('button')).toBe('#102030');
});

test('ignores an invalid colour and reports it on blur', async () => {
  await show();
  await type(field('Background'), '#12');
  expect(text()).not.toContain('Enter a colour as');
  await leave(field('Background'));
  expect(text()).toContain('Enter a colour as # and six digits from 0 to f, such as #1a0a53.');
  expect(field('Background').getAttribute('aria-invalid')).toBe('true');
  expect(preview().getAttribute('background')).toBeNull();
  await type(field('Background, colour picker'), '#102030');
  expect(text()).not.toContain('Enter a colour as');
});

test.each([
  ['Width', '640', 640, '640'],
  ['Width', '20', 200, '200'],
  ['Width', '5000', 1000, '1000'],
  ['Width', '', 400, '400'],
  ['Height', '100', 100, '100'],
  ['Height', '-5', 100, '100'],
  ['Height', '601', 600, '600'],
  ['Height', '', 200, '200'],
])('%s written as “%s” is %i px, and says so when it is left', async (name, written, px, left) => {
  await show();
  await type(field(name), written);
  expect(preview().style.getPropertyValue(name.toLowerCase())).toBe(`${px}px`);
  await openTab('Iframe');
  expect(code()).toContain(`${name.toLowerCase()}="${px}"`);
  await leave(field(name));
  expect(field(name).value).toBe(left);
});

test('switches apply to the preview and every code', async () => {
  await show();
  await doing(() => field('Show logo').click());
  await doing(() => field('Show current song').click());
  expect(preview().getAttribute('logo')).toBe('false');
  expect(preview().getAttribute('song')).toBe('false');
  expect(code()).toContain('data-logo="false" data-song="false"');
  await openTab('Web component');
  expect(code()).toContain(
    '<station-player station="st_019aa5d47f3a7c1e9d550b6f3f1c2a11" logo="false" song="false" style=',
  );
  await openTab('Iframe');
  expect(code()).toContain(
    '/st_019aa5d47f3a7c1e9d550b6f3f1c2a11?embed=true&amp;logo=false&amp;song=false"',
  );
});

/** Answers for the request of the file hashes, one after the other. */
function serveHashes(...answers: Response[]) {
  const ask = vi.fn<(address: string) => Promise<Response>>(async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  vi.stubGlobal('fetch', ask);
  onTestFinished(() => void vi.unstubAllGlobals());
  return ask;
}

const hashes = () =>
  Response.json({ version: '1.4.2', files: { 'element.js': 'sha384-e', 'player.js': 'sha384-p' } });

const keep = () => doing(() => field('Pin the current version').click());

test('a pinned script tag has the version and its hash', async () => {
  const ask = serveHashes(hashes());
  await show();
  expect(ask).not.toHaveBeenCalled();
  await keep();
  await until(() =>
    expect(code()).toBe(
      `<script async src="${location.origin}/sdk/1.4.2/player.js" integrity="sha384-p" crossorigin="anonymous" data-station="st_019aa5d47f3a7c1e9d550b6f3f1c2a11" style="${BOX}"></script>`,
    ),
  );
  expect(ask.mock.calls.map(([address]) => address)).toEqual(['/sdk/integrity.json']);
  await keep();
  expect(code()).toContain('/sdk/player.js" data-station');
});

test('has nothing to copy while the hash loads', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  onTestFinished(() => void vi.unstubAllGlobals());
  await show();
  await keep();
  expect(text()).toContain('Loading...');
  expect(document.querySelector('[role="tabpanel"] code')).toBeNull();
});

test.each([
  ['a network failure', () => Response.error()],
  ['it is not there', () => new Response('', { status: 404 })],
  ['the answer has no sense', () => Response.json({ version: '1.4.2', files: {} })],
])('where %s it is told, and can be asked again', async (_, answer) => {
  serveHashes(answer(), hashes());
  await show();
  await keep();
  await until(() => expect(text()).toContain('Failed to load the current version'));
  await doing(() => find(HTMLButtonElement, '[role="alert"] button').click());
  await until(() => expect(code()).toContain('/sdk/1.4.2/player.js'));
});

test('shows no note for distinct colours', async () => {
  await show();
  expect(text()).not.toContain('hard to tell apart');
});

test('warns about low contrast, with what the player does about it', async () => {
  await show();
  await type(field('Font'), '#ddd');
  expect(text()).toContain('hard to tell apart');
  expect(text()).toContain('The player uses black or white text instead, so that it can be read.');
  expect(text()).not.toContain('gets a border');
  await type(field('Play button'), '#eeeeee');
  expect(text()).toContain('The play button gets a border, so that it can be seen.');
  await type(field('Background'), '#102030');
  expect(text()).not.toContain('hard to tell apart');
});

test('a theme has its own colours in the preview and every code', async () => {
  await show();
  await type(field('Play button'), '#f26b21');
  await choose('My own', 'auto');
  expect(document.querySelector('input[type="color"]')).toBeNull();
  expect(preview().getAttribute('theme')).toBe('auto');
  expect(preview().hasAttribute('button')).toBe(false);
  expect(code()).toContain(
    `data-station="st_019aa5d47f3a7c1e9d550b6f3f1c2a11" data-theme="auto" style="${BOX}"></script>`,
  );
  await openTab('React');
  expect(codes()).toEqual([
    expect.stringMatching(/^npm install http.+\.tgz$/),
    expect.stringContaining('theme="auto" style='),
  ]);
  await openTab('Iframe');
  expect(code()).toContain('/st_019aa5d47f3a7c1e9d550b6f3f1c2a11?embed=true&amp;theme=auto"');
});

test('copies the shown code', async () => {
  const toasts = hearToasts();
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await show();
  await openTab('Web component');
  await press('Copy');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(code());
  await until(() => expect(toasts).toEqual([{ title: 'Copied!', kind: 'good' }]));
});

test('selects the code when copying is blocked', async () => {
  const toasts = hearToasts();
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  });
  await show();
  await press('Copy');
  await until(() => expect(toasts[0]?.title).toBe('Not copied'));
  expect(toasts[0]?.description).toBe('The code is selected, so you can copy it yourself.');
  expect(getSelection()?.toString()).toBe(code());
});

test('shows code prepared by our team as text, without running it', async () => {
  const prepared = '<iframe src="https://player.example.com"></iframe><img src=x onerror=alert(1)>';
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await show({ radio_player_embed: prepared });
  expect(text()).toContain(prepared);
  expect(document.querySelector('img, script')).toBeNull();
  await press('Copy this code');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(prepared);
});

test('previews a player prepared by our team in a sandboxed frame', async () => {
  await show({ radio_player_embed: '<script>alert(1)</script>' });
  const frames = [...document.querySelectorAll('iframe')];
  expect(frames.map((frame) => frame.getAttribute('src'))).toEqual([`/player-embed/${station.id}`]);
  expect(frames[0]?.getAttribute('sandbox')).toBe('allow-scripts');
  expect(frames[0]?.title).toBe('Your own player');
  expect(frames[0]?.hasAttribute('srcdoc')).toBe(false);
});

test('has no frame without a prepared player', async () => {
  await show();
  expect(document.querySelector('iframe')).toBeNull();
  expect(text()).not.toContain('Your own player');
});

test.each([
  ['WordPress', 'Script tag'],
  ['Wix', 'Iframe'],
  ['Squarespace', 'Script tag'],
  ['Shopify', 'Script tag'],
  ['Plain HTML', 'Script tag'],
])('has numbered steps for %s alone, and shows its code: %s', async (tool, way) => {
  await show();
  await openTab('React');
  const list = () => document.querySelectorAll('ol');
  expect(list()).toHaveLength(0);
  await choose('What is your site made with?', tool);
  expect(list()).toHaveLength(1);
  expect(list()[0]?.children.length).toBeGreaterThan(3);
  expect(list()[0]?.children[0]?.textContent).toBe(`Copy the code under ${way}.`);
  expect(find(HTMLElement, '[role="tab"][aria-selected="true"]').textContent).toBe(way);
});

test('a preset sets the size, and ticks only what it shows', async () => {
  await show();
  await press('Bar');
  expect(field('Show logo').checked).toBe(true);
  expect(code()).toContain('width: 640px; max-width: 100%; height: 120px');
  await press('Button');
  expect(code()).toContain('data-logo="false" data-song="false"');
  await press('Card');
  expect(field('Show logo').checked).toBe(true);
  expect(code()).toContain(
    `data-station="st_019aa5d47f3a7c1e9d550b6f3f1c2a11" style="${BOX}"></script>`,
  );
});

test('a low and narrow player with a song has no room for the logo', () => {
  const settings = { ...DEFAULT_SETTINGS, height: 100 };
  expect([300, 360].map((width) => hasRoomForLogo({ ...settings, width }))).toEqual([false, true]);
});

test('starts with the look of the station, which the code follows until colours are chosen', async () => {
  await show({ accent_colour: '#c2410c', theme: 'light' });
  expect(field('Play button').value).toBe('#c2410c');
  expect(code()).not.toContain('data-button');
  await type(field('Play button'), '#102030');
  expect(code()).toContain('data-button="102030"');
  await press('Use the look of my station');
  expect(field('Play button').value).toBe('#c2410c');
  expect(code()).not.toContain('data-button');
});

test('offers the colours of the logo, which the preview and every code then have', async () => {
  coloursOfLogo.mockResolvedValue(['#c2410c', '#2244cc']);
  await show({ station_logo_url: 'https://radio.example.com/logo.png' });
  await until(() => expect(text()).toContain('Colours from my logo'));
  expect(field('Colour 1, #c2410c').checked).toBe(false);
  await doing(() => field('Colour 1, #c2410c').click());
  expect(field('Play button').value).toBe('#c2410c');
  expect(preview().getAttribute('button')).toBe('#c2410c');
  expect(code()).toContain('data-button="c2410c"');
  expect(code()).toMatch(/data-background="[\da-f]{6}"/);
  expect(field('Colour 1, #c2410c').checked).toBe(true);
  await press('Use the look of my station');
  expect(code()).not.toContain('data-button');
  expect(field('Colour 1, #c2410c').checked).toBe(false);
});

test('offers no colours of a logo without any', async () => {
  await show();
  expect(text()).not.toContain('Colours from my logo');
});
