/** Readers of event streams on raw sockets, in a process of their own. */
import { connect } from 'node:net';

/** A message from the bench to this process. */
export type ReaderOrder =
  | { order: 'open'; port: number; path: string; count: number }
  /** From now on the readers look for these words. */
  | { order: 'seek'; words: string }
  /** Answered when every reader has received them. */
  | { order: 'arrival' };

/** When an event arrived, by this process's own clock. */
export interface Arrival {
  /** From the first reader that received the words to the last, in ms. */
  spreadMs: number;
  /** The bytes that brought the words to the first reader, headers included. */
  event: string;
}

/** Connections opened in parallel: fewer than a server's backlog. */
const BATCH = 200;

/** The readers share these addresses of the loopback network, as each may open only so many streams. */
const ADDRESSES = 100;

/** The bytes are only searched, so all readers share one buffer. */
const scratch = Buffer.alloc(64 * 1024);

let readers = 0;
let look: (bytes: Buffer) => void = () => undefined;
let arrival: Promise<Arrival | null> = Promise.resolve(null);

/** Resolves with the first bytes. */
function open(port: number, path: string, place: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    function read(length: number): boolean {
      if (isOpen) look(scratch.subarray(0, length));
      isOpen = true;
      resolve();
      return true;
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.1.${1 + (place % ADDRESSES)}`,
      onread: { buffer: scratch, callback: read },
    });
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.once('error', reject);
    socket.once('close', () => (readers -= 1));
  });
}

async function openAll(port: number, path: string, count: number): Promise<void> {
  while (readers < count) {
    const batch = Math.min(BATCH, count - readers);
    await Promise.all(Array.from({ length: batch }, (_, place) => open(port, path, place)));
    readers += batch;
  }
}

/** Every event is one small write, so words are never split on loopback. */
function seek(words: string): Promise<Arrival> {
  const wanted = Buffer.from(words);
  let missing = readers;
  let firstAt = 0;
  let event = '';
  return new Promise((resolve) => {
    look = (bytes) => {
      if (!bytes.includes(wanted)) return;
      if (firstAt === 0) {
        firstAt = performance.now();
        event = bytes.toString();
      }
      missing -= 1;
      if (missing === 0) resolve({ spreadMs: performance.now() - firstAt, event });
    };
  });
}

async function obey(order: ReaderOrder): Promise<Arrival | null> {
  if (order.order === 'open') await openAll(order.port, order.path, order.count);
  else if (order.order === 'seek') arrival = seek(order.words);
  else return arrival;
  return null;
}

process.on('message', (order: ReaderOrder) => {
  // A reader that cannot connect ends this process with its error, and so the bench.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('disconnect', () => process.exit(0));
