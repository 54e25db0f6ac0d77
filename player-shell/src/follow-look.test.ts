import type { Look } from '@stationhouse/sdk/shell';
import { expect, test, vi } from 'vitest';
import { snapshotWith, STATION } from '../../sdk/test/fake-player.ts';
import { followLook, isDrawnDark } from './follow-look.ts';

function openWith(drawn: Look) {
  let changed = () => {};
  let look = drawn;
  const systemDark = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => systemDark);
  const page = document.createElement('div');
  const player = {
    snapshot: () => snapshotWith({ station: { ...STATION, ...(look as typeof STATION) } }),
    subscribe(listener: () => void) {
      changed = listener;
      return () => undefined;
    },
  };
  followLook(player, drawn, page, (shown, isSystemDark) =>
    isDrawnDark(shown, isSystemDark) ? 'color: white' : `color: ${shown.accent_colour}`,
  );
  return {
    colour: () => page.style.color,
    become(next: Look) {
      look = next;
      changed();
    },
    turnDark() {
      systemDark.matches = true;
      systemDark.dispatchEvent(new Event('change'));
    },
  };
}

test('leaves the look in the stylesheet alone until it changes', () => {
  const page = openWith({ accent_colour: '#c2410c', theme: 'auto' });
  page.become({ accent_colour: '#c2410c', theme: 'auto' });
  page.turnDark();
  expect(page.colour()).toBe('');
});

test('draws a new look, and follows the system from then on', () => {
  const page = openWith({});
  page.become({ accent_colour: 'red', theme: 'auto' });
  expect(page.colour()).toBe('red');
  page.turnDark();
  expect(page.colour()).toBe('white');
  page.become({ accent_colour: 'blue', theme: 'light' });
  expect(page.colour()).toBe('blue');
});
