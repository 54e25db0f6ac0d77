import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { ERRORS, wireCode, type ErrorCode } from '../../contract/errors.ts';
import { MAX_FAULTS_SHOWN, MAX_LINE_LENGTH } from '../../contract/values.ts';
import { Problem } from '../../contract/problem.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError, hasCode, type FieldFault } from '../errors.ts';
import type { Logger } from '../process/log.ts';

/** The page that explains an error: the `type` of its problem document (RFC 9457 §3.1.1). */
export function errorAddress(publicUrl: string, code: ErrorCode): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** Errors of a connection that the client has closed, so no one can be answered. */
const CLIENT_LEFT = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

const clientHasLeft = (error: unknown, { req }: Context): boolean =>
  (req.socket.destroyed || req.errored === error) && hasCode(error, ...CLIENT_LEFT);

/**
 * Whether a request names several hosts, of which a proxy may read another one than we do. RFC 9112 §3.2 demands 400.
 */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** Paths that a query is made from: those of the API and of sound. Pages have a not-found page of their own. */
const NO_PAGE = /^\/(?:v1|stream|hls|reserve|storage)\//;

/**
 * Whether such a path holds an encoded NUL. No name has one and PostgreSQL cannot compare with it (its error 22021), so
 * there is nothing at such a path. The router leaves invalid UTF-8 encoded, which is text like any other.
 */
const hasNul = ({ path }: Context): boolean => NO_PAGE.test(path) && path.includes('%00');

/**
 * The one place where an error becomes an answer (RFC 9457). Unexpected errors are logged with the
 * request's id, and their text is never sent.
 */
export function problemAnswers(log: Logger, publicUrl: string): Middleware {
  return async function problemAnswers(ctx, next) {
    try {
      if (hasSeveralHosts(ctx.req)) throw new AppError('bad_request');
      if (hasNul(ctx)) throw new AppError('not_found');
      await next();
      if (ctx.respond === false || ctx.body) return;
      if (ctx.status === 404) throw new AppError('not_found');
      // The router has set the Allow header. It answers 501 to methods that it does not know.
      if (ctx.status === 405 || ctx.status === 501) throw new AppError('method_not_allowed');
    } catch (error) {
      answerProblem(ctx, expectedError(error, ctx, log), publicUrl);
    }
  };
}

/** Converts any error into one whose text a client may read. */
function expectedError(error: unknown, ctx: Context, log: Logger): AppError {
  if (error instanceof AppError) {
    // A partner failed. The client learns only that; the log says why.
    if (error.status >= 500 && error.cause !== undefined) {
      log.warn({ err: error.cause, request_id: ctx.state['requestId'] }, error.kind);
    }
    return error;
  }
  // Before the database: a broken connection has the same code there.
  if (clientHasLeft(error, ctx)) return new AppError('bad_request', { cause: error });
  if (isDatabaseGone(error)) {
    // Not a warning for each request: readiness logs once that the database is lost.
    log.debug({ err: error, request_id: ctx.state['requestId'] }, 'the database cannot be used');
    return new AppError('unavailable', { cause: error });
  }
  log.error({ err: error, request_id: ctx.state['requestId'] }, 'unexpected error');
  return new AppError('internal_error', { cause: error });
}

/** The client invents the names of unknown fields, of any length. */
const shortened = ({ field, ...fault }: FieldFault): FieldFault => ({
  field: field.slice(0, MAX_LINE_LENGTH),
  ...fault,
});

function answerProblem(ctx: Context, error: AppError, publicUrl: string): void {
  const code = wireCode(error.kind);
  // Parsing removes fields that the contract does not name, as in every other answer.
  const problem = Problem.parse({
    type: errorAddress(publicUrl, code),
    title: ERRORS[error.kind].title,
    status: error.status,
    code,
    detail: error.message,
    ...(error.fields && { errors: error.fields.slice(0, MAX_FAULTS_SHOWN).map(shortened) }),
    ...error.data,
    request_id: String(ctx.state['requestId']),
  });
  ctx.status = error.status;
  ctx.set('Cache-Control', 'no-store');
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  // IETF, RateLimit header fields for HTTP (draft 10): the limit, requests left, seconds until reset.
  if (error.limit !== undefined) ctx.set('RateLimit', `"${error.limit}";r=0;t=${error.retryAfter}`);
  // RFC 6750 §3: a 401 names the authentication scheme.
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  // RFC 6750 §3.1: so does the refusal of a key that lacks a scope.
  if (error.scope !== undefined) {
    ctx.set('WWW-Authenticate', `Bearer error="${code}", scope="${error.scope}"`);
  }
  ctx.body = JSON.stringify(problem);
  ctx.type = 'application/problem+json';
}
