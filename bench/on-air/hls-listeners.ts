/** Listeners by HLS in a process of their own: each reads the playlist and the newest segment, as players do. */
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A message from the bench to this process. */
export type HlsOrder =
  { order: 'open'; master: string; count: number } | { order: 'mark' } | { order: 'report' };

/** Figures of the listeners since the last mark. */
export interface HlsHeard {
  /** Bytes of sound of the listener that received least. */
  slowestBytes: number;
  failures: number;
}

/** Half of the longest segment: how soon players look again when a playlist had nothing new (RFC 8216, §6.3.4). */
const LOOK_AGAIN_MS = 3_000;
const SEGMENT_MS = 5_760;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** Bytes that it has received, and its address. */
interface Listener {
  bytes: number;
  address: string;
}

const listeners: Listener[] = [];
let failures = 0;

function read(
  url: string,
  { address }: Listener,
  keepsText: boolean,
): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'X-Forwarded-For': address } }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) {
        answer.resume();
        reject(new Error(`${url} answered ${answer.statusCode}`));
        return;
      }
      let bytes = 0;
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (keepsText) text += String(chunk);
      });
      answer.on('end', () => resolve({ bytes, text }));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

async function listen(master: string, listener: Listener): Promise<void> {
  let last = '';
  let playlist = '';
  // Listeners come at different times.
  await delay(Math.random() * SEGMENT_MS);
  for (;;) {
    const began = performance.now();
    let isNew = false;
    try {
      // With a session of its own.
      playlist ||= new URL(lastLine((await read(master, listener, true)).text), master).href;
      const { text } = await read(playlist, listener, true);
      const newest = lastLine(text);
      isNew = newest !== last;
      if (isNew) {
        last = newest;
        listener.bytes += (await read(new URL(newest, playlist).href, listener, false)).bytes;
      }
    } catch {
      failures += 1;
    }
    const wait = (isNew ? SEGMENT_MS : LOOK_AGAIN_MS) - (performance.now() - began);
    await delay(Math.max(0, wait));
  }
}

process.on('message', (order: HlsOrder) => {
  if (order.order === 'open') {
    for (let index = 0; index < order.count; index += 1) {
      const listener = { bytes: 0, address: `198.18.${index >> 8}.${index & 255}` };
      listeners.push(listener);
      void listen(order.master, listener);
    }
  }
  if (order.order === 'mark') {
    failures = 0;
    for (const listener of listeners) listener.bytes = 0;
  }
  const slowestBytes = Math.min(...listeners.map(({ bytes }) => bytes));
  process.send?.({ slowestBytes, failures } satisfies HlsHeard);
});
process.once('disconnect', () => process.exit(0));
