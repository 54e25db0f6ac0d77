import Router from '@koa/router';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { AppError } from '../errors.ts';
import { readRawBody } from '../http/body.ts';
import { clientAddress, limitedAddress } from '../http/client-address.ts';
import { keyOfStation } from '../stations/station.ts';
import type { Audience } from './audience.ts';
import { playerNamed } from './connections.ts';
import type { ListenerCountry } from './listener-country.ts';
import { isMonitor } from './monitors.ts';
import { findStreamedElsewhere } from '../stations/station-queries.ts';

/** A report is a token, a number and a word. */
const MAX_REPORT_BYTES = 300;

/** Sessions that one address can begin in this time, in seconds. Each address can also open as many streams. */
const BEGIN_SECONDS = 300;

/**
 * Players of streams that are not ours: `POST /listening/{slug}` (or a public id) with the kind of player begins a session and answers its
 * token; with `{token} {seconds}` or `{token} {seconds} end` it reports how long it has played so far. Requests are simple
 * ones (no preflight), so that `sendBeacon` can make them.
 */
export function reportRoutes(deps: {
  db: Knex;
  audience: Audience;
  listenerCountry?: ListenerCountry | undefined;
  trustProxy: number;
  /** The station that a player's owner has named. */
  named: (text: string) => string;
}): Router {
  const { db, audience, listenerCountry, trustProxy, named } = deps;
  const router = new Router();
  const begun = new RateLimiterMemory({ points: MAX_STREAMS_PER_ADDRESS, duration: BEGIN_SECONDS });

  /** @returns the token of a new session; empty: it is not counted */
  async function begin(ctx: Context, name: string, player: string): Promise<string> {
    // Global Privacy Control: without a token the player reports nothing.
    if (ctx.get('Sec-GPC') === '1' || isMonitor(ctx.get('User-Agent'))) return '';
    const address = limitedAddress(clientAddress(ctx.req, trustProxy));
    await begun.consume(address).catch(() => {
      throw new AppError('too_many_streams');
    });
    // Streams of ours are counted as they are sent.
    const key = keyOfStation(named(name));
    const station = key && (await findStreamedElsewhere(db, key));
    if (!station) return '';
    const country = listenerCountry?.(ctx.req) ?? '';
    return audience.issue({ station_id: station.id, player: playerNamed(player), country });
  }

  router.post('/listening/:slug', async (ctx) => {
    const text = String(await readRawBody(ctx, MAX_REPORT_BYTES));
    const [first = '', seconds, end] = text.trim().split(' ');
    ctx.set('Cache-Control', 'no-store');
    if (seconds === undefined) {
      ctx.body = await begin(ctx, ctx.params['slug'] ?? '', first);
      return;
    }
    const heard = Number(seconds);
    const isValid = Number.isFinite(heard) && heard >= 0;
    const network = limitedAddress(clientAddress(ctx.req, trustProxy));
    const told = { seconds: heard, isEnd: end === 'end', network };
    if (!isValid || !(await audience.report(first, told))) throw new AppError('bad_request');
    ctx.status = 204;
  });

  return router;
}
