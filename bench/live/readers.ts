/** Members who each listen to their own station, on raw sockets, in a process of their own. */
import { connect } from 'node:net';
import { nowMs } from './now-ms.ts';

/** One member's stream. */
export interface Stream {
  port: number;
  path: string;
  /** Empty: none is needed. */
  token: string;
}

/** What the bench asks of this process. */
export type ReaderOrder =
  | { order: 'open'; streams: Stream[] }
  /** From now on the readers look for these words. */
  | { order: 'seek'; words: string }
  /** Answered when every reader has met them. */
  | { order: 'arrivals' };

/** What the readers have met. */
export interface Arrivals {
  /** When, as `nowMs` tells it, in the order of the streams. */
  at: number[];
  /** What brought the words to the first, head and all. */
  event: string;
}

/** Opened together: fewer than a server's backlog. */
const BATCH = 100;

/** One address may hold no more streams than these (`MEMBER_STREAMS`), and all of 127.0.0.0/8 is ours. */
const STREAMS_PER_ADDRESS = 20;
const addressOf = (place: number): string =>
  `127.0.1.${1 + Math.floor(place / STREAMS_PER_ADDRESS)}`;

/** What arrives is only looked at, so all readers read into the same memory. */
const scratch = Buffer.alloc(64 * 1024);

let readers = 0;
let look: (bytes: Buffer, place: number) => void = () => undefined;
let arrivals: Promise<Arrivals | null> = Promise.resolve(null);

/** Resolves with the first bytes. A stream that is refused, or ends, ends this process, and so the bench. */
function open({ port, path, token }: Stream, place: number): Promise<void> {
  return new Promise((resolve) => {
    let hear = (bytes: Buffer): void => {
      if (!bytes.toString('latin1', 0, 12).endsWith(' 200')) throw new Error(bytes.toString());
      hear = (event) => look(event, place);
      resolve();
    };
    function read(length: number): boolean {
      hear(scratch.subarray(0, length));
      return true;
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: addressOf(place),
      onread: { buffer: scratch, callback: read },
    });
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}`;
    socket.once('connect', () => socket.write(`${head}\r\n\r\n`));
    socket.once('close', () => {
      throw new Error(`Stream ${place} has ended.`);
    });
  });
}

async function openAll(streams: Stream[]): Promise<void> {
  for (; readers < streams.length; readers += BATCH) {
    const batch = streams.slice(readers, readers + BATCH);
    await Promise.all(batch.map((stream, place) => open(stream, readers + place)));
  }
  readers = streams.length;
}

/** An event is one small write, so words are never cut in two on loopback. */
function seek(words: string): Promise<Arrivals> {
  const wanted = Buffer.from(words);
  const at: number[] = [];
  let missing = readers;
  let event = '';
  return new Promise((resolve) => {
    look = (bytes, place) => {
      if (at[place] !== undefined || !bytes.includes(wanted)) return;
      at[place] = nowMs();
      event ||= bytes.toString();
      missing -= 1;
      if (missing === 0) resolve({ at, event });
    };
  });
}

async function obey(order: ReaderOrder): Promise<Arrivals | null> {
  if (order.order === 'open') await openAll(order.streams);
  else if (order.order === 'seek') arrivals = seek(order.words);
  else return arrivals;
  return null;
}

process.on('message', (order: ReaderOrder) => {
  // A reader that cannot connect ends this process, and with it the bench, with its reason.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('disconnect', () => process.exit(0));
