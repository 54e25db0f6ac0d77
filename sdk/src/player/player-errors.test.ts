import { describe, expect, it } from 'vitest';
import { mediaFailure, playerError, playFailure } from './player-errors.ts';

describe("a rejection of play(), in the listener's words", () => {
  it.each([
    [
      new DOMException('', 'NotAllowedError'),
      'autoplay_blocked',
      'Click to enable audio - browser blocked autoplay',
    ],
    [new DOMException('', 'NotSupportedError'), 'format_unsupported', 'Audio format not supported'],
    [new DOMException('', 'AbortError'), 'aborted', 'Stream loading was aborted'],
    [new TypeError('no codec'), 'play_failed', 'Unable to play: no codec'],
    [new DOMException('disk', 'DataError'), 'play_failed', 'Unable to play: disk'],
    ['no reason', 'unknown', 'Unable to play audio'],
    [undefined, 'unknown', 'Unable to play audio'],
    [null, 'unknown', 'Unable to play audio'],
    [{}, 'unknown', 'Unable to play audio'],
  ])('%s', (reason, code, message) => {
    expect(playFailure(reason)).toEqual({ code, message });
  });
});

describe("a media element's error, in the listener's words", () => {
  it.each([
    [1, 'stream_error', 'Stream error'],
    [2, 'network', 'Network error loading stream'],
    [3, 'decode', 'Stream format error'],
    [4, 'source_unsupported', 'Stream not supported'],
    [99, 'stream_error', 'Stream error'],
  ])('MediaError %i', (code, name, message) => {
    expect(mediaFailure({ code })).toEqual({ code: name, message });
  });

  it('without an error', () => {
    expect(mediaFailure(null)).toEqual({ code: 'stream_error', message: 'Stream error' });
  });
});

describe('errors that the player finds itself', () => {
  it.each([
    ['unavailable', 'Stream unavailable'],
    ['station_not_found', 'Station not found or not active'],
    ['station_load_failed', 'Failed to load station'],
    ['no_slug', 'No station slug provided'],
  ] as const)('%s', (code, message) => {
    expect(playerError(code)).toEqual({ code, message });
  });
});
