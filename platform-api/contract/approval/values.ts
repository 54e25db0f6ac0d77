/** How far a station is before its first air. */
export const APPROVAL_STATES = [
  'not_ready',
  'waiting',
  'approved',
  'changes_wanted',
  'on_air',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
