/**
 * How a request fails. `after`: once it has acted, so that only the answer is lost. `time_out` never
 * answers, and its key is in use until the caller leaves; `drop` cuts the connection, upon which the
 * library asks once more whatever its `maxNetworkRetries`; `internal_error` is kept under the request's
 * key, as at Stripe, so that only another key gets another answer; `nonsense` is 200 with a page.
 */
export type FaultKind =
  | 'time_out'
  | 'time_out_after'
  | 'drop'
  | 'drop_after'
  | 'internal_error'
  | 'rate_limit'
  | 'nonsense';

/** A fault to come: the first `times` requests that match meet it. */
export interface Fault {
  kind: FaultKind;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Matched against the path, such as `/v1/checkout/sessions`. Absent: any. */
  path?: RegExp;
  /** Absent: 1. */
  times?: number;
}

/** What can be made to go wrong. */
export interface SandboxFaults {
  plan(fault: Fault): void;
  /** How events travel from now on. Absent fields: once, at once, in turn. */
  deliver(how: {
    /** How often each is sent. */
    copies?: number;
    /** Waits so long before each, in ms. */
    delayMs?: number;
    order?: 'in turn' | 'reverse' | 'shuffled';
    /** Keeps them until `release`. */
    hold?: boolean;
    /** Throws them away. */
    lose?: boolean;
  }): void;
  /** Sends what was held, in the order that `deliver` says. */
  release(): void;
  /** No faults, events once, at once and in turn. */
  clear(): void;
}
