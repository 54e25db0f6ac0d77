import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A minimal page: the lower bound for a station page. */
export interface FloorPage {
  url: string;
  stop(): Promise<void>;
}

/** Side of the picture in pixels: 5 KB, which are 6.7 KB when inlined. */
const SIDE = 41;
const SCRIPT_BYTES = 3_000;

/**
 * Serves the floor page: one compressed response with a title, a cover picture, two buttons and 3
 * KB of script. Nothing else has to be fetched before all of it is visible.
 */
export async function serveFloorPage(): Promise<FloorPage> {
  const body = gzipSync(page());
  const server = createServer((req, res) => {
    if (req.url !== '/') {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
    });
    res.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function page(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor Radio</title>
<meta name="description" content="The least that a station page can be.">
<link rel="icon" href="data:,">
<style>body{margin:0;padding:2rem;font:1rem/1.5 sans-serif;text-align:center}
img{width:300px;height:300px}button{padding:1rem 2rem}</style>
</head>
<body>
<main>
<h1>Floor Radio</h1>
<img alt="" width="300" height="300" src="data:image/bmp;base64,${cover().toString('base64')}">
<p>A title, and who plays it</p>
<button>Play</button> <button>Mute</button>
</main>
<script>${script()}</script>
</body>
</html>
`;
}

/** Pseudo-random numbers that are the same in every run (Park and Miller). */
function* noise(): Generator<number, never> {
  for (let seed = 1; ;) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}

/** A bitmap of noise, which does not compress: as many bytes as a photograph. */
function cover(): Buffer {
  const bytesPerRow = Math.ceil((SIDE * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + SIDE * bytesPerRow, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(SIDE, 18);
  head.writeInt32LE(SIDE, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const numbers = noise();
  const pixels = Array.from({ length: SIDE * bytesPerRow }, () => numbers.next().value & 0xff);
  return Buffer.concat([head, Buffer.from(pixels)]);
}

/** Buttons that toggle a class, and a table to fill the 3 KB. */
function script(): string {
  const work = `for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => button.classList.toggle('on'));
  }`;
  const numbers = noise();
  const table: number[] = [];
  while (work.length + JSON.stringify(table).length < SCRIPT_BYTES)
    table.push(numbers.next().value);
  return `${work}\nconst table = ${JSON.stringify(table)};`;
}
