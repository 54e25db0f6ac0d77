/** Cents of a currency, hundreds in every one that Stationhouse sells in. */
const CENTS = 100;

/**
 * An amount as people read it, in the American manner (specification §2, Billing). Whole amounts carry
 * no cents, as prices are spoken of: '€149', '€179.40'.
 *
 * @param cents the amount in minor units
 * @param currency its ISO 4217 code, in any case
 */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / CENTS);
}

/** The same with its cents always, as amounts are that stand below each other: '€149.00', '€179.40'. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / CENTS);
}
