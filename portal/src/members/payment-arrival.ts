import type { QueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { billingQuery } from '../billing/billing-query.ts';
import { toast } from '../ui/toast.ts';
import { tellOtherTabs } from './payment-news.ts';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';

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
