import { render } from 'preact';
import { describe, expect, test } from 'vitest';
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
import { playerError } from '../player/player-errors.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { Tv, type TvProps } from './tv.tsx';
import { WORDS } from './words/all.ts';

const SAID = {
  tv_start: 'Press OK to start',
  tv_off_air: 'Off air for now',
  tv_off_air_text: 'The music will return to this screen automatically.',
  tv_failed_text: 'This screen keeps trying automatically.',
  tv_missing_text: 'Once the station is on air, it plays here automatically.',
  tv_sample: 'This is a sample.',
};

function wall() {
  const root = document.createElement('div');
  const player = fakePlayer();
  const show = (
    changes: Partial<PlayerSnapshot> = {},
    { time = '14:05', message }: Partial<Pick<TvProps, 'time' | 'message'>> = {},
  ) =>
    render(
      <Tv
        snapshot={snapshotWith(changes)}
        player={player}
        placeholder={PLACEHOLDER}
        words={WORDS.en}
        labels={SAID}
        time={time}
        message={message}
        qr={<figure>Listen on your phone</figure>}
      />,
      root,
    );
  show();
  return { root, player, show };
}

test('a wall in the browser’s translation shows the titles, the time and the message that follow', () => {
  const { root, show } = wall();
  const { previous, current, next } = TRACKS;
  translate(root);
  const tracks = { previous: current, current: next, next: previous };
  const message = { shown: 'always', text: 'Fresh bread', from: null, until: null } as const;
  show({ tracks }, { time: '14:06', message });
  translate(root);
  const text = 'Fresh cakes';
  show({ tracks }, { time: '14:07', message: { ...message, text } });
  const shown = [next.title, next.artist, previous.title, previous.artist, '14:07', text];
  for (const words of shown) expect(root.textContent).toContain(words);
  for (const former of ['14:05', '14:06', 'bread']) expect(root.textContent).not.toContain(former);
});

describe('a wall', () => {
  test('shows the current, previous and next track, the station and the time', () => {
    const { root, show } = wall();
    show({ state: 'playing' });
    expect(root.querySelector('h1')?.textContent).toBe('Demo Radio');
    for (const { title, artist } of Object.values(TRACKS)) {
      expect(root.textContent).toContain(title);
      expect(root.textContent).toContain(artist);
    }
    expect(root.querySelector('.clock')?.textContent).toBe('14:05');
    expect(textsOf(root, 'status')).toEqual(['LIVE']);
    expect(root.textContent).toContain('Listen on your phone');
  });

  test('shows the logo for dark grounds, unless the station is light', () => {
    const { root, show } = wall();
    const logo_shape = { aspect: 1, luminance: 1, is_transparent: true };
    const dark_logo = { station_logo_url: 'https://example.com/white.png', logo_shape };
    const shown = () => root.querySelector('img.logo')?.getAttribute('src');
    show({ station: { ...STATION, dark_logo } });
    expect(shown()).toBe(dark_logo.station_logo_url);
    show({ station: { ...STATION, dark_logo, theme: 'light' } });
    expect(shown()).toBe(STATION.station_logo_url);
  });

  test('is not LIVE while the station is closed', () => {
    const { root, show } = wall();
    const current = { ...TRACKS.current, kind: 'pause', closed_until: '2026-12-28T09:00' } as const;
    show({ state: 'playing', tracks: { ...TRACKS, current } });
    expect(root.textContent).toContain('Closed until Monday 28 December at 09:00');
    expect(textsOf(root, 'status')).toEqual(['']);
  });

  test('says when it closes next, without the message that it shows then', () => {
    const { root, show } = wall();
    const next = {
      ...TRACKS.next,
      kind: 'pause',
      closed_until: '2026-12-28T09:00',
      message: 'Merry Christmas.',
    } as const;
    show({ tracks: { ...TRACKS, next } });
    const [, coming] = root.querySelectorAll('.neighbour');
    expect(coming?.textContent).toBe('Next trackClosed until Monday 28 December at 09:00');
  });

  test('sets the direction of each name by its own script', () => {
    const { root } = wall();
    const names = [...root.querySelectorAll<HTMLElement>('h1, .title, .artist')];
    expect(names.map(({ dir }) => dir)).toEqual(Array.from({ length: 7 }, () => 'auto'));
  });

  test('has one button, which is always the same element', () => {
    const { root, player, show } = wall();
    const only = button(root, 'Play');
    const pressWhile = (name: string, changes: Partial<PlayerSnapshot>) => {
      show(changes);
      expect(button(root, name)).toBe(only);
      expect(root.querySelectorAll('button')).toHaveLength(1);
      only.click();
      return player.asked.at(-1);
    };
    expect(pressWhile('Play', { state: 'paused' })).toBe('play');
    expect(pressWhile('Pause', { state: 'playing' })).toBe('pause');
    expect(pressWhile('Pause', { state: 'reconnecting' })).toBe('pause');
    const error = playerError('autoplay_blocked');
    expect(pressWhile('Press OK to start', { state: 'error', error })).toBe('retry');
    const gone = playerError('station_not_found');
    expect(pressWhile('Retry', { state: 'error', load: 'missing', error: gone })).toBe('retry');
  });

  test('shows in the specification’s words that the browser requires a press', () => {
    const { root, show } = wall();
    show({ state: 'error', error: playerError('autoplay_blocked') });
    expect(textsOf(root, 'alert')).toEqual(['Click to enable audio - browser blocked autoplay']);
  });

  test('shows calmly that a station is off air, without an alert', () => {
    const { root, show } = wall();
    show({ load: 'missing', state: 'error', error: playerError('station_not_found') });
    expect(root.querySelector('h1')?.textContent).toBe('Demo Radio');
    expect(root.textContent).toContain('Off air for now');
    expect(root.textContent).not.toContain('Morning Counter');
    expect(root.textContent).not.toContain('Listen on your phone');
    expect(textsOf(root, 'alert')).toEqual([]);
  });

  test('keeps showing what it knows while the server is unreachable', () => {
    const { root, show } = wall();
    const error = playerError('station_load_failed');
    show({ load: 'failed', station: null, state: 'error', error });
    expect(root.querySelector('h1')?.textContent).toBe('Failed to load station');
    expect(root.textContent).toContain('This screen keeps trying automatically.');
  });

  const SOUP = {
    text: 'Soup: <b>leek</b> & potato',
    from: null,
    until: null,
  };

  test('shows the station’s message beside the song, as plain text', () => {
    const { root, show } = wall();
    show({}, { message: { ...SOUP, shown: 'always' } });
    expect(root.textContent).toContain(SOUP.text);
    expect(root.querySelector('b')).toBeNull();
    expect(root.querySelector('.now .title')?.textContent).toBe(TRACKS.current.title);
  });

  test('shows a message between songs in the place of the song', () => {
    const { root, show } = wall();
    show({}, { message: { ...SOUP, shown: 'between_songs' } });
    expect(root.querySelector('.now .title')?.textContent).toBe(SOUP.text);
    expect(root.textContent).not.toContain(TRACKS.current.title);
    show();
    expect(root.querySelector('.now .title')?.textContent).toBe(TRACKS.current.title);
  });

  test('sets a title smaller the longer it is', () => {
    const { root, show } = wall();
    const classOf = (length: number) => {
      const current = { ...TRACKS.current, title: 'x'.repeat(length) };
      show({ tracks: { ...TRACKS, current } });
      return root.querySelector('.now .title')?.className;
    };
    expect([25, 26, 69, 70].map(classOf)).toEqual([
      'title',
      'title long',
      'title long',
      'title very-long',
    ]);
  });

  test('shows a station without a logo by its initial', () => {
    const { root, show } = wall();
    show({ station: { ...STATION, station_logo_url: null } });
    expect(root.querySelector('.logo')?.textContent).toBe('D');
  });
});
