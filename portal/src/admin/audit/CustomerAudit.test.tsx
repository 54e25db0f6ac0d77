import type { AuditEntry } from '@stationhouse/platform-api/contract/admin/calls';
import { expect, test } from 'vitest';
import { answered, listed, refused, user } from '../../api/test/answers.ts';
import { doing, find, isThere, press, pressable, until } from '../../ui/test/draw.tsx';
import { AdminStepUp } from '../customers/actions/AdminStepUp.tsx';
import { AdminAudit } from './HistoryPage.tsx';
import {
  ada,
  AUDIT,
  CUSTOMER,
  GET_CUSTOMER,
  grace,
  openAdmin,
  openAdminDialog,
  wentOnAir,
} from '../test/open-admin-dialog.tsx';

const CHANGE = `PATCH ${CUSTOMER}`;
const PENDING = { ...ada.station, status: 'setup_pending', stream_url: null };

const rows = () => [...document.querySelectorAll('ol > li')].map((row) => row.textContent ?? '');
const question = () => find(HTMLElement, '[role="alertdialog"]');

const line = (id: number, more: Partial<AuditEntry>): AuditEntry => ({
  ...wentOnAir,
  id: `019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2c${String(id).padStart(2, '0')}`,
  before: {},
  after: {},
  ...more,
});

async function openHistory(
  lines: readonly AuditEntry[],
  answers: Parameters<typeof openAdminDialog>[1] = {},
) {
  const page = await openAdminDialog('audit', { [AUDIT]: listed([...lines]), ...answers });
  await until(() => expect(rows()).toHaveLength(lines.length));
  return page;
}

/** Opens the dialog of the only Undo button. */
async function askToUndo(answers: Parameters<typeof openAdminDialog>[1] = {}) {
  const page = await openHistory([wentOnAir], answers);
  await doing(() => find(HTMLButtonElement, 'ol button').click());
  return page;
}

test('an entry shows who did what, when, from where, and each old and new value', async () => {
  const page = await openHistory([wentOnAir]);
  await until(() => expect(rows()[0]).toContain('You changed the data of this customer'));
  const [row] = rows();
  expect(row).toMatch(/21 November 2026 at \d\d:32 from 203\.0\.113\.7/);
  expect(row).toContain('StatusSetup PendingbecameActive');
  expect(row).toContain('Stream URLemptybecamehttps://stream.example.com/a.mp3');
  expect(find(HTMLTimeElement, 'time').title).toContain(':32:05');
  expect(page.sent(AUDIT)[0]?.query).toBe(`?user_id=${user.id}`);
});

test.each<[string, Partial<AuditEntry>]>([
  ['alan@example.com deleted this customer', { action: 'delete_customer', ...alan() }],
  ['A deleted admin sent this customer a password', { action: 'reset_password', ...left() }],
  ['Command line made this customer an admin', { action: 'change_role', ...terminal('admin') }],
  [
    'Command line removed this customer as an admin',
    { action: 'change_role', ...terminal('user') },
  ],
  [
    'You uploaded a file for this customer',
    { action: 'upload_file', after: { kind: 'radio_id', file_name: 'Morning.mp3' } },
  ],
  [
    'Command line uploaded music to the library',
    { action: 'upload_music', actor_id: null, user_id: null, after: { upload_id: 'a' } },
  ],
])('a line reads “%s”', async (words, more) => {
  await openHistory([line(1, more)]);
  await until(() => expect(rows()[0]).toContain(words));
});

function alan() {
  return { actor_id: user.id, actor_email: 'alan@example.com' };
}
function left() {
  return { actor_id: user.id, actor_email: null };
}
function terminal(role: string) {
  return { actor_id: null, actor_email: null, ip: null, before: { role: '' }, after: { role } };
}

test('an uploaded file is shown by its kind and name', async () => {
  const after = { kind: 'radio_id', file_name: 'Morning.mp3' };
  await openHistory([line(1, { action: 'upload_file', before: {}, after })]);
  expect(rows()[0]).toContain('KindRadio IDFile nameMorning.mp3');
});

test('a long value is cut, and shown in full on request', async () => {
  const end = 'before noon.';
  const notes = `${'Jazz '.repeat(40)}${end}`;
  await openHistory([
    line(1, { before: { 'station.setup_notes': null }, after: { 'station.setup_notes': notes } }),
  ]);
  expect(rows()[0]).not.toContain(end);
  await press('Show all');
  expect(rows()[0]).toContain(end);
  expect(pressable('Show less').getAttribute('aria-expanded')).toBe('true');
});

test('HTML in a value is shown as it was typed', async () => {
  const name = '<img src=x onerror=alert(1)>';
  await openHistory([line(1, { after: { 'profile.company_name': name } })]);
  expect(rows()[0]).toContain(name);
  expect(document.querySelector('img')).toBeNull();
});

test('loads older entries on request, and reports a failure', async () => {
  const first = { data: [line(1, {})], has_more: true, next_cursor: 'older' };
  const page = await openHistory([line(1, {})], { [AUDIT]: answered(first) });
  page.answers[AUDIT] = refused(503, 'unavailable', 'Try again soon.');
  await press('Show more');
  await until(() => expect(document.body.textContent).toContain('Failed to load more.'));
  page.answers[AUDIT] = listed([line(2, {})]);
  await press('Show more');
  await until(() => expect(rows()).toHaveLength(2));
  expect(page.sent(AUDIT).at(-1)?.query).toContain('cursor=older');
  expect(isThere('Show more')).toBe(false);
});

test('retries loading the history, and says when it is empty', async () => {
  const page = await openHistory([], { [AUDIT]: refused(503, 'unavailable', 'Try again soon.') });
  await until(() => expect(document.body.textContent).toContain('Failed to load the history.'));
  page.answers[AUDIT] = listed([]);
  await press('Try again');
  await until(() => expect(document.body.textContent).toContain('No history yet'));
});

test('Undo shows what it will set, then restores it with the current ETag', async () => {
  const page = await askToUndo({ [CHANGE]: answered(ada) });
  await until(() => expect(question().textContent).toContain('StatusActivebecameSetup Pending'));
  expect(question().textContent).not.toContain('changed again');
  expect(page.sent(CHANGE)).toEqual([]);
  const asked = page.sent(AUDIT).length;
  await press('Undo change');
  await until(() => expect(page.toasts[0]?.title).toBe('User Updated'));
  const [sent] = page.sent(CHANGE);
  expect(sent?.body).toEqual({ station: { status: 'setup_pending', stream_url: null } });
  expect(sent?.headers.get('if-match')).toBe('"one"');
  // Undoing is a new entry of the history.
  await until(() => expect(page.sent(AUDIT).length).toBeGreaterThan(asked));
});

test('Undo names the fields that were changed again', async () => {
  const station = { ...ada.station, status: 'inactive' };
  await askToUndo({ [GET_CUSTOMER]: answered({ ...ada, station }) });
  await until(() =>
    expect(question().textContent).toContain('Status was changed again since then.'),
  );
  expect(question().textContent).toContain('StatusInactivebecameSetup Pending');
});

test('Undo says what listeners miss when it puts a station on air without sound', async () => {
  const off = { ...ada.station, status: 'inactive', stream_url: null, current_track_data: null };
  const back = line(1, {
    before: { 'station.status': 'active' },
    after: { 'station.status': 'inactive' },
  });
  await openHistory([back], { [GET_CUSTOMER]: answered({ ...ada, station: off }) });
  await doing(() => find(HTMLButtonElement, 'ol button').click());
  await until(() =>
    expect(question().textContent).toContain(
      'The station is then on air. It has no stream, so listeners hear the demo station.',
    ),
  );
  expect(question().textContent).toContain('It has no titles, so its page shows its name.');
});

test('Undo has nothing to do when the old values are in place', async () => {
  const page = await askToUndo({ [GET_CUSTOMER]: answered({ ...ada, station: PENDING }) });
  await until(() => expect(page.toasts[0]?.title).toBe('Nothing to undo'));
  expect(document.querySelector('[role="alertdialog"]')).toBeNull();
});

test('reports a concurrent change, and a second press undoes that too', async () => {
  const station = { ...ada.station, status: 'inactive' };
  const page = await askToUndo({
    [CHANGE]: refused(409, 'changed_meanwhile', 'Somebody else has changed this customer.', {
      current: { ...ada, station, etag: '"two"' },
    }),
  });
  await press('Undo change');
  await until(() => expect(question().textContent).toContain('Failed to update user data.'));
  expect(question().textContent).toContain('StatusInactivebecameSetup Pending');
  page.answers[CHANGE] = answered(ada);
  await press('Undo change');
  await until(() => expect(page.toasts).toHaveLength(1));
  expect(page.sent(CHANGE).at(-1)?.headers.get('if-match')).toBe('"two"');
});

test('counts as done when another admin undid it at the same time', async () => {
  const page = await askToUndo({
    [CHANGE]: refused(409, 'changed_meanwhile', 'Somebody else has changed this customer.', {
      current: { ...ada, station: PENDING, etag: '"two"' },
    }),
  });
  await press('Undo change');
  await until(() => expect(page.toasts[0]?.description).toBe('The change is undone.'));
  await until(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull());
});

test('a refused field is named in the message', async () => {
  await askToUndo({
    [CHANGE]: refused(422, 'validation_failed', 'Please check the fields.', {
      errors: [{ field: 'station.stream_url', code: 'invalid', message: 'It is not allowed.' }],
    }),
  });
  await press('Undo change');
  await until(() => expect(question().textContent).toContain('Stream URL: It is not allowed.'));
});

test('only edits can be undone; a role opens its own dialog', async () => {
  const page = await openHistory([
    line(1, { action: 'change_role', before: { role: 'user' }, after: { role: 'admin' } }),
    line(2, { action: 'reset_password' }),
    line(3, { action: 'upload_file', after: { kind: 'logo', file_name: 'logo.png' } }),
  ]);
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('ol button')];
  // The role of the admin is a request of its own.
  await until(() =>
    expect(buttons().map(({ textContent }) => textContent?.split(' (')[0])).toEqual([
      'Change role',
    ]),
  );
  await doing(() => buttons()[0]?.click());
  await until(() => expect(page.address()).toContain('dialog=role'));
});

test('the full history names customers, and does not name deleted ones', async () => {
  const page = await openAdmin(
    '/admin',
    {},
    <AdminStepUp>
      <AdminAudit />
    </AdminStepUp>,
  );
  await until(() => expect(document.body.textContent).toContain('Failed to load the history.'));
  const gone = { before: null, after: null, user_email: null };
  page.answers[AUDIT] = listed([
    wentOnAir,
    line(1, { action: 'delete_customer', ...gone }),
    line(2, gone),
    line(3, { action: 'export_customers', user_id: null, user_email: null }),
  ]);
  await press('Try again');
  await until(() => expect(rows()).toHaveLength(4));
  // The signed-in admin may load a moment later.
  await until(() => expect(rows()[0]).toContain('You changed the data of ada@example.com'));
  expect(rows()[1]).toContain('You deleted a customer');
  expect(rows()[2]).toContain('You changed the data of a deleted customer');
  expect(rows()[3]).toContain('You exported the customers as CSV');
  expect(page.sent(AUDIT)[0]?.query).toBe('');
  // A deleted customer has no View and no Undo.
  const buttons = [...document.querySelectorAll('ol li:not(:first-child) button')];
  expect(buttons).toEqual([]);
  expect(grace.id).toBe(wentOnAir.actor_id);
});
