import { Badge } from '../ui/Badge.tsx';

const LOOKS = {
  live: ['live', 'Live'],
  active: ['live', 'Live'],
  setup_pending: ['progress', 'In Progress'],
  payment_pending: ['neutral', 'Payment Pending'],
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** A badge's kind and its label. */
const lookOf = (status: string) =>
  isKnown(status) ? LOOKS[status] : (['bad', 'Inactive'] as const);

/** The label of a station's status. */
export const statusWord = (status: string): string => lookOf(status)[1];

/**
 * A station's status (specification §4). 'live' counts as 'active'; an unknown status is inactive.
 *
 * @param status null where there is no station
 */
export function StatusBadge({ status }: { status: string | null }) {
  if (status === null) return <span className="text-muted">No station</span>;
  const [kind, word] = lookOf(status);
  return <Badge kind={kind}>{word}</Badge>;
}
