import type { Context } from 'koa';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';

/**
 * Answers with what the contract promises of a call and nothing else: a field that the contract does
 * not name is left behind, so a new column can't leak by accident.
 * @throws z.ZodError when the body breaks the contract: a fault of ours, answered 500
 */
export function answer<T extends Call>(ctx: Context, call: T, body: z.input<T['response']>): void {
  const parsed = call.response.parse(body);
  // First the body: Koa takes an empty one for 204.
  ctx.body = call.status === 204 ? null : parsed;
  ctx.status = call.status ?? 200;
}
