import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may enter: the group that a room's router is mounted in. */
export type Access = 'public' | 'member' | 'admin';

/**
 * One call of the API as it crosses the wire. The OpenAPI document, the reference page and the SDK's
 * types are all made from these, and a test holds them against the routes that really exist.
 */
export interface Call {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/stations/{station_slug}`. */
  path: string;
  access: Access;
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The successful answer's body, or for event streams each event's data by its name. */
  response: z.ZodType;
  content_type?: 'application/json' | 'text/event-stream';
  status?: number;
  errors: readonly ErrorCode[];
}

/** Keeps a call's exact types while checking that it is one. */
export function call<const T extends Call>(definition: T): T {
  return definition;
}
