/** Why a request to an untrusted URL failed. */
export type FetchRefusal =
  | 'url_not_allowed'
  | 'address_not_allowed'
  | 'timeout'
  | 'too_large'
  | 'not_json'
  | 'bad_status'
  | 'redirect'
  /** Connected, but no response came. */
  | 'no_answer'
  /** 'ICY 200 OK', the greeting of old SHOUTcast servers. */
  | 'old_protocol'
  | 'network';

/** A request to an untrusted URL failed. The message omits the URL, whose query may hold a key. */
export class FetchRefused extends Error {
  readonly reason: FetchRefusal;
  /** The status of the answer, where the reason is `bad_status`. */
  readonly status: number | null;

  constructor(reason: FetchRefusal, cause?: unknown, status: number | null = null) {
    super(`An outside address was not read: ${reason}`, { cause });
    this.name = 'FetchRefused';
    this.reason = reason;
    this.status = status;
  }
}
