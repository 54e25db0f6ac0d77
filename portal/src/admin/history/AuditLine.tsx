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
            {actionText(line, customerLabel(line, hidesCustomer))}
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

/** The rest of the sentence after the actor. @param whom as in 'ada@example.com' */
function actionText({ action, before, after }: AuditEntry, whom: string): string {
  switch (action) {
    case 'change_customer':
      return `changed the data of ${whom}`;
    case 'delete_customer':
      return `deleted ${whom}`;
    case 'remove_second_factor':
      return `removed the second factor of ${whom}`;
    case 'change_stream_host':
      return `moved ${count(after?.['stations'], 'station')} from ${String(after?.['from'])} to ${String(after?.['to'])}`;
    case 'view_as_customer':
      return `saw the portal as ${whom}`;
    case 'reset_password':
      return `sent ${whom} a password reset email`;
    case 'change_role':
      if (!after) return `changed the role of ${whom}`;
      if (after['role'] === 'admin') return `made ${whom} an admin`;
      if (after['role'] === 'support') return `gave ${whom} the support role`;
      return `removed ${whom} ${before?.['role'] === 'support' ? 'from support' : 'as an admin'}`;
    case 'change_package':
      return `changed the package of ${whom}`;
    case 'upload_file':
      return `uploaded a file for ${whom}`;
    case 'remove_file':
      return `removed a file of ${whom}`;
    case 'export_customers':
      return 'exported the customers as CSV';
    case 'change_track':
      return `changed the track “${String(before?.['title'])}”`;
    case 'change_tracks':
      return `changed ${count(after?.['tracks'], 'track')} at once`;
    case 'upload_music':
      return 'uploaded music to the library';
    case 'retry_music':
      return 'had uploaded music prepared again';
    case 'remove_music':
      return 'removed an upload of music';
    case 'create_playlist':
      return `created the playlist “${String(after?.['name'])}”`;
    case 'change_playlist':
      return `changed the playlist “${String(before?.['name'])}”`;
    case 'change_playlist_tracks':
      return `changed the tracks of the playlist “${String(before?.['name'])}”`;
    case 'change_schedule':
      return `changed the draft of the schedule of ${whom}`;
    case 'publish_schedule':
      return `published the schedule of ${whom}`;
    case 'restore_schedule':
      return `went back to an earlier schedule of ${whom}`;
    case 'take_off_air':
      return `took the station of ${whom} off air`;
    case 'start_programme':
      return `put the starter programme of ${whom} on air`;
    case 'fail_starter':
      return `could not start the station of ${whom}: ${String(after?.['message'])}`;
    case 'insert_item':
      return `put “${String(after?.['title'])}” on air at ${whom}`;
    case 'withdraw_item':
      return `withdrew “${String(before?.['title'])}” at ${whom}`;
    case 'skip_item':
      return `skipped “${String(after?.['title'])}” at ${whom}`;
    case 'speak_radio_id':
      return `${after?.['voice_id'] === null ? 'recorded' : 'had spoken'} a radio ID for ${whom}`;
    case 'accept_radio_id':
      return `accepted a spoken radio ID for ${whom}`;
    case 'remove_radio_id':
      return `removed a spoken radio ID of ${whom}`;
    case 'send_message':
      return `wrote to ${whom}`;
    case 'switch_standby':
      return after?.['is_on'] === true ? 'switched stand-by on' : 'ended the stand-by';
    case 'switch_maintenance':
      return after?.['is_on'] === true ? 'began maintenance' : 'ended the maintenance';
    case 'announce_work':
      return after?.['message'] === undefined
        ? 'withdrew the notice of planned work'
        : `announced planned work: “${String(after['message'])}”`;
    case 'retry_job':
      return 'had failed jobs run again';
    case 'remove_job':
      return 'deleted jobs';
    case 'retry_webhook':
      return 'had failed webhooks sent again';
    case 'retry_stripe_event':
      return 'had events of Stripe processed again';
    case 'erase_address':
      return 'erased an email address';
    case 'export_tracks':
      return 'exported the tags of the library as CSV';
  }
}

/** '1 track', '12 tracks' */
const count = (number: unknown, thing: string) =>
  `${String(number)} ${thing}${number === 1 ? '' : 's'}`;

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
