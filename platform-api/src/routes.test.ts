import Router from '@koa/router';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../contract/calls.ts';
import { pathOf } from '../test/call.ts';
import { testDatabase } from '../test/database.ts';
import { startApp } from '../test/server.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createAdmin } from './admin/admin.ts';
import { createAssets } from './assets/assets.ts';
import { createBilling } from './billing/billing.ts';
import { createAccountDeletion } from './deletion/departures.ts';
import { callOf, createMountCall, type MountCall } from './http/mount-call.ts';
import { createEventStreams } from './http/event-streams.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { routes } from './routes.ts';
import { createLiveStations } from './stations/live-stations.ts';
import { createMyLiveStations } from './stations/my-live-stations.ts';
import { createNowPlayingReader } from './tracks/now-playing.ts';

const database = testDatabase();

/** The router of the app, made of its own parts, and the door that mounts its calls. */
async function mount(): Promise<{ router: Router; mountCall: MountCall }> {
  const { services } = await startApp(database);
  const { db, publicUrl, now, log } = services;
  const limits = createRateLimits(db, services.limits.rates);
  const accounts = createAccounts({ ...services, limits });
  const assets = createAssets(services);
  const billing = createBilling(services);
  const departures = createAccountDeletion(services);
  const nowPlaying = createNowPlayingReader({
    knex: db,
    fetchJson: services.guardedFetch.fetchJson,
    ownTracks: { read: services.broadcast.readOwnTrack },
    publicUrl,
    now,
    log,
  });
  const admin = createAdmin({ ...services, nowPlaying });
  const mountCall = createMountCall({
    identify: accounts.identify,
    limits,
    idempotency: createIdempotency(services),
    proveStepUp: accounts.proveStepUp,
    addressOf: () => '127.0.0.1',
  });
  const eventStreams = createEventStreams({ maxStreams: 1 });
  const stations = createLiveStations({ ...services, nowPlaying, eventStreams });
  const myStations = createMyLiveStations({ ...services, stations, eventStreams });
  const isStopping = () => false;
  const router = routes(mountCall, {
    ...services,
    limits,
    accounts,
    admin,
    assets,
    billing,
    departures,
    stations,
    myStations,
    isStopping,
  });
  return { router, mountCall };
}

/** Places of the API, and places where a route that nobody knows of could lie. */
const PLACES = [
  '/v1',
  '/v1/',
  '/v1/back-door',
  '/v1/back/door',
  ...CALLS.map((call) => pathOf(call)),
];

const nameOf = (method: string, path: string | RegExp) => `${method} ${String(path)}`;

/** What answers where the API lives but was mounted without a door, so that nothing guards it. */
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

describe('every call', () => {
  it('is mounted once, behind a door, where its contract says', async () => {
    const { router, mountCall } = await mount();
    expect(mountedCalls(router).toSorted()).toEqual(PROMISED.toSorted());
    for (const call of CALLS.slice(0, 1)) mountCall(router, call, () => ({}));
    expect(mountedCalls(router)).toHaveLength(PROMISED.length + 1);
  });

  it('is the only way in: no other route lies where the API lives', async () => {
    const { router } = await mount();
    expect(unguarded(router)).toEqual([]);
  });

  it.each(['/v1/back-door', '/:version/back-door', '/v1/me', '/{*rest}'])(
    'would be noticed without its door, at %s',
    async (path) => {
      const { router } = await mount();
      const room = new Router();
      room.get(path, (ctx) => {
        ctx.body = 'anybody';
      });
      router.use(room.routes());
      expect(unguarded(router)).toEqual([nameOf('GET', path)]);
    },
  );
});
