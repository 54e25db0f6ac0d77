import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { expect } from 'vitest';
import { buildStation } from './factories.ts';
import { startApp } from './server.ts';

/** Path segments that have broken parsers before, besides the random ones. */
const PIECES = [
  '..',
  '%2e%2e',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%E0%A4%A',
  '//',
  '\\',
  ';',
  "'",
  '"',
  '$',
  '{}',
  '<script>',
  '%0d%0a',
  '?',
  '&',
  '=',
  '[]',
  '__proto__',
  'constructor',
  'v1',
  'stations',
  'demo',
  'blue',
  'now-playing',
  'events',
  'stream',
  'tracks',
  'current',
  'sdk',
  'assets',
  'player.js',
  'docs',
  'radio',
  'tv',
  'openapi.json',
  'health',
  'covers',
  'station=blue',
  'auth',
  'token',
  'signout',
  'sessions',
  'me',
  'api-keys',
  'admin',
  'stats',
  'errors',
  'user',
  '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  '00000000-0000-0000-0000-000000000000',
  '-1',
  'null',
];

const path = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 8 })
  // Node's own client refuses to send characters that are not allowed in HTTP.
  .map((pieces) => `/${pieces.join('/')}`.replaceAll(/[^\u0021-\u00ff]/g, '_'));

const header = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[^\u0020-\u007e]/g, ''));

const hostile = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
  path,
  headers: fc.record(
    {
      Host: fc.oneof(header, fc.constant('radio.example.com'), fc.constant('blue.example.com')),
      Origin: header,
      Range: header,
      'If-None-Match': header,
      'If-Modified-Since': header,
      'Last-Event-ID': header,
      'X-Request-Id': header,
      'X-Forwarded-Host': header,
      'Accept-Encoding': header,
      'Icy-MetaData': header,
      Authorization: fc.oneof(
        header,
        header.map((text) => `Bearer ${text}`),
        fc.constant('Bearer shk_x'),
      ),
      Cookie: fc.oneof(
        header,
        header.map((text) => `refresh_token=${text}`),
      ),
      'Content-Type': fc.oneof(header, fc.constant('application/json')),
      'X-Forwarded-For': header,
      'Sec-Fetch-Site': fc.oneof(header, fc.constant('same-origin')),
    },
    { requiredKeys: [] },
  ),
});

/**
 * Sends random hostile requests and expects that none of them is answered with a server error.
 * @param seed makes a run repeatable
 */
export async function sendHostileRequests(
  database: { knex: Knex; url: string },
  { runs, seed }: { runs: number; seed?: number },
): Promise<void> {
  await buildStation(database.knex, { station_slug: 'blue' });
  const app = await startApp(database);
  const { port } = new URL(app.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });

  const ask = (options: { method: string; path: string; headers: Record<string, string> }) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, agent, ...options }, (answer) => {
        resolve(answer.statusCode ?? 0);
        // Event streams never end.
        if (/mpeg|event-stream/.test(answer.headers['content-type'] ?? '')) answer.destroy();
        else answer.resume();
      });
      sent.on('error', reject);
      sent.end();
    });

  await fc.assert(
    fc.asyncProperty(hostile, async (sent) => {
      expect(await ask(sent)).toBeLessThan(500);
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  );
  agent.destroy();
  expect((await app.get('/v1/health')).status).toBe(200);
  expect(app.logged()).not.toContain('unexpected error');
}
