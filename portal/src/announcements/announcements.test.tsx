import type { Announcement } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import {
  openDashboard,
  press,
  problem,
  station,
  text,
  until,
} from '../members/test/open-dashboard.tsx';
import { find } from '../ui/test/draw.tsx';
import { countdown, planInWords } from './time-words.ts';

const LIST = 'GET /v1/me/announcements';
const CREATE = 'POST /v1/me/announcements';
const WORDS = 'Happy hour until seven.';
const SOON = new Date(Date.now() + 90_000).toISOString();

const announcement = (values: Partial<Announcement> = {}): Announcement => ({
  id: 'a1',
  title: WORDS,
  text: WORDS,
  voice_id: 'flite:slt',
  sound: {
    state: 'ready',
    message: null,
    audio_url: 'https://radio.example.com/a.mp3',
    duration_seconds: 4,
    peaks: [0, 1],
  },
  when: { kind: 'now' },
  state: 'planned',
  note: null,
  location_ids: null,
  due_at: SOON,
  airs_at: SOON,
  last_aired_at: null,
  aired: 0,
  created_at: '2026-11-21T12:00:00.000Z',
  ...values,
});

const listed = (data: Announcement[], more: object = {}) => ({
  body: {
    data,
    has_more: false,
    next_cursor: null,
    zone: 'Europe/London',
    an_hour: 6,
    much_speech: null,
    ...more,
  },
});

const voice = {
  id: 'flite:slt',
  name: 'Slt',
  language: 'en-US',
  sex: 'female',
  maker: 'embedded',
  is_draft: true,
};

const nothing = { zone: 'Europe/London', now: null, next: null, items: [], missed: [] };

async function openSound(given: Parameters<typeof openDashboard>[0]) {
  const page = await openDashboard(
    {
      'GET /v1/me/station': { body: { ...station, is_on_air_here: true } },
      'GET /v1/me/station/programme': { body: { ...nothing, from: SOON, to: SOON } },
      'GET /v1/me/voices': {
        body: { data: [voice], has_more: false, next_cursor: null, default_voice_id: voice.id },
      },
      [LIST]: listed([]),
      ...given,
    },
    '/members/sound',
  );
  await until(() => expect(text()).toContain('Say it now'));
  return page;
}

function write(words: string): void {
  const area = find(HTMLTextAreaElement, 'textarea[placeholder^="Happy"]');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, words);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a typed text is planned after this song, and counts down', async () => {
  let isMade = false;
  const page = await openSound({
    [LIST]: () => listed(isMade ? [announcement()] : []),
    [CREATE]: () => {
      isMade = true;
      return { status: 201, body: announcement({ airs_at: null }) };
    },
  });
  await until(() => expect(text()).toContain('Slt'));
  write(WORDS);
  await until(() => press('Put it on air'));
  await until(() => expect(text()).toMatch(/Airs at \d\d:\d\d, in \d\d s/));
  expect(page.sent(CREATE)).toEqual([
    { text: WORDS, voice_id: 'flite:slt', when: { kind: 'now', over_music: false } },
  ]);
  expect(page.toasts).toMatchObject([{ title: 'Planned', kind: 'good' }]);
  expect(find(HTMLTextAreaElement, 'textarea[placeholder^="Happy"]').value).toBe('');
});

test('a typed text may air at once, over the song', async () => {
  const page = await openSound({
    [CREATE]: { status: 201, body: announcement({ airs_at: null }) },
  });
  await until(() => expect(text()).toContain('Slt'));
  write(WORDS);
  find(HTMLInputElement, 'input[value="over_this_song"]').click();
  await until(() => press('Put it on air'));
  await until(() => expect(page.sent(CREATE)).toHaveLength(1));
  expect(page.sent(CREATE)).toMatchObject([{ when: { kind: 'now', over_music: true } }]);
});

test('a time that can’t be is refused beside its field', async () => {
  const message = 'This time has passed. Please choose a later one.';
  const refused = problem(422, 'validation_failed', 'Please check your details', 'No');
  const body = { ...Object(refused.body), errors: [{ field: 'when.at', code: 'x', message }] };
  const page = await openSound({ [CREATE]: { ...refused, body } });
  write(WORDS);
  find(HTMLInputElement, 'input[value="at"]').click();
  await until(() => find(HTMLInputElement, 'input[type="datetime-local"]'));
  press('Put it on air');
  await until(() => expect(text()).toContain(message));
  expect(page.sent(CREATE)).toMatchObject([{ when: { kind: 'at', over_music: true } }]);
  expect(page.toasts).toEqual([]);
});

test('a running one is paused, and one that has stopped says why', async () => {
  const every = {
    kind: 'every' as const,
    minutes: 30,
    days: ['fri' as const],
    from: '17:00',
    to: '19:00',
    first_day: '2026-11-01',
    last_day: '2026-12-24',
  };
  const running = announcement({ id: 'a2', title: 'Quiz night', when: every, state: 'running' });
  const note = 'Your package no longer has announcements.';
  const page = await openSound({
    [LIST]: listed([
      running,
      announcement({ state: 'stopped', due_at: null, airs_at: null, note }),
    ]),
    'POST /v1/me/announcements/a2/pause': { body: { ...running, state: 'paused' } },
  });
  await until(() => expect(text()).toContain('Every 30 min, 17:00–19:00, Fri, until'));
  expect(text()).toContain(note);
  press('Pause Quiz night');
  await until(() => expect(page.timesAsked('POST /v1/me/announcements/a2/pause')).toBe(1));
});

test('a package without announcements shows the way to one that has them', async () => {
  await openSound({ [LIST]: listed([], { an_hour: 0 }) });
  expect(text()).toContain('part of Professional and Enterprise');
  expect(text()).not.toContain('Put it on air');
});

test('the hour with much speech is named', async () => {
  const much_speech = { from: '2026-11-21T12:00:00.000Z', minutes: 11.5 };
  await openSound({ [LIST]: listed([], { much_speech }) });
  expect(text()).toContain('11.5 of 60 minutes');
});

test.each([
  [45_000, 'in 45 s'],
  [4 * 60_000, 'in 4 min'],
  [-1, 'now'],
  [2 * 3_600_000, ''],
])('%i ms ahead is shown as “%s”', (ms, words) => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  expect(countdown(new Date(now + ms).toISOString(), now)).toBe(words);
});

test('a plan in words is in the station’s zone', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const at = { kind: 'at' as const, at: '2026-11-24T23:30:00.000Z' };
  expect(planInWords(at, 'Europe/Berlin', now)).toBe('Once, Wed 25 Nov, 00:30');
});

const PAUSES = 'GET /v1/me/station/pauses';
const pause = {
  id: 'p1',
  from: '2099-12-24T18:00:00.000Z',
  until: '2099-12-28T09:00:00.000Z',
  message: 'Back on the 28th.',
  spoken: null,
  announcement_id: null,
  is_running: false,
};
const pauses = (...data: object[]) => ({
  body: { data, has_more: false, next_cursor: null, zone: 'Europe/Vienna' },
});

function setField(query: string, value: string): void {
  const field = find(HTMLInputElement, query);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a planned pause is changed in the station’s time, and only what differs is sent', async () => {
  const CHANGE = 'PATCH /v1/me/station/pauses/p1';
  const page = await openSound({ [PAUSES]: pauses(pause), [CHANGE]: { body: pause } });
  await until(() => expect(text()).toContain('Back on the 28th.'));
  const remove = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.startsWith('Remove the pause'),
  );
  expect(remove?.textContent).toMatch(/^Remove the pause .+ to .+/);
  find(HTMLButtonElement, 'li[aria-label*=" to "] button').click();
  await until(() => find(HTMLInputElement, 'input[type="datetime-local"]'));
  expect(find(HTMLInputElement, 'input[type="datetime-local"]').value).toBe('2099-12-24T19:00');
  setField('input[placeholder^="Merry"]', 'Back on the 29th.');
  await until(() => press('Save'));
  await until(() => expect(page.toasts).toMatchObject([{ title: 'Pause changed' }]));
  expect(page.sent(CHANGE)).toEqual([{ message: 'Back on the 29th.' }]);
});

test('of a running pause only the end and the words can be changed', async () => {
  const running = { ...pause, from: '2026-11-01T09:00:00.000Z', is_running: true };
  await openSound({ [PAUSES]: pauses(running) });
  await until(() => expect(text()).toContain('Closed now'));
  find(HTMLButtonElement, 'li[aria-label*=" to "] button').click();
  await until(() => find(HTMLInputElement, 'input[type="datetime-local"]'));
  const [from, end] = document.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]');
  expect([from?.disabled, end?.disabled]).toEqual([true, false]);
});
