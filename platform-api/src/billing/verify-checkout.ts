import { Purchase } from './purchase.ts';
import type { BillingDeps } from './sync-billing.ts';

/** What a member is told after coming back from the payment page (specification §4). */
const ANSWERS = {
  paid: { success: true, message: 'Payment Successful!' },
  open: { success: false, message: 'Payment verification in progress. Please wait.' },
  expired: {
    success: false,
    message:
      'The payment page was closed before it was paid, and nothing was charged. Please choose your package again.',
  },
  none: { success: false, message: 'There is no purchase yet. Choose a package to begin one.' },
} as const;

/**
 * Whether the member's newest purchase is paid. The provider is asked; no webhook is needed.
 * @throws `billing_provider_error`, `stripe_not_configured`
 */
export async function verifyCheckout(
  { db, sync }: Pick<BillingDeps, 'db' | 'sync'>,
  userId: string,
): Promise<{ success: boolean; message: string }> {
  await sync(userId);
  const newest = await Purchase.query(db)
    .where({ user_id: userId })
    .orderBy('created_at', 'desc')
    .first();
  return ANSWERS[newest?.status ?? 'none'];
}
