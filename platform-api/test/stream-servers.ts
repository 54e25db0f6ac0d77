import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Frames of sound to be repeated, and the duration of one. */
interface Sound {
  frames: Buffer[];
  frameSeconds: number;
}

const MP3_FRAME_SECONDS = 1152 / 48_000;
const AAC_FRAME_SECONDS = 1024 / 48_000;

/** Headers of MPEG-1 Layer III at 48 kHz, stereo, by bit rate. */
const MP3_HEADERS = { 32: 0xfffb1400, 96: 0xfffb7400, 128: 0xfffb9400, 192: 0xfffbb400 };
type Kbps = keyof typeof MP3_HEADERS;

/** A frame whose side information describes a loud tone, or silence. */
function mp3Frame(kbps: Kbps, isLoud = true): Buffer {
  const frame = Buffer.alloc((144 * kbps) / 48);
  frame.writeUInt32BE(MP3_HEADERS[kbps], 0);
  if (!isLoud) return frame;
  // 100 bits of sound at a gain of 210, in both channels of both granules.
  for (let part = 52; part < 52 + 4 * 59; part += 59) {
    setBits(frame, part, 12, 100);
    setBits(frame, part + 21, 8, 210);
  }
  return frame;
}

function setBits(bytes: Buffer, from: number, count: number, value: number): void {
  for (let bit = 0; bit < count; bit += 1) {
    if (((value >> (count - 1 - bit)) & 1) === 0) continue;
    const at = from + bit;
    bytes.writeUInt8(bytes.readUInt8(at >> 3) | (0x80 >> (at & 7)), at >> 3);
  }
}

const mp3 = (...kbps: Kbps[]): Sound => ({
  frames: kbps.map((one) => mp3Frame(one)),
  frameSeconds: MP3_FRAME_SECONDS,
});
const SILENCE: Sound = { frames: [mp3Frame(128, false)], frameSeconds: MP3_FRAME_SECONDS };

/** AAC-LC at 48 kHz, stereo, in ADTS frames of these lengths. */
const aac = (...lengths: number[]): Sound => ({
  frames: lengths.map((length) => {
    const frame = Buffer.alloc(length, 0x21);
    frame.writeUInt32BE(0xfff14c80);
    frame.writeUInt8(0x80 | (length >> 11), 3);
    frame.writeUIntBE(((length & 0x7ff) << 13) | 0x1ffc, 4, 3);
    return frame;
  }),
  frameSeconds: AAC_FRAME_SECONDS,
});

/** A server's pace: seconds sent at once, then seconds a second, in pieces so many ms apart. */
interface Manner {
  burst?: number;
  speed?: number;
  everyMs?: number;
  /** How many bytes of the first frame are missing. */
  joinsAt?: number;
}

type Behaviour = (res: ServerResponse, req: IncomingMessage) => void;

/** Sends sound in real time, without end. Catches up after a busy machine has delayed it. */
function live(sound: Sound, { burst = 4, speed = 1, everyMs = 50, joinsAt = 0 }: Manner = {}) {
  return (res: ServerResponse): void => {
    const startedAt = performance.now();
    let sent = 0;
    function send(): void {
      const passed = (performance.now() - startedAt) / 1000;
      const due = Math.floor((burst + passed * speed) / sound.frameSeconds);
      const pieces = [];
      for (; sent < due; sent += 1) pieces.push(frameOf(sound, sent));
      const piece = Buffer.concat(pieces);
      if (piece.length > 0)
        res.write(sent === due && passed < 0.02 ? piece.subarray(joinsAt) : piece);
    }
    send();
    const timer = setInterval(send, everyMs);
    res.once('close', () => clearInterval(timer));
  };
}

function frameOf({ frames }: Sound, index: number): Buffer {
  const frame = frames[index % frames.length];
  if (!frame) throw new Error('There is no frame');
  return frame;
}

const typed =
  (type: string, send: (res: ServerResponse) => void): Behaviour =>
  (res) => {
    // Like Icecast: pages of any site may play the stream (CORS).
    res.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    send(res);
  };
const asMp3 = (sound: Sound, manner?: Manner) => typed('audio/mpeg', live(sound, manner));
const asAac = (sound: Sound) => typed('audio/aac', live(sound));
const page = (type: string, text: string): Behaviour => typed(type, (res) => res.end(text));
const status =
  (code: number): Behaviour =>
  (res) =>
    res.writeHead(code).end('<html>no</html>');
const redirect =
  (location: string): Behaviour =>
  (res) =>
    res.writeHead(302, { location }).end();

/** Sends without end, as fast as the client reads. */
function pour(res: ServerResponse, piece: Buffer): void {
  const more = (): void => {
    while (!res.destroyed) if (!res.write(piece)) return void res.once('drain', more);
  };
  more();
}

const GOOD = mp3(128);
const SECOND = Buffer.concat(Array.from({ length: 42 }, () => mp3Frame(128)));

const behaviours = {
  good: asMp3(GOOD),
  'mp3-96': asMp3(mp3(96)),
  vbr: asMp3(mp3(192, 32, 192, 128)),
  aac: asAac(aac(170, 171, 171)),
  'aac-that-varies': asAac(aac(90, 60, 41, 120)),
  'joined-anywhere': asMp3(GOOD, { joinsAt: 133 }),
  'titles-between': (res: ServerResponse) => {
    res.writeHead(200, { 'content-type': 'audio/mpeg', 'icy-metaint': '16000' });
    const titled = Buffer.concat([
      SECOND,
      Buffer.from([1]),
      Buffer.alloc(16, 'StreamTitle'),
      SECOND,
    ]);
    res.write(Buffer.concat([titled, titled]));
  },
  silence: asMp3(SILENCE),
  // So slow that catching up after a pause of some seconds does not change the result.
  slow: asMp3(GOOD, { burst: 2, speed: 0.1, everyMs: 100 }),
  stalls: asMp3(GOOD, { burst: 2, speed: 0 }),
  bursty: asMp3(GOOD, { burst: 20, everyMs: 900 }),
  'without-burst': asMp3(GOOD, { burst: 0.2 }),
  'called-text': typed('text/plain; charset=utf-8', live(GOOD)),
  'called-nothing': live(GOOD),
  'not-found': status(404),
  'server-error': status(500),
  password: status(401),
  page: page('text/html', '<!DOCTYPE html><html><body>Now on air</body></html>'),
  'page-called-audio': page('audio/mpeg', '\n<html><body>Now on air</body></html>'),
  m3u: page('audio/x-mpegurl', '#EXTM3U\n#EXTINF:-1,Radio\nhttp://radio.example:8000/live\n'),
  pls: page(
    'audio/x-scpls',
    '[playlist]\nNumberOfEntries=1\nFile1=http://radio.example:8000/live\n',
  ),
  hls: page('application/vnd.apple.mpegurl', '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6,\n0.ts\n'),
  json: page('application/json', '{"title":"Slow Morning"}'),
  ogg: typed('application/ogg', (res) => pour(res, Buffer.from('OggS\0\x02'.padEnd(4096, 'x')))),
  flac: typed('audio/flac', (res) => pour(res, Buffer.from('fLaC'.padEnd(4096, 'x')))),
  noise: typed('audio/mpeg', (res) => pour(res, Buffer.alloc(4096, 'noise'))),
  'noise-behind-sound': typed('audio/mpeg', (res) => {
    res.write(SECOND);
    pour(res, Buffer.alloc(65_536, 'noise'));
  }),
  empty: typed('audio/mpeg', (res) => res.end()),
  redirect: redirect('/redirect-again'),
  'redirect-again': redirect('/good'),
  'redirect-for-ever': redirect('/redirect-for-ever'),
  'redirect-to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  'redirect-to-a-file-system': redirect('file:///etc/passwd'),
  'hangs-before-head': () => undefined,
  'hangs-in-head': (_res: ServerResponse, req: IncomingMessage) =>
    req.socket.write('HTTP/1.1 200 OK\r\nContent-Ty'),
  'hangs-before-sound': typed('audio/mpeg', (res) => res.flushHeaders()),
  'endless-file': typed('audio/mpeg', (res) => pour(res, SECOND)),
  'ten-gigabytes': (res: ServerResponse) => {
    res.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': String(10 * 1024 ** 3) });
    pour(res, SECOND);
  },
  file: (res: ServerResponse) =>
    res.writeHead(200, { 'content-length': SECOND.length }).end(SECOND),
  gzip: (res: ServerResponse) =>
    res
      .writeHead(200, { 'content-type': 'audio/mpeg', 'content-encoding': 'gzip' })
      .end(gzipSync(SECOND)),
  'breaks-off': typed('audio/mpeg', (res) =>
    res.write(SECOND, () => res.socket?.resetAndDestroy()),
  ),
  ends: typed('audio/mpeg', (res) => res.end(SECOND)),
  'hangs-up': (_res: ServerResponse, req: IncomingMessage) => req.socket.destroy(),
  shoutcast: (_res: ServerResponse, req: IncomingMessage) =>
    req.socket.write('ICY 200 OK\r\nicy-name: radio\r\ncontent-type: audio/mpeg\r\n\r\n'),
} satisfies Record<string, Behaviour>;

/** The names of the behaviours. */
export type StreamBehaviour = keyof typeof behaviours;
export const STREAM_BEHAVIOURS = Object.keys(behaviours) as StreamBehaviour[];

/** A stream server on loopback. The last part of the URL selects the behaviour. */
export interface StreamServer {
  url(behaviour: StreamBehaviour): string;
  /** The headers of the last request. */
  lastHeaders: () => IncomingMessage['headers'];
  /** The number of requests so far and of open ones. */
  requests: () => { total: number; open: number };
  /** Bytes sent on all closed connections. */
  bytesSent: () => number;
  close(): Promise<void>;
}

/** @param given the port of an earlier server, to simulate its return */
export async function startStreamServer(given = 0): Promise<StreamServer> {
  let lastHeaders: IncomingMessage['headers'] = {};
  let total = 0;
  let open = 0;
  let bytesSent = 0;
  const server = createServer((req, res) => {
    lastHeaders = req.headers;
    total += 1;
    open += 1;
    req.socket.once('close', () => {
      open -= 1;
      bytesSent += req.socket.bytesWritten;
    });
    req.socket.on('error', () => undefined);
    const name = (req.url ?? '').slice(1).split('?')[0] ?? '';
    // `url` below only accepts names of the table.
    behaviours[name as StreamBehaviour](res, req);
  });
  server.listen(given, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: (behaviour) => `http://127.0.0.1:${port}/${behaviour}?key=very-secret`,
    lastHeaders: () => lastHeaders,
    requests: () => ({ total, open }),
    bytesSent: () => bytesSent,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
