/** A real server on localhost with one station, and a browser that can make sound. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';
import type { PublicStation } from '../src/client/generated/types.gen.ts';
import { WORDS } from '../src/views/words/all.ts';
import { NOW_PLAYING, STATION, TRACKS } from './fake-player.ts';

export interface FakeStation {
  apiBase: string;
  /** Paths requested so far. */
  asked: string[];
  /** Sends another track to all event streams. */
  nextTrack(): void;
  /** Changes the station's data in all event streams. */
  changeStation(change: Partial<PublicStation>): void;
  close(): void;
}

const SAME_STATION = new RegExp(`(?<=^/v1/stations/)${STATION.public_id}(?=/|$)`);

/**
 * Serves the station `demo`, also by its public id; any other is missing. Words exist in German and French; Italian never arrives.
 */
export async function serveStation(): Promise<FakeStation> {
  const asked: string[] = [];
  const lines = new Set<ServerResponse>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = request.url?.replace(SAME_STATION, 'demo') ?? '';
    asked.push(url);
    response.setHeader('access-control-allow-origin', '*');
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url === '/v1/stations/demo') send(200, { ...STATION, stream_url: `${apiBase}/stream` });
    else if (/^\/sdk\/words-(de|fr)/.test(url)) send(200, WORDS[url.includes('de') ? 'de' : 'fr']);
    // An answer that never arrives.
    else if (url === '/sdk/words-it.json') return;
    else if (url === '/v1/stations/demo/now-playing') send(200, NOW_PLAYING);
    else if (url === '/v1/stations/demo/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: now-playing\ndata: ${JSON.stringify(NOW_PLAYING)}\n\n`);
      lines.add(response);
    } else send(404, { code: 'station_not_found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    apiBase,
    asked,
    nextTrack() {
      const now = { ...NOW_PLAYING, previous: TRACKS.current, current: TRACKS.next, next: null };
      for (const line of lines) {
        line.write(`event: now-playing\ndata: ${JSON.stringify(now)}\n\n`);
      }
    },
    changeStation(change) {
      const station = { ...STATION, stream_url: `${apiBase}/stream`, ...change };
      for (const line of lines) line.write(`event: station\ndata: ${JSON.stringify(station)}\n\n`);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** jsdom's media elements do nothing. These fire a browser's events, without sound. */
export function giveSound(): { playing: () => HTMLMediaElement[] } {
  const on = new Set<HTMLMediaElement>();
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    on.add(this);
    await Promise.resolve();
    this.dispatchEvent(new Event('playing'));
  });
  vi.spyOn(media, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return !on.has(this);
  });
  vi.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    on.delete(this);
  });
  vi.spyOn(media, 'load').mockImplementation(() => undefined);
  return { playing: () => [...on] };
}
