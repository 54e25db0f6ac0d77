import type Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { ERRORS } from '../../contract/errors.ts';
import { RATE_LIMITS, type RateLimitName } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { answer } from './answer.ts';
import { limitedAddress } from './client-address.ts';
import type { Idempotency } from './idempotency.ts';
import type { Identify, Identity } from './identity.ts';
import { readJsonBody } from './json-body.ts';
import type { RateLimits } from './rate-limits.ts';
import { readRawBody } from './raw-body.ts';
import { faultsOf, strangeTexts } from './validation.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request as its handler gets it: parsed by the contract, asked by somebody who may. */
export interface Request<T extends Call> {
  ctx: Context;
  params: Parsed<T['params']>;
  query: Parsed<T['query']>;
  /** Undefined where the bytes are handed over instead. */
  body: T extends { raw_body: number } ? undefined : Parsed<T['body']>;
  /** The very bytes that were sent, where the call has a `raw_body`. */
  raw: T extends { raw_body: number } ? Buffer : undefined;
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
export type MountCall = <T extends Call>(router: Router, call: T, handler: Handler<T>) => void;

const calls = new WeakMap<object, Call>();

/** The call that a route's middleware was made for; undefined: it was mounted without a door. */
export const callOf = (middleware: object): Call | undefined => calls.get(middleware);

/**
 * Puts guards, limits and validation between a route and its handler, in this order:
 *
 * 1. limits per address, so that guessing a session counts too;
 * 2. session or API key, role, step-up token;
 * 3. body, `Idempotency-Key` (a repeat gets the kept answer), validation;
 * 4. limits per account. Invalid requests and repeats don't count: they cause no work.
 *
 * Limits that count failures, or that count per target, stay with their handlers.
 */
export function createMountCall(deps: {
  identify: Identify;
  limits: RateLimits;
  idempotency: Idempotency;
  /** @throws `step_up_required` */
  proveStepUp: (ctx: Context, identity: Identity) => Promise<void>;
  addressOf: (ctx: Context) => string;
}): MountCall {
  const { identify, limits, idempotency, proveStepUp, addressOf } = deps;

  return function mountCall<T extends Call>(router: Router, call: T, handler: Handler<T>): void {
    const addressLimits = requestLimits(call, 'address');
    const accountLimits = requestLimits(call, 'account');
    if (call.access === 'public' && accountLimits.length > 0) {
      throw new Error(`${call.id} is public, so it cannot have a limit per account.`);
    }

    async function enter(ctx: Context): Promise<void> {
      const address = addressOf(ctx);
      for (const name of addressLimits) await limits.take(name, limitedAddress(address));
      const identity = call.access === 'public' ? null : await admit(call, await identify(ctx));
      if (call.access !== 'public') ctx.set('Cache-Control', 'no-store');
      if (call.step_up && identity) await proveStepUp(ctx, identity);
      const sent = await readBody(call, ctx);

      async function act(): Promise<void> {
        const request = { ctx, identity, address, ...parseRequest(call, ctx, sent) };
        // `accountLimits` is empty where there is no identity.
        for (const name of accountLimits) await limits.take(name, identity?.user.id ?? '');
        // The schemas are the call's own, so what they give is what its handler was promised.
        const result = await handler(request as Request<T>);
        // TypeScript can't take one member away from a type that it doesn't know yet.
        if (result !== ANSWERED) answer(ctx, call, result as z.input<T['response']>);
      }
      if (!call.idempotent || call.form) return act();
      const owner = identity?.user.id ?? limitedAddress(address);
      return idempotency.once(ctx, { owner, asked: [call.id, ctx.url, sent.json] }, act);
    }
    calls.set(enter, call);
    router[call.method](call.path.replaceAll(/\{(\w+)\}/g, ':$1'), enter);
  };
}

/** The limits of a call that count every request of an address, or of an account. */
function requestLimits({ limits = [] }: Call, wanted: 'address' | 'account'): RateLimitName[] {
  return limits.filter((name) => {
    const { per, counts } = RATE_LIMITS[name];
    return per === wanted && counts === 'requests';
  });
}

/**
 * Lets the right people in.
 * @throws `forbidden`; `unavailable` when nobody can say whether it is an admin
 */
function admit(call: Call, identity: Identity): Identity {
  if (identity.session_id === null && call.api_keys === false) throw new AppError('forbidden');
  if (!identity.scopes.includes(call.method === 'get' ? 'read' : 'write'))
    throw new AppError('forbidden');
  if (call.access === 'admin') {
    if (identity.role === null) throw new AppError('unavailable');
    if (identity.role !== 'admin') throw new AppError('forbidden');
  }
  return identity;
}

/** What came in a request's body; neither where the call has none. */
interface SentBody {
  json?: Record<string, unknown>;
  raw?: Buffer;
}

async function readBody(call: Call, ctx: Context): Promise<SentBody> {
  if (call.raw_body !== undefined) return { raw: await readRawBody(ctx, call.raw_body) };
  return call.body ? { json: await readJsonBody(ctx) } : {};
}

function parseRequest(call: Call, ctx: Context, { json, raw }: SentBody) {
  return {
    params: parseParams(call, ctx.params),
    query: call.query && parseFields(call.query, ctx.query),
    body: json && parseBody(call, json),
    raw,
  };
}

/** @throws the call's own word for what is not there: an id that is none belongs to nothing */
function parseParams(call: Call, params: unknown): unknown {
  const parsed = call.params?.safeParse(params);
  if (parsed && !parsed.success) {
    throw new AppError(call.errors.find((name) => ERRORS[name].status === 404) ?? 'not_found');
  }
  return parsed?.data;
}

/** @throws what the call refuses first, else `validation_failed` */
function parseBody(call: Call, body: Record<string, unknown>): unknown {
  const refusal = call.refuse_first?.(body);
  if (refusal) throw new AppError(refusal);
  return call.body && parseFields(call.body, body);
}

/** @throws `validation_failed` naming each field */
function parseFields(schema: z.ZodType, given: unknown): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new AppError('validation_failed', { fields: faultsOf(parsed.error, given) });
  const strange = strangeTexts(given);
  if (strange.length > 0) throw new AppError('validation_failed', { fields: strange });
  return parsed.data;
}
