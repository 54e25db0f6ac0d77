import type { Context, Middleware } from 'koa';
import { CustomerDetails } from '../../contract/customers.ts';
import type { Problem } from '../../contract/problem.ts';
import { isDatabaseGone } from '../db/connection.ts';
import { AppError } from '../errors.ts';
import { ERRORS, wireCode } from '../../contract/errors.ts';
import type { Logger } from '../log.ts';
import { errorAddress } from './error-page.ts';

/** Errors of the line itself: the client has left, so there is nobody to answer. */
const CLIENT_LEFT = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The one place where an error becomes an answer (RFC 9457). What nobody expected is logged with the
 * request's id and answered without a word of its text.
 */
export function problemAnswers(log: Logger, publicUrl: string): Middleware {
  return async function problemAnswers(ctx, next) {
    try {
      await next();
      if (ctx.respond === false || ctx.body) return;
      if (ctx.status === 404) throw new AppError('not_found');
      // The router has set the Allow header; a method it has never heard of is no different.
      if (ctx.status === 405 || ctx.status === 501) throw new AppError('method_not_allowed');
    } catch (error) {
      answerProblem(ctx, expectedError(error, ctx, log), publicUrl);
    }
  };
}

/** What the caller may be told of an error. */
function expectedError(error: unknown, ctx: Context, log: Logger): AppError {
  if (error instanceof AppError) {
    // A partner that fails: whoever asked learns that, and whoever can mend it learns why.
    if (error.status >= 500 && error.cause !== undefined) {
      log.warn({ err: error.cause, request_id: ctx.state['requestId'] }, error.kind);
    }
    return error;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isDatabaseGone(error)) {
    log.warn({ err: error, request_id: ctx.state['requestId'] }, 'database not reachable');
    return new AppError('unavailable', { cause: error });
  }
  if (!CLIENT_LEFT.has(code)) {
    log.error({ err: error, request_id: ctx.state['requestId'] }, 'unexpected error');
  }
  return new AppError('internal_error', { cause: error });
}

function answerProblem(ctx: Context, error: AppError, publicUrl: string): void {
  const code = wireCode(error.kind);
  const problem: Problem = {
    type: errorAddress(publicUrl, code),
    title: ERRORS[error.kind].title,
    status: error.status,
    code,
    detail: error.message,
    ...(error.fields && { errors: error.fields }),
    ...(error.quote && { quote: error.quote }),
    // As in every other answer: what the contract doesn't name is left behind.
    ...(error.current && { current: CustomerDetails.parse(error.current) }),
    request_id: String(ctx.state['requestId']),
  };
  ctx.status = error.status;
  ctx.set('Cache-Control', 'no-store');
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  // IETF, RateLimit header fields for HTTP (draft 10): which limit, none left, seconds until there are.
  if (error.limit !== undefined) ctx.set('RateLimit', `"${error.limit}";r=0;t=${error.retryAfter}`);
  // RFC 6750 §3: a refusal of a token says how one would come in.
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.body = JSON.stringify(problem);
  ctx.type = 'application/problem+json';
}
