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
