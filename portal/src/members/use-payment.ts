import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';
import { openClient } from '../api/client.ts';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';
import { billingQuery } from '../billing/subscription.ts';
import { toast } from '../ui/toast.ts';

/** The tabs of a browser tell each other about a payment, since it is made in another tab. */
const NAME = 'stationhouse payments';

let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel(NAME));

/** Tells the other tabs that a payment has arrived. */
function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel().postMessage('paid');
}

/** Calls back when another tab has seen a payment arrive. @returns stops it */
function onOtherTab(onPaid: () => void): () => void {
  channel().addEventListener('message', onPaid);
  return () => channel().removeEventListener('message', onPaid);
}

/** Set in the cache once the payment was announced, here or in another tab. */
const ANNOUNCED = ['me', 'payment announced'];

/** Invalidates what a payment changes. */
async function invalidate(queries: QueryClient): Promise<void> {
  await Promise.all(
    [meQuery, stationQuery, purchaseQuery, billingQuery].map(({ queryKey }) =>
      queries.invalidateQueries({ queryKey, exact: true }),
    ),
  );
}

/** Another tab has announced the payment. */
async function onAnnounced(queries: QueryClient): Promise<void> {
  queries.setQueryData(ANNOUNCED, true);
  await invalidate(queries);
}

/**
 * Asks the API whether the purchase is paid. The first tab to learn it announces it, once the new station is
 * loaded.
 *
 * @param isSaid whether the page says so itself (PaidMoment.tsx), so that no toast covers its head
 * @throws RequestFailed
 */
async function verifyPayment(queries: QueryClient, isSaid: () => boolean) {
  const client = await openClient();
  const answer = await client.me.checkout.verify();
  if (!answer.success) return answer;
  const isNews = queries.getQueryData(ANNOUNCED) === undefined;
  queries.setQueryData(ANNOUNCED, true);
  if (isNews) tellOtherTabs();
  await invalidate(queries);
  if (isNews && !isSaid()) {
    toast({
      title: 'Payment Successful!',
      description: 'Thank you. Your dashboard shows the next step.',
      kind: 'good',
    });
  }
  return answer;
}

/** The waits between checks after the return from paying, about a minute in all; then the webhook takes over. */
const WAITS_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/** Shown until the API answers (specification §4, Payment return). */
const IN_PROGRESS = 'Payment verification in progress. Please wait.';

/**
 * The state of the return from paying. `resting`: automatic checks have ended; the member may check again.
 * `ended`: no payment is on its way. `paid`: it has just arrived, and this page was returned to.
 */
export type PaymentReturn =
  | { status: 'none' | 'paid' }
  | { status: 'checking' }
  | { status: 'waiting' | 'ended'; message: string }
  | { status: 'resting'; message: string; isChecking: boolean; check: () => void };

const ARRIVAL = ['me', 'checkout', 'arrival'];

interface Counts {
  dataUpdateCount: number;
  errorUpdateCount: number;
}

/** The wait before the next check. A failed one counts as 'in progress' (specification §8). */
function nextWait({ dataUpdateCount, errorUpdateCount }: Counts): number | undefined {
  return WAITS_MS[Math.max(0, dataUpdateCount + errorUpdateCount - 1)];
}

/** Calls back on window focus. Visibility would not do: windows side by side are all visible. */
function useWindowFocus(isWanted: boolean, onFocus: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [isWanted, onFocus]);
}

/**
 * Notices that a purchase was paid: on the return from checkout with `?payment=success` or `canceled`, and on
 * window focus while a purchase is open, since checkout is in another tab. The parameter is then removed.
 *
 * @param isOpen there is an unpaid purchase
 */
export function usePayment(isOpen: boolean): PaymentReturn {
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const payment = params.get('payment');
  const isReturn = payment === 'success';
  const isReturnShown = useRef(false);
  useEffect(() => {
    isReturnShown.current = isReturn;
    return () => {
      isReturnShown.current = false;
    };
  }, [isReturn]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ARRIVAL,
    // Ignores the abort signal: a payment must be announced even if the page is left.
    queryFn: () => verifyPayment(queries, () => isReturnShown.current),
    enabled: isReturn || isOpen,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      isReturn && !state.data?.is_final ? (nextWait(state) ?? false) : false,
  });
  useWindowFocus(isReturn || isOpen, refetch);
  useEffect(() => onOtherTab(() => void onAnnounced(queries)), [queries]);
  const hasArrived = isReturn && data?.success === true;
  const [isPaid, setPaid] = useState(false);
  // The parameter is removed at once, so the arrival is kept here.
  if (hasArrived && !isPaid) setPaid(true);
  useClearParameter(payment !== null && (!isReturn || data?.success === true));

  if (!isReturn || data?.success) return { status: isPaid ? 'paid' : 'none' };
  if (!data && !error) return { status: 'checking' };
  if (data?.is_final) return { status: 'ended', message: data.message };
  const message = data?.message ?? IN_PROGRESS;
  const counts = queries.getQueryState(ARRIVAL);
  if (counts && nextWait(counts) === undefined) {
    return { status: 'resting', message, isChecking: isFetching, check: () => void refetch() };
  }
  return { status: 'waiting', message };
}

/** Removes the payment parameter from the address, without a history entry. */
function useClearParameter(isDone: boolean): void {
  const [params, setParams] = useSearchParams();
  const isAnnounced = useRef(false);
  const isCancelled = params.get('payment') === 'canceled';
  // A link that was pressed meanwhile comes first: it would be given up for this.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (!isDone || isLeaving) return;
    // React may run this effect twice.
    if (isCancelled && !isAnnounced.current) {
      isAnnounced.current = true;
      toast({
        title: 'Payment Cancelled',
        description: 'Nothing was charged. You can continue your purchase whenever you like.',
      });
    }
    setParams(
      (before) => {
        before.delete('payment');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isDone, isCancelled, isLeaving, setParams]);
}
