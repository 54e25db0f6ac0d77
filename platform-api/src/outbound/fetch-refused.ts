/** Why an address of somebody else was not read. */
export type FetchRefusal =
  | 'url_not_allowed'
  | 'address_not_allowed'
  | 'timeout'
  | 'too_large'
  | 'not_json'
  | 'bad_status'
  | 'redirect'
  /** Connected, and nothing came. */
  | 'no_answer'
  /** 'ICY 200 OK', as old SHOUTcast servers greet. */
  | 'old_protocol'
  | 'network';

/**
 * The guarded fetch brought nothing. The address is left out on purpose: its query may hold a key.
 */
export class FetchRefused extends Error {
  readonly reason: FetchRefusal;

  constructor(reason: FetchRefusal, cause?: unknown) {
    super(`An outside address was not read: ${reason}`, { cause });
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}
