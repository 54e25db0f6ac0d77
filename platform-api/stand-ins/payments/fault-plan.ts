/**
 * How a request fails. `time_out` never answers, `drop` cuts the connection; with `_after` the request has
 * taken effect and only its answer is lost. `internal_error` is replayed for its idempotency key, as Stripe
 * does. `nonsense` is status 200 with an HTML page.
 */
export type FaultKind =
  | 'time_out'
  | 'time_out_after'
  | 'drop'
  | 'drop_after'
  | 'internal_error'
  | 'rate_limit'
  | 'nonsense';

/** A planned fault: the first `times` requests that match fail with it. */
export interface Fault {
  kind: FaultKind;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Matched against the path, such as `/v1/checkout/sessions`. Absent: any path. */
  path?: RegExp;
  /** Default: 1. */
  times?: number;
}

/** How webhook events are delivered. By default each is sent once, immediately and in order. */
export interface DeliveryOptions {
  /** How often each event is sent. */
  copies?: number;
  /** Delay before each event, in ms. */
  delayMs?: number;
  order?: 'in turn' | 'reverse' | 'shuffled';
  /** Holds events back until `release`. */
  hold?: boolean;
  /** Drops events. */
  lose?: boolean;
}

/** Faults that tests can inject. */
export interface PaymentsFaults {
  plan(fault: Fault): void;
  /** Sets how events are delivered from now on. */
  deliver(options: DeliveryOptions): void;
  /** Sends the events that were held back. */
  release(): void;
  /** Removes all faults and delivery options. */
  clear(): void;
}

/** The faults that are still to come. */
export type FaultPlan = ReturnType<typeof createFaultPlan>;

export function createFaultPlan() {
  let faults: { fault: Fault; left: number }[] = [];
  return {
    plan: (fault: Fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    /** Uses up and returns the fault for this request; null: none. */
    take(method: string, path: string): FaultKind | null {
      const found = faults.find(
        ({ fault }) =>
          (fault.method === undefined || fault.method === method) &&
          // `search` ignores the lastIndex that a pattern with the flag g would keep.
          (fault.path === undefined || path.search(fault.path) !== -1),
      );
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) faults = faults.filter((one) => one !== found);
      return found.fault.kind;
    },
    clear: () => void (faults = []),
  };
}
