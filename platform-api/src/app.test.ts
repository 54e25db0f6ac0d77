import Router from '@koa/router';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../contract/calls.ts';
import { pathOf } from '../test/call.ts';
import { buildStation } from '../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../test/on-air-stations.ts';
import { publicStationId } from '../contract/stations/slug.ts';
import { testDatabase } from '../test/database.ts';
import { rawRequest } from '../test/raw-request.ts';
import { startApp } from '../test/server.ts';
import { callOf } from './http/mount-call.ts';
import { createMailbox } from './mail/mailbox.ts';

const database = testDatabase();

/** Paths of the API, and paths where a forgotten route could be. */
const PLACES = [
  '/v1',
  '/v1/',
  '/v1/back-door',
  '/v1/back/door',
  ...CALLS.map((call) => pathOf(call)),
];

const nameOf = (method: string, path: string | RegExp) => `${method} ${String(path)}`;

/** Routes under the API's paths that were not mounted by `mountCall`, so that nothing guards them. */
function unguarded(router: Router): string[] {
  return router.stack
    .filter(({ stack }) => !stack.some((middleware) => callOf(middleware)))
    .filter((route) => String(route.path).startsWith('/v1') || PLACES.some((at) => route.match(at)))
    .map(({ methods, path }) => nameOf(methods.at(-1) ?? 'any method', path));
}

/** The calls behind the routes, and where they were mounted. */
function mountedCalls(router: Router): string[] {
  return router.stack.flatMap(({ stack, methods, path }) =>
    stack.flatMap((middleware) => {
      const call = callOf(middleware);
      return call ? [`${call.id}: ${nameOf(methods.at(-1) ?? '', path)}`] : [];
    }),
  );
}

const PROMISED = CALLS.map(({ id, method, path }) => {
  const at = path.replaceAll('{', ':').replaceAll('}', '');
  return `${id}: ${nameOf(method.toUpperCase(), at)}`;
});

let router: Router;
beforeAll(async () => {
  router = (await startApp(database)).router;
});

describe('every call', () => {
  it('is mounted once, at the path of its contract', () => {
    expect(mountedCalls(router).toSorted()).toEqual(PROMISED.toSorted());
  });

  it('is guarded: no other route lies under the paths of the API', () => {
    expect(unguarded(router)).toEqual([]);
  });

  it.each(['/v1/back-door', '/:version/back-door', '/v1/me', '/{*rest}'])(
    'would be noticed without a guard, at %s',
    (path) => {
      const withBackDoor = new Router();
      withBackDoor.use(router.routes());
      withBackDoor.get(path, (ctx) => {
        ctx.body = 'anybody';
      });
      expect(unguarded(withBackDoor)).toEqual([nameOf('GET', path)]);
    },
  );
});

describe('a player of HLS', () => {
  it.each(['slug', 'public id'])(
    'gets its playlist from memory as by its route: %s',
    async (at) => {
      const app = await startApp(database);
      const station = await buildStation(database.knex);
      const playlist = await buildPlaylist(database.knex, { tracks: 40 });
      await putOnAir(database.knex, station, draftWith(playlist.id));
      const name = at === 'slug' ? station.station_slug : publicStationId(station.id);
      const master = await (await app.get(`/hls/${name}/master.m3u8`)).text();
      const path = `/hls/${name}/${master.trim().split('\n').at(-1)}`;
      // The session is new to the process.
      await app.get(path);
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\n`;
      const last = 'GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      // A request that could have a body is not answered from memory.
      const bytes = await rawRequest(app.url, `${head}\r\n${head}Content-Length: 0\r\n\r\n${last}`);
      const answers = bytes.split(/(?=HTTP\/1\.1 )/).slice(0, 2);
      const [fromMemory, byRoute] = answers.map((answer) => {
        const [lines = '', body] = answer.split('\r\n\r\n');
        const names =
          /^(?:HTTP|content-type|cache-control|access-control-allow-origin|cross-origin-resource)/i;
        return {
          head: lines
            .split('\r\n')
            .filter((line) => names.test(line))
            .toSorted(),
          body,
        };
      });
      expect(fromMemory).toEqual(byRoute);
      expect(fromMemory?.body).toMatch(/\.mp3\?session=/);
      expect(answers.map((answer) => /^x-request-id:/im.test(answer))).toEqual([false, true]);
    },
  );
});

describe('an installation that keeps its mails in the mailbox of development', () => {
  it('is open to other machines, but for the mailbox', async () => {
    const mailbox = createMailbox(await mkdtemp(join(tmpdir(), 'stationhouse-mailbox-')));
    const app = await startApp(database, { mailbox });
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const answers = ['/openapi.json', '/docs', '/v1/status', '/', '/dev/mailbox'].map(
      async (path) => [path, (await app.get(path, { headers })).status],
    );
    expect(Object.fromEntries(await Promise.all(answers))).toEqual({
      '/openapi.json': 200,
      '/docs': 200,
      '/v1/status': 200,
      '/': 200,
      '/dev/mailbox': 404,
    });
  });
});
