import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerSnapshot } from '@stationhouse/sdk/shell';
import { snapshotWith } from '../../sdk/test/fake-player.ts';
import { silenceOtherFrames } from './silence-other-frames.ts';

const told = vi.fn<(message: string, origin: string) => void>();
const paused = vi.fn<() => void>();
const toPage = vi.fn<(message: string, origin: string) => void>();
let follow: (() => void)[];
let snapshot: PlayerSnapshot;

/** The page around us, with these frames. */
const pageOf = (...frames: object[]) => Object.assign(frames, { postMessage: toPage });
/** A frame of ours, and one of another origin. */
const sibling = { location, postMessage: told };
const stranger = {
  get location(): Location {
    throw new DOMException('Blocked a frame', 'SecurityError');
  },
  postMessage: told,
};

beforeEach(() => {
  follow = [];
  snapshot = snapshotWith();
  told.mockClear();
  toPage.mockClear();
  paused.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

function openIn(page: object): void {
  vi.stubGlobal('parent', page);
  silenceOtherFrames({
    snapshot: () => snapshot,
    subscribe(changed) {
      follow.push(changed);
      return () => undefined;
    },
    pause: paused,
  });
}
function become(state: PlayerSnapshot['state']): void {
  snapshot = snapshotWith({ state });
  for (const changed of follow) changed();
}
const hear = (changes: MessageEventInit) =>
  dispatchEvent(
    new MessageEvent('message', {
      data: 'station-player plays',
      ...changes,
    }),
  );

test('a page outside a frame sends and receives no message', () => {
  openIn(window);
  become('playing');
  hear({ source: window });
  expect(paused).not.toHaveBeenCalled();
  expect(follow).toEqual([]);
});

test('a frame tells our other frames and the page around it that its music begins', () => {
  const toOurselves = vi.spyOn(window, 'postMessage');
  openIn(pageOf(window, stranger, sibling));
  become('loading');
  expect(told).not.toHaveBeenCalled();
  become('playing');
  expect(told.mock.calls).toEqual([['station-player plays', location.origin]]);
  expect(toPage.mock.calls).toEqual([['station-player plays', '*']]);
  expect(toOurselves).not.toHaveBeenCalled();
});

test('music that resumes after an interruption is not announced again; music that was paused is', () => {
  openIn(pageOf(sibling));
  for (const state of ['playing', 'loading', 'playing', 'reconnecting', 'playing'] as const) {
    become(state);
  }
  expect(told).toHaveBeenCalledTimes(1);
  for (const state of ['paused', 'loading', 'playing'] as const) become(state);
  expect(told).toHaveBeenCalledTimes(2);
});

test('a frame pauses for a player of the page around it, and for no other window', () => {
  const page = new MessageChannel().port1;
  openIn(Object.assign(page, { length: 0 }));
  hear({ source: window });
  hear({ source: null, origin: 'https://elsewhere.example' });
  hear({ source: page, data: 'something else' });
  expect(paused).not.toHaveBeenCalled();
  hear({ source: page });
  expect(paused).toHaveBeenCalled();
});
