import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { seamlessFrames } from '../platform-api/src/broadcast/own-stations.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));

/** Music that can be cut and joined at any frame: 128 kbps, 24 ms a frame. */
const MUSIC = seamlessFrames(read('../platform-api/audio/demo/01-morning-counter.mp3'));
const FRAME_BYTES = 384;
const FRAMES_A_SECOND = 1000 / 24;

/** Four seconds of a tone: `ffmpeg -f lavfi -i sine=frequency=500:duration=4 -c:a libopus -b:a 8k`. */
const OGG = read('./sounds/tone.ogg');

/** Sent to a new listener at once, in seconds: enough for a browser to start. */
const BURST_SECONDS = 5;

const TICK_MS = 250;

/** An AAC frame by its header (ISO 13818-7, ADTS), with noise as its payload. */
function aacFrame(bytes: number): Buffer {
  const header = [
    0xff,
    0xf1,
    0x50,
    0x80 | (bytes >> 11),
    (bytes >> 3) & 0xff,
    ((bytes & 7) << 5) | 0x1f,
    0xfc,
  ];
  return Buffer.concat([Buffer.from(header), noise(bytes - header.length)]);
}

/** The same noise each time, so that browsers react the same way each time. */
function noise(bytes: number): Buffer {
  let seed = 1;
  return Buffer.from(
    Array.from({ length: bytes }, () => (seed = (seed * 16_807) % 2_147_483_647) & 0xff),
  );
}

/** Too few for a browser to know the format. */
const FIRST_BYTES = MUSIC.subarray(0, 300);

const NOISE = noise(200_000);
const BROKEN_AAC = Buffer.concat(Array.from({ length: 400 }, () => aacFrame(400)));

/** Sends frames as a station does until the listener disconnects. */
function feed(res: ServerResponse, { burst = BURST_SECONDS, pace = 1 } = {}): () => void {
  const began = performance.now();
  let sent = 0;
  const push = () => {
    const seconds = burst + ((performance.now() - began) / 1000) * pace;
    const due = Math.floor(seconds * FRAMES_A_SECOND) * FRAME_BYTES;
    while (sent < due) {
      const from = sent % MUSIC.length;
      const part = MUSIC.subarray(from, Math.min(MUSIC.length, from + due - sent));
      res.write(part);
      sent += part.length;
    }
  };
  push();
  const timer = setInterval(push, TICK_MS);
  res.once('close', () => clearInterval(timer));
  return () => clearInterval(timer);
}

/** One request for the stream. */
interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  /** The path of the request, without its query. */
  path: string;
}

/** Pages may read it, as with most streaming servers. */
const begin = ({ res }: Call, type = 'audio/mpeg') =>
  res.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });

const plays = (call: Call) => (begin(call), feed(call.res));

const refuse =
  (status: number) =>
  ({ res }: Call) =>
    void res.writeHead(status, { 'Content-Type': 'text/plain' }).end('no');

const send =
  (type: string, body: string | Buffer) =>
  (call: Call): void =>
    void begin(call, type).end(body);

const redirect = ({ res }: Call, Location: string) => void res.writeHead(302, { Location }).end();

const PAGE = '<!doctype html><title>Maintenance</title><h1>Back soon</h1>';

/** How a stream answers new requests. The methods of `FaultyStream` act on open connections. */
const BEHAVIOURS = {
  plays,
  'never answers': () => {},
  'sends half a header': ({ res }: Call) =>
    void res.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: audio/mp'),
  'sends headers and no sound': (call: Call) => begin(call).flushHeaders(),
  // Enough for a browser to start, then a fifth of the playing rate.
  trickles: (call: Call) => (begin(call), feed(call.res, { burst: 3, pace: 0.2 })),
  'ends at once': (call: Call) => void begin(call).end(),
  'ends after its first bytes': (call: Call) => void begin(call).end(FIRST_BYTES),
  'breaks off after its first bytes': (call: Call) =>
    void begin(call).write(FIRST_BYTES, () => call.res.socket?.resetAndDestroy()),
  'is not found': refuse(404),
  'is gone': refuse(410),
  'has failed': refuse(500),
  'is unavailable': refuse(503),
  'is a page': send('text/html', PAGE),
  'is a page called audio': send('audio/mpeg', PAGE),
  'is noise': send('audio/mpeg', NOISE),
  'is broken AAC': send('audio/aac', BROKEN_AAC),
  'is broken AAC called MP3': send('audio/mpeg', BROKEN_AAC),
  'is Ogg': send('audio/ogg', OGG),
  'is Ogg called MP3': send('audio/mpeg', OGG),
  'is broken Ogg': send('audio/ogg', Buffer.concat([OGG.subarray(0, 500), NOISE])),
  'redirects for ever': (call: Call) => redirect(call, `/again${call.path}`),
  'redirects to a good one': (call: Call) =>
    call.path === '/good'
      ? plays(call)
      : redirect(call, `http://localhost:${call.req.socket.localPort ?? 0}/good`),
} satisfies Record<string, (call: Call) => void | (() => void)>;

export type Behaviour = keyof typeof BEHAVIOURS;

/** One request for the stream. */
export interface StreamRequest {
  /** When it arrived, by `performance.now()` in ms. */
  at: number;
  /** When it ended; Infinity while it is open. */
  endedAt: number;
  /** The whole URL. */
  url: string;
  /** Sent by the browser itself to resume a lost connection; the player never requests a range. */
  isResumption: boolean;
}

/** A station's stream on a port of its own, which misbehaves on command. */
export interface FaultyStream {
  port: number;
  url: string;
  /** How it answers from now on. */
  behaviour: Behaviour;
  readonly requests: readonly StreamRequest[];
  /** The number of open connections. */
  open(): number;
  /** The longest time that two connections were open at once, in ms. */
  longestOverlap(): number;
  /** Ends all connections cleanly after a whole frame. */
  end(): void;
  /** Cuts all connections (TCP reset). */
  drop(): void;
  /** Sends nothing more on open connections, and keeps them open. */
  stall(): void;
  /** Cuts all connections and refuses new ones, like a server that restarts. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the stream of one station. */
export async function startFaultyStream(behaviour: Behaviour = 'plays'): Promise<FaultyStream> {
  const requests: StreamRequest[] = [];
  const connections = new Map<ServerResponse, () => void>();
  const sockets = new Set<Socket>();

  const server = createServer((req, res) => {
    const url = req.url ?? '/';
    const path = url.split('?')[0] ?? url;
    const halt = BEHAVIOURS[stream.behaviour]({ req, res, path }) ?? (() => {});
    // The operator's watch requests streams as well and is not a listener.
    if (req.headers['sec-fetch-dest'] !== 'audio') return;
    const received: StreamRequest = {
      at: performance.now(),
      endedAt: Infinity,
      url,
      isResumption: !(req.headers.range ?? 'bytes=0-').startsWith('bytes=0-'),
    };
    requests.push(received);
    connections.set(res, halt);
    res.once('close', () => {
      connections.delete(res);
      received.endedAt = performance.now();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // A listener may send nothing for any time.
  server.keepAliveTimeout = 1_000;

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  function drop(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  async function goAway(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    drop();
    await closed;
  }

  await listen(0);
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const stream: FaultyStream = {
    port,
    url: `http://127.0.0.1:${port}/live`,
    behaviour,
    requests,
    open: () => connections.size,
    longestOverlap() {
      const now = performance.now();
      let longest = 0;
      let openUntil = 0;
      // Requests are in order, so only the one that stays open longest must be compared.
      for (const { at, endedAt } of requests) {
        const until = Math.min(endedAt, now);
        longest = Math.max(longest, Math.min(openUntil, until) - at);
        openUntil = Math.max(openUntil, until);
      }
      return longest;
    },
    end() {
      for (const res of connections.keys()) res.end();
    },
    drop,
    stall() {
      for (const halt of connections.values()) halt();
    },
    goAway,
    comeBack: () => listen(port),
    stop: () => (server.listening ? goAway() : Promise.resolve()),
  };
  return stream;
}
