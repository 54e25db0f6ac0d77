import type { Quote } from '@stationhouse/sdk/client';
import { Amount, Money } from '../ui/Money.tsx';

/** What a month costs after the first, VAT included, in cents. */
export function monthlyTotal({ first_month, vat_rate }: Quote): number {
  return first_month + Math.round((first_month * vat_rate) / 100);
}

/** What is due today, line by line, and every month from then on (specification §9). */
export function Amounts({ quote }: { quote: Quote }) {
  const { setup_fee, first_month, vat_rate, vat_amount, total, currency } = quote;
  const lines = [
    { name: 'Setup fee', cents: setup_fee },
    { name: 'First month', cents: first_month },
    { name: `VAT ${vat_rate}%`, cents: vat_amount },
  ];
  return (
    <div>
      <dl>
        {lines.map(({ name, cents }) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd>
              <Amount cents={cents} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="font-semibold">Total due today</dt>
          <dd className="font-heading text-heading font-bold">
            <Amount cents={total} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-small text-muted">
        Then <Money cents={monthlyTotal(quote)} currency={currency} /> per month
        {vat_rate > 0 ? ' incl. VAT' : ', without VAT'}.
      </p>
    </div>
  );
}
