/** The minimal upload server: plain `node:http` and busboy, which writes files as they arrive. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

const [folder = ''] = process.argv.slice(2);

async function take(bytes: Readable, res: ServerResponse): Promise<void> {
  await pipeline(bytes, createWriteStream(join(folder, randomUUID())));
  res.writeHead(201, { 'Content-Type': 'application/json' });
  res.end('{}');
}

const server = createServer((req, res) => {
  const contentType = req.headers['content-type'] ?? '';
  const parser = new Busboy({ headers: { 'content-type': contentType } });
  // A file that cannot be written ends this process with its error, and so the bench.
  parser.on('file', (_field, bytes) => void take(bytes, res));
  req.pipe(parser);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
