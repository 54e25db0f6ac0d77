import type { AuditEntry } from '@stationhouse/platform-api/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { formatExactly, formatMoment } from '../../ui/dates.ts';
import { useDeskDialog, type DeskDialog } from '../desk-address.ts';
import { changesOf, whatDid, whoDid } from './audit-words.ts';
import { FieldChanges } from './FieldChanges.tsx';
import { canBeUndone } from './undo.ts';
import { UndoChange } from './UndoChange.tsx';

interface AuditLineProps {
  line: AuditEntry;
  /** It stands in the history of one customer, who needs no name there. */
  isOfOne: boolean;
}

/** One thing that somebody did: who, what, when and from where, field by field, and the way back. */
export function AuditLine({ line, isOfOne }: AuditLineProps) {
  const { data: me } = useQuery(meQuery);
  const { at, ip, action } = line;
  // A role is told by the sentence.
  const changes = action === 'change_role' ? [] : changesOf(line);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-2">
        <div>
          <p className="wrap-anywhere">
            <strong className="font-semibold">{whoDid(line, me?.user.id)}</strong>{' '}
            {whatDid(line, whomOf(line, isOfOne))}
          </p>
          <p className="text-small text-muted">
            <time dateTime={at} title={formatExactly(at)}>
              {formatMoment(at)}
            </time>
            {ip === null ? null : ` from ${ip}`}
          </p>
        </div>
        {changes.length === 0 ? null : <FieldChanges changes={changes} />}
      </div>
      <Ways line={line} isOfOne={isOfOne} />
    </li>
  );
}

/** Everything of a customer is gone once they have left, what the lines told of them too. */
const isGone = ({ before }: AuditEntry) => before === null;

function whomOf(line: AuditEntry, isOfOne: boolean): string {
  if (isOfOne) return 'this customer';
  if (line.user_email !== null) return line.user_email;
  return isGone(line) ? 'a customer who has left' : 'a customer without an e-mail address';
}

/** What can be done about it. */
function Ways({ line, isOfOne }: AuditLineProps) {
  const { open } = useDeskDialog();
  const { user_id, action, at } = line;
  if (user_id === null || isGone(line)) return null;
  const way = (dialog: DeskDialog, label: string) => (
    <Button kind="secondary" size="small" onClick={() => open(dialog, user_id)}>
      {label}
      <span className="sr-only">
        {' '}
        ({whomOf(line, isOfOne)}, {formatMoment(at)})
      </span>
    </Button>
  );
  return (
    <div className="flex flex-none gap-2">
      {isOfOne || action === 'delete_customer' ? null : way('view', 'View')}
      {action === 'change_role' ? way('role', 'Change Role') : null}
      {canBeUndone(line) ? <UndoChange line={line} user_id={user_id} /> : null}
    </div>
  );
}
