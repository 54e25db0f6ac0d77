import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A track source with a scripted answer, on a port of its own. */
export async function serveTracks(answer: () => { type: string; body: string }) {
  const server: Server = createServer((_req, res) => {
    const { type, body } = answer();
    res.writeHead(200, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/now`, close: () => server.close() };
}
