/** The broadcast alone on an HTTP server, in a process of its own. Sends its port first. */
import { createServer } from 'node:http';
import { createBroadcast } from '../../platform-api/src/broadcast/broadcast.ts';
import { createLogger } from '../../platform-api/src/log.ts';

const broadcast = await createBroadcast({
  withTones: false,
  publicUrl: 'http://localhost',
  now: Date.now,
  maxListeners: 10_000,
  // All come from one machine.
  maxPerAddress: 10_000,
  trustProxy: 0,
  log: createLogger('warn'),
});

const server = createServer((req, res) => broadcast.listen('demo', req, res));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});

// The bench ends this process by closing the channel.
process.once('disconnect', () => process.exit(0));
