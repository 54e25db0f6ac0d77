// What the sandbox refuses, in Stripe's words and with its statuses (docs.stripe.com/api/errors).

/** The `error` of an answer, as Stripe writes it. */
export interface StripeError {
  type: 'invalid_request_error' | 'api_error' | 'card_error' | 'idempotency_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
}

/** A request that is refused: where it is answered, it becomes Stripe's error body. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** 400 for a reason that has a sentence and perhaps a code and a parameter. */
export const InvalidRequest = (message: string, param?: string, code?: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });

/** An id in the path leads to 404, one in a parameter to 400, as at Stripe. */
export const ResourceMissing = (kind: string, id: string, param = 'id', status = 404): Refusal =>
  new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replace(/^.*\./, '').replaceAll('_', ' ')}: '${id}'`,
    param,
  });

export const ParameterUnknown = (names: string[]): Refusal =>
  InvalidRequest(
    names.length === 1
      ? `Received unknown parameter: ${names[0]}`
      : `Received unknown parameters: ${names.join(', ')}`,
    names[0],
    'parameter_unknown',
  );

export const ParameterMissing = (name: string): Refusal =>
  InvalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing');

export const UrlUnknown = (method: string, path: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const KeyMissing = (): Refusal =>
  new Refusal(401, {
    type: 'invalid_request_error',
    message:
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
      "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });

/** Only the key's beginning and its last four letters are repeated. */
export const KeyInvalid = (key: string): Refusal =>
  new Refusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(8).slice(-4)}`,
  });

export const RateLimited = (): Refusal =>
  new Refusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const InternalError = (): Refusal =>
  new Refusal(500, {
    type: 'api_error',
    message: 'An unexpected error occurred. Please try again later.',
  });

export const KeyReused = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const KeyInUse = (key: string): Refusal =>
  new Refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });

/** 402: the bank did not pay. */
export const CardRefused = (error: Omit<StripeError, 'type'>): Refusal =>
  new Refusal(402, { type: 'card_error', ...error });
