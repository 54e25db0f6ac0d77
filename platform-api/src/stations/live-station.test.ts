import { describe, expect, it } from 'vitest';
import type { NowPlaying } from '../../contract/stations/schemas.ts';
import type { EventChannel } from '../http/sse.ts';
import { LiveStation } from './live-station.ts';

const station = {
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  station_slug: 'blue',
  station_name: 'Blue',
  station_logo_url: null,
  station_url: 'https://example.com/blue',
  stream_url: 'https://example.com/stream/demo',
};

function nowPlaying(title: string, updated_at: string): NowPlaying {
  const current = { title, artist: 'The Counter', cover: 'https://example.com/cover.png' };
  return { previous: null, current, next: null, updated_at, stale: false };
}

function heardBy(sent: string[]): EventChannel {
  return {
    open: () => undefined,
    send: (frame) => sent.push(frame.toString()),
    close: () => undefined,
    size: 1,
  };
}

describe('subscribers to a live station', () => {
  it('receive no event when a re-read finds the same tracks', () => {
    const sent: string[] = [];
    const live = new LiveStation(
      { station, now_playing: nowPlaying('One', '2026-01-01T00:00:00.000Z'), freshUntil: 0 },
      heardBy(sent),
    );
    live.update({
      station,
      now_playing: nowPlaying('One', '2026-01-01T00:00:10.000Z'),
      freshUntil: 10,
    });
    expect(sent).toEqual([]);
  });

  it('receive one now-playing event for a new track, and no station event', () => {
    const sent: string[] = [];
    const live = new LiveStation(
      { station, now_playing: nowPlaying('One', '2026-01-01T00:00:00.000Z'), freshUntil: 0 },
      heardBy(sent),
    );
    live.update({
      station,
      now_playing: nowPlaying('Two', '2026-01-01T00:00:10.000Z'),
      freshUntil: 10,
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^id: [\w-]+\.[\w-]+\nevent: now-playing\ndata: \{.*"Two".*\}\n\n$/);
  });
});
