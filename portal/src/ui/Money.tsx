import { formatMoney } from './money.ts';

/** An amount, digit under digit where several stand below each other. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="tabular whitespace-nowrap">{formatMoney(cents, currency)}</span>;
}
