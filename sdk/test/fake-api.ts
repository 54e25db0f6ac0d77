import { vi } from 'vitest';
import type { NowPlaying, PublicStation, Track } from '../src/client/generated/types.gen.ts';

export const API = 'https://radio.test';

export const station: PublicStation = {
  station_slug: 'demo',
  station_name: 'Demo Radio',
  station_logo_url: null,
  station_url: `${API}/demo`,
  stream_url: `${API}/stream/demo`,
};

/** A track that begins at that moment, in epoch ms. */
export const track = (title: string, startedAt?: number): Track => ({
  title,
  artist: 'Stationhouse Ensemble',
  cover: `${API}/cover.png`,
  ...(startedAt !== undefined && { started_at: new Date(startedAt).toISOString() }),
});

export const nowPlaying = (
  previous: Track | null,
  current: Track | null,
  next: Track | null,
): NowPlaying => ({
  previous,
  current,
  next,
  updated_at: new Date(Date.now()).toISOString(),
  stale: false,
});

/** The public side of the API as a station's player sees it. */
export class FakeApi {
  /** What a GET answers; null: no such station. */
  station: PublicStation | null = station;
  nowPlaying = nowPlaying(null, track('Morning Counter'), null);
  /** Answers every request with this status instead; 0: nobody answers. */
  broken: number | null = null;
  /** How far the server's clock is ahead of the device's, in ms. */
  ahead = 0;
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];
  readonly #lines = new Set<ReadableStreamDefaultController<Uint8Array>>();

  /** Live lines that are open. */
  get lines(): number {
    return this.#lines.size;
  }

  /** Tells all that listen. */
  send(name: 'station' | 'now-playing', data: object): void {
    const text = `id: 1\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const line of this.#lines) line.enqueue(new TextEncoder().encode(text));
  }

  /** Ends all live lines, as a server does that stops. */
  dropLines(): void {
    for (const line of this.#lines) line.close();
    this.#lines.clear();
  }

  fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const path = String(input).slice(API.length);
    this.asked.push(path);
    // As over a network, no answer comes within the same task.
    await new Promise((resolve) => setTimeout(resolve));
    if (init?.signal?.aborted || this.broken === 0) throw new TypeError('no answer');
    if (this.broken !== null) return this.#answer(this.broken, '{}');
    if (!this.station) return this.#answer(404, '{"code":"station_not_found"}');
    if (path.endsWith('/events')) return this.#openLine(init?.signal ?? null);
    const body = path.endsWith('/now-playing') ? this.nowPlaying : this.station;
    return this.#answer(200, JSON.stringify(body));
  };

  #answer(status: number, body: BodyInit, type = 'application/json'): Response {
    const date = new Date(Date.now() + this.ahead).toUTCString();
    return new Response(body, { status, headers: { Date: date, 'Content-Type': type } });
  }

  #openLine(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (line) => {
        this.#lines.add(line);
        signal?.addEventListener('abort', () => {
          if (this.#lines.delete(line)) line.error(new DOMException('aborted', 'AbortError'));
        });
      },
    });
    const answer = this.#answer(200, body, 'text/event-stream');
    this.send('station', this.station ?? station);
    this.send('now-playing', this.nowPlaying);
    return answer;
  }
}

/** From now on, to the end of the test (`vi.unstubAllGlobals`), the network is this API. */
export function installFakeApi(): FakeApi {
  const api = new FakeApi();
  vi.stubGlobal('fetch', api.fetch);
  return api;
}
