import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { AppError, hasCode } from '../../errors.ts';

/** The version of Stripe's API, the same as the library's. In it, periods are fields of subscription items. */
const API_VERSION = '2026-10-28.endive';

/** Timeout of a request and of one that only reads, in ms, and how often it is retried. */
const TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const RETRIES = 2;
/** When clients may retry after Stripe did not answer, in seconds: each attempt takes up to half a minute. */
const SILENCE_RETRY_SECONDS = 30;
/** Delay in ms before a retry that the library does not make. */
const RETRY_MS = 300;

/** The configured connection to Stripe. */
export interface Payments {
  stripe: Stripe;
  /** Whether the key moves real money. Webhook events of the other mode are rejected. */
  livemode: boolean;
  /** Webhooks are signed with one of these; two are valid during a rotation. */
  webhookSecrets: readonly string[];
  /** The origin of the payments stand-in, whose pages are trusted like Stripe's. Null: Stripe. */
  apiBase: string | null;
  /** The clock of the payments stand-in, in epoch ms. Absent: Stripe's is ours. */
  time?: (() => number) | undefined;
  /** Rejects when Stripe cannot be reached or rejects the key. */
  check(): Promise<void>;
}

/** The settings of the connection to Stripe. */
export interface PaymentsConfig {
  secretKey: string;
  webhookSecrets: readonly string[];
  /** Another host with Stripe's API, such as the payments stand-in. Null: Stripe. */
  apiBase: string | null;
  time?: () => number;
  /** While true, Stripe is only read: this installation is a copy. */
  isStandby?: () => boolean;
  /** Timeout of a request in ms, for tests. */
  timeoutMs?: number;
}

/** Creates a client of Stripe's official library, which retries a request with the same idempotency key. */
export function createPayments(config: PaymentsConfig): Payments {
  const base = config.apiBase === null ? null : new URL(config.apiBase);
  const stripe = new Stripe(config.secretKey, {
    apiVersion: API_VERSION,
    timeout: config.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: createHttpClient(config.isStandby ?? (() => false)),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
  return {
    stripe,
    livemode: /^[rs]k_live_/.test(config.secretKey),
    webhookSecrets: config.webhookSecrets,
    apiBase: base?.origin ?? null,
    time: config.time,
    async check() {
      // A cheap read that every key with the needed permissions can make.
      await stripe.taxRates.list({ limit: 1 }, { maxNetworkRetries: 0 });
    },
  };
}

/**
 * Refuses every request that is not a read while this installation is a copy; the library wraps the error. Reads
 * time out sooner, because a member usually waits for them.
 */
function createHttpClient(isStandby: () => boolean): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, data, protocol, timeout) => {
    const isRead = method === 'GET';
    if (!isRead && isStandby()) throw new AppError('in_standby');
    const limit = isRead ? Math.min(timeout, READ_TIMEOUT_MS) : timeout;
    return send(host, port, path, method, headers, data, protocol, limit);
  };
  return client;
}

type ProviderFailure = 'billing_provider_error' | 'payment_provider_error';

/**
 * Runs requests to Stripe and translates its errors to AppErrors. `work` is retried after a rate limit or a
 * malformed response, so it must be idempotent. It handles expected errors, such as an invalid VAT number.
 *
 * @param failure the error when Stripe fails
 * @throws `stripe_not_configured` when Stripe rejects the key, otherwise `failure`
 */
export async function callStripe<T>(
  work: () => Promise<T>,
  failure: ProviderFailure = 'billing_provider_error',
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > RETRIES || !isTransient(error)) throw translate(error, failure);
    }
    await sleep(RETRY_MS * tries);
  }
}

/** Transient errors that the library does not retry: a rate limit, or a response that is not JSON. */
function isTransient(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 200) < 400;
}

function translate(error: unknown, failure: ProviderFailure): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { detail } = error;
  if (detail instanceof AppError) return detail;
  const isKeyRejected =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  if (isKeyRejected) return new AppError('stripe_not_configured', { cause: error });
  const isSilent = hasCode(detail, 'ETIMEDOUT');
  return new AppError(failure, {
    cause: error,
    ...(isSilent && { retryAfter: SILENCE_RETRY_SECONDS }),
  });
}

/** @throws `stripe_not_configured` when the app runs without a key */
export function requirePayments<T extends Payments>(payments: T | null): T {
  if (!payments) throw new AppError('stripe_not_configured');
  return payments;
}

/** Whether Stripe answered that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing';
}

/** Whether Stripe understood the request and rejected it. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether another request with the same idempotency key is in progress. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}

/** Number of further idempotency keys. After them, each caller gets a random key. */
const SPARE_KEYS = 3;

/**
 * Creates an object once for all calls with the same idempotency key. Stripe replays the response to a key for a
 * day, even a 500, and rejects the key with other parameters. All callers then use the same next key.
 */
export async function createOnce<T>(
  key: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let spare = 0; spare <= SPARE_KEYS; spare += 1) {
    try {
      return await create({ idempotencyKey: spare === 0 ? key : `${key}-spare-${spare}` });
    } catch (error) {
      if (!isSpent(error)) throw error;
    }
  }
  return create({});
}

function isSpent(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || isKeyInUse(error)) return false;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}
