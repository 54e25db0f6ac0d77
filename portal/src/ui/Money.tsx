import { CURRENCY, PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';

/** Minor units of every currency that packages are sold in. */
const CENTS = 100;

/**
 * A price in the American format (specification §2, Billing), without cents when it is a whole amount:
 * '€149', '€179.40'.
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

/** The same always with its cents, for amounts in a column: '€149.00', '€179.40'. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / CENTS);
}

const lowest = (prices: number[]): string => formatMoney(Math.min(...prices), CURRENCY);

/** The lowest monthly fee and the lowest setup fee of all packages. */
export const fromPrice = lowest(PACKAGES.map((each) => each.monthly_fee));
export const fromSetupFee = lowest(PACKAGES.map((each) => each.setup_fee));

interface MoneyProps {
  cents: number;
  currency: string;
}

/** A price. */
export function Money({ cents, currency }: MoneyProps) {
  return <span className="tabular whitespace-nowrap">{formatMoney(cents, currency)}</span>;
}

/** An amount in a column, aligned digit under digit. */
export function Amount({ cents, currency }: MoneyProps) {
  return <span className="tabular whitespace-nowrap">{formatAmount(cents, currency)}</span>;
}
