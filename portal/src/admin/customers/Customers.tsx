import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/Loaded.tsx';
import { useDeskFilters, type DeskFilters } from '../desk-address.ts';
import { customersQuery } from '../queries.ts';
import { CustomerFilterBar } from './CustomerFilterBar.tsx';
import { countWords, CustomerPages, type CustomerPage } from './CustomerPages.tsx';
import { CUSTOMERS_PLACE, toCustomers } from './customers-place.ts';
import { CustomerTable } from './CustomerTable.tsx';
import { ExportCsv } from './ExportCsv.tsx';

/** Every customer: searched, filtered, sorted, page by page, as the address says. */
export function Customers() {
  const desk = useDeskFilters();
  const { filters, cursor, isNarrowed } = desk;
  const clear = () => {
    desk.clear();
    toCustomers();
  };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...customersQuery({ ...filters, ...(cursor && { cursor }) }),
    // What was there stays, dimmed, until what was asked for comes.
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      id={CUSTOMERS_PLACE}
      title="All Customers"
      aside={<ExportCsv filters={filters} />}
      className="outline-none"
    >
      <CustomerFilterBar {...desk} />
      <div className="-my-3 flex min-h-11 flex-wrap items-center gap-x-3">
        <p role="status" className="text-small text-muted">
          {data && !isPlaceholderData ? countWords(data, desk) : null}
        </p>
        {isNarrowed ? (
          <Button kind="quiet" size="small" onClick={clear}>
            Clear filters
          </Button>
        ) : null}
      </div>
      {!data && error ? (
        <ErrorState
          title="Failed to load customer data."
          failure={error}
          busy={isFetching}
          // An address that makes no sense would make none again.
          onRetry={() => (Object(error).status === 422 ? clear() : void refetch())}
        />
      ) : null}
      {!data && !error ? <RowsToCome /> : null}
      {data ? <Page page={data} desk={{ ...desk, clear }} isOld={isPlaceholderData} /> : null}
    </Card>
  );
}

interface PageProps {
  page: CustomerPage;
  desk: DeskFilters;
  /** It is what was asked for before. */
  isOld: boolean;
}

function Page({ page, desk, isOld }: PageProps) {
  if (page.data.length === 0) return <Nobody desk={desk} />;
  return (
    <div
      aria-busy={isOld}
      className={clsx('flex flex-col gap-5 transition-opacity', isOld && 'opacity-50')}
    >
      <CustomerTable customers={page.data} filters={desk.filters} onFilter={desk.filter} />
      <CustomerPages page={page} desk={desk} isOld={isOld} />
    </div>
  );
}

function Nobody({ desk: { isNarrowed, cursor, clear } }: { desk: DeskFilters }) {
  if (!isNarrowed && cursor === undefined) {
    return (
      <EmptyState title="No customers yet">
        Whoever signs up stands here from that moment on.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nobody matches"
      action={
        <Button kind="secondary" onClick={clear}>
          Clear filters
        </Button>
      }
    >
      Try a shorter part of a name, or fewer filters.
    </EmptyState>
  );
}

function RowsToCome() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  );
}
