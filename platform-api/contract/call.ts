import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { RateLimitName } from './limits.ts';

/** Who may make the call. `mountCall` enforces it, so that no route can forget it. */
export type Access = 'public' | 'member' | 'admin';

/**
 * One call of the API as it crosses the wire. The routes, their guards, the OpenAPI document, the
 * reference page and the SDK's types are all made from these.
 */
export interface Call {
  /** Its name in programs: the document's operationId, and the SDK's types after it. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/stations/{station_slug}`. */
  path: string;
  access: Access;
  /** False: only somebody who has signed in may do this, no program with an API key. */
  api_keys?: false;
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bodies that somebody could really send, by what they do. The reference shows them; tests send them. */
  body_examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * The body is signed as it is: its handler gets the bytes, at most so many, and nothing is parsed
   * before. `body` then only says what they hold.
   */
  raw_body?: number;
  /**
   * The body is a form with a file, as multipart/form-data. Its handler reads it as it comes, and sees
   * to the `Idempotency-Key` by itself: the door can't compare what is never held.
   */
  form?: z.ZodObject;
  /** Only for who has given the password again: asks for a `Step-Up` token in its header. */
  step_up?: true;
  /** Takes an `Idempotency-Key`: asked twice with the same, it acts once and answers the same. */
  idempotent?: true;
  /** Headers that it heeds. Its handler reads them by itself. */
  request_headers?: z.ZodObject;
  /**
   * A refusal that comes before the field by field one, where the specification has a sentence of its
   * own for what is missing.
   */
  refuse_first?: (body: Record<string, unknown>) => ErrorName | undefined;
  /** The successful answer's body, or for event streams each event's data by its name. */
  response: z.ZodType;
  /** What an answer may carry in its head, beside what every answer carries. */
  response_headers?: readonly ('ETag' | 'Set-Cookie')[];
  /** It names a station by its address: one that was changed is answered with the present one. */
  may_have_moved?: true;
  content_type?: 'application/json' | 'text/event-stream' | 'text/csv';
  /** 200 unless told otherwise; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Its rate limits. `mountCall` takes those that count every request of an address or account. */
  limits?: readonly RateLimitName[];
  /** Beside those that any call of its kind may answer with (`src/http/open-api.ts`). */
  errors: readonly ErrorName[];
}

/** Keeps a call's exact types while checking that it is one. */
export function call<const T extends Call>(definition: T): T {
  return definition;
}
