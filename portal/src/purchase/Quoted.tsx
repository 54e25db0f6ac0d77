import {
  afterFirstPayment,
  monthlyTotal,
} from '@stationhouse/platform-api/contract/billing/prices';
import { vatSaving } from '@stationhouse/platform-api/contract/billing/pricing';
import type { Quote } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';
import { Amount, formatMoney } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type QuoteOrder, quoteQuery } from './queries.ts';

interface QuotedProps {
  order: QuoteOrder;
  /** Nothing follows the first payment. */
  isTrial: boolean;
  onAddVatNumber: () => void;
  onCorrectVatNumber: () => void;
  onLeaveOutVatNumber: () => void;
  /** The content below the amounts of an order that can be paid. */
  children: (quote: Quote) => ReactNode;
}

/** The price of an order, as the API calculates it now. */
export function Quoted({
  order,
  isTrial,
  onAddVatNumber,
  onCorrectVatNumber,
  onLeaveOutVatNumber,
  children,
}: QuotedProps) {
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(order));
  if (quote) {
    return (
      <Card>
        <h3 className="text-title">What you pay</h3>
        <Amounts quote={quote} isTrial={isTrial} />
        <VatSaving order={order} onAdd={onAddVatNumber} />
        {/* Checkout rejects an invalid VAT number, so it has to be corrected before paying. */}
        {quote.vat_number_valid === false ? (
          <WrongVatNumber
            {...order}
            onCorrect={onCorrectVatNumber}
            onLeaveOut={onLeaveOutVatNumber}
          />
        ) : (
          children(quote)
        )}
      </Card>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Failed to load the price"
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading the price...</span>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

interface WrongVatNumberProps extends QuoteOrder {
  onCorrect: () => void;
  onLeaveOut: () => void;
}

function WrongVatNumber({ vat_number, country, onCorrect, onLeaveOut }: WrongVatNumberProps) {
  return (
    <>
      <div role="alert">
        <Notice kind="bad" title="Please check the VAT number">
          ‘{vat_number}’ is not a valid VAT number for {country}, so VAT is added. Correct it or
          remove it to continue.
        </Notice>
      </div>
      <div className="flex flex-col gap-3">
        <Button size="large" onClick={onCorrect}>
          Correct the VAT number
        </Button>
        <Button size="large" kind="secondary" onClick={onLeaveOut}>
          Continue without it
        </Button>
      </div>
    </>
  );
}

/** The amounts due today, and the monthly price after that (specification §9). */
function Amounts({ quote, isTrial }: { quote: Quote; isTrial: boolean }) {
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
        {afterFirstPayment(formatMoney(monthlyTotal(quote), currency), { vat_rate, isTrial })}
      </p>
    </div>
  );
}

/** The amount that a VAT number would save an order without one. */
function VatSaving({ order, onAdd }: { order: QuoteOrder; onAdd: () => void }) {
  const { package_name: packageName, country, vat_number } = order;
  const saving = vat_number ? null : vatSaving({ packageName, country });
  if (!saving) return null;
  return (
    <p className="text-small">
      With a valid VAT number you pay no VAT, and save{' '}
      <span className="font-semibold">{formatMoney(saving.cents, saving.currency)}</span> today.{' '}
      <button type="button" className="link cursor-pointer" onClick={onAdd}>
        Add your VAT number
      </button>
    </p>
  );
}
