import type Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { RATE_LIMITS } from '../../contract/limits.ts';
import { AppError, Forbidden, NotFound, Unavailable, ValidationFailed } from '../errors.ts';
import { answer } from './answer.ts';
import { limitedAddress } from './client-address.ts';
import type { Identify, Identity } from './identity.ts';
import { readJsonBody } from './json-body.ts';
import type { RateLimits } from './rate-limits.ts';
import { faultsOf, strangeTexts } from './validation.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request as its handler gets it: parsed by the contract, asked by somebody who may. */
export interface Request<T extends Call> {
  ctx: Context;
  params: Parsed<T['params']>;
  query: Parsed<T['query']>;
  body: Parsed<T['body']>;
  /** Null on a public call. */
  identity: T['access'] extends 'public' ? null : Identity;
  /** The address it came from. */
  address: string;
}

/** For the few answers that are no JSON body: the handler has seen to the response itself. */
export const ANSWERED = Object.freeze({ answered: true });

type Answer<T extends Call> = z.input<T['response']> | typeof ANSWERED;

/** What answers a call: a body as the contract has it. */
export type Handler<T extends Call> = (request: Request<T>) => Promise<Answer<T>> | Answer<T>;

/** Mounts a call: its limits, its guard and its checks come from the contract, always. */
export type Door = <T extends Call>(router: Router, call: T, handler: Handler<T>) => void;

const doors = new WeakMap<object, Call>();

/** The call that a route's middleware was made for; undefined: it was mounted without a door. */
export const callBehind = (middleware: object): Call | undefined => doors.get(middleware);

/** Everything that stands between a route and its handler. */
export function createDoor(deps: {
  identify: Identify;
  limits: RateLimits;
  addressOf: (ctx: Context) => string;
}): Door {
  const { identify, limits, addressOf } = deps;

  return function door<T extends Call>(router: Router, call: T, handler: Handler<T>): void {
    const addressLimits = (call.limits ?? []).filter((name) => {
      const { per, counts } = RATE_LIMITS[name];
      return per === 'address' && counts === 'requests';
    });

    async function enter(ctx: Context): Promise<void> {
      const address = addressOf(ctx);
      for (const name of addressLimits) await limits.take(name, limitedAddress(address));
      const identity = call.access === 'public' ? null : await admit(call, await identify(ctx));
      if (call.access !== 'public') ctx.set('Cache-Control', 'no-store');
      const request = { ctx, identity, address, ...(await readRequest(call, ctx)) };
      // The schemas are the call's own, so what they give is what its handler was promised.
      const result = await handler(request as Request<T>);
      // TypeScript can't take one member away from a type that it doesn't know yet.
      if (result !== ANSWERED) answer(ctx, call, result as z.input<T['response']>);
    }
    doors.set(enter, call);
    router[call.method](call.path.replaceAll(/\{(\w+)\}/g, ':$1'), enter);
  };
}

/**
 * Lets the right people in.
 * @throws Forbidden; Unavailable when nobody can say whether it is an admin
 */
function admit(call: Call, identity: Identity): Identity {
  if (identity.session_id === null && call.api_keys === false) throw Forbidden();
  if (!identity.scopes.includes(call.method === 'get' ? 'read' : 'write')) throw Forbidden();
  if (call.access === 'admin') {
    if (identity.role === null) throw Unavailable();
    if (identity.role !== 'admin') throw Forbidden();
  }
  return identity;
}

async function readRequest(call: Call, ctx: Context) {
  return {
    params: parseParams(call.params, ctx.params),
    query: call.query && parseFields(call.query, ctx.query),
    body: call.body && parseBody(call, await readJsonBody(ctx)),
  };
}

/** @throws NotFound: an id that is none belongs to nothing */
function parseParams(schema: z.ZodType | undefined, params: unknown): unknown {
  const parsed = schema?.safeParse(params);
  if (parsed && !parsed.success) throw NotFound();
  return parsed?.data;
}

/** @throws what the call refuses first, else ValidationFailed */
function parseBody(call: Call, body: Record<string, unknown>): unknown {
  const refusal = call.refuse_first?.(body);
  if (refusal) throw new AppError(refusal);
  return call.body && parseFields(call.body, body);
}

/** @throws ValidationFailed naming each field */
function parseFields(schema: z.ZodType, given: unknown): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw ValidationFailed(faultsOf(parsed.error, given));
  const strange = strangeTexts(given);
  if (strange.length > 0) throw ValidationFailed(strange);
  return parsed.data;
}
