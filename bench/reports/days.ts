/** A quarter, both days inclusive. */
export const DAYS = { from: '2026-07-01', to: '2026-09-30' };
