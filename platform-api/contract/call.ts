import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { ApiKeyScope, ApiPart } from './accounts/values.ts';
import type { RateLimitName } from './rate-limits.ts';
import type { TeamAccess } from './team/values.ts';

/** The required role. `mountCall` enforces it, so that no route can forget it. */
export type Access = 'public' | 'member' | 'support' | 'admin';

/** The roles that may make calls of the admin area. Calls that need an admin refuse support. */
export const ADMIN_AREA = { support: ['support', 'admin'], admin: ['admin'] } as const;

/** Whether a call is one of the admin area. */
export const isOfAdminArea = (access: Access): access is keyof typeof ADMIN_AREA =>
  access in ADMIN_AREA;

/** The role that may make a call, and the keys. */
type Permission =
  | {
      access: 'member';
      /** The part of the API: a key needs a scope of it, or of the whole API. */
      scope: ApiPart;
      api_keys?: undefined;
    }
  | {
      access: 'member';
      /** The call needs a session; API keys are refused. */
      api_keys: false;
      scope?: undefined;
    }
  | { access: Exclude<Access, 'member'>; api_keys?: false; scope?: undefined };

/**
 * One call of the API. The routes, their guards, the OpenAPI document, the reference page and the SDK's
 * types are all made from these definitions.
 */
export type Call = Permission & CallFields;

interface CallFields {
  /** The OpenAPI operationId, which also names the SDK's types. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The people of a team who may make the call for its owner. Default: `teamAccessOf`. */
  team?: TeamAccess;
  /** A change that staff of some locations may make: its handler holds it to these. */
  at_locations?: true;
  /** In OpenAPI's syntax: `/v1/stations/{station_slug}`. */
  path: string;
  summary: string;
  description?: string;
  /** The call will be removed: the days from which it is deprecated and may be gone, as 2027-01-31. */
  deprecated?: { from: string; sunset: string };
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Realistic bodies by what they do. The reference shows them, and tests send them. */
  body_examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * The maximum size of a body whose exact bytes the handler gets, in bytes: a signed one, or a part of a file.
   * Nothing is parsed; `body` is documentation only.
   */
  raw_body?: number;
  /** The media type of the raw body; default: JSON. Bytes of a file may take long if they keep `SLOWEST_UPLOAD`. */
  body_type?: 'application/octet-stream' | 'text/csv';
  /**
   * The body is a multipart/form-data form with a file. The handler streams it and applies the
   * `Idempotency-Key` itself, because `mountCall` does not have the whole body to compare.
   */
  form?: z.ZodObject;
  /** Requires a `Step-Up` token in the header: the user has entered the password again. */
  step_up?: true;
  /** Requires a `Step-Up` token of accounts with a second factor: the password alone must not change a way in. */
  step_up_with_factor?: true;
  /** Whether this body requires a session and a `Step-Up` token, although others of the call do not. */
  step_up_for?: (body: Record<string, unknown>) => boolean;
  /** Whether this body needs an admin, although others of the call do not. */
  admin_for?: (body: Record<string, unknown>) => boolean;
  /**
   * Accepts an `Idempotency-Key`: a repeat has no further effect and returns the same answer. `resumes`: after a crash
   * a repeat finishes what the first request began, because each of its steps has no further effect the second time.
   */
  idempotent?: true | 'resumes';
  /**
   * The handler runs for test keys too, and keeps them away from everything that is real. The other calls answer them with
   * their example.
   */
  acts_for_test_keys?: true;
  /** A change that is answered during maintenance too: it signs in or out, or ends the maintenance. */
  in_maintenance?: true;
  /** Headers that the handler reads itself. */
  request_headers?: z.ZodObject;
  /**
   * Returns an error that takes precedence over `validation_failed`, where the specification has its own
   * sentence for missing fields.
   */
  refuse_first?: (body: Record<string, unknown>) => ErrorName | undefined;
  /** The successful answer's body; for event streams, each event's data by its name. */
  response: z.ZodType;
  /** Response headers besides those of every answer. */
  response_headers?: readonly ('ETag' | 'Set-Cookie')[];
  /** The path holds a station's slug; a former slug redirects to the current one. */
  may_have_moved?: true;
  content_type?: 'application/json' | 'text/event-stream' | 'text/csv' | 'audio/mpeg';
  /** Default: 200. 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Rate limits. `mountCall` applies those that count every request per address or account. */
  limits?: readonly RateLimitName[];
  /** Errors besides those of every call of its kind (`src/reference/open-api-problems.ts`). */
  errors: readonly ErrorName[];
}

/** The scopes of which an API key needs one for a call, the narrowest first. A call of the admin area also needs `admin`. */
export function scopesFor({ method, scope }: Call): ApiKeyScope[] {
  if (method === 'get') return scope ? readScopesOf(scope) : ['read'];
  return scope ? [`${scope}:write`, 'write'] : ['write'];
}

/** The parts of the API that only the owner of a business uses: money, the account, and what acts as them elsewhere. */
const OWNERS_PARTS: readonly ApiPart[] = ['billing', 'account', 'webhooks'];

/**
 * The people who may make a call for a business that is not their own: by default managers. Calls that need a session are
 * the owner's.
 */
export function teamAccessOf({ access, api_keys, scope, team }: Call): TeamAccess {
  if (team !== undefined) return team;
  const isOwners = access !== 'member' || api_keys === false || OWNERS_PARTS.includes(scope);
  if (isOwners) return 'owner';
  return scope === 'announcements' ? 'staff' : 'manager';
}

/** The scopes of which an API key needs one to read a part, the narrowest first. */
export const readScopesOf = (part: ApiPart): ApiKeyScope[] => [
  `${part}:read`,
  `${part}:write`,
  'read',
];

/** Whether a call is answered during maintenance. */
export const worksInMaintenance = ({ method, in_maintenance }: Call): boolean =>
  method === 'get' || in_maintenance === true;

/** Whether a call answers with a file. */
export const isDownload = ({ content_type }: Pick<Call, 'content_type'>): boolean =>
  content_type === 'text/csv' || content_type === 'audio/mpeg';

/** Checks a call's definition and keeps its exact types. */
export function call<const T extends Call>(definition: T): T {
  return definition;
}

/** Whether some requests of a call need a `Step-Up` token. */
export const mayNeedStepUp = ({
  step_up,
  step_up_with_factor,
  step_up_for,
}: Pick<Call, 'step_up' | 'step_up_with_factor' | 'step_up_for'>): boolean =>
  Boolean(step_up ?? step_up_with_factor ?? step_up_for);

/** A group of calls in the reference. */
export interface CallGroup {
  name: string;
  description: string;
  calls: readonly Call[];
}

/** Checks a group's definition. */
export const group = (definition: CallGroup): CallGroup => definition;
