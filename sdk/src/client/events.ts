import {
  HEARTBEAT_SECONDS,
  PLAYER_REFRESH_SECONDS,
} from '@stationhouse/platform-api/contract/limits';
import { createEventParser } from './event-parser.ts';
import { RequestFailed, send, type RequestOptions } from './http.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** A line with no byte on it for two and a half heartbeats is dead, whatever the browser thinks. */
const SILENCE_MS = 2.5 * HEARTBEAT_SECONDS * 1000;

/** A proxy that collects events lets none through; after this long, in ms, we ask ourselves (ours). */
const FIRST_EVENT_MS = 5_000;

const POLL_MS = PLAYER_REFRESH_SECONDS * 1000;

/** A line that held this long, in ms, was well: the next delay is the shortest again (ours). */
const STEADY_MS = 10_000;

export interface EventsOptions extends Pick<RequestOptions, 'onServerTime'> {
  url: string;
  /** Asked at each connection, so that a renewed token counts. The line waits for the answer. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Sends the request, for lines that must say who asks. Default: as it is. */
  request?: typeof send;
  onEvent: (name: string, data: unknown) => void;
  /** Gets the news without the line while there is none. Aborted when there is one again. */
  poll: (signal: AbortSignal) => void;
  /** Whether news matters while nobody sees the page. Default: it does not. */
  wanted?: () => boolean;
  /** The API says that there is nothing (more) at this address: 404. The line is closed for good. */
  onEnd?: (failure: RequestFailed) => void;
}

export interface Events {
  close(): void;
}

/**
 * Keeps a line of server-sent events open: reads it with fetch, since EventSource can send no token;
 * comes back after a loss where it left off; polls while there is no line. A hidden page holds no
 * line, as browsers allow few to one host, and polls only while that is wanted.
 *
 * @example
 * const events = openEvents({ url, onEvent: (name, data) => show(data), poll: (signal) => load(signal) });
 * events.close();
 */
export function openEvents(options: EventsOptions): Events {
  const { url, headers, request = send, onEvent, poll, wanted, onEnd, onServerTime } = options;
  const closing = new AbortController();
  let connection: AbortController | null = null;
  let polls: AbortController | null = null;
  let lastId = '';
  let attempt = 0;
  /** Since when bytes come through, by performance.now(); null: they do not. */
  let upSince: number | null = null;
  /** Waits for the next try or, while there is a line, for its silence. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: typeof timer;

  // Nothing is ever hidden on a server, which has no document.
  const isHidden = () => globalThis.document?.hidden;

  function pollIn(delay: number): void {
    if (polls) return;
    clearTimeout(pollTimer);
    pollTimer = setTimeout(pollNow, delay);
  }

  function pollNow(): void {
    polls ??= new AbortController();
    pollTimer = setTimeout(pollNow, POLL_MS);
    if (!isHidden() || wanted?.()) poll(polls.signal);
  }

  function stopPolling(): void {
    clearTimeout(pollTimer);
    polls?.abort();
    polls = null;
  }

  function disconnect(): void {
    clearTimeout(timer);
    connection?.abort();
    connection = null;
    upSince = null;
  }

  function connect(): void {
    disconnect();
    if (isHidden()) return pollIn(POLL_MS);
    pollIn(FIRST_EVENT_MS);
    const opened = (connection = new AbortController());
    const over = (failure: unknown) => connection === opened && onLost(failure);
    listen(opened).then(over, over);
  }

  function connectFresh(): void {
    attempt = 0;
    connect();
  }

  async function listen(opened: AbortController): Promise<void> {
    const resetSilence = () => {
      clearTimeout(timer);
      timer = setTimeout(() => opened.abort(), SILENCE_MS);
    };
    resetSilence();
    const response = await request(url, {
      signal: opened.signal,
      // What never ends must neither hold up pictures nor look like a page that is still loading.
      priority: 'low',
      headers: {
        Accept: 'text/event-stream',
        ...(headers && (await headers())),
        ...(lastId && { 'Last-Event-ID': lastId }),
      },
      onServerTime,
    });
    const reader = response.body?.getReader();
    if (!reader || !/event-stream/.test(response.headers.get('content-type') ?? '')) return;
    // A line that goes on where it left off may have nothing to say for now.
    if (lastId) onBytes();

    const decoder = new TextDecoder();
    const parse = createEventParser(({ id = lastId, event, data }) => {
      lastId = id;
      if (data !== undefined) onEvent(event || 'message', JSON.parse(data));
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done || connection !== opened) return;
      resetSilence();
      onBytes();
      parse(decoder.decode(value, { stream: true }));
    }
  }

  function onBytes(): void {
    upSince ??= performance.now();
    stopPolling();
  }

  function onLost(failure: unknown): void {
    const since = upSince;
    disconnect();
    const refusal = failure instanceof RequestFailed ? failure : null;
    // A proxy's own 404 passes.
    if (refusal?.status === 404 && refusal.code !== 'bad_answer') {
      close();
      onEnd?.(refusal);
      return;
    }
    // A line that was well is most likely back at the first try.
    if (since === null) pollIn(0);
    else if (performance.now() - since > STEADY_MS) attempt = 0;
    // On top of what the server asks for: it asks the same of all whom it refused in that instant.
    const asked = (refusal?.retryAfter ?? 0) * 1000;
    timer = setTimeout(connect, asked + reconnectDelay(attempt++));
  }

  function close(): void {
    closing.abort();
    disconnect();
    stopPolling();
  }

  const { signal } = closing;
  globalThis.document?.addEventListener('visibilitychange', connectFresh, { signal });
  globalThis.addEventListener?.('online', connectFresh, { signal });
  connect();
  return { close };
}
