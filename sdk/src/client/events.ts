import { HEARTBEAT_SECONDS } from '@stationhouse/platform-api/contract/values';
import { PLAYER_REFRESH_SECONDS } from '@stationhouse/platform-api/contract/stations/values';
import { createEventParser } from './event-parser.ts';
import { RequestFailed, send, type RequestOptions } from './http.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** A connection without a byte for two and a half heartbeats is dead, whatever the browser reports. */
const SILENCE_MS = 2.5 * HEARTBEAT_SECONDS * 1000;

/** A proxy that buffers lets no event through. After this long without one, in ms, the client polls. */
const FIRST_EVENT_MS = 5_000;

const POLL_MS = PLAYER_REFRESH_SECONDS * 1000;

/** After a connection of this length, in ms, the next delay is the shortest again. */
const STEADY_MS = 10_000;

export interface EventsOptions extends Pick<RequestOptions, 'onServerTime'> {
  url: string;
  /** Called for each connection, so that a renewed token is used. The connection waits for the result. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Sends the request, for streams that need credentials. Default: without. */
  request?: typeof send;
  onEvent: (name: string, data: unknown) => void;
  /** Loads the data while there is no stream. Aborted when the stream is back. */
  poll: (signal: AbortSignal) => void;
  /** Whether a hidden page still needs updates. Default: no. */
  wanted?: () => boolean;
  /** The API answered 404. The stream is closed for good. */
  onEnd?: (failure: RequestFailed) => void;
}

export interface Events {
  close(): void;
}

/**
 * Keeps a stream of server-sent events open. Uses fetch, since EventSource cannot send a token. Reconnects
 * where it left off, and polls while there is no connection. A hidden page holds no connection, since
 * browsers allow few to one host, and polls only while `wanted`.
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
  /** When bytes first arrived, by performance.now(); null: none have. */
  let upSince: number | null = null;
  /** Waits for the next try or, while connected, for the silence timeout. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: typeof timer;

  // A server has no document and so is never hidden.
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
      // An endless request must neither delay images nor keep the page's loading indicator on.
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
    // A resumed stream may have no event to send for now.
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
    // A 404 from a proxy is temporary.
    if (refusal?.status === 404 && refusal.code !== 'bad_answer') {
      close();
      onEnd?.(refusal);
      return;
    }
    // A connection that worked is likely to be back at the first try.
    if (since === null) pollIn(0);
    else if (performance.now() - since > STEADY_MS) attempt = 0;
    // Added to the server's Retry-After, which is the same for all clients that were refused together.
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
