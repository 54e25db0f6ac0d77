import { Badge } from '../ui/Badge.tsx';

const LOOKS = {
  live: ['live', 'Live'],
  active: ['live', 'Live'],
  setup_pending: ['waiting', 'In Progress'],
  payment_pending: ['neutral', 'Payment Pending'],
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** How a station stands, as it is drawn and said. */
const lookOf = (status: string) =>
  isKnown(status) ? LOOKS[status] : (['bad', 'Inactive'] as const);

/** What the desk calls a station's status. */
export const statusWord = (status: string): string => lookOf(status)[1];

/**
 * How a station stands (specification §4, Station status): 'live' counts as 'active', whatever is not
 * known as inactive.
 *
 * @param status null: there is no station
 */
export function StatusBadge({ status }: { status: string | null }) {
  if (status === null) return <span className="text-muted">No station</span>;
  const [kind, word] = lookOf(status);
  return <Badge kind={kind}>{word}</Badge>;
}
