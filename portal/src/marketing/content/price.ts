import { CURRENCY, PACKAGES } from '@stationhouse/platform-api/contract/limits';

/** As all amounts on screen: en-US (specification §9). Cents show only where there are any. */
const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: CURRENCY,
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount in cents as running text has it. */
function euros(cents: number): string {
  return format.format(cents / 100);
}

/** The lowest monthly fee. */
export const fromPrice = euros(Math.min(...PACKAGES.map((each) => each.monthly_fee)));

/** The lowest setup fee. */
export const fromSetupFee = euros(Math.min(...PACKAGES.map((each) => each.setup_fee)));
