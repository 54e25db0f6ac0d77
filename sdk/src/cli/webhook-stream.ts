import { HEARTBEAT_SECONDS } from '@stationhouse/platform-api/contract/values';
import { createEventParser } from '../client/event-parser.ts';
import type { WebhookListening, WebhookRequest } from '../client/generated/types.gen.ts';
import { RequestFailed } from '../client/http.ts';
import { reconnectDelay } from '../client/reconnect-delay.ts';
import type { ApiAccess } from './api-access.ts';

/** A connection without a byte for two and a half heartbeats is dead. */
const SILENCE_MS = 2.5 * HEARTBEAT_SECONDS * 1_000;

/** Events that may come again after a cut are told apart by so many of the last ids. */
const REMEMBERED = 1_000;

/** The receiver of a stream. */
export interface StreamReceiver {
  /** Called with each connection. */
  onListening: (listening: WebhookListening) => void;
  /** Called once for each event. */
  onWebhook: (request: WebhookRequest) => void;
  /** Called when a connection is lost, before the next try. */
  onLost: () => void;
}

/**
 * Follows the member's webhooks, and continues after a cut where it left off.
 *
 * @param path of the stream, with its query
 * @param until ends it
 * @throws RequestFailed when the server can't be reached at the start, and when it refuses the key or the events
 */
export async function followWebhooks(
  api: ApiAccess,
  path: string,
  until: AbortSignal,
  { onListening, onWebhook, onLost }: StreamReceiver,
): Promise<void> {
  const seen = new Set<string>();
  let lastId = '';
  let attempt = 0;

  function receive(name: string | undefined, data: unknown): void {
    // The contract defines the data of each event.
    if (name === 'listening') return onListening(data as WebhookListening);
    if (name !== 'webhook') return;
    const request = data as WebhookRequest;
    if (seen.has(request.id)) return;
    seen.add(request.id);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    onWebhook(request);
  }

  /** Reads one connection until it ends. */
  async function read(): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const answer = await api.send(path, {
        signal: AbortSignal.any([until, silence.signal]),
        headers: { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) },
      });
      const reader = answer.body?.getReader();
      if (!reader || !/event-stream/.test(answer.headers.get('content-type') ?? '')) {
        throw new RequestFailed(answer.status, {});
      }
      const decoder = new TextDecoder();
      const parse = createEventParser(({ id = lastId, event, data }) => {
        lastId = id;
        attempt = 0;
        if (data !== undefined) receive(event, JSON.parse(data));
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        parse(decoder.decode(value, { stream: true }));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  while (!until.aborted) {
    const failure: unknown = await read().catch((error: unknown) => error);
    if (until.aborted) return;
    if (failure instanceof RequestFailed && (lastId === '' || isFinal(failure))) throw failure;
    onLost();
    await pause(reconnectDelay(attempt++), until);
  }
}

/** Whether the next try would be refused, too. */
const isFinal = ({ status, code }: RequestFailed): boolean =>
  code !== 'bad_answer' && status >= 400 && status < 500 && status !== 429;

/** Resolves after the time, or at the end. */
const pause = (ms: number, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    until.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      until.removeEventListener('abort', done);
      resolve();
    }
  });
