/**
 * The minimal server of event streams: plain `node:http`, which keeps its responses in a set and
 * writes to each.
 */
import { createServer, type ServerResponse } from 'node:http';

const streams = new Set<ServerResponse>();

const server = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  res.write(':\n\n');
  streams.add(res);
  res.once('close', () => streams.delete(res));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});

process.on('message', (event: string) => {
  const bytes = Buffer.from(event);
  for (const res of streams) res.write(bytes);
});
process.once('disconnect', () => process.exit(0));
