// The billing room: what is sold, bought and paid. Only this room knows the payment provider.
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { AppError } from '../errors.ts';

/**
 * The version of Stripe's API that this code was written for; the library's own. A subscription's
 * period stands on its items in it.
 */
const API_VERSION = '2026-10-28.endive';

/** How long one request may take, in ms, and how often it is tried again (fault table, Stripe). */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** What is waited before it is tried again for a reason that the library doesn't repeat for, in ms. */
const RETRY_MS = 300;

/** The payment provider, as configured. */
export interface Payments {
  stripe: Stripe;
  /** Whether the key moves real money. Events of the other kind are not ours. */
  livemode: boolean;
  /** Webhooks are signed with any of these: two while rotating. */
  webhookSecrets: readonly string[];
  /** The origin of the sandbox, whose pages may be sent to as Stripe's are. Null: Stripe. */
  apiBase: string | null;
  /** Rejects while the provider can't be reached or refuses our key. */
  check(): Promise<void>;
}

/** What the payment provider is reached by. */
export interface PaymentsConfig {
  secretKey: string;
  webhookSecrets: readonly string[];
  /** Another host that speaks Stripe's API, such as the sandbox. Null: Stripe. */
  apiBase: string | null;
  /** For tests of what is slow. */
  timeoutMs?: number;
}

/** Opens the provider by its official library, which repeats a request with the same idempotency key. */
export function createPayments(config: PaymentsConfig): Payments {
  const base = config.apiBase === null ? null : new URL(config.apiBase);
  const stripe = new Stripe(config.secretKey, {
    apiVersion: API_VERSION,
    timeout: config.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
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
    async check() {
      // Reads little, and a key that may sell may read it.
      await stripe.taxRates.list({ limit: 1 }, { maxNetworkRetries: 0 });
    },
  };
}

type ProviderFailure = 'billing_provider_error' | 'payment_provider_error';

/**
 * Asks the provider. What it refuses for a reason that the caller knows (a wrong VAT number, a portal
 * that is not configured) is the caller's to catch inside `ask`, which is run again where the provider
 * was only too busy: whatever it does must be safe to repeat.
 *
 * @param failure what a fault of the provider becomes
 * @throws `stripe_not_configured` when it refuses our key, otherwise `failure`
 */
export async function asking<T>(
  ask: () => Promise<T>,
  failure: ProviderFailure = 'billing_provider_error',
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries > RETRIES || !isPassing(error)) throw meaningOf(error, failure);
    }
    await sleep(RETRY_MS * tries);
  }
}

/** Whether it passes by itself and the library leaves it to us: too many requests, or a torn answer. */
function isPassing(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 200) < 400;
}

function meaningOf(error: unknown, failure: ProviderFailure): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isRefused =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return new AppError(isRefused ? 'stripe_not_configured' : failure, { cause: error });
}

/** @throws `stripe_not_configured` where the app was built without a key */
export function configured<T extends Payments>(payments: T | null): T {
  if (!payments) throw new AppError('stripe_not_configured');
  return payments;
}
