import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { MAX_RADIO_ID_TEXT_LENGTH } from '@stationhouse/platform-api/contract/voices/values';
import { WEEKDAYS } from '@stationhouse/platform-api/contract/schedule/values';
import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { expect, test, vi } from 'vitest';
import { doing, find, until } from '../ui/test/draw.tsx';
import {
  button,
  dialog,
  field,
  isClosed,
  isThere,
  goTo,
  labelled,
  noWishes,
  openForm,
  press,
  refused,
  said,
  scripts,
  submit,
  submitted,
  text,
  write,
  writeNumber,
  type Answer,
} from './test/open-setup.tsx';

const coloursOfLogo = vi.hoisted(() => vi.fn<(url: string) => Promise<string[]>>());
// jsdom decodes no pictures.
vi.mock('../ui/logo-colour.ts', () => ({ coloursOfLogo }));

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const starter = { package_name: 'Starter' } as const;
const enterprise = { package_name: 'Enterprise' } as const;

const name = () => field('station_name_request');
const notice = () => find(HTMLElement, '[role="dialog"] footer [role="alert"]').textContent;
/** The box or radio button whose label begins with these words. */
const checkbox = (label: string): HTMLInputElement => {
  const found = [...dialog().querySelectorAll('label')].find((each) =>
    each.textContent?.startsWith(label),
  )?.control;
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`Nothing is labelled ${label}.`);
};
const fieldset = (legend: string) =>
  [...dialog().querySelectorAll('fieldset')].find(
    (each) => each.querySelector('legend')?.textContent === legend,
  );

test.each(['', '   '])('refuses the station name ‘%s’', async (typed) => {
  const { sent } = await openForm();
  await write(name(), typed);
  await submit();
  await until(() => expect(notice()).toBe('Missing informationPlease fill in all required fields'));
  expect(said(name())).toBe('Please enter a name for your station.');
  expect(document.activeElement).toBe(name());
  expect(sent).toEqual([]);
  await write(name(), 'Counting House Radio');
  expect(notice()).toBe('');
  expect(said(name())).toBe('');
});

test('Starter submits its defaults, without the fields of larger packages', async () => {
  const { sent } = await openForm({ station: starter });
  expect(labelled('Male')).toHaveProperty('checked', true);
  await write(name(), ' Counting House Radio ');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toEqual([
    {
      station_name_request: 'Counting House Radio',
      voice_preference: 'male',
      radio_id_texts: [],
      radio_id_frequency: 10,
      music_wishes: noWishes,
      industry: null,
      hears_first: false,
    },
  ]);
});

test('Starter reads what larger packages add, without controls', async () => {
  await openForm({ station: starter });
  const part = fieldset('Announcements and commercial spots');
  expect(part?.textContent).toContain(
    'Announcements and commercial spots are part of Professional and Enterprise.',
  );
  expect(part?.querySelectorAll('button, input')).toHaveLength(0);
  expect(part?.querySelector('a')?.getAttribute('href')).toBe('/members/billing?change=package');
  expect(dialog().textContent).not.toContain('Upload Commercial Spots');
  expect(dialog().textContent).toContain('Upload radio IDs');
  expect(dialog().textContent).toContain('Upload jingles');
});

test('a station without a package gets the form of the smallest package', async () => {
  await openForm({ station: { package_name: null } });
  expect(dialog().textContent).toContain('0 of 3');
  expect(dialog().textContent).not.toContain('Announcement frequency');
});

test.each(PACKAGES.filter(({ limits }) => limits.commercial_spots > 0))(
  '$name submits announcements and spots too',
  async ({ name: package_name, limits }) => {
    const { sent } = await openForm({ station: { package_name } });
    expect(dialog().textContent).toContain('Upload commercial spots / announcements');
    expect(labelled('Radio ID frequency').value).toBe('10');
    expect(labelled('Announcement frequency').value).toBe('30');
    expect(labelled('Commercial spots per break').value).toBe('1');
    await write(name(), 'Counting House Radio');
    await doing(() => labelled('Female').click());
    await write(labelled('Script 1'), 'You are listening to us.');
    await writeNumber('Commercial spots per break', '99');
    await submit();
    await until(() => expect(isClosed()).toBe(true));
    expect(sent).toEqual([
      {
        station_name_request: 'Counting House Radio',
        voice_preference: 'female',
        radio_id_texts: ['You are listening to us.'],
        radio_id_frequency: 10,
        music_wishes: noWishes,
        industry: null,
        hears_first: false,
        announcement_frequency: 30,
        commercial_spots_per_break: limits.commercial_spots,
      },
    ]);
  },
);

test.each(PACKAGES)('$name accepts its number of scripts', async (offer) => {
  await openForm({ station: { package_name: offer.name } });
  const most = offer.limits.radio_ids;
  for (let count = 1; count < most; count += 1) {
    await press('Add script');
    expect(document.activeElement).toBe(labelled(`Script ${count + 1}`));
  }
  expect(scripts()).toHaveLength(most);
  expect(isThere('Add script')).toBe(false);
  await write(labelled('Script 1'), 'You are listening to us.');
  expect(dialog().textContent).toContain(`1 of ${most}`);
});

test('removes a script and focuses the next; sends no empty ones', async () => {
  const { sent } = await openForm({ profile: submitted });
  expect(dialog().textContent).toContain('2 of 6');
  await press('Add script');
  await press('Add script');
  await write(labelled('Script 4'), ' Open at seven. ');
  await press('Remove script 1');
  expect(scripts()).toEqual(['Good coffee, good music.', '', ' Open at seven. ']);
  expect(document.activeElement).toBe(labelled('Script 1'));
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent[0]).toMatchObject({ radio_id_texts: ['Good coffee, good music.', 'Open at seven.'] });
});

test('keeps one script, and focuses the one before a removed last script', async () => {
  await openForm();
  expect(isThere('Remove script 1')).toBe(false);
  await press('Add script');
  await press('Remove script 2');
  expect(document.activeElement).toBe(labelled('Script 1'));
  expect(isThere('Remove script 1')).toBe(false);
});

test('says how long a script takes to speak, and counts characters when few are left', async () => {
  await openForm();
  const script = labelled('Script 1');
  expect(script.maxLength).toBe(MAX_RADIO_ID_TEXT_LENGTH);
  await write(script, 'x');
  expect(said(script)).toBe('About 1 second');
  await write(script, 'You are listening to Counting House Radio, all day and all night long.');
  expect(said(script)).toBe('About 5 seconds');
  await write(script, 'x'.repeat(MAX_RADIO_ID_TEXT_LENGTH - 50));
  expect(said(script)).toBe('About 30 seconds · 50 characters left');
  await write(script, 'x'.repeat(MAX_RADIO_ID_TEXT_LENGTH - 1));
  expect(said(script)).toBe('About 33 seconds · 1 character left');
});

test('suggests scripts with the name of the station', async () => {
  await openForm({ station: starter });
  expect(dialog().textContent).toContain('Give your station a name above');
  await write(name(), 'The Tally Room');
  await press('Use: “You are listening to The Tally Room.”');
  await press('Use: “The Tally Room. Good to have you here.”');
  expect(scripts()).toEqual([
    'You are listening to The Tally Room.',
    'The Tally Room. Good to have you here.',
  ]);
  expect(document.activeElement).toBe(labelled('Script 2'));
  expect(isThere('Use: “You are listening to The Tally Room.”')).toBe(false);
});

test('walks through the steps, and returns to the one with a fault', async () => {
  const { sent } = await openForm();
  const step = () => dialog().querySelector('[aria-current="step"]')?.textContent;
  expect(step()).toContain('Music');
  expect(isThere('Submit setup')).toBe(false);
  await press('Continue');
  expect(step()).toContain('Name & voice');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name & voice');
  await press('Continue');
  expect(step()).toContain('Announcements');
  await press('Submit setup');
  await until(() => expect(step()).toContain('Name & voice, something is missing'));
  expect(document.activeElement).toBe(name());
  expect(sent).toEqual([]);
});

test('submits the wishes for the music', async () => {
  const { sent } = await openForm();
  for (const mood of ['Cool', 'Warm']) {
    await doing(() => checkbox(mood).click());
  }
  await doing(() => checkbox('Calm').click());
  expect(checkbox('Driving').disabled).toBe(true);
  await doing(() => checkbox('Calm').click());
  await press('Split the day');
  await doing(() => {
    find(HTMLElement, '[role="slider"][aria-label="From calm to bright"]').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
    );
  });
  await write(labelled('Who comes in?'), 'Parents with prams');
  await write(labelled('Artists and words'), 'Wham!, Last Christmas');
  await press('Add');
  await doing(() => labelled('Never').click());
  await press('Add hours');
  await goTo('Name & voice');
  await write(name(), 'The Tally Room');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent[0]?.['music_wishes']).toEqual({
    ...noWishes,
    moods: ['cool', 'warm'],
    day: [
      { from: '07:00', to: '11:30', energy: 'calm' },
      { from: '11:30', to: '18:00', energy: 'bright' },
      { from: '18:00', to: '23:00', energy: 'late' },
    ],
    guests: 'Parents with prams',
    opening_hours: [{ days: WEEKDAYS, from: '09:00', to: '18:00' }],
    never_play: ['Wham!', 'Last Christmas'],
    explicit_songs: false,
  });
});

test('moves the edge of a part of the day by dragging', async () => {
  await openForm();
  await press('Split the day');
  const edge = () => find(HTMLElement, '[role="slider"][aria-label="From bright to late"]');
  const track = edge().parentElement;
  if (!track) throw new Error('An edge is on a track.');
  // jsdom lays nothing out, and captures no pointer.
  track.getBoundingClientRect = () => new DOMRect(100, 0, 480, 56);
  let isCaptured = false;
  Object.assign(edge(), {
    setPointerCapture: () => (isCaptured = true),
    hasPointerCapture: () => isCaptured,
  });
  const point = (type: string, clientX: number) =>
    doing(() => edge().dispatchEvent(new MouseEvent(type, { bubbles: true, clientX })));
  await point('pointermove', 400);
  expect(edge().getAttribute('aria-valuetext')).toBe('18:00');
  await point('pointerdown', 360);
  expect(document.activeElement).toBe(edge());
  // 480 px are a day that begins at five.
  await point('pointermove', 400);
  expect(edge().getAttribute('aria-valuetext')).toBe('20:00');
  await point('pointermove', 9_999);
  expect(edge().getAttribute('aria-valuetext')).toBe('22:00');
});

test('asks for frequencies in words', async () => {
  await openForm();
  await doing(() => checkbox('Often').click());
  expect(labelled('Radio ID frequency').value).toBe('5');
  await writeNumber('Radio ID frequency', '20');
  expect(checkbox('Rarely').checked).toBe(true);
});

test('accepts a script of the maximum length', async () => {
  const { sent } = await openForm();
  await write(name(), 'Counting House Radio');
  await write(labelled('Script 1'), 'x'.repeat(MAX_RADIO_ID_TEXT_LENGTH));
  await submit();
  await until(() => expect(sent).toHaveLength(1));
});

test('corrects numbers out of bounds on blur', async () => {
  const { sent } = await openForm({ station: enterprise });
  await write(name(), 'Counting House Radio');
  await writeNumber('Radio ID frequency', '61');
  expect(labelled('Radio ID frequency').value).toBe('60');
  await writeNumber('Announcement frequency', '500');
  expect(labelled('Announcement frequency').value).toBe('120');
  await writeNumber('Commercial spots per break', '0');
  expect(labelled('Commercial spots per break').value).toBe('1');
  await submit();
  await until(() =>
    expect(sent[0]).toMatchObject({
      radio_id_frequency: 60,
      announcement_frequency: 120,
      commercial_spots_per_break: 1,
    }),
  );
});

test('fills the form with the submitted setup', async () => {
  const { sent } = await openForm({ profile: submitted });
  expect(name().value).toBe('Counting House Radio');
  expect(labelled('Female')).toHaveProperty('checked', true);
  expect(scripts()).toEqual(submitted.radio_id_texts);
  expect(labelled('Radio ID frequency').value).toBe('15');
  expect(labelled('Announcement frequency').value).toBe('45');
  expect(labelled('Commercial spots per break').value).toBe('3');
  await write(name(), 'The Tally Room');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toEqual([
    {
      station_name_request: 'The Tally Room',
      voice_preference: 'female',
      radio_id_texts: submitted.radio_id_texts,
      radio_id_frequency: 15,
      music_wishes: noWishes,
      industry: null,
      hears_first: false,
      announcement_frequency: 45,
      commercial_spots_per_break: 3,
    },
  ]);
});

test('thanks the member, and updates the dashboard at once', async () => {
  const { toasts } = await openForm();
  await write(name(), 'Counting House Radio');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(toasts).toEqual([
    {
      title: 'Setup information submitted!',
      description: 'Thank you! Our team will review your information and set up your station.',
      kind: 'good',
    },
  ]);
  expect(text()).toContain('Submitted on 22 November 2026');
  expect(text()).not.toContain('Setup your Radio Station Now');
  await until(() => expect(document.activeElement).toBe(button('Edit setup information')));
});

test('shows progress, ignores a second press, and stays open while sending', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const { sent } = await openForm({
    submission: () => coming.then(() => refused(503, 'unavailable')),
  });
  await write(name(), 'Counting House Radio');
  await submit();
  await press('Submitting...');
  await press('Finish later');
  expect(isClosed()).toBe(false);
  come();
  await until(() => expect(notice()).toContain('Submission failed'));
  expect(sent).toHaveLength(1);
});

const offline = (): Answer => Promise.reject(new TypeError('Failed to fetch'));
const { missing_information, feature_not_in_package, rate_limited } = ERRORS;

test.each<[string, () => Answer, string]>([
  [
    'the server fails',
    () => refused(500, 'internal_error'),
    'Submission failedPlease try again or contact supportDetailsReference: r1',
  ],
  ['the server cannot be reached', offline, 'Submission failedPlease try again or contact support'],
  [
    'the package has no commercial spots any more',
    () => refused(403, 'feature_not_in_package', feature_not_in_package),
    `Feature not available${feature_not_in_package.detail}`,
  ],
  [
    'something is missing after all',
    () => refused(422, 'validation_failed', missing_information),
    'Missing informationPlease fill in all required fields',
  ],
  [
    'it was tried too often',
    () =>
      Response.json(
        { code: 'rate_limited', ...rate_limited, request_id: 'r1' },
        { status: 429, headers: { 'retry-after': '120' } },
      ),
    `Too many attempts${rate_limited.detail} You can try again in 2 minutes.`,
  ],
])('when %s, says so and keeps the input', async (_when, submission, words) => {
  await openForm({ submission });
  await write(name(), 'Counting House Radio');
  await write(labelled('Script 1'), 'You are listening to us.');
  await submit();
  await until(() => expect(notice()).toContain(words));
  expect(name().value).toBe('Counting House Radio');
  expect(scripts()).toEqual(['You are listening to us.']);
  expect(localStorage.getItem('station-setup')).toContain('You are listening to us.');
});

test.each([
  ['station_name_request', () => name()],
  ['radio_id_texts', () => labelled('Script 2')],
  ['commercial_spots_per_break', () => labelled('Commercial spots per break')],
])('shows a refusal of %s at its field', async (refusedField, control) => {
  const errors = [{ field: refusedField, code: 'too_big', message: 'It says why.' }];
  await openForm({
    profile: submitted,
    submission: () => refused(422, 'validation_failed', { errors }),
  });
  await submit();
  await until(() => expect(said(control())).toContain('It says why.'));
  expect(document.activeElement).toBe(control());
  expect(notice()).toBe('');
});

const withLogo = { station_logo_url: 'https://radio.example.com/logo.png' };
/** The colour of the preview's buttons on light ground. */
const preview = () =>
  find(HTMLElement, '[aria-label="Preview of your page"] [style]').style.getPropertyValue(
    '--primary',
  );

test('the best colour of the logo is marked, paints the preview, and is saved with the first submission', async () => {
  coloursOfLogo.mockResolvedValue(['#7a2e1d', '#0f766e']);
  const { looks } = await openForm({ profile: withLogo });
  await until(() => expect(dialog().textContent).toContain('We found your colours'));
  expect(labelled('Colour 1, #7a2e1d')).toHaveProperty('checked', true);
  expect(preview()).toContain('light-dark(#7a2e1d');
  await write(name(), 'Morgenrot');
  expect(looks).toEqual([]);
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  await until(() => expect(looks).toEqual([{ accent_colour: '#7a2e1d', theme: null }]));
});

test('another colour of the logo repaints the preview and is saved at once', async () => {
  coloursOfLogo.mockResolvedValue(['#7a2e1d', '#0f766e']);
  const { looks } = await openForm({ profile: withLogo });
  await until(() => expect(dialog().textContent).toContain('We found your colours'));
  await doing(() => labelled('Colour 2, #0f766e').click());
  expect(preview()).toContain('light-dark(#0f766e');
  await until(() => expect(looks).toEqual([{ accent_colour: '#0f766e', theme: null }]));
});

test.each([
  ['a logo', {}],
  ['a colour in its logo', withLogo],
])(
  'a station without %s chooses among colours, and none is chosen for it',
  async (_what, profile) => {
    coloursOfLogo.mockResolvedValue([]);
    const { looks } = await openForm({ profile });
    await until(() => expect(dialog().textContent).toContain('Choose your colour'));
    const petrol = labelled('Colour 2, #1f6f8b');
    expect(petrol).toHaveProperty('checked', false);
    expect(looks).toEqual([]);
    await doing(() => petrol.click());
    expect(preview()).toContain('light-dark(#1f6f8b');
    await until(() => expect(looks).toEqual([{ accent_colour: '#1f6f8b', theme: null }]));
  },
);

test('a colour that was chosen before, or the standard look of a submitted station, stays', async () => {
  coloursOfLogo.mockResolvedValue(['#7a2e1d']);
  const saved = await openForm({ profile: withLogo, station: { accent_colour: '#112233' } });
  await until(() => expect(dialog().textContent).toContain('We found your colours'));
  expect(labelled('Colour 1, #7a2e1d')).toHaveProperty('checked', false);
  expect(saved.looks).toEqual([]);
});
