import type { Quote } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Amounts } from './Amounts.tsx';
import { quoteQuery, type QuoteOrder } from './queries.ts';

interface QuotedProps {
  order: QuoteOrder;
  onCorrectVatNumber: () => void;
  onLeaveOutVatNumber: () => void;
  /** What stands below the amounts of an order that may be paid. */
  children: (quote: Quote) => ReactNode;
}

/** What an order comes to, as the API reckons it now. */
export function Quoted({ order, onCorrectVatNumber, onLeaveOutVatNumber, children }: QuotedProps) {
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(order));
  if (quote) {
    return (
      <Card>
        <h3 className="text-title">What you pay</h3>
        <Amounts quote={quote} />
        {/* Checkout refuses such a number, so it is mended before anything can be paid. */}
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
          ‘{vat_number}’ is not written as VAT numbers of your country ({country}) are, so VAT is
          added. Correct it or leave it out to go on.
        </Notice>
      </div>
      <div className="flex flex-col gap-3">
        <Button size="large" onClick={onCorrect}>
          Correct the VAT number
        </Button>
        <Button size="large" kind="secondary" onClick={onLeaveOut}>
          Go on without it
        </Button>
      </div>
    </>
  );
}
