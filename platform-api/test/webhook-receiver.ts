import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { serve } from './server.ts';

/** A request as it arrived. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  /** In epoch ms. */
  at: number;
}

/** A real server that notes what it gets. @param answer default: 200 ok */
export async function startReceiver(answer: RequestListener = (_, res) => res.end('ok')): Promise<{
  url: string;
  received: Received[];
  /** Waits for so many requests. */
  requests(count: number): Promise<Received[]>;
  close(): Promise<void>;
}> {
  const received: Received[] = [];
  const { url, server } = await serve(async (req, res) => {
    const body = await text(req);
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ headers, body, at: Date.now() });
    answer(req, res);
  });
  return {
    url: `${url}/hooks`,
    received,
    async requests(count) {
      await vi.waitFor(
        () => {
          if (received.length < count) throw new Error(`${received.length} of ${count} arrived.`);
        },
        { timeout: 20_000 },
      );
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
