import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { CustomerDetails, StationCheck } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { answered, refused } from '../../../api/test/answers.ts';
import { doing, find, press, pressable, until } from '../../../ui/test/draw.tsx';
import { ada, CUSTOMER, GET_CUSTOMER, openAdminDialog } from '../../test/open-admin-dialog.tsx';

const CHANGE = `PATCH ${CUSTOMER}`;
const CHECK = `POST ${CUSTOMER}/checks`;

const TRACKS = ['Current track API URL', 'Previous track API URL', 'Next track API URL'] as const;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement] as const;

/** Ada, with changes to her station. */
const withStation = (more: object): CustomerDetails => ({
  ...ada,
  station: { ...ada.station, ...more },
});
const waiting = withStation({ status: 'setup_pending' });

const dialog = () => find(HTMLElement, '[role="dialog"]');
const question = () => find(HTMLElement, '[role="alertdialog"]');
const isClosed = () => document.querySelector('[role="dialog"]') === null;
const hasQuestion = () => document.querySelector('[role="alertdialog"]') !== null;

/** The control of a label. */
function field(label: string): Control {
  const named = [...dialog().querySelectorAll('label')].filter(
    (each) => each.textContent === label,
  );
  const control = named[0]?.control;
  const isControl = (each: unknown): each is Control =>
    CONTROLS.some((kind) => each instanceof kind);
  if (!isControl(control)) throw new Error(`Nothing is labelled ${label}.`);
  return control;
}

/** The accessible description of a field. */
function said(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Types into a field or chooses an option, with the events that React listens to. */
function write(label: string, text: string): Promise<void> {
  const control = field(label);
  const kind = CONTROLS.find((each) => control instanceof each);
  return doing(() => {
    // React watches the property, so the browser's own setter has to be called.
    Object.getOwnPropertyDescriptor(kind?.prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });
}

/** Opens the dialog for a customer, and waits for the form. */
async function openEdit(
  customer: CustomerDetails = ada,
  answers: Parameters<typeof openAdminDialog>[1] = {},
) {
  const page = await openAdminDialog('edit', { [GET_CUSTOMER]: answered(customer), ...answers });
  await until(() => field('First name'));
  return page;
}

const checks = (...found: StationCheck[]) => answered({ checks: found });
const good: StationCheck = { field: 'stream_url', ok: true, message: 'It plays: MP3 at 128 Kbps.' };
const bad: StationCheck = { field: 'stream_url', ok: false, message: 'Nobody answers there.' };

/** A response that the test releases. */
function later(body: object) {
  let come = () => {};
  const coming = new Promise<Response>((resolve) => (come = () => resolve(Response.json(body))));
  return { answer: () => coming, come: () => come() };
}

test('sends only the changed fields, with the ETag from when the form was opened', async () => {
  const saved = { ...withStation({ setup_notes: 'Jazz.' }), etag: '"two"' };
  const page = await openEdit(ada, { [CHANGE]: answered(saved) });
  await write('Setup notes', 'Jazz.');
  await write('City', '');
  await write('Website', 'counting-house.example');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  const [request, ...more] = page.sent(CHANGE);
  expect(more).toEqual([]);
  expect(request?.headers.get('if-match')).toBe('"one"');
  expect(request?.body).toEqual({
    profile: { company_city: '', company_website: 'https://counting-house.example' },
    station: { setup_notes: 'Jazz.' },
  });
  expect(page.toasts).toEqual([{ title: 'User Updated', description: 'Ada Marlow', kind: 'good' }]);
  expect(page.address()).toBe('/admin');
  expect(hasQuestion()).toBe(false);
});

test('tracks the website and the apps of the package, and asks for the missing link', async () => {
  const detail = 'Enter the link of an app that was delivered.';
  const fault = { field: 'station.app_store_url', code: 'invalid_value', message: detail };
  const customer = withStation({ package_name: 'Enterprise' });
  const page = await openEdit(customer, {
    [CHANGE]: refused(422, 'validation_failed', 'Some fields are not right.', { errors: [fault] }),
  });
  expect([field('White label website').value, field('Native apps').value]).toEqual(['due', 'due']);
  await write('White label website', 'in_work');
  await write('Native apps', 'delivered');
  await press('Save changes');
  await until(() => expect(said('Link in the App Store')).toContain(detail));
  expect(page.sent(CHANGE)[0]?.body).toEqual({
    station: { website_state: 'in_work', apps_state: 'delivered' },
  });
});

test('sends nothing when nothing was changed', async () => {
  const page = await openEdit();
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)).toEqual([]);
});

test('empty required fields do not block saving other fields', async () => {
  const bare = { ...ada, profile: { ...ada.profile, last_name: '', country: '' } };
  const page = await openEdit(bare, { [CHANGE]: answered(bare) });
  await write('Setup notes', 'Jazz.');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)).toHaveLength(1);
});

test('offers three statuses, and a slug takes lower-case letters, digits and hyphens', async () => {
  await openEdit(waiting);
  const choices = [...field('Status').querySelectorAll('option')].map((each) => each.textContent);
  expect(choices).toEqual(['Setup Pending', 'Active', 'Inactive']);
  expect(field('Status').value).toBe('setup_pending');
  await write('Station URL', 'The Counting_House-2');
  expect(field('Station URL').value).toBe('thecountinghouse-2');
});

test('stream and track fields are URL inputs, and refuse other text', async () => {
  const page = await openEdit();
  for (const label of ['Stream URL', ...TRACKS]) {
    expect(field(label).getAttribute('type')).toBe('url');
  }
  const [label] = TRACKS;
  await write(label, 'nowhere');
  await press('Save changes');
  await until(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
  expect(said(label)).toContain('Please enter a web address, such as https://example.com.');
  expect(document.activeElement).toBe(field(label));
  expect(page.sent(CHANGE)).toEqual([]);
});

test('the email field says what changing it does', async () => {
  await openEdit();
  expect(field('Email').getAttribute('type')).toBe('email');
  expect(said('Email')).toContain(
    'the customer is signed out everywhere, and both addresses get an email',
  );
});

test('an admin’s email cannot be edited, and a hint says where to change it', async () => {
  const page = await openEdit({ ...ada, role: 'admin' }, { [CHANGE]: answered(ada) });
  expect(field('Email').disabled).toBe(true);
  expect(said('Email')).toContain(ERRORS.email_of_admin.detail);
  await write('First name', 'Grace');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)[0]?.body).toEqual({ profile: { first_name: 'Grace' } });
});

test.each([
  [
    'url_not_allowed',
    422,
    'Stream URL',
    {
      field: 'station.stream_url',
      code: 'address_not_allowed',
      message: 'It leads into a private network.',
    },
  ],
  [
    'user_already_exists',
    422,
    'Email',
    { field: 'profile.email', code: 'user_already_exists', message: 'Another account has it.' },
  ],
] as const)('a refusal is said at its field (%s)', async (code, status, label, fault) => {
  const page = await openEdit(withStation({ status: 'inactive' }), {
    [CHANGE]: refused(status, code, 'Its sentence.', { errors: [fault] }),
  });
  await write('Setup notes', 'Jazz.');
  await press('Save changes');
  await until(() => expect(said(label)).toContain(fault.message));
  expect(field('Setup notes').value).toBe('Jazz.');
  expect(page.toasts).toEqual([]);
});

test('shows at the field that a slug is taken', async () => {
  const { detail } = ERRORS.slug_taken;
  await openEdit(ada, { [CHANGE]: refused(409, 'slug_taken', detail) });
  await write('Station URL', 'corner');
  await press('Save changes');
  await until(() => expect(said('Station URL')).toContain(detail));
  expect(dialog().textContent).not.toContain('Failed to update user data.');
});

test.each([
  [
    'what the API says',
    refused(503, 'unavailable', 'We cannot answer right now.'),
    'We cannot answer right now.',
  ],
  [
    'that the line was lost',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'We could not reach the server.',
  ],
  [
    'that they no longer exist',
    refused(404, 'not_found', 'There is nothing at this address.'),
    'This customer no longer exists.',
  ],
] as const)(
  'when it cannot be saved that is said, with %s, and all stays',
  async (_, answer, words) => {
    await openEdit(ada, { [CHANGE]: answer });
    await write('Setup notes', 'Jazz.');
    await press('Save changes');
    await until(() => expect(dialog().textContent).toContain('Failed to update user data.'));
    expect(dialog().textContent).toContain(words);
    expect(field('Setup notes').value).toBe('Jazz.');
  },
);

test('a double click saves once, and the dialog stays open until the result is known', async () => {
  const saving = later(ada);
  const page = await openEdit(ada, { [CHANGE]: saving.answer });
  await write('Setup notes', 'Jazz.');
  await doing(() => {
    pressable('Save changes').click();
    pressable('Save changes').click();
  });
  await press('Close');
  expect(isClosed()).toBe(false);
  expect(hasQuestion()).toBe(false);
  await until(() => expect(page.sent(CHANGE)).toHaveLength(1));
  await doing(saving.come);
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)).toHaveLength(1);
});

test('keeps what is typed while saving, and can save it next', async () => {
  const saved = { ...withStation({ setup_notes: 'Jazz.' }), etag: '"two"' };
  const saving = later(saved);
  const page = await openEdit(ada, { [CHANGE]: saving.answer });
  await write('Setup notes', 'Jazz.');
  await press('Save changes');
  await write('First name', 'Grace');
  page.answers[GET_CUSTOMER] = answered(saved);
  await doing(saving.come);
  await until(() => expect(page.toasts).toHaveLength(1));
  expect(field('First name').value).toBe('Grace');
  expect(field('Setup notes').value).toBe('Jazz.');
  page.answers[CHANGE] = answered(saved);
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  const [, second] = page.sent(CHANGE);
  expect(second?.headers.get('if-match')).toBe('"two"');
  expect(second?.body).toEqual({ profile: { first_name: 'Grace' } });
});

test('the form takes newer data until something is typed', async () => {
  const page = await openEdit();
  const tell = (customer: CustomerDetails) =>
    doing(() => page.queries.setQueryData(['admin', 'customer', ada.user.id], customer));
  await tell({ ...withStation({ setup_notes: 'Soul.' }), etag: '"two"' });
  await until(() => expect(field('Setup notes').value).toBe('Soul.'));
  await write('First name', 'Grace');
  await tell({ ...withStation({ setup_notes: 'Jazz.' }), etag: '"three"' });
  expect(field('Setup notes').value).toBe('Soul.');
  page.answers[CHANGE] = answered(ada);
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  const [sent] = page.sent(CHANGE);
  expect(sent?.headers.get('if-match')).toBe('"two"');
  expect(sent?.body).toEqual({ profile: { first_name: 'Grace' } });
});

test.each(['payment_pending', 'suspended'])(
  'shows the status %s, and why it cannot be changed',
  async (status) => {
    await openEdit(withStation({ status }));
    expect(dialog().querySelector('select[name="status"]')).toBeNull();
    expect(dialog().textContent).toContain(status === 'suspended' ? 'Inactive' : 'Payment Pending');
    expect(dialog().textContent).toContain(ERRORS.status_locked.detail);
  },
);

test('without a station it says so, and the profile can be edited', async () => {
  const page = await openEdit({ ...ada, station: null }, { [CHANGE]: answered(ada) });
  expect(dialog().textContent).toContain('No station yet');
  expect(dialog().textContent).not.toContain('Check before going live');
  await write('First name', 'Grace');
  await press('Save changes');
  await until(() =>
    expect(page.sent(CHANGE)[0]?.body).toEqual({ profile: { first_name: 'Grace' } }),
  );
});

test('a check of the form’s values shows a result at each field', async () => {
  const track = {
    title: 'Blue Lamp',
    artist: 'The Night Shift',
    cover: 'https://example.com/c.png',
  };
  const checking = later({
    checks: [
      bad,
      {
        field: 'current_track_data',
        ok: true,
        message: 'It says: Blue Lamp by The Night Shift.',
        track,
      },
      { field: 'station_slug', ok: true, message: 'It is free.' },
    ],
  });
  const page = await openEdit(waiting, { [CHECK]: checking.answer });
  await write('Stream URL', 'https://stream.example.com/b.mp3');
  await press('Check before going live');
  expect(dialog().textContent).toContain('This takes a few seconds.');
  expect(pressable('Checking...').getAttribute('aria-busy')).toBe('true');
  await doing(checking.come);
  await until(() => expect(said('Stream URL')).toContain('Not good: Nobody answers there.'));
  expect(said('Current track API URL')).toContain('Good: It says: Blue Lamp by The Night Shift.');
  expect(find(HTMLImageElement, `img[src="${track.cover}"]`).alt).toBe('');
  expect(said('Station URL')).toContain('Good: It is free.');
  expect(dialog().textContent).toContain('Problems found: Stream URL.');
  expect(page.sent(CHECK)[0]?.body).toMatchObject({
    stream_url: 'https://stream.example.com/b.mp3',
    station_slug: 'counting-house',
  });
  await write('Stream URL', 'https://stream.example.com/c.mp3');
  expect(said('Stream URL')).not.toContain('Nobody answers there.');
  expect(said('Station URL')).toContain('Good: It is free.');
  // The result is about the previous URL.
  expect(dialog().textContent).not.toContain('Problems found');
});

test('a check reports an invalid URL at its field', async () => {
  const fault = {
    field: 'stream_url',
    code: 'invalid_format',
    message: 'Please enter a web address.',
  };
  await openEdit(waiting, {
    [CHECK]: refused(422, 'validation_failed', 'Some fields are not right.', { errors: [fault] }),
  });
  await write('Stream URL', 'nowhere');
  await press('Check before going live');
  await until(() => expect(said('Stream URL')).toContain('Not good: Please enter a web address.'));
});

test('a failed check says why', async () => {
  await openEdit(waiting, { [CHECK]: refused(429, 'rate_limited', 'Too many checks.') });
  await press('Check before going live');
  await until(() => expect(dialog().textContent).toContain('The station could not be checked'));
  expect(dialog().textContent).toContain('Too many checks.');
});

test('going live runs the check first, and saves if there are no problems', async () => {
  const page = await openEdit(waiting, {
    [CHECK]: checks(good),
    [CHANGE]: answered(ada),
  });
  await write('Status', 'active');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHECK)).toHaveLength(1);
  expect(page.sent(CHANGE)[0]?.body).toEqual({ station: { status: 'active' } });
});

test('does not repeat a check that just passed', async () => {
  const page = await openEdit(waiting, { [CHECK]: checks(good), [CHANGE]: answered(ada) });
  await write('Status', 'active');
  await press('Check before going live');
  await until(() => expect(dialog().textContent).toContain('No problems found.'));
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHECK)).toHaveLength(1);
});

test('changing the stream of a live station runs the check, changing its notes does not', async () => {
  const page = await openEdit(ada, { [CHECK]: checks(bad), [CHANGE]: answered(ada) });
  await write('Stream URL', 'https://stream.example.com/b.mp3');
  await press('Save changes');
  await until(() => expect(hasQuestion()).toBe(true));
  await press('Go back');
  await write('Stream URL', 'https://stream.example.com/a.mp3');
  await write('Setup notes', 'Jazz.');
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHECK)).toHaveLength(1);
});

test('asks whether to go back or save anyway when the check finds problems', async () => {
  const page = await openEdit(waiting, { [CHECK]: checks(bad), [CHANGE]: answered(ada) });
  await write('Status', 'active');
  await press('Save changes');
  await until(() => expect(question().textContent).toContain('Stream URL: Nobody answers there.'));
  await press('Go back');
  await until(() => expect(hasQuestion()).toBe(false));
  expect(page.sent(CHANGE)).toEqual([]);
  expect(said('Stream URL')).toContain('Not good: Nobody answers there.');
  expect(field('Status').value).toBe('active');
  await press('Save changes');
  await press('Save anyway');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)[0]?.body).toEqual({ station: { status: 'active' } });
});

test('shows a problem once when both the check and the API report it', async () => {
  const { detail } = ERRORS.url_not_allowed;
  const errors = [{ field: 'station.stream_url', code: 'url_not_allowed', message: bad.message }];
  await openEdit(waiting, {
    [CHECK]: checks(bad),
    [CHANGE]: refused(422, 'url_not_allowed', detail, { errors }),
  });
  await write('Status', 'active');
  await press('Save changes');
  await until(() => expect(hasQuestion()).toBe(true));
  await press('Save anyway');
  await until(() => expect(said('Stream URL')).not.toContain('Not good'));
  expect(said('Stream URL').split(bad.message)).toHaveLength(2);
});

test('does not ask about an invalid URL, which the API refuses at its field', async () => {
  const { detail } = ERRORS.url_not_allowed;
  const errors = [{ field: 'station.stream_url', code: 'url_not_allowed', message: bad.message }];
  await openEdit(waiting, {
    [CHECK]: checks({ ...bad, is_refused: true }),
    [CHANGE]: refused(422, 'url_not_allowed', detail, { errors }),
  });
  await write('Status', 'active');
  await write('Stream URL', 'http://10.0.0.1/live');
  await press('Save changes');
  await until(() => expect(said('Stream URL')).toContain(bad.message));
  expect(hasQuestion()).toBe(false);
});

test('a station can go live although the check failed to run', async () => {
  const page = await openEdit(waiting, {
    [CHECK]: refused(429, 'rate_limited', 'Too many checks.'),
    [CHANGE]: answered(ada),
  });
  await write('Status', 'active');
  await press('Save changes');
  await until(() =>
    expect(question().textContent).toContain('The station could not be checked. Too many checks.'),
  );
  await press('Save anyway');
  await until(() => expect(page.sent(CHANGE)).toHaveLength(1));
});

/** Another admin has put Ada on air and written notes. */
const theirs: CustomerDetails = {
  ...ada,
  station: { ...ada.station, setup_notes: 'Soul.', station_name: 'The Tally Room' },
  profile: { ...ada.profile, company_city: 'Leeds' },
  etag: '"two"',
};
const overtaken = refused(409, 'changed_meanwhile', 'Its sentence.', { current: theirs });

test('shows what another admin changed, and keeps what was typed', async () => {
  const page = await openEdit(waiting, { [CHANGE]: overtaken, [CHECK]: checks(good) });
  await write('Setup notes', 'Jazz.');
  await write('First name', 'Grace');
  await press('Save changes');
  await until(() => expect(dialog().textContent).toContain('Changed by someone else'));
  const told = find(HTMLElement, '[role="alert"] dl').textContent;
  expect(told).toContain('StatusSetup PendingbecameActive');
  expect(told).toContain('CityLondonbecameLeeds');
  expect(told).toContain('Setup notesemptybecameSoul.');
  expect(find(HTMLElement, '[role="alert"]').contains(document.activeElement)).toBe(true);

  expect(field('Status').value).toBe('active');
  expect(field('City').value).toBe('Leeds');
  expect(field('Station name').value).toBe('The Tally Room');
  expect(field('First name').value).toBe('Grace');
  expect(field('Setup notes').value).toBe('Jazz.');
  expect(dialog().textContent).toContain('Theirs: Soul.');

  page.answers[CHANGE] = answered(theirs);
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  const [, second] = page.sent(CHANGE);
  expect(second?.headers.get('if-match')).toBe('"two"');
  expect(second?.body).toEqual({
    profile: { first_name: 'Grace' },
    station: { setup_notes: 'Jazz.' },
  });
});

test('the other admin’s value can be used', async () => {
  const page = await openEdit(ada, { [CHANGE]: overtaken });
  await write('Setup notes', 'Jazz.');
  await write('First name', 'Grace');
  await press('Save changes');
  await press('Use theirs for Setup notes');
  expect(field('Setup notes').value).toBe('Soul.');
  expect(document.activeElement).toBe(field('Setup notes'));
  expect(dialog().textContent).not.toContain('Theirs:');
  page.answers[CHANGE] = answered(theirs);
  await press('Save changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)[1]?.body).toEqual({ profile: { first_name: 'Grace' } });
});

const escape = () =>
  doing(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    ),
  );

test.each([
  ['the cross', () => press('Close')],
  ['Cancel', () => press('Cancel')],
  ['Escape', escape],
] as const)('closing by %s asks before something typed is lost, each time', async (_, close) => {
  const page = await openEdit();
  await write('Setup notes', 'Jazz.');
  await close();
  await until(() => expect(question().textContent).toContain('Close without saving?'));
  await press('Keep editing');
  await until(() => expect(hasQuestion()).toBe(false));
  expect(field('Setup notes').value).toBe('Jazz.');
  await close();
  await press('Discard changes');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.sent(CHANGE)).toEqual([]);
});

test('the back button asks before changes are lost', async () => {
  const page = await openEdit();
  await page.goTo('/members');
  expect(page.address()).toBe('/members');

  await page.goTo(`/admin?customer=${ada.user.id}&dialog=edit`);
  await until(() => field('Setup notes'));
  await write('Setup notes', 'Jazz.');
  await page.goTo('/members');
  await until(() => expect(question().textContent).toContain('Close without saving?'));
  await press('Keep editing');
  expect(field('Setup notes').value).toBe('Jazz.');
  await page.goTo('/members');
  await press('Discard changes');
  await until(() => expect(page.address()).toBe('/members'));
});

test('leaving the page asks while there are unsaved changes', async () => {
  await openEdit();
  const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(mayLeave()).toBe(true);
  await write('Setup notes', 'Jazz.');
  expect(mayLeave()).toBe(false);
  await write('Setup notes', '');
  expect(mayLeave()).toBe(true);
});

test('turns autofill off, so that the browser does not offer the admin’s own data', async () => {
  await openEdit();
  const offered = [...dialog().querySelectorAll('input:not([type="file"])')].filter(
    (each) => each.getAttribute('autocomplete') !== 'off',
  );
  expect(offered.map((each) => each.outerHTML)).toEqual([]);
});

test('stores no draft in the browser', async () => {
  await openEdit();
  const before = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  await write('Setup notes', 'Jazz.');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).toBe(before);
});

test.each(['view', 'edit'] as const)(
  'says that a deleted customer no longer exists (%s)',
  async (kind) => {
    await openAdminDialog(kind, { [GET_CUSTOMER]: refused(404, 'not_found', 'Nothing is here.') });
    await until(() => expect(dialog().textContent).toContain('This customer no longer exists.'));
    await press('Close');
    await until(() => expect(isClosed()).toBe(true));
  },
);

test('retries loading a customer', async () => {
  const page = await openAdminDialog('edit', {
    [GET_CUSTOMER]: refused(503, 'unavailable', 'We cannot answer right now.'),
  });
  await until(() => expect(dialog().textContent).toContain('Failed to load customer data.'));
  page.answers[GET_CUSTOMER] = answered(ada);
  await press('Try again');
  await until(() => field('First name'));
});

test('an admin sets the policy at the cap, and reads what the customer is told', async () => {
  const page = await openEdit(ada, {
    [CHANGE]: answered(withStation({ listening_policy: 'stop_new' })),
  });
  expect(said('When listening hours are used up')).toContain('Your station keeps playing');
  await write('When listening hours are used up', 'stop_new');
  await until(() =>
    expect(said('When listening hours are used up')).toContain(
      'new ones can join again next month',
    ),
  );
  await press('Save changes');
  await until(() =>
    expect(page.sent(CHANGE).map(({ body }) => body)).toEqual([
      { station: { listening_policy: 'stop_new' } },
    ]),
  );
});
