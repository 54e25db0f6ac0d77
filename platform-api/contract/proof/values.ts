/** Days of one proof of play: a quarter. */
export const MAX_PROOF_DAYS = 92;
/** Days for which proofs can be made: aired announcements and player statuses are kept for so long. */
export const PROVABLE_DAYS = 100;

/** The address of the public keys with which proofs are checked: a JWK Set (RFC 7517). */
export const PROOF_KEYS_PATH = '/.well-known/proof-keys.json';
/** The `typ` of a proof’s JWS header (RFC 7515, 4.1.9). */
export const PROOF_TYPE = 'play-proof+jws';
/** The signature of proofs: Ed25519 (RFC 8037). */
export const PROOF_ALGORITHM = 'EdDSA';
/** A proof that is larger is no proof, in bytes: hostile input costs no more than this. */
export const MAX_PROOF_FILE_BYTES = 20 * 1024 * 1024;

/** The kinds of sound that a proof can be about. */
export const SPOT_KINDS = ['announcement', 'commercial_spot'] as const;
export type SpotKind = (typeof SPOT_KINDS)[number];

/**
 * The reports of what aired. PPL’s names are those of its page “Broadcast data reporting”, PRS’s those of “What should be
 * included when reporting radio station usage”.
 */
export const REPORT_KINDS = [
  'ppl_webcasting',
  'ppl_territories',
  'ppl_music_usage',
  'prs_usage',
  'promises',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_STATES = ['waiting', 'working', 'ready', 'failed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Days of one report: a year. */
export const MAX_REPORT_DAYS = 366;
/** The files of a report are kept for so many days. */
export const KEEP_REPORT_DAYS = 30;
/** Rows of a report that also becomes a spreadsheet; a longer one is CSV alone. */
export const MAX_SHEET_ROWS = 100_000;
/** Reports that wait or are being made at the same time. */
export const MAX_OPEN_REPORTS = 20;

/** What is promised to air: each has rows of its own under “As promised”. */
export const PROMISE_KINDS = ['announcement', 'radio_id', 'break', 'fixed_item'] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

/** The name of each, in reports and on screens. */
export const PROMISE_NAMES: Readonly<Record<PromiseKind, string>> = {
  announcement: 'Announcements',
  radio_id: 'Radio IDs',
  break: 'Breaks',
  fixed_item: 'Fixed items',
};
