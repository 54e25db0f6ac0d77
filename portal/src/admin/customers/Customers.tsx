import { type CustomerFilters, RequestFailed } from '@stationhouse/sdk/client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/Loaded.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { useStepUpQuestion } from './actions/AdminStepUp.tsx';
import { ChangeStreamHost } from './actions/ChangeStreamHost.tsx';
import { PersonalData } from './actions/PersonalData.tsx';
import {
  type CustomerList,
  CUSTOMERS_ID,
  focusCustomers,
  useCustomerList,
} from '../admin-address.ts';
import { customersQuery, useIsAdmin } from '../queries.ts';
import { CustomerFilterBar } from './CustomerFilters.tsx';
import { countWords, type CustomerPage, CustomerPages } from './CustomerPages.tsx';
import { CustomerTable } from './CustomerTable.tsx';

/** All customers: search, filters, sorting and pages, as the URL says. */
export function Customers() {
  const list = useCustomerList();
  const isAdmin = useIsAdmin();
  const { filters, cursor, isNarrowed } = list;
  const clear = () => {
    list.clear();
    focusCustomers();
  };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...customersQuery({ ...filters, ...(cursor && { cursor }) }),
    // The previous rows stay, dimmed, until the new ones arrive.
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      id={CUSTOMERS_ID}
      title="All Customers"
      aside={
        isAdmin ? (
          <div className="flex flex-wrap gap-2">
            <ChangeStreamHost />
            <PersonalData />
            <ExportCsv filters={filters} />
          </div>
        ) : null
      }
      className="outline-none [--desk-head:5.25rem]"
    >
      {/* Stays in sight above the head of the table, where there is one. */}
      <div
        data-wide
        className="-mx-2 -mt-2 bg-surface px-2 pt-2 tabled:sticky tabled:top-0 tabled:z-20 tabled:pb-2"
      >
        <CustomerFilterBar {...list} />
      </div>
      <div className="-my-3 flex min-h-11 flex-wrap items-center gap-x-3">
        <p role="status" className="text-small text-muted">
          {data && !isPlaceholderData ? countWords(data, list) : null}
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
          // Retrying with invalid filters would fail again.
          onRetry={() => (isInvalid(error) ? clear() : void refetch())}
        />
      ) : null}
      {!data && !error ? <LoadingRows /> : null}
      {data ? <Page page={data} list={{ ...list, clear }} isOld={isPlaceholderData} /> : null}
    </Card>
  );
}

const isInvalid = (failure: Error) => failure instanceof RequestFailed && failure.status === 422;

interface PageProps {
  page: CustomerPage;
  list: CustomerList;
  /** These are the previous rows, while the next ones load. */
  isOld: boolean;
}

function Page({ page, list, isOld }: PageProps) {
  if (page.data.length === 0) return <NoMatches list={list} />;
  return (
    <div
      aria-busy={isOld}
      className={clsx('flex flex-col gap-5 transition-opacity', isOld && 'opacity-50')}
    >
      <CustomerTable customers={page.data} filters={list.filters} onFilter={list.filter} />
      <CustomerPages page={page} list={list} isOld={isOld} />
    </div>
  );
}

function NoMatches({ list: { isNarrowed, cursor, clear } }: { list: CustomerList }) {
  if (!isNarrowed && cursor === undefined) {
    return (
      <EmptyState title="No customers yet">
        New customers appear here as soon as they sign up.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No customers match"
      action={
        <Button kind="secondary" onClick={clear}>
          Clear filters
        </Button>
      }
    >
      Try a shorter search term or fewer filters.
    </EmptyState>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  );
}

/** Downloads all customers that match the filters, on every page, as CSV. */
function ExportCsv({ filters }: { filters: CustomerFilters }) {
  const { withStepUp, question } = useStepUpQuestion();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withStepUp(({ admin }, token) => admin.customers.csv(filters, token)),
    onSuccess(file) {
      if (file) saveFile(`customers-${new Date().toISOString().slice(0, 10)}.csv`, file);
    },
    onError: toastFailure('Failed to export the customers'),
  });
  return (
    <>
      <Button
        kind="secondary"
        size="small"
        busy={isPending}
        busyText="Exporting..."
        onClick={() => mutate()}
      >
        Export CSV
      </Button>
      {question}
    </>
  );
}
