import type Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { User } from '../../contract/accounts/calls.ts';
import {
  ADMIN_AREA,
  isOfAdminArea,
  scopesFor,
  teamAccessOf,
  worksInMaintenance,
  type Call,
} from '../../contract/call.ts';
import { ERRORS } from '../../contract/errors.ts';
import { MAX_HELD_BYTES } from '../../contract/library/values.ts';
import { RATE_LIMITS, type RateLimitName } from '../../contract/rate-limits.ts';
import { type ApiKeyScope, type UserRole } from '../../contract/accounts/values.ts';
import { BUSINESS_HEADER, type TeamRole } from '../../contract/team/values.ts';
import { AppError } from '../errors.ts';
import { createByteBudget, limitBodyPace, readJsonBody, readRawBody } from './body.ts';
import { limitedAddress } from './client-address.ts';
import type { Idempotency } from './idempotency.ts';
import type { RateLimits } from './rate-limits.ts';
import { faultsOf, invalidTexts } from './validation.ts';

/** A person who acts for the owner of a business. */
export interface ActingMember {
  user_id: string;
  membership_id: string;
  role: TeamRole;
  /** The locations that staff work for; null: all. */
  location_ids: readonly string[] | null;
}

/** The authenticated user of a request, read from the database for each request. */
export interface Identity {
  /** The signed-in user, or the owner for whom a team member acts. */
  user: z.input<typeof User>;
  /** The team member who acts for the owner; null: the user acts for themselves. */
  team: ActingMember | null;
  /** Null: the role could not be read. The user counts as a plain user, and admin calls answer 503. */
  role: UserRole | null;
  has_second_factor: boolean;
  /** Null: a program with an API key, or an admin's view. */
  session_id: string | null;
  /** The key of a program; null for a person. */
  key_id: string | null;
  /** An admin's read-only view of the user's account; null otherwise. */
  view_id: string | null;
  /** The key's first characters, which name it in its owner's list and in the audit log. */
  key_prefix: string | null;
  /** A test key: the request is checked, answered as documented, and changes nothing that is real. */
  is_test: boolean;
  /** All scopes with a session; the key's own scopes with an API key; `read` in an admin's view. */
  scopes: readonly ApiKeyScope[];
}

/**
 * Authenticates a request by its Authorization header.
 * @param business the public id of a station for whose owner a team member acts; default: the user acts for themselves
 * @throws `invalid_token`, `token_expired`, `session_ended`, `not_in_team`
 */
export type Identify = (ctx: Context, business?: string) => Promise<Identity>;

/** The id of the person who acts: the team member, or the user. */
export const personOf = ({ user, team }: Identity): string => team?.user_id ?? user.id;

/** The body of a call's successful answer, as the reference shows it. */
export type DocumentedAnswer = (call: Call) => Promise<unknown>;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request as its handler receives it: authorised, and parsed by the contract. */
export interface Request<T extends Call> {
  ctx: Context;
  params: Parsed<T['params']>;
  query: Parsed<T['query']>;
  /** Undefined for a call with a `raw_body`. */
  body: T extends { raw_body: number } ? undefined : Parsed<T['body']>;
  /** The exact bytes that were sent, for a call with a `raw_body`. */
  raw: T extends { raw_body: number } ? Buffer : undefined;
  /** Null on a public call. */
  identity: T['access'] extends 'public' ? null : Identity;
  /** The client's IP address. */
  address: string;
}

/** Returned by a handler that has written the response itself, for example an event stream. */
export const ANSWERED = Object.freeze({ answered: true });

type Answer<T extends Call> = z.input<T['response']> | typeof ANSWERED;

/** Handles a call and returns the body that its contract describes. */
export type Handler<T extends Call> = (request: Request<T>) => Promise<Answer<T>> | Answer<T>;

/** Mounts a call. Its limits, guard and validation always come from the contract. */
export type MountCall = <T extends Call>(router: Router, call: T, handler: Handler<T>) => void;

const calls = new WeakMap<object, Call>();

/** The call that a middleware was mounted for; undefined if `mountCall` did not mount it. */
export const callOf = (middleware: object): Call | undefined => calls.get(middleware);

/**
 * Puts guards, limits and validation between a route and its handler, in this order:
 *
 * 1. limits per address, so that guessing a session counts too; during maintenance a refusal of changes;
 * 2. session or API key, role, step-up token;
 * 3. body, step-up token if this body needs one, validation, `Idempotency-Key` (a repeat gets the kept answer);
 * 4. limits per account. Invalid requests and repeats don't count: they cause no work.
 *
 * A test key then gets the documented answer instead of the handler's, unless the call acts for test keys. Its limits and kept answers are its own.
 *
 * Limits that count failures, or that count per target, stay with their handlers.
 */
export function createMountCall(deps: {
  identify: Identify;
  limits: RateLimits;
  idempotency: Idempotency;
  /** Admins and support without a second factor can make no call of the admin area. */
  adminsNeedFactor: boolean;
  /** @throws `step_up_required` */
  proveStepUp: (ctx: Context, identity: Identity) => Promise<void>;
  addressOf: (ctx: Context) => string;
  documentedAnswer: DocumentedAnswer;
  /** Writes down what a team member did for an owner. */
  noteTeamAct: (call: Call, identity: Identity, address: string) => Promise<void>;
  roleOf: (userId: string) => Promise<UserRole>;
  /** @throws `maintenance` while it lasts */
  requireNoMaintenance: () => void;
}): MountCall {
  const {
    requireNoMaintenance,
    identify,
    limits,
    idempotency,
    adminsNeedFactor,
    proveStepUp,
    addressOf,
  } = deps;

  /**
   * Support helps customers. The accounts of admins and of support protect what support may not do.
   * @throws `forbidden`
   */
  async function requireOrdinaryCustomer(
    { access }: Call,
    { role }: Identity,
    params: unknown,
  ): Promise<void> {
    if (access !== 'support' || role !== 'support') return;
    const { user_id } = Object(params) as { user_id?: string };
    if (user_id !== undefined && (await deps.roleOf(user_id)) !== 'user')
      throw new AppError('forbidden');
  }

  return function mountCall<T extends Call>(router: Router, call: T, handler: Handler<T>): void {
    const addressLimits = requestLimits(call, 'address');
    const accountLimits = requestLimits(call, 'account');
    if (call.access === 'public' && accountLimits.length > 0) {
      throw new Error(`${call.id} is public, so it cannot have a limit per account.`);
    }

    async function enter(ctx: Context): Promise<void> {
      ctx.state['call'] = call.id;
      if (call.deprecated) announceRemoval(ctx, call.deprecated);
      const address = addressOf(ctx);
      for (const name of addressLimits) await limits.take(name, limitedAddress(address));
      if (!worksInMaintenance(call)) requireNoMaintenance();
      const business = teamAccessOf(call) === 'self' ? '' : ctx.get(BUSINESS_HEADER);
      const identity = call.access === 'public' ? null : admit(call, await identify(ctx, business));
      ctx.state['userId'] = identity ? personOf(identity) : undefined;
      if (adminsNeedFactor && isOfAdminArea(call.access) && !identity?.has_second_factor) {
        throw new AppError('second_factor_setup_required');
      }
      if (call.access !== 'public') ctx.set('Cache-Control', 'no-store');
      if (identity && needsStepUp(call, identity)) await proveStepUp(ctx, identity);
      const sent = await readBody(call, ctx);
      if (identity && sent.json && call.admin_for?.(sent.json) && identity.role !== 'admin') {
        throw new AppError('forbidden');
      }
      if (identity && sent.json && call.step_up_for?.(sent.json)) {
        if (identity.session_id === null) throw new AppError('forbidden');
        await proveStepUp(ctx, identity);
      }

      const owner = identity ? ownerOf(identity) : limitedAddress(address);

      // Before a key is claimed: refusals of invalid requests are never kept.
      const request = { ctx, identity, address, ...parseRequest(call, ctx, sent) };
      if (identity) await requireOrdinaryCustomer(call, identity, request.params);

      async function act(): Promise<void> {
        for (const name of accountLimits) await limits.take(name, owner);
        if (identity?.is_test && !call.acts_for_test_keys) {
          return answerAsDocumented(ctx, call, deps.documentedAnswer);
        }
        // Parsed by the call's own schemas, so the types match.
        const result = await handler(request as Request<T>);
        if (identity?.team && call.method !== 'get') {
          await deps.noteTeamAct(call, identity, address);
        }
        // TypeScript cannot narrow a union with an unresolved generic member.
        if (result !== ANSWERED) answer(ctx, call, result as z.input<T['response']>);
      }
      if (!call.idempotent || call.form) return act();
      const asked = [call.id, ctx.url, sent.json];
      return idempotency.once(ctx, { owner, asked, resumes: call.idempotent === 'resumes' }, act);
    }
    calls.set(enter, call);
    router[call.method](call.path.replaceAll(/\{(\w+)\}/g, ':$1'), enter);
  };
}

const needsStepUp = (call: Call, { has_second_factor }: Identity): boolean =>
  call.step_up === true || (call.step_up_with_factor === true && has_second_factor);

/** To whom limits and kept answers belong: those of test keys are apart, and those of each team member. */
function ownerOf({ user, team, is_test }: Identity): string {
  if (team) return `${team.user_id} for ${user.id}`;
  return is_test ? `test ${user.id}` : user.id;
}

async function answerAsDocumented(
  ctx: Context,
  call: Call,
  documentedAnswer: DocumentedAnswer,
): Promise<void> {
  // An uploaded file is read and thrown away, so that the client can finish sending.
  ctx.req.resume();
  ctx.body = call.status === 204 ? null : await documentedAnswer(call);
  ctx.status = call.status ?? 200;
  if (call.status !== 204) ctx.type = call.content_type ?? 'application/json';
  if (call.response_headers?.includes('ETag')) ctx.etag = 'example';
}

/** Deprecation is RFC 9745, Sunset RFC 8594. */
function announceRemoval(ctx: Context, { from, sunset }: { from: string; sunset: string }): void {
  ctx.set('Deprecation', `@${Date.parse(from) / 1_000}`);
  ctx.set('Sunset', new Date(sunset).toUTCString());
  ctx.set('Link', '</docs/versions#deprecation>; rel="deprecation"; type="text/html"');
}

/** The limits of a call that count every request of an address or of an account. */
function requestLimits({ limits = [] }: Call, wanted: 'address' | 'account'): RateLimitName[] {
  return limits.filter((name) => {
    const { per, counts } = RATE_LIMITS[name];
    return per === wanted && counts === 'requests';
  });
}

/**
 * Checks that the identity may make this call.
 * @throws `forbidden`; `view_only`; `owner_only`; `manager_only`; `all_locations_only`; `insufficient_scope`; `unavailable` when the role of a possible admin cannot be read
 */
function admit(call: Call, identity: Identity): Identity {
  if (identity.view_id !== null && (call.method !== 'get' || call.api_keys === false)) {
    throw new AppError('view_only');
  }
  if (identity.session_id === null && call.api_keys === false) throw new AppError('forbidden');
  if (isOfAdminArea(call.access)) {
    const roles: readonly UserRole[] = ADMIN_AREA[call.access];
    if (identity.role === null) throw new AppError('unavailable');
    if (!roles.includes(identity.role)) throw new AppError('forbidden');
  }
  if (identity.team) {
    const needed = teamAccessOf(call);
    if (needed === 'owner') throw new AppError('owner_only');
    if (needed === 'manager' && identity.team.role === 'staff') throw new AppError('manager_only');
    // Other changes are heard in all locations.
    const isLimited = identity.team.location_ids !== null;
    if (isLimited && call.method !== 'get' && !call.at_locations)
      throw new AppError('all_locations_only');
  }
  requireScopes(identity, [
    scopesFor(call),
    ...(isOfAdminArea(call.access) ? [['admin' as const]] : []),
  ]);
  return identity;
}

/**
 * @param needed groups of scopes, of each of which one is enough; the first is named
 * @throws `insufficient_scope`, which names the scopes that the API key lacks
 */
export function requireScopes({ scopes }: Pick<Identity, 'scopes'>, needed: ApiKeyScope[][]): void {
  const lacking = needed
    .filter((group) => !group.some((scope) => scopes.includes(scope)))
    .flatMap(([narrowest]) => narrowest ?? []);
  if (lacking.length === 0) return;
  const [named, noun] = [lacking.join('” and “'), lacking.length > 1 ? 'scopes' : 'scope'];
  throw new AppError('insufficient_scope', {
    scope: lacking.join(' '),
    detail: `This API key lacks the ${noun} “${named}”. Use a key that has it, or create one.`,
  });
}

/** A request's body; empty for a call without one. */
interface SentBody {
  json?: Record<string, unknown>;
  raw?: Buffer;
}

const holdUpload = createByteBudget(MAX_HELD_BYTES);

async function readBody(call: Call, ctx: Context): Promise<SentBody> {
  if (call.raw_body !== undefined) {
    if (call.body_type === undefined) return { raw: await readRawBody(ctx, call.raw_body) };
    limitBodyPace(ctx.req, ctx.res);
    return { raw: await readRawBody(ctx, call.raw_body, holdUpload) };
  }
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

/** @throws the call's own 404: an invalid id cannot belong to anything */
function parseParams(call: Call, params: unknown): unknown {
  const parsed = call.params?.safeParse(params);
  if (parsed && !parsed.success) {
    throw new AppError(call.errors.find((name) => ERRORS[name].status === 404) ?? 'not_found');
  }
  return parsed?.data;
}

/** @throws the error of the call's `refuse_first`, or `validation_failed` */
function parseBody(call: Call, body: Record<string, unknown>): unknown {
  const refusal = call.refuse_first?.(body);
  if (refusal) throw new AppError(refusal);
  return call.body && parseFields(call.body, body);
}

/**
 * Sends what the contract promises and nothing else. Fields that the contract does not name are
 * removed, so that a new column cannot leak.
 * @throws z.ZodError when the body breaks the contract, which answers 500
 */
function answer<T extends Call>(ctx: Context, call: T, body: z.input<T['response']>): void {
  const parsed = call.response.parse(body);
  // The body first: Koa sets 204 for an empty one.
  ctx.body = call.status === 204 ? null : parsed;
  ctx.status = call.status ?? 200;
}

/** @throws `validation_failed` naming each field */
function parseFields(schema: z.ZodType, given: unknown): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new AppError('validation_failed', { fields: faultsOf(parsed.error, given) });
  const faults = invalidTexts(given);
  if (faults.length > 0) throw new AppError('validation_failed', { fields: faults });
  return parsed.data;
}
