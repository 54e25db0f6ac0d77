import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's track API on loopback. Tests may change its answer while it runs. */
export interface TrackApi {
  url: string;
  /** The JSON of its answers, and their status. */
  answer: unknown;
  status: number;
  /** Answers wait for it. */
  ready: Promise<void>;
  /** The path of each request so far. */
  requests: string[];
  close(): Promise<void>;
}

export async function startTrackApi(
  answer: unknown = { title: 'Slow Morning', artist: 'Nora Field' },
): Promise<TrackApi> {
  const server = createServer(async (req, res) => {
    api.requests.push(req.url ?? '');
    await api.ready;
    res.writeHead(api.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(api.answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const api: TrackApi = {
    url: `http://127.0.0.1:${port}/now`,
    answer,
    status: 200,
    ready: Promise.resolve(),
    requests: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
}
