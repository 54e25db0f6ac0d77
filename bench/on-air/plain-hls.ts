/**
 * The minimal server of HLS that names a session in one segment of ten: plain `node:http`, whose playlists and segments
 * have the size of the product's. It verifies and counts nothing. Sends its port.
 */
import { createServer } from 'node:http';

const SEGMENT_MS = 5_760;
const LISTED = 10;
/** 5.76 s of MP3 128 with a tag. */
const segment = Buffer.alloc(92_300, 1);
/** The rest of a playlist of the product: titles and header. */
const PADDING = `#EXT-X-DATERANGE:${'x'.repeat(600)}`;

let sessions = 0;

function playlist(session: string): string {
  const last = Math.floor(Date.now() / SEGMENT_MS);
  const lines = Array.from({ length: LISTED }, (_, index) => {
    const number = last - LISTED + 1 + index;
    const query = (number + Number(session)) % LISTED === 0 ? `?session=${session}` : '';
    const time = new Date(number * SEGMENT_MS).toISOString();
    return `#EXT-X-PROGRAM-DATE-TIME:${time}\n#EXTINF:5.76,\nmp3_128/${number}.mp3${query}`;
  });
  return ['#EXTM3U', PADDING, ...lines, ''].join('\n');
}

const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
  const session = searchParams.get('session');
  const isShared = pathname.endsWith('.mp3') && session === null;
  const body = pathname.endsWith('.mp3')
    ? segment
    : session === null
      ? `#EXTM3U\nmp3_128.m3u8?session=${(sessions += 1)}\n`
      : playlist(session);
  res.writeHead(200, {
    'Cache-Control': isShared ? 'public, max-age=31536000' : 'no-store',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
