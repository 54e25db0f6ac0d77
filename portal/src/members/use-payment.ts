import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openClient } from '../api/client.ts';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';
import { billingQuery } from '../billing/subscription.ts';
import { toast } from '../ui/toast.ts';

/**
 * What the tabs of one browser tell each other: the payment is made in a tab of its own, and the one in
 * which it was begun should know of it too.
 */
const NAME = 'stationhouse payments';

let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel(NAME));

/** Tells all other tabs that a payment has arrived. */
export function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel().postMessage('paid');
}

/** Calls `hear` when another tab has seen a payment arrive. @returns a function that ends it */
export function hearOtherTabs(hear: () => void): () => void {
  channel().addEventListener('message', hear);
  return () => channel().removeEventListener('message', hear);
}

/** Under this key stands that a payment's arrival has been told, here or in another tab. */
const TOLD = ['me', 'payment told'];

/** Reads again what a payment changes. What nobody looks at is read when somebody does. */
async function readAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    [meQuery, stationQuery, purchaseQuery, billingQuery].map(({ queryKey }) =>
      queries.invalidateQueries({ queryKey, exact: true }),
    ),
  );
}

/** Another tab has seen a payment arrive and has said so. */
export async function hearOfArrival(queries: QueryClient): Promise<void> {
  queries.setQueryData(TOLD, true);
  await readAgain(queries);
}

/**
 * Asks whether the purchase is paid. The first to learn that it is says so, once however many tabs and
 * windows ask, and only comes back when the page has the station.
 *
 * @throws RequestFailed
 */
export async function askForArrival(queries: QueryClient) {
  const client = await openClient();
  const answer = await client.me.checkout.verify();
  if (!answer.success) return answer;
  const isNews = queries.getQueryData(TOLD) === undefined;
  queries.setQueryData(TOLD, true);
  if (isNews) tellOtherTabs();
  await readAgain(queries);
  if (isNews) {
    toast({
      title: 'Payment Successful!',
      description: 'Thank you. Your dashboard says what comes next.',
      kind: 'good',
    });
  }
  return answer;
}

/**
 * Whoever comes back from paying is not kept waiting long: it is asked again after so many ms, about a
 * minute in all. Then the webhook and the mail are left to do it (ours).
 */
const WAITS_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/** Until the API has said something of its own (specification §4, Payment return). */
const IN_PROGRESS = 'Payment verification in progress. Please wait.';

/** How the return from paying stands. `resting`: asked often enough; the person may ask once more. */
export type PaymentReturn =
  | { is: 'none' }
  | { is: 'checking' }
  | { is: 'waiting'; message: string }
  | { is: 'resting'; message: string; isAsking: boolean; onAsk: () => void };

const ARRIVAL = ['me', 'checkout', 'arrival'];

interface Asked {
  dataUpdateCount: number;
  errorUpdateCount: number;
}

/** An answer that did not come counts as one that says 'in progress' (specification §8). */
function nextWait({ dataUpdateCount, errorUpdateCount }: Asked): number | undefined {
  return WAITS_MS[Math.max(0, dataUpdateCount + errorUpdateCount - 1)];
}

/** Windows side by side are all visible, so that only the focus tells which one is turned to. */
function useFocus(isWanted: boolean, look: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [isWanted, look]);
}

/**
 * Notices when a purchase has been paid: on the return from the payment's page, which says
 * `?payment=success` or `canceled`; and while a purchase is open, whenever the page is turned to, since
 * the payment was made in another tab. The parameter is removed once it is dealt with.
 *
 * @param isOpen a purchase was begun and is not known to be paid
 */
export function usePayment(isOpen: boolean): PaymentReturn {
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const payment = params.get('payment');
  const isReturn = payment === 'success';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ARRIVAL,
    // It runs to its end even if the page is left meanwhile: what it learns must be told.
    queryFn: () => askForArrival(queries),
    enabled: isReturn || isOpen,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      isReturn && !state.data?.success ? (nextWait(state) ?? false) : false,
  });
  useFocus(isReturn || isOpen, refetch);
  useEffect(() => hearOtherTabs(() => void hearOfArrival(queries)), [queries]);
  useForgetting(payment !== null && (!isReturn || data?.success === true));

  if (!isReturn || data?.success) return { is: 'none' };
  if (!data && !error) return { is: 'checking' };
  const message = data?.message ?? IN_PROGRESS;
  const asked = queries.getQueryState(ARRIVAL);
  if (asked && nextWait(asked) === undefined) {
    return { is: 'resting', message, isAsking: isFetching, onAsk: () => void refetch() };
  }
  return { is: 'waiting', message };
}

/** Removes what the payment's page added to the address, leaving no step in the history. */
function useForgetting(isDealtWith: boolean): void {
  const [params, setParams] = useSearchParams();
  const hasTold = useRef(false);
  const isCancelled = params.get('payment') === 'canceled';
  useEffect(() => {
    if (!isDealtWith) return;
    // However often React runs this, it is told once.
    if (isCancelled && !hasTold.current) {
      hasTold.current = true;
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
  }, [isDealtWith, isCancelled, setParams]);
}
