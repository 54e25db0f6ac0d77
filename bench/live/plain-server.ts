/**
 * The minimal server that notifies members of changes: plain `node:http` over LISTEN, which writes
 * the same bytes to the owner of the row and reads nothing. Sends its port, and takes the bytes as
 * a message.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

const [databaseUrl = ''] = process.argv.slice(2);

/** By the last segment of the path. */
const streams = new Map<string, ServerResponse>();
let event = Buffer.alloc(0);

const server = createServer((req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  res.write(':\n\n');
  streams.set(req.url?.slice(1) ?? '', res);
});

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
await client.query('listen bench_station_changed');
client.on('notification', ({ payload = '' }) => streams.get(payload)?.write(event));

server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('message', (bytes: string) => {
  event = Buffer.from(bytes);
  process.send?.({});
});
process.once('disconnect', () => process.exit(0));
