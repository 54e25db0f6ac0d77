import { sleeve } from '@stationhouse/platform-api/contract/site/sleeve';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  control,
  nowPlaying,
  openDashboard,
  press,
  problem,
  station,
  text,
  until,
} from '../test/open-dashboard.tsx';

const STATION = 'GET /v1/me/station';
const PARTS = [
  ['Look', '/members/share/look', ['Look of your station', 'Pictures']],
  ['Page', '/members/share/page', ['Web Radio Page', 'QR code']],
  ['Website', '/members/share/website', ['Custom Radio Player Embed']],
  ['Screens', '/members/share/screens', ['Message on your screens']],
  ['Print', '/members/share/print', ['Table cards', 'Tell your guests']],
] as const;

// jsdom draws no pictures.
vi.mock('./draw-share-card.ts', () => ({
  drawShareCard: async () => undefined,
  SHARE_CARD: {},
  SHARE_CARD_WORDS: 'We have our own radio station',
}));

const open = (address: string, own: object = {}) =>
  openDashboard({ [STATION]: { body: { ...station, ...own } } }, address);

const headings = () => [...document.querySelectorAll('main h2')].map((each) => each.textContent);
const links = () => [
  ...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Share & embed"] a'),
];
const here = () =>
  links()
    .filter((each) => each.getAttribute('aria-current') === 'page')
    .map((each) => each.textContent);

function field<Kind extends Element>(kind: new () => Kind, label: string): Kind {
  const named = [...document.querySelectorAll('label')].find((each) => each.textContent === label);
  const control = document.getElementById(named?.htmlFor ?? '');
  if (!(control instanceof kind)) throw new Error(`No field is called ${label}.`);
  return control;
}

function write(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // React overrides the property, so the native setter is called.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('each part has an address, its own cards and links to the others', async () => {
  const page = await open('/members/share');
  await until(() => expect(page.address()).toBe('/members/share/look'));
  expect(links().map((each) => [each.textContent, each.getAttribute('href')])).toEqual(
    PARTS.map(([name, address]) => [name, address]),
  );
  for (const [name, address, cards] of PARTS) {
    press(name);
    await until(() => expect(headings()).toEqual(cards));
    expect(page.address()).toBe(address);
    expect(here()).toEqual([name]);
    expect(document.title).toMatch(new RegExp(`^${name} · Share & embed · `));
    expect(document.querySelector('h1')?.textContent).toBe(`Share & embed: ${name}`);
    const place = document.querySelector('nav[aria-label="Your station"] [aria-current]');
    expect(place?.textContent).toBe('Share & embed');
  }
  await page.goBack();
  await until(() => expect(here()).toEqual(['Screens']));
});

test('the station’s own domain is on the page of the account, to which Page leads', async () => {
  const page = await open('/members/share/page');
  await until(() => control('Use your own domain'));
  expect(text()).not.toContain('Your own domain');
  press('Use your own domain');
  await until(() => expect(headings()).toContain('Your own domain'));
  expect(page.address()).toBe('/members/account#domain');
  expect(document.getElementById('domain')?.textContent).toContain('Your own domain');
});

test('a card that the address names is shown once it is loaded', async () => {
  const shown: string[] = [];
  const show = vi.spyOn(Element.prototype, 'scrollIntoView');
  show.mockImplementation(function (this: Element) {
    shown.push(this.id);
  });
  onTestFinished(() => show.mockRestore());
  location.hash = '#domain';
  onTestFinished(() => void (location.hash = ''));
  await open('/members/account#domain');
  await until(() => expect(shown).toContain('domain'));
});

test('a colour that is not saved is kept while other parts are shown', async () => {
  const page = await open('/members/share/look');
  await until(() => control('Save look'));
  expect(mayLeave()).toBe(true);
  write(field(HTMLInputElement, 'Accent colour'), '#c2410c');
  await until(() => expect(text()).toContain('Not saved yet'));
  expect(mayLeave()).toBe(false);
  press('Website');
  await until(() => expect(headings()).toEqual(['Custom Radio Player Embed']));
  await page.goBack();
  await until(() => control('Save look'));
  expect(field(HTMLInputElement, 'Accent colour').value).toBe('#c2410c');
  expect(text()).toContain('Not saved yet');
});

test('a message and the settings of a player are kept, too', async () => {
  await open('/members/share/screens');
  await until(() => control('Save message'));
  const message = () => field(HTMLTextAreaElement, 'Message');
  write(message(), 'Soup: leek');
  await until(() => expect(text()).toContain('Not saved yet'));
  press('Website');
  await until(() => control('Bar'));
  press('Bar');
  await until(() => expect(control('Bar').getAttribute('aria-pressed')).toBe('true'));
  press('Screens');
  await until(() => expect(message().value).toBe('Soup: leek'));
  press('Website');
  await until(() => expect(control('Bar').getAttribute('aria-pressed')).toBe('true'));
});

test.each(['/members/share/look', '/members/share/page', '/members/share/screens'])(
  'the preview of %s shows the song on air with its cover',
  async (address) => {
    await open(address);
    await until(() => expect(text()).toContain(nowPlaying.current.title));
    const covers = [...document.querySelectorAll('main [aria-hidden="true"] img')];
    expect(covers.map((each) => each.getAttribute('src'))).toContain(nowPlaying.current.cover);
  },
);

test('before the first song the previews have its sleeve, as the station’s page draws one', async () => {
  const page = await open('/members/share/screens', {
    status: 'setup_pending',
    accent_colour: '#c2410c',
    theme: 'light',
  });
  await until(() => expect(text()).toContain('Your first song'));
  const song = { title: 'Your first song', artist: 'Its artist' };
  const drawn = sleeve({ ...song, accent: '#c2410c', station: '' });
  const shown = document.querySelector<HTMLElement>('main svg[style*="background"]');
  const paths = [...(shown?.querySelectorAll('path') ?? [])];
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    expect(drawn).toContain(`d="${path.getAttribute('d')}"`);
    expect(drawn).toContain(`fill="${path.getAttribute('fill')}"`);
  }
  expect(page.timesAsked('GET /v1/me/station/now-playing')).toBe(0);
});

test('Screens names the address to type into a TV once the station is on air', async () => {
  await open('/members/share/screens');
  await until(() => control('Copy address'));
  expect(text()).toContain('radio.example.com/counting-house/tv');
  expect(document.querySelector(`a[href="${station.station_url}/tv-static"]`)).not.toBeNull();
});

test.each(['website', 'print'])('%s is available when the station goes live', async (part) => {
  await open(`/members/share/${part}`, { status: 'setup_pending' });
  await until(() => expect(text()).toContain('Available when your station goes live'));
  expect(links()).toHaveLength(5);
});

test('says when the station could not be loaded, and loads it again', async () => {
  let answer = problem(503, 'unavailable', 'Not available right now', 'Please try again.');
  await openDashboard({ [STATION]: () => answer }, '/members/share/look');
  await until(() => expect(text()).toContain('Failed to load station'));
  answer = { body: station };
  press('Try again');
  await until(() => expect(headings()).toEqual(['Look of your station', 'Pictures']));
});

test('a copied address is confirmed, and a refusal says what to do', async () => {
  const writeText = vi.fn<(copied: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await open('/members/share/page');
  await until(() => control('Copy URL'));
  const sign = () => control('Copy URL').querySelector('svg')?.classList.value;
  expect(sign()).toContain('copy');
  press('Copy URL');
  await until(() => expect(sign()).toContain('check'));
  expect(page.toasts.at(-1)).toMatchObject({ title: 'Copied!', kind: 'good' });
  expect(writeText).toHaveBeenCalledExactlyOnceWith(station.station_url);
  writeText.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  press('Copy URL');
  await until(() => expect(page.toasts.at(-1)?.title).toBe('Not copied'));
  expect(sign()).toContain('copy');
});
