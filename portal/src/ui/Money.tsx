import { formatAmount, formatMoney } from './money.ts';

interface MoneyProps {
  cents: number;
  currency: string;
}

/** A price, as it is spoken of. */
export function Money({ cents, currency }: MoneyProps) {
  return <span className="tabular whitespace-nowrap">{formatMoney(cents, currency)}</span>;
}

/** An amount of a sum or a history, digit under digit with those above and below it. */
export function Amount({ cents, currency }: MoneyProps) {
  return <span className="tabular whitespace-nowrap">{formatAmount(cents, currency)}</span>;
}
