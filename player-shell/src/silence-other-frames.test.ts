import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerSnapshot } from '@stationhouse/sdk/shell';
import { snapshotWith } from '../../sdk/test/fake-player.ts';
import { silenceOtherFrames } from './silence-other-frames.ts';

const told = vi.fn<(message: string, origin: string) => void>();
const paused = vi.fn<() => void>();
let follow: (() => void)[];
let snapshot: PlayerSnapshot;

/** The host page has one frame of ours, and one of another origin. */
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
const hear = (changes: MessageEventInit = {}) =>
  dispatchEvent(
    new MessageEvent('message', {
      data: 'station-player plays',
      origin: location.origin,
      ...changes,
    }),
  );

test('a page outside a frame sends and receives no message', () => {
  openIn(window);
  become('playing');
  hear();
  expect(paused).not.toHaveBeenCalled();
  expect(follow).toEqual([]);
});

test('a frame tells only our other frames that its music begins', () => {
  const toOurselves = vi.spyOn(window, 'postMessage');
  openIn([window, stranger, sibling]);
  become('loading');
  expect(told).not.toHaveBeenCalled();
  become('playing');
  expect(told.mock.calls).toEqual([['station-player plays', location.origin]]);
  expect(toOurselves).not.toHaveBeenCalled();
});

test('music that resumes after an interruption is not announced again; music that was paused is', () => {
  openIn([sibling]);
  for (const state of ['playing', 'loading', 'playing', 'reconnecting', 'playing'] as const) {
    become(state);
  }
  expect(told).toHaveBeenCalledTimes(1);
  for (const state of ['paused', 'loading', 'playing'] as const) become(state);
  expect(told).toHaveBeenCalledTimes(2);
});

test('a frame pauses only for another frame of ours', () => {
  openIn([sibling]);
  paused.mockClear();
  hear({ origin: 'https://elsewhere.example' });
  hear({ origin: 'null' });
  hear({ data: 'something else' });
  expect(paused).not.toHaveBeenCalled();
  hear();
  expect(paused).toHaveBeenCalled();
});
