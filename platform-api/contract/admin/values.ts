/** Rows per page in the admin lists. */
export const ADMIN_LIST = { default: 50, max: 100 } as const;

/** The columns by which the table of customers can be sorted. */
export const CUSTOMER_SORTS = [
  'created_at',
  'purchased_at',
  'setup_form_submitted_at',
  'name',
  'company_name',
  'total_amount',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** Minutes between two checks of a station on air. */
export const WATCH_MINUTES = 10;

/** Days of the trends on the admin dashboard, today included. */
export const TREND_DAYS = 30;
/** A title that has not changed for this many minutes is stuck: hardly any track is longer. */
export const STUCK_TITLE_MINUTES = 30;

/** The notice of planned work, in characters: two lines on a phone. */
export const MAX_PLANNED_WORK_LENGTH = 200;

/** Jobs or events that an admin tries again in one request. */
export const MAX_RETRIED_AT_ONCE = 50;

/** During maintenance clients are told to try again after this, in seconds, unless its end was announced. */
export const MAINTENANCE_RETRY_SECONDS = 300;
