/**
 * Why a request is not accepted as a webhook.
 *
 * - `missing_header`: it lacks `webhook-id`, `webhook-timestamp` or `webhook-signature`
 * - `invalid_secret`: the secret is missing, or is not one of a webhook
 * - `parsed_body`: the body is no longer the text that was signed
 * - `wrong_signature`: body, secret or signature do not belong together
 * - `too_old`, `too_new`: it was signed more than five minutes ago, or ahead
 */
export type WebhookFault =
  'missing_header' | 'invalid_secret' | 'parsed_body' | 'wrong_signature' | 'too_old' | 'too_new';

/** A request that is not accepted. `message` says what happened and what to do, in plain English. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Stable: decide by it. */
  readonly reason: WebhookFault;
  /** The status to answer with. Express, Koa and Fastify do so when the error reaches them. */
  readonly status = 400;

  constructor(reason: WebhookFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
