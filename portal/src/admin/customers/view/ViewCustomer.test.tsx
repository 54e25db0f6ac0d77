import { NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { CustomerAsset, CustomerDetails } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { answered, refused } from '../../../api/test/answers.ts';
import { find, press, until } from '../../../ui/test/draw.tsx';
import { asset, logo } from '../../../uploads/test/open-uploads.tsx';
import { ada, GET_CUSTOMER, openAdminDialog } from '../../test/open-admin-dialog.tsx';

const dialog = () => find(HTMLElement, '[role="dialog"]');

/** Opens the dialog about a customer and waits until they are loaded. */
async function openView(customer: CustomerDetails) {
  const page = await openAdminDialog('view', { [GET_CUSTOMER]: answered(customer) });
  await until(() => expect(dialog().textContent).toContain('Personal'));
  return page;
}

/** The accessible text of a fact in a section. */
function known(part: string, name: string): string | undefined {
  const section = [...dialog().querySelectorAll('section')].find(
    (each) => each.querySelector('h3')?.textContent === part,
  );
  const value = [...(section?.querySelectorAll('dt') ?? [])].find(
    (each) => each.textContent === name,
  )?.nextElementSibling;
  for (const hidden of value?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove();
  return value?.textContent;
}

const link = (name: string) =>
  [...dialog().querySelectorAll('a')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );

test('shows the profile, the company and the station', async () => {
  await openView({
    ...ada,
    user: { ...ada.user, email_confirmed_at: '2026-11-21T09:30:00.000Z' },
    profile: { ...ada.profile, company_website: 'https://counting-house.example' },
    station: {
      ...ada.station,
      setup_notes: 'Jazz before noon.\nSoul after six.',
      radio_player_embed: '<iframe src="https://example.com"></iframe>',
      current_track_data: '/stream/demo/tracks/current',
    },
  });
  expect(known('Personal', 'Name')).toBe('Ada Marlow');
  expect(known('Personal', 'Email')).toBe('ada@example.comConfirmed');
  expect(known('Personal', 'Country')).toBe('United Kingdom');
  expect(known('Personal', 'Role')).toBe('User');
  expect(known('Personal', 'Customer ID')).toBe(ada.user.id);
  expect(known('Company', 'Name')).toBe('The Counting House');
  expect(known('Company', 'City')).toBe('London');
  expect(link('https://counting-house.example (opens in a new tab)')?.rel).toBe(
    'noopener noreferrer',
  );
  expect(known('Radio station', 'Status')).toBe('Live');
  // The role of the admin is a request of its own.
  await until(() => expect(known('Radio station', 'Package')).toBe('StarterChange package'));
  expect(known('Radio station', 'First month')).toBe('€149.00');
  expect(known('Radio station', 'VAT')).toBe('€89.60');
  expect(known('Radio station', 'First payment')).toBe('€537.60');
  expect(known('Company', 'Purchase order')).toBe('PO-2026-118');
  expect(known('Radio station', 'Current track API URL')).toBe('/stream/demo/tracks/current');
  expect(known('Radio station', 'Setup notes')).toBe('Jazz before noon.\nSoul after six.');
  // The HTML is text and does not run.
  expect(known('Radio station', 'Embed code')).toContain('<iframe');
  expect(document.querySelector('iframe')).toBeNull();
  expect(link('Visit Station (opens in a new tab)')?.href).toBe(ada.station.station_url);
});

test('an unknown value is a dash that is read out as unknown', async () => {
  await openView(ada);
  expect(known('Company', 'VAT number')).toBe('Not known');
  expect(known('Radio station', 'Setup completed')).toBe('Not known');
  expect(known('Setup form', 'Radio ID texts')).toBe('Not known');
});

test.each(['javascript:alert(1)', 'nowhere', 'ftp://example.com/a'])(
  'a website such as %s is text, not a link',
  async (company_website) => {
    await openView({ ...ada, profile: { ...ada.profile, company_website } });
    expect(known('Company', 'Website')).toBe(company_website);
    expect(dialog().querySelector('a[rel="noopener noreferrer"][href^="javascript"]')).toBeNull();
    expect(link(company_website)).toBeUndefined();
  },
);

test('shows the setup form and when it was submitted', async () => {
  await openView({
    ...ada,
    profile: {
      ...ada.profile,
      station_name_request: 'The Tally Room',
      voice_preference: 'female',
      radio_id_texts: ['You are in the Tally Room.', 'Good coffee.'],
      radio_id_frequency: 1,
      announcement_frequency: 45,
      commercial_spots_per_break: 3,
      music_wishes: { ...NO_WISHES, moods: ['warm', 'cool'], guests: 'Parents with prams' },
      setup_form_submitted: true,
      setup_form_submitted_at: '2026-11-21T12:00:00.000Z',
    },
  });
  const wish = (name: string) => known('Setup form', name);
  expect(wish('Submitted')).toContain('21 November 2026');
  expect(wish('Station name')).toBe('The Tally Room');
  expect(wish('Voice')).toBe('Female');
  expect(wish('Radio ID texts')).toBe('You are in the Tally Room.Good coffee.Speak the radio IDs');
  expect(wish('Radio IDs')).toBe('Every 1 minute');
  expect(wish('Announcements')).toBe('Every 45 minutes');
  expect(wish('Spots per break')).toBe('3');
  expect(wish('Moods')).toBe('Warm, Cool');
  expect(wish('Guests')).toBe('Parents with prams');
});

test('files can be played and downloaded, and the operator’s are marked', async () => {
  const file = (of: CustomerAsset) => of;
  await openView({
    ...ada,
    profile: { ...ada.profile, station_logo_url: logo().url },
    assets: [
      file({ ...asset('Good morning'), is_operators: false }),
      file({ ...asset('Made here', { kind: 'commercial' }), is_operators: true }),
      file({ ...logo(), is_operators: false }),
    ],
  });
  for (const name of ['Good morning.mp3', 'Made here.mp3']) {
    expect(dialog().querySelector(`[aria-label="Play ${name}"]`)).not.toBeNull();
    expect(link(`Download ${name}`)?.download).toBe(name);
  }
  expect(link('Download house.png')?.getAttribute('href')).toBe(logo().url);
  const rows = [...dialog().querySelectorAll('li')].map((each) => each.textContent);
  expect(rows.map((row) => row.includes('from us'))).toEqual([false, true]);
});

test('says which files are ready for the air, and what is wrong with others', async () => {
  const nothing = { message: null, url: null, duration_seconds: null };
  const message = 'The file contains only silence. Please upload one with sound.';
  const url = 'https://radio.example.com/storage/station-assets/u/One.mp3?v=1&form=air';
  const is_operators = false;
  await openView({
    ...ada,
    assets: [
      {
        ...asset('One', { preparation: { ...nothing, state: 'ready', url, duration_seconds: 9 } }),
        is_operators,
      },
      { ...asset('Two', { preparation: { ...nothing, state: 'getting_ready' } }), is_operators },
      {
        ...asset('Three', { preparation: { ...nothing, state: 'failed', message } }),
        is_operators,
      },
    ],
  });
  const rows = [...dialog().querySelectorAll('li')].map((each) => each.textContent);
  expect(rows[0]).toContain('157 KB, ready');
  expect(rows[1]).toContain('157 KB, getting ready');
  expect(rows[2]).toContain(`It can’t air yet. ${message}`);
  // Heard as it airs; the original is downloaded.
  expect(dialog().querySelector('audio')?.src).toBe(url);
  expect(link('Download One.mp3')?.href).toBe(asset('One').url);
});

test('says when there is no station', async () => {
  await openView({ ...ada, station: null });
  expect(dialog().textContent).toContain('No station yet.');
  expect(link('Visit Station (opens in a new tab)')).toBeUndefined();
});

test.each([
  ['Edit', 'dialog=edit'],
  ['History', 'dialog=audit'],
])('%s leads on to that dialog', async (name, address) => {
  const page = await openView(ada);
  page.answers['GET /v1/admin/audit'] = answered({ data: [], has_more: false, next_cursor: null });
  await press(name);
  await until(() => expect(page.address()).toContain(address));
});

test('retries loading a customer', async () => {
  const page = await openAdminDialog('view', {
    [GET_CUSTOMER]: refused(503, 'unavailable', 'We cannot answer right now.'),
  });
  await until(() => expect(dialog().textContent).toContain('Failed to load customer data.'));
  page.answers[GET_CUSTOMER] = answered(ada);
  await press('Try again');
  await until(() => expect(known('Personal', 'Name')).toBe('Ada Marlow'));
});

test('lists the website and the apps of the package with their state and links', async () => {
  const app_store_url = 'https://apps.apple.com/app/id1';
  await openView({
    ...ada,
    station: {
      ...ada.station,
      package_name: 'Enterprise',
      website_state: 'in_work',
      apps_state: 'delivered',
      app_store_url,
    },
  });
  expect(known('Website and apps', 'White label website')).toBe('In work');
  expect(known('Website and apps', 'Native apps')).toBe(
    `Delivered${app_store_url} (opens in a new tab)`,
  );
});

test('lists no website and no apps for a package without them', async () => {
  await openView(ada);
  expect(dialog().textContent).not.toContain('Website and apps');
});
