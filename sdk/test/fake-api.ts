import { vi } from 'vitest';
import type { NowPlaying, PublicStation, Track } from '../src/client/generated/types.gen.ts';

export const API = 'https://radio.test';

export const station: PublicStation = {
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  station_slug: 'demo',
  station_name: 'Demo Radio',
  station_logo_url: null,
  station_url: `${API}/demo`,
  stream_url: `${API}/stream/demo`,
};

/** A track that begins at this moment, in epoch ms. */
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

/** The public part of the API, as a station's player uses it. */
export class FakeApi {
  /** The answers of the GETs; null: no such station. */
  station: PublicStation | null = station;
  nowPlaying = nowPlaying(null, track('Morning Counter'), null);
  /** Answers every request with this status; 0: the server is unreachable. */
  broken: number | null = null;
  /** How far the server's clock is ahead of the device's, in ms. */
  ahead = 0;
  /** The requested paths, in order. */
  readonly asked: string[] = [];
  /** The reports of players of outside streams. */
  readonly reports: string[] = [];
  readonly #lines = new Set<ReadableStreamDefaultController<Uint8Array>>();

  /** The open event streams. */
  get lines(): number {
    return this.#lines.size;
  }

  /** Sends an event to all streams. */
  send(name: 'station' | 'now-playing', data: object): void {
    const text = `id: 1\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const line of this.#lines) line.enqueue(new TextEncoder().encode(text));
  }

  /** Ends all streams, as a stopping server does. */
  dropLines(): void {
    for (const line of this.#lines) line.close();
    this.#lines.clear();
  }

  fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const path = String(input).slice(API.length);
    if (path.startsWith('/listening/')) {
      this.reports.push(`begin ${String(init?.body)}`);
      return this.#answer(200, `token-${this.reports.length}`, 'text/plain');
    }
    this.asked.push(path);
    // As over a network, no answer arrives within the same task.
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

/** Replaces `fetch` by this API until the end of the test (`vi.unstubAllGlobals`). */
export function installFakeApi(): FakeApi {
  const api = new FakeApi();
  vi.stubGlobal('fetch', api.fetch);
  // jsdom has none.
  const sendBeacon = (_url: string, body: string) => Boolean(api.reports.push(body));
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  return api;
}
