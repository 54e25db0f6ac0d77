/**
 * Members who each read their own station's event stream, on raw sockets, in a process of their
 * own.
 */
import { connect } from 'node:net';
import { nowMs } from './now-ms.ts';

/** One member's stream. */
export interface Stream {
  port: number;
  path: string;
  /** Empty when the server needs no token. */
  token: string;
}

/** A message from the bench to this process. */
export type ReaderOrder =
  | { order: 'open'; streams: Stream[] }
  /** From now on the readers look for these words. */
  | { order: 'seek'; words: string }
  /** Answered when every reader has received them. */
  | { order: 'arrivals' };

/** When and in which bytes the words arrived. */
export interface Arrivals {
  /** Times by `nowMs`, in the order of the streams. */
  at: number[];
  /** The bytes that brought the words to the first reader, headers included. */
  event: string;
}

/** Connections opened in parallel: fewer than a server's backlog. */
const BATCH = 100;

/**
 * The limit of streams per address is `MEMBER_STREAMS`, so the readers use many addresses of
 * 127.0.0.0/8.
 */
const STREAMS_PER_ADDRESS = 20;
const addressOf = (place: number): string =>
  `127.0.1.${1 + Math.floor(place / STREAMS_PER_ADDRESS)}`;

/** The bytes are only searched, so all readers share one buffer. */
const scratch = Buffer.alloc(64 * 1024);

let readers = 0;
let look: (bytes: Buffer, place: number) => void = () => undefined;
let arrivals: Promise<Arrivals | null> = Promise.resolve(null);

/**
 * Resolves with the first bytes. A stream that is refused or ends makes this process fail, and so
 * the bench.
 */
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

/** An event is one small write, so words are never split on loopback. */
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
  // A reader that cannot connect ends this process with its error, and so the bench.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('disconnect', () => process.exit(0));
