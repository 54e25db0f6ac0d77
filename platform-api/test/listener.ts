import { once } from 'node:events';
import {
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { onTestFinished } from 'vitest';
import { MP3_128_FRAME_BYTES as FRAME_BYTES, MP3_FRAME_MS } from '../src/broadcast/renditions.ts';

/** How long a test waits for bytes that are due, in ms. */
const PATIENCE_MS = 10_000;

/** A listener over real HTTP that keeps all received bytes. */
export interface Listener {
  status: number;
  headers: IncomingHttpHeaders;
  /** All bytes so far. */
  heard(): Buffer;
  /** Waits for this many bytes and returns exactly those. */
  hears(bytes: number): Promise<Buffer>;
  /** Waits for the end. True: the response is complete. */
  ended(): Promise<boolean>;
  /** The number of the first frame, from the response's headers. */
  startFrame: number;
  leave(): void;
}

/** Starts to listen and resolves with the response's headers. Disconnects after the test. */
export async function listenTo(url: string, headers: OutgoingHttpHeaders = {}): Promise<Listener> {
  const request = get(url, { headers, agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('there was no answer');
  onTestFinished(() => void request.destroy());
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', () => {
    // The server cut the connection, which `ended` reports.
  });
  const closed = once(response, 'close').catch(() => undefined);
  const heard = () => Buffer.concat(chunks);

  function hears(bytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      function look(): void {
        if (heard().length < bytes && !response?.closed) return;
        clearTimeout(patience);
        response?.off('data', look).off('close', look);
        if (heard().length >= bytes) resolve(heard().subarray(0, bytes));
        else reject(new Error(`the stream ended after ${heard().length} of ${bytes} bytes`));
      }
      const patience = setTimeout(
        () => reject(new Error(`${heard().length} of ${bytes} bytes came`)),
        PATIENCE_MS,
      );
      response?.on('data', look).on('close', look);
      look();
    });
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    heard,
    hears,
    async ended() {
      await closed;
      return response.complete;
    },
    startFrame: Number(response.headers['programme-start']) / MP3_FRAME_MS,
    leave: () => void request.destroy(),
  };
}

/** The bytes of this many seconds of sound, rounded down to whole frames. */
export function bytesOf(seconds: number): number {
  return Math.floor((seconds * 1_000) / MP3_FRAME_MS) * FRAME_BYTES;
}
