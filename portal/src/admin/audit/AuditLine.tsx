import { AUDIT_SENTENCES } from '@stationhouse/platform-api/contract/admin/audit-sentences';
import type { AuditEntry } from '@stationhouse/platform-api/contract/admin/calls';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { formatExactly, formatMoment } from '../../ui/dates.ts';
import { type AdminDialog, useAdminDialog } from '../admin-address.ts';
import { nameOf, valueInWords } from '../field-names.ts';
import { useIsAdmin } from '../queries.ts';
import { type FieldChange, FieldChanges } from './FieldChanges.tsx';
import { canBeUndone } from './undo.ts';
import { UndoChange } from './UndoChange.tsx';

interface AuditLineProps {
  line: AuditEntry;
  /** The list is about one customer, so their name is left out. */
  hidesCustomer: boolean;
}

/** One entry of the audit log: who did what, when, from which IP address, and the changed fields. */
export function AuditLine({ line, hidesCustomer }: AuditLineProps) {
  const { data: me } = useQuery(meQuery);
  const { at, ip, action, api_key_prefix } = line;
  const changes = SAID_IN_WORDS.includes(action) ? [] : changesOf(line);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-2">
        <div>
          <p className="wrap-anywhere">
            <strong className="font-semibold">{actorName(line, me?.user.id)}</strong>{' '}
            {/* A page that is open during an upgrade may get an action that it does not know. */}
            {AUDIT_SENTENCES[action]?.({ ...line, whom: customerLabel(line, hidesCustomer) })}
          </p>
          <p className="text-small text-muted">
            <time dateTime={at} title={formatExactly(at)}>
              {formatMoment(at)}
            </time>
            {ip === null ? null : ` from ${ip}`}
            {api_key_prefix === null ? null : ` with the API key ${api_key_prefix}…`}
          </p>
        </div>
        {changes.length === 0 ? null : <FieldChanges changes={changes} />}
      </div>
      <LineActions line={line} hidesCustomer={hidesCustomer} />
    </li>
  );
}

/** The sentence already has all of the change. */
const SAID_IN_WORDS: readonly AuditEntry['action'][] = [
  'change_role',
  'change_stream_host',
  'erase_address',
  'invite_team_member',
  'withdraw_invitation',
  'join_team',
  'change_team_member',
  'remove_team_member',
  'leave_team',
  'act_for_owner',
];

/** The sentence has these already. */
const IDENTIFYING = new Set(['track_id', 'tracks', 'playlist_id', 'upload_id', 'item_id']);

/** Deleting a customer also clears the values in their audit entries. */
const isGone = ({ before }: AuditEntry) => before === null;

function customerLabel(line: AuditEntry, hidesCustomer: boolean): string {
  if (hidesCustomer) return 'this customer';
  if (line.user_email !== null) return line.user_email;
  if (!isGone(line)) return 'a customer without an email address';
  return line.action === 'delete_customer' ? 'a customer' : 'a deleted customer';
}

function LineActions({ line, hidesCustomer }: AuditLineProps) {
  const { open } = useAdminDialog();
  const isAdmin = useIsAdmin();
  const { user_id, action, at } = line;
  if (user_id === null || isGone(line)) return null;
  const way = (dialog: AdminDialog, label: string) => (
    <Button kind="secondary" size="small" onClick={() => open(dialog, user_id)}>
      {label}
      <span className="sr-only">
        {' '}
        ({customerLabel(line, hidesCustomer)}, {formatMoment(at)})
      </span>
    </Button>
  );
  return (
    <div className="flex flex-none gap-2">
      {hidesCustomer || action === 'delete_customer' ? null : way('view', 'View')}
      {action === 'change_role' && isAdmin ? way('role', 'Change role') : null}
      {canBeUndone(line) ? <UndoChange line={line} userId={user_id} /> : null}
    </div>
  );
}

/** Without an admin, these are the work of a job; no command does them. */
const BY_PROGRAM: readonly AuditEntry['action'][] = [
  'start_programme',
  'fail_starter',
  'speak_radio_id',
  'accept_radio_id',
];

/** The actor, as the subject of a sentence. @param ownId the id of the signed-in admin */
function actorName(
  { actor_id, actor_email, action }: AuditEntry,
  ownId: string | undefined,
): string {
  if (actor_id === null) return BY_PROGRAM.includes(action) ? 'The program' : 'Command line';
  if (actor_id === ownId) return 'You';
  return actor_email ?? 'A deleted admin';
}

/** The changed fields of an entry; empty once the customer is deleted. */
function changesOf({ before, after }: AuditEntry): FieldChange[] {
  const side = (fields: AuditEntry['before'], field: string) =>
    fields && field in fields ? valueInWords(field, fields[field]) : null;
  const fields = new Set(Object.keys({ ...before, ...after }));
  return (
    [...fields]
      .map((field) => ({
        field,
        name: nameOf(field),
        before: side(before, field),
        after: side(after, field),
      }))
      // Equal ones only say what was changed, such as a track's title.
      .filter((change) => change.before !== change.after && !IDENTIFYING.has(change.field))
  );
}
