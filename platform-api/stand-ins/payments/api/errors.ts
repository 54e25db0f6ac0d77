// Rejected requests, in Stripe's words and with its statuses (docs.stripe.com/api/errors).

/** The `error` of an answer. */
export interface StripeError {
  type: 'invalid_request_error' | 'api_error' | 'idempotency_error';
  message: string;
  code?: string;
  param?: string;
}

/** A rejected request. It is answered with Stripe's error body. */
export class Rejection extends Error {
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** 400 with a message, and perhaps a parameter and a code. */
export const InvalidRequest = (message: string, param?: string, code?: string): Rejection =>
  new Rejection(400, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });

/** An unknown id in the path is 404, one in a parameter 400. */
export const ResourceMissing = (kind: string, id: string, param = 'id', status = 404): Rejection =>
  new Rejection(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replace(/^.*\./, '').replaceAll('_', ' ')}: '${id}'`,
    param,
  });

export const ParameterUnknown = (names: string[]): Rejection =>
  InvalidRequest(
    names.length === 1
      ? `Received unknown parameter: ${names[0]}`
      : `Received unknown parameters: ${names.join(', ')}`,
    names[0],
    'parameter_unknown',
  );

export const ParameterMissing = (name: string): Rejection =>
  InvalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing');

export const UrlUnknown = (method: string, path: string): Rejection =>
  new Rejection(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const KeyMissing = (): Rejection =>
  new Rejection(401, {
    type: 'invalid_request_error',
    message:
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
      "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });

/** Shows only the start of the key and its last four characters. */
export const KeyInvalid = (key: string): Rejection =>
  new Rejection(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(8).slice(-4)}`,
  });

export const RateLimited = (): Rejection =>
  new Rejection(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const InternalError = (): Rejection =>
  new Rejection(500, {
    type: 'api_error',
    message: 'An unexpected error occurred. Please try again later.',
  });

export const KeyReused = (key: string): Rejection =>
  new Rejection(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const KeyInUse = (key: string): Rejection =>
  new Rejection(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
