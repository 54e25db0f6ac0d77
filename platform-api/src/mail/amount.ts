/**
 * An amount of money as a letter says it: `€537.60`.
 * @param minorUnits such as cents
 * @param currency ISO 4217, in either case
 */
export function amount(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  // Not every currency has a hundred of them to one.
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(minorUnits / 10 ** digits);
}
