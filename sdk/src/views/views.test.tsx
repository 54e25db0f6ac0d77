import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readOptions } from '../options.ts';
import { playerError } from '../player/player-errors.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { Embed } from './embed.tsx';
import {
  button,
  fakePlayer,
  PLACEHOLDER,
  snapshotWith,
  STATION,
  textsOf,
  TRACKS,
} from '../../test/fake-player.ts';
import { translate } from '../../test/translate.ts';
import { Full } from './full.tsx';
import type { Words } from './words.ts';
import { WORDS } from './words/all.ts';

let root: HTMLElement;
let player: ReturnType<typeof fakePlayer>;
let words: Words;
beforeEach(() => {
  words = WORDS.en;
  root = document.createElement('div');
  player = fakePlayer();
});

function showFull(changes: Partial<PlayerSnapshot> = {}, year = 2026): HTMLElement {
  const props = {
    snapshot: snapshotWith(changes),
    player,
    placeholder: PLACEHOLDER,
    words,
  };
  // The small pictures are drawn by an effect.
  void act(() => render(<Full {...props} homeUrl="https://radio.example/" year={year} />, root));
  return root;
}

function showEmbed(changes: Partial<PlayerSnapshot> = {}, query = ''): HTMLElement {
  const props = {
    snapshot: snapshotWith(changes),
    player,
    placeholder: PLACEHOLDER,
    words,
  };
  const parameters = new URLSearchParams(query);
  render(<Embed {...props} options={readOptions((name) => parameters.get(name))} />, root);
  return root;
}

const faces = [
  ['the station page', showFull],
  ['the embedded player', showEmbed],
] as const;

test.each([
  ['the station page', showFull],
  ['the embedded player’s menu', showEmbed],
] as const)('%s links to the station’s apps that exist', (_name, show) => {
  const links = () =>
    [...root.querySelectorAll('a[target]')].map((a) => [a.textContent, a.getAttribute('href')]);
  show();
  expect([links(), root.querySelector('details')]).toEqual([[], null]);
  const ios = { app_store_url: 'https://apps.apple.com/app/id1' };
  show({ station: { ...STATION, ...ios } });
  expect(links()).toEqual([['App Store', ios.app_store_url]]);
  const android = { google_play_url: 'https://play.google.com/store/apps/details?id=a' };
  show({ station: { ...STATION, ...ios, ...android } });
  expect(links()).toEqual([
    ['App Store', ios.app_store_url],
    ['Google Play', android.google_play_url],
  ]);
});

describe.each(faces)('%s in the browser’s translation', (_name, show) => {
  test('shows the titles, artists and states that follow, and nothing of the former ones', () => {
    // React #11538: the translation takes the text nodes that the view would change.
    const { previous, current, next } = TRACKS;
    show({ state: 'loading' });
    translate(root);
    show({ state: 'playing', tracks: { previous: current, current: next, next: previous } });
    expect(root.textContent).toContain(next.title);
    expect(root.textContent).toContain(next.artist);
    expect(textsOf(root, 'status')).toEqual(['LIVE']);
    translate(root);
    const tracks = { previous: next, current: previous, next: null };
    show({ state: 'reconnecting', tracks });
    expect(root.textContent).toContain(previous.title);
    expect(root.textContent).toContain(previous.artist);
    expect(root.textContent).not.toContain(current.artist);
    expect(textsOf(root, 'status')).toEqual(['Reconnecting...']);
  });

  test('shows the errors that follow', () => {
    show({ state: 'error', error: playerError('network') });
    translate(root);
    show({ state: 'error', error: playerError('decode') });
    expect(textsOf(root, 'alert')).toEqual([playerError('decode').message]);
  });

  test('keeps titles, artists and names as they are', () => {
    show();
    for (const text of [TRACKS.current.title, TRACKS.current.artist, STATION.station_name]) {
      const shown = [...root.querySelectorAll('*')]
        .filter(({ textContent }) => textContent === text)
        .pop();
      expect(shown?.closest('[translate="no"]')).not.toBeNull();
    }
  });
});

describe.each(faces)('%s of a closed station', (_name, show) => {
  const closed = {
    title: 'Demo Radio',
    artist: 'Closed until Monday 28 December',
    cover: PLACEHOLDER,
    kind: 'pause',
    message: 'Merry Christmas.',
  } as const;
  const tracksUntil = (closed_until: string) => {
    const current = { ...closed, closed_until };
    return { tracks: { ...TRACKS, current, next: current } };
  };

  test('says until when, what the station says of it, and no other song', () => {
    show({ state: 'playing', ...tracksUntil('2026-12-28T09:00') });
    expect(root.textContent).toContain('Closed until Monday 28 December at 09:00');
    expect(root.textContent).toContain('Merry Christmas.');
    expect(root.textContent).not.toContain(TRACKS.previous.title);
    expect(root.textContent).not.toContain('Now playing');
    expect(root.textContent).not.toContain('LIVE');
    expect(root.querySelector('[role="alert"]')?.textContent ?? '').toBe('');
  });

  test('leaves out midnight, and speaks the language of the page', () => {
    words = WORDS.de;
    show(tracksUntil('2026-12-28T00:00'));
    expect(root.textContent).toContain('Geschlossen bis Montag, 28. Dezember');
    expect(root.textContent).not.toContain('00:00');
  });
});

test('an embed without titles also says that the station is closed', () => {
  const current = { ...TRACKS.current, kind: 'pause', closed_until: '2026-12-28T00:00' } as const;
  showEmbed({ state: 'playing', tracks: { ...TRACKS, current } }, 'song=false');
  expect(root.textContent).toContain('Closed until Monday 28 December');
  expect(root.textContent).not.toContain('LIVE');
});

describe.each(faces)('%s', (_name, show) => {
  test.each([
    ['idle', 'Play', 'play'],
    ['paused', 'Play', 'play'],
    ['stopped', 'Play', 'play'],
    ['loading', 'Pause', 'pause'],
    ['playing', 'Pause', 'pause'],
    ['reconnecting', 'Pause', 'pause'],
  ] as const)('has, while %s, a button to %s', (state, name, asked) => {
    button(show({ state }), name).click();
    expect(player.asked).toEqual([asked]);
  });

  test('mutes and unmutes in every state', () => {
    button(show(), 'Mute').click();
    button(show({ muted: true, state: 'playing' }), 'Unmute').click();
    expect(player.asked).toEqual(['mute', 'unmute']);
  });

  test.each([
    ['idle', ''],
    ['loading', 'Connecting...'],
    ['playing', 'LIVE'],
    ['paused', ''],
    ['reconnecting', 'Reconnecting...'],
    ['stopped', ''],
  ] as const)('shows, while %s, "%s"', (state, words) => {
    expect(textsOf(show({ state }), 'status')).toEqual([words]);
  });

  test('announces nothing when only the track changes', () => {
    const status = show({ state: 'playing' }).querySelector('[role=status]');
    const words = status?.firstElementChild;
    show({ state: 'playing', tracks: { ...TRACKS, current: TRACKS.next } });
    expect(root.querySelector('[role=status]')).toBe(status);
    expect(status?.firstElementChild).toBe(words);
    expect(root.querySelector('[aria-live]')).toBeNull();
  });

  test.each(['error', 'stopped'] as const)(
    'shows an error at once, disables Play and offers Retry (%s)',
    (state) => {
      show({ state, error: playerError('network') });
      expect(textsOf(root, 'alert')).toEqual(['Network error loading stream']);
      expect(button(root, 'Play').disabled).toBe(true);
      button(root, 'Play').click();
      button(root, 'Retry').click();
      expect(player.asked).toEqual(['retry']);
      show({ state: 'loading' });
      expect(textsOf(root, 'alert')).toEqual([]);
      expect(root.textContent).not.toContain('Retry');
    },
  );

  test('shows that the station is loading', () => {
    show({ load: 'loading', station: null, tracks: null });
    expect(textsOf(root, 'status')).toEqual(['Loading station...']);
  });

  test.each([
    [null, 'The requested radio station could not be found or is not active.'],
    [
      playerError('station_not_found'),
      'The requested radio station could not be found or is not active.',
    ],
    [playerError('no_slug'), 'No station slug provided'],
  ])('shows that there is no such station (%j)', (error, words) => {
    show({ load: 'missing', station: null, error });
    expect(textsOf(root, 'alert')).toEqual([`Station Not Found${words}`]);
    expect(root.querySelector('button')).toBeNull();
  });

  test('offers Retry when the station could not be loaded', () => {
    show({ load: 'failed', station: null, error: playerError('station_load_failed') });
    expect(root.textContent).toContain('Failed to load station');
    button(root, 'Retry').click();
    expect(player.asked).toEqual(['retry']);
  });

  test('shows in the specification’s words that its tracks are loading', () => {
    show({ tracks: null });
    expect(root.textContent).toContain('Loading...Please wait');
    for (const cover of root.querySelectorAll('.cover')) {
      expect(cover.getAttribute('src')).toBe(PLACEHOLDER);
    }
  });

  test('falls back to "Unknown Title" for a track without one', () => {
    show({ tracks: { previous: null, current: null, next: null } });
    expect(root.textContent).toContain('Unknown TitleUnknown Artist');
  });

  test('says when the first song begins, and shows no song before it', () => {
    const next = { ...TRACKS.next, title: 'Open at Seven', started_at: '2026-11-21T09:30:20.000Z' };
    const tracks = { previous: null, current: null, next };
    show({ tracks, station: { ...STATION, zone: 'Europe/London' } });
    // The embedded player is small: it has the song alone.
    const isPage = root.querySelector('.now') !== null;
    expect(root.textContent).toContain(
      isPage ? 'First song at 09:30Open at Seven' : 'Open at Seven',
    );
    expect(root.textContent).not.toContain('Unknown');
    // A ring closes over the song's cover meanwhile.
    expect(root.querySelectorAll('.start-ring')).toHaveLength(isPage ? 1 : 0);
    show({ tracks: { previous: null, current: TRACKS.current, next } });
    expect(root.textContent).not.toContain('Unknown');
    expect(root.querySelector('.start-ring')).toBeNull();
  });

  test('shows the station’s name in the largest type while its titles are missing', () => {
    // Absent in JSON that is not an answer of the API: it must not end the page.
    const absent = undefined as unknown as null;
    for (const current of [null, absent, { ...TRACKS.current, title: 'Unknown Title' }]) {
      show({ tracks: { ...TRACKS, current, next: null } });
      // The embedded player is small, and keeps the specification's words.
      const isPage = root.querySelector('.now') !== null;
      const title = root.querySelector('.title')?.textContent;
      expect(title).toBe(isPage ? STATION.station_name : 'Unknown Title');
      const cover = root.querySelector('.now') && root.querySelector('.cover');
      expect(cover?.getAttribute('src')).not.toBe(PLACEHOLDER);
    }
  });

  test('shows the station’s name while a radio ID plays, and says that the music is back in a moment', () => {
    words = WORDS.fr;
    const current = {
      ...TRACKS.current,
      title: STATION.station_name,
      artist: 'Back in a moment',
      kind: 'radio_id' as const,
    };
    show({ tracks: { ...TRACKS, current } });
    expect(root.querySelector('.title')?.textContent).toBe(STATION.station_name);
    expect(root.textContent).toContain('La musique revient dans un instant');
  });

  test('translates that fallback, though the API sends it in English', () => {
    words = WORDS.fr;
    const unknown = { ...TRACKS.current, title: 'Unknown Title', artist: 'Unknown Artist' };
    show({ tracks: { ...TRACKS, current: unknown, next: null } });
    expect(root.textContent).toContain('Titre inconnuArtiste inconnu');
    expect(root.textContent).not.toContain('Unknown');
  });

  test('replaces every broken picture by the placeholder, once', () => {
    show();
    const pictures = [...root.querySelectorAll('img')];
    expect(pictures.length).toBeGreaterThan(1);
    for (const picture of pictures) {
      picture.dispatchEvent(new Event('error'));
      expect(picture.getAttribute('src')).toBe(PLACEHOLDER);
      const again = new MutationObserver(() => undefined);
      again.observe(picture, { attributes: true });
      picture.dispatchEvent(new Event('error'));
      expect(again.takeRecords()).toEqual([]);
    }
    show({ tracks: { ...TRACKS, current: TRACKS.next } });
    expect(root.querySelector('.cover')?.getAttribute('src')).toBe(TRACKS.next.cover);
  });

  test('shows a hostile title as text', () => {
    const title = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>';
    show({ tracks: { ...TRACKS, current: { ...TRACKS.current, title } } });
    expect(root.querySelector('.title')?.textContent).toBe(title);
    expect(root.querySelector('script, [onerror]')).toBeNull();
  });

  test('keeps the place of a wordmark by its aspect, and shows the name again if it is broken', () => {
    const logo_shape = { aspect: 4, luminance: 0, is_transparent: true };
    show({ station: { ...STATION, logo_shape } });
    const logo = root.querySelector<HTMLImageElement>('.logo.wide');
    expect([logo?.getAttribute('width'), logo?.getAttribute('height')]).toEqual(['400', '100']);
    // For screen readers it is written in any case.
    expect(root.textContent).toContain(STATION.station_name);
    logo?.dispatchEvent(new Event('error'));
    expect(root.querySelector('.wide')).toBeNull();
  });

  test('shows the initial of a station without a logo', () => {
    show({ station: { ...STATION, station_logo_url: null, station_name: '𝄞 Music' } });
    expect(root.querySelector('.logo')?.textContent).toBe('𝄞');
    expect(root.querySelector('.logo')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('the station page', () => {
  test('counts down to the first song, over its cover', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T09:29:15.500Z') });
    try {
      const next = { ...TRACKS.next, started_at: '2026-11-21T09:30:20.000Z' };
      showFull({ tracks: { previous: null, current: null, next } });
      expect(root.querySelector('.start-ring text')?.textContent).toBe('1:05');
      expect(root.querySelector('.art img')?.getAttribute('src')).toBe(next.cover);
      void act(() => void vi.advanceTimersByTime(6_000));
      expect(root.querySelector('.start-ring text')?.textContent).toBe('0:59');
      render(null, root);
    } finally {
      vi.useRealTimers();
    }
  });

  const dark_logo = {
    station_logo_url: 'https://example.com/white.png',
    logo_shape: { aspect: 4, luminance: 1, is_transparent: true },
  };

  test('offers the logo for dark grounds to a dark system, and drops a broken one', () => {
    showFull({ station: { ...STATION, dark_logo } });
    const source = root.querySelector('picture > source');
    expect(source?.getAttribute('srcset')).toBe(dark_logo.station_logo_url);
    expect(source?.getAttribute('width')).toBe('400');
    const logo = root.querySelector('picture > .logo');
    expect(logo?.getAttribute('src')).toBe(STATION.station_logo_url);
    logo?.dispatchEvent(new Event('error'));
    expect(root.querySelector('source')).toBeNull();
  });

  test.each([
    ['dark', dark_logo.station_logo_url],
    ['light', STATION.station_logo_url],
  ] as const)('has one logo in the theme %s', (theme, url) => {
    showFull({ station: { ...STATION, dark_logo, theme } });
    expect(root.querySelector('picture')).toBeNull();
    expect(root.querySelector('.logo')?.getAttribute('src')).toBe(url);
  });

  test('shows three cards, each with its texts and cover', () => {
    showFull();
    const cards = [...root.querySelectorAll('section')].map(({ textContent }) => textContent);
    expect(cards).toEqual([
      'Now playingMorning CounterStationhouse Ensemble',
      'Previous trackPaper LanternsHollow Coast',
      'Next trackSecond CupAda & the Windows',
    ]);
    expect([...root.querySelectorAll('.cover')].map((cover) => cover.getAttribute('src'))).toEqual([
      TRACKS.current.cover,
      TRACKS.previous.cover,
      TRACKS.next.cover,
    ]);
  });

  test('sets the direction of each name by its own script', () => {
    showFull();
    const names = [...root.querySelectorAll<HTMLElement>('h1, .title, .artist')];
    expect(names.map(({ dir }) => dir)).toEqual(Array.from({ length: 7 }, () => 'auto'));
  });

  test('has one h1, the station, and an h2 for each card', () => {
    showFull();
    expect([...root.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName)).toEqual([
      'H1',
      'H2',
      'H2',
      'H2',
    ]);
    expect(root.querySelector('h1')?.textContent).toBe('Demo Radio');
  });

  test('shows the year in which the station began, and the current one for a station without', () => {
    const line = () => root.querySelector('footer p')?.textContent;
    showFull({ station: { ...STATION, first_year: 2025 } }, 2026);
    expect(line()).toBe('© 2025 Demo Radio');
    showFull({}, 2026);
    expect(line()).toBe('© 2026 Demo Radio');
  });

  test('links home with powered by', () => {
    const link = showFull().querySelector('footer a');
    expect(link?.textContent).toBe('Powered by Stationhouse');
    expect(link?.getAttribute('href')).toBe('https://radio.example/');
  });

  test('does not name the operator of a station with a white label', () => {
    showFull({ station: { ...STATION, is_white_label: true } });
    expect(root.querySelector('footer a')).toBeNull();
  });

  test('moves its level bars while it plays, and rests them while it does not', () => {
    const bars = () => root.querySelector('.bars')?.className;
    showFull({ state: 'loading' });
    expect(bars()).toBe('bars');
    showFull({ state: 'playing' });
    expect(bars()).toBe('bars on');
    showFull({ state: 'paused' });
    expect(bars()).toBe('bars');
  });

  test('shows the volume, and moving it gives back a muted sound', () => {
    const slider = () => root.querySelector<HTMLInputElement>('input[type=range]');
    showFull({ volume: 0.4 });
    expect(slider()?.getAttribute('aria-label')).toBe('Volume');
    expect(slider()?.value).toBe('0.4');
    showFull({ volume: 0.4, muted: true });
    expect(slider()?.value).toBe('0');
    const input = slider();
    if (input) input.value = '0.7';
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    expect(player.volume).toBe(0.7);
    expect(player.asked).toEqual(['unmute']);
  });

  test('has the station’s own picture behind it', () => {
    showFull({ station: { ...STATION, background_url: 'https://radio.example/terrace.jpg' } });
    expect(root.querySelector('.backdrop')?.getAttribute('src')).toBe(
      'https://radio.example/terrace.jpg',
    );
    showFull();
    expect(root.querySelector('.backdrop')).toBeNull();
  });

  test('keeps its nodes when the player changes, so that the focus stays', () => {
    const play = button(showFull(), 'Play');
    showFull({ state: 'loading' });
    showFull({ state: 'playing', tracks: null });
    expect(button(root, 'Pause')).toBe(play);
  });
});

describe('the embedded player', () => {
  test('is a group with the name of its station, and has no heading in another page', () => {
    const group = showEmbed().querySelector('[role=group]');
    expect(group?.getAttribute('aria-label')).toBe('Demo Radio');
    expect(root.querySelector('h1, h2, h3')).toBeNull();
  });

  test('has a working play button while the station loads, and keeps that element', () => {
    const play = button(showEmbed({ load: 'loading', station: null, tracks: null }), 'Play');
    play.click();
    expect(player.asked).toEqual(['play']);
    showEmbed({ load: 'loading', station: null, tracks: null, state: 'loading' });
    expect(textsOf(root, 'status')).toEqual(['Loading station...']);
    showEmbed({ state: 'playing' });
    expect(button(root, 'Pause')).toBe(play);
  });

  test('has a slot for more buttons beside its own', () => {
    const slot = showEmbed().querySelector('slot[name=actions]');
    expect(slot?.previousElementSibling).toBe(root.querySelector('.volume'));
  });

  test('has a slot for another logo, when logos are shown', () => {
    expect(showEmbed().querySelector('slot[name=logo] > .logo')).not.toBeNull();
    expect(showEmbed({}, 'logo=false').querySelector('slot[name=logo]')).toBeNull();
  });

  test('names the parts that a page may style', () => {
    showEmbed({ error: playerError('network'), state: 'error' });
    const parts = [...root.querySelectorAll('[part]')].map((part) => part.getAttribute('part'));
    expect(parts).toEqual([
      'logo',
      'name',
      'cover',
      'title',
      'artist',
      'play-button',
      'mute-button',
      'status',
      'error',
      'retry-button',
    ]);
  });

  test('hides the logo', () => {
    expect(showEmbed({}, 'logo=false').querySelector('.logo')).toBeNull();
    expect(showEmbed({}, 'logo=perhaps').querySelector('.logo')).not.toBeNull();
  });

  test('hides the current song, and still plays', () => {
    showEmbed({}, 'song=false');
    expect(root.textContent).toBe('Demo Radio');
    expect(button(root, 'Play').disabled).toBe(false);
  });
});
