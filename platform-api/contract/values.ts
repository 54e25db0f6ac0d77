/** Hours that an answer can be replayed for its Idempotency-Key, as at Stripe. */
export const IDEMPOTENCY_HOURS = 24;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Months from a call's deprecation until it may be gone, at least: a season in which an agency touches every site. */
export const DEPRECATION_MONTHS = 12;

/** Event streams: the heartbeat, and the delays before each reconnect, in seconds (specification §9). */
export const HEARTBEAT_SECONDS = 25;
export const RECONNECT_DELAY_SECONDS: readonly number[] = [1, 2, 5, 10];

/**
 * Open event streams of one process, over all stations, unless configured otherwise; the bench measures 10,000. Only
 * members can open the last of them, this share, so that anonymous streams never keep a member out.
 */
export const DEFAULT_MAX_EVENT_STREAMS = 12_000;
export const MEMBERS_SHARE_OF_STREAMS = 1 / 6;

/** Open event streams of members in one process. */
export const MEMBER_STREAMS = { per_user: 5, per_address: 20 } as const;

/** Requests that one connection may send ahead of an answer (pipelining). Browsers and proxies send none. */
export const MAX_PIPELINED_REQUESTS = 4;

/** Limits of JSON bodies: bytes and nesting levels. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_BODY_DEPTH = 20;

/** An answer to an invalid request names this many faults at most. */
export const MAX_FAULTS_SHOWN = 20;

/** Maximum lengths of texts on one line. The longest deliverable email address: RFC 5321 §4.5.3.1.3. */
export const MAX_LINE_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_URL_LENGTH = 2_000;

/** Countries that get text messages, unless the operator lists others: where fraud by text messages is rare. */
export const DEFAULT_SMS_COUNTRIES: readonly string[] = (
  'GB IE AT BE BG HR CY CZ DK EE FI FR DE GR HU IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO CH ' +
  'US CA AU NZ'
).split(' ');
