import type { Proxy } from './proxies.ts';

const CLIENTS = 16;

/** Requests that need the database, one that writes, and the three that listeners send most. */
const REQUESTS = [
  { method: 'GET', path: '/v1/stations/demo/now-playing', expected: [200] },
  { method: 'GET', path: '/v1/stations/no-such-station', expected: [404] },
  { method: 'GET', path: '/demo', expected: [200] },
  { method: 'GET', path: '/v1/packages', expected: [200] },
  { method: 'POST', path: '/v1/quotes', expected: [200, 429] },
];
const QUOTE = JSON.stringify({ package_name: 'Starter', country: 'Germany' });

/** The result of a load. */
export interface LoadResult {
  sent: number;
  /** One line for each request that failed. */
  failures: string[];
  /** The time that 99 of 100 requests stayed below, in ms. */
  p99: number;
}

/** Sends requests through a proxy from several clients, each one after the other, until told to stop. */
export function startLoad(proxy: Proxy): { stop: () => Promise<LoadResult> } {
  const failures: string[] = [];
  const times: number[] = [];
  const over = new AbortController();

  function send({ method, path, expected }: (typeof REQUESTS)[number]): Promise<void> {
    return new Promise((resolve) => {
      function fail(why: unknown): void {
        failures.push(`${new Date().toISOString()} ${method} ${path}: ${String(why)}`);
        resolve();
      }
      const headers = method === 'POST' ? { 'Content-Type': 'application/json' } : {};
      const one = proxy.request({ method, path, headers }, (answer) => {
        answer.on('error', fail).resume();
        answer.on('end', () => {
          if (expected.includes(answer.statusCode ?? 0)) resolve();
          else fail(answer.statusCode);
        });
      });
      one.on('error', fail);
      one.end(method === 'POST' ? QUOTE : undefined);
    });
  }

  async function client(first: number): Promise<void> {
    for (let turn = first; !over.signal.aborted; turn += 1) {
      const one = REQUESTS[turn % REQUESTS.length];
      const began = performance.now();
      if (one) await send(one);
      times.push(performance.now() - began);
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    async stop() {
      over.abort();
      await Promise.all(clients);
      const sorted = times.toSorted((a, b) => a - b);
      return { sent: times.length, failures, p99: sorted[Math.floor(times.length * 0.99)] ?? 0 };
    },
  };
}
