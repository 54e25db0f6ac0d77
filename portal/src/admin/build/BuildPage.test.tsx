// @vitest-environment jsdom
import type {
  CustomerDetails,
  Playlist,
  SpokenId,
  StationSchedule,
  Voice,
} from '@stationhouse/sdk/client';
import { expect, it, vi } from 'vitest';
import { answered, listed, refused } from '../../api/test/answers.ts';
import {
  dialog,
  doing,
  find,
  isThere,
  press,
  pressable,
  text,
  until,
} from '../../ui/test/draw.tsx';
import { AdminStepUp } from '../customers/actions/AdminStepUp.tsx';
import { ada, CUSTOMER, GET_CUSTOMER, openAdmin } from '../test/open-admin-dialog.tsx';
import { Build } from './BuildPage.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const STATION = ada.station.id;
const USUAL = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2c01';
const API = `/v1/admin/stations/${STATION}/schedule`;
const GET = `GET ${API}`;
const SAVE = `PUT ${API}/draft`;
const PREVIEW = `POST ${API}/preview`;
const PUBLISH = `POST ${API}/revisions`;
const LIVE = `PATCH ${CUSTOMER}`;
const LINES = `GET ${CUSTOMER}/radio-ids`;
const VOICES = 'GET /v1/admin/library/voices';
const speak = (id: string) => `POST ${CUSTOMER}/radio-ids/${id}/speech`;
const accept = (id: string) => `POST ${CUSTOMER}/radio-ids/${id}/acceptance`;

const customer: CustomerDetails = {
  ...ada,
  profile: {
    ...ada.profile,
    setup_form_submitted: true,
    setup_form_submitted_at: new Date().toISOString(),
    station_name_request: 'Counting House Radio',
    radio_id_texts: ['One.', 'Two.'],
    radio_id_frequency: 10,
  },
  station: { ...ada.station, status: 'setup_pending' },
};

const schedule = (
  more: Partial<StationSchedule> = {},
  station: Partial<StationSchedule['station']> = {},
): StationSchedule => ({
  station: {
    id: STATION,
    user_id: ada.user.id,
    station_slug: 'counting-house',
    station_name: 'Counting House Radio',
    status: 'setup_pending',
    package_name: 'Starter',
    is_on_air_here: false,
    starter_since: null,
    waits_for_approval: false,
    ...station,
  },
  draft: {
    zone: 'Europe/London',
    playlists: [{ playlist_id: USUAL, weight: 1 }],
    day_parts: [],
    separation: { title_hours: 3, artist_tracks: 3 },
    radio_ids: { items: 'all', every_minutes: 10 },
    breaks: null,
    fixed_items: [],
    opening_hours: null,
  },
  draft_version: 0,
  changed_at: null,
  changed_by: null,
  newest: null,
  has_changes: true,
  lacking: null,
  problems: [],
  held: null,
  assets: [],
  ...more,
});

const onAir = () =>
  schedule({ draft_version: 1, has_changes: false }, { status: 'active', is_on_air_here: true });

const playlist = {
  id: USUAL,
  name: 'All day music',
  system_station: null,
  archived_at: null,
  newest: { number: 1, rule: null, track_count: 200 },
} as unknown as Playlist; // The page reads no other fields.

const preview = {
  from: '2026-11-24T09:30:00.000Z',
  to: '2026-11-25T09:30:00.000Z',
  items: [],
  missed: [],
  audio_urls: {},
  figures: null,
  problems: [],
  music: [],
};

const line = (id: string, more: Partial<SpokenId> = {}): SpokenId => ({
  id,
  script: `${id}.`,
  is_outdated: false,
  spoken_text: `${id}.`,
  take: null,
  accepted: null,
  ...more,
});

const take = (id: string): NonNullable<SpokenId['take']> => ({
  id: `take of ${id}`,
  voice_id: 'voice',
  text: `${id}.`,
  state: 'ready',
  message: null,
  audio_url: 'https://radio.example.com/take.mp3',
  duration_seconds: 3,
  peaks: null,
  created_at: '2026-11-21T09:30:00.000Z',
});

const accepted = (id: string) =>
  line(id, {
    accepted: {
      take_id: `take of ${id}`,
      asset_id: `asset of ${id}`,
      voice_id: 'voice',
      text: `${id}.`,
      audio_url: 'https://radio.example.com/accepted.mp3',
      duration_seconds: 3,
      peaks: null,
      accepted_at: '2026-11-21T09:30:00.000Z',
    },
  });

const linesAre = (...data: SpokenId[]) =>
  answered({ data, default_voice_id: 'voice', has_more: false, next_cursor: null });

const voiceBy = (maker: Voice['maker']) =>
  listed([{ id: 'voice', name: 'Amy', language: 'en-GB', sex: 'male', maker, is_draft: false }]);

async function openBuild(answers: Parameters<typeof openAdmin>[1] = {}) {
  const page = await openAdmin(
    `/admin/customers/${ada.user.id}/build`,
    {
      [GET_CUSTOMER]: answered(customer),
      [GET]: answered(schedule()),
      [PREVIEW]: answered(preview),
      [LINES]: linesAre(accepted('One'), accepted('Two')),
      [VOICES]: voiceBy('polly'),
      'GET /v1/admin/library/playlists': listed([playlist]),
      'GET /v1/admin/customers': listed([]),
      [`GET /v1/admin/stations/${STATION}/rated-tracks`]: listed([]),
      [LIVE]: answered(customer),
      ...answers,
    },
    <AdminStepUp>
      <Build userId={ada.user.id} />
    </AdminStepUp>,
  );
  await until(() => expect(text()).toContain('The week'));
  return page;
}

const untilReady = () => until(() => expect(text()).toContain('Ready: everything asked for'));

it('puts what is shown on air with one press: the draft is saved, published, and the station is live', async () => {
  const page = await openBuild({ [SAVE]: answered(schedule({ draft_version: 1 })) });
  await untilReady();
  page.answers[PUBLISH] = () => {
    page.answers[GET] = answered(onAir());
    return answered(onAir(), 201)();
  };
  await press('Put on air');
  await until(() => expect(text()).toContain('It is heard in about 30 seconds.'));
  expect(page.sent(SAVE)[0]?.body).toMatchObject({ draft_version: 0, draft: schedule().draft });
  expect(page.sent(PUBLISH)[0]?.body).toEqual({ draft_version: 1, newest: null });
  expect(page.sent(LIVE)[0]?.body).toEqual({ station: { status: 'active' } });
  expect(isThere('Put on air')).toBe(false);
  await until(() => expect(document.activeElement?.textContent).toContain('On air'));
});

it('speaks the missing lines as soon as it is open, where that costs nothing', async () => {
  let second = line('Two');
  const page = await openBuild({
    [LINES]: () => linesAre(accepted('One'), second)(),
    [VOICES]: voiceBy('embedded'),
    [speak('Two')]: () => {
      second = line('Two', { take: take('Two') });
      return answered(second, 202)();
    },
    [accept('Two')]: () => {
      second = accepted('Two');
      return answered(second)();
    },
  });
  await untilReady();
  expect(page.sent(speak('Two')).map(({ body }) => body)).toEqual([
    { text: 'Two.', voice_id: 'voice' },
  ]);
  expect(page.sent(accept('Two'))[0]?.body).toEqual({ take_id: 'take of Two' });
  expect(pressable('Play Two.')).toBeTruthy();
});

it('asks before a voice that costs something speaks, and keeps the take that an admin has made', async () => {
  const page = await openBuild({
    [LINES]: linesAre(line('One', { take: { ...take('One'), voice_id: null } }), line('Two')),
    [speak('Two')]: () => {
      page.answers[LINES] = linesAre(accepted('One'), accepted('Two'));
      return answered(line('Two', { take: take('Two') }), 202)();
    },
  });
  await until(() => expect(text()).toContain('The lines are not spoken.'));
  expect(page.sent(speak('Two'))).toHaveLength(0);
  await press('Speak both lines (about 20 s)');
  await untilReady();
  expect(page.sent(speak('One'))).toHaveLength(0);
});

it('says in place why a line was not spoken', async () => {
  const detail = 'The voice Amy speaks English only.';
  await openBuild({
    [LINES]: linesAre(accepted('One'), line('Two')),
    [speak('Two')]: refused(422, 'validation_failed', detail),
  });
  await until(() => expect(isThere('Speak the line (about 10 s)')).toBe(true));
  await press('Speak the line (about 10 s)');
  await until(() => expect(find(HTMLElement, '[role="alert"]').textContent).toBe(detail));
});

it('names what is missing, and asks before it airs without it', async () => {
  const none = schedule({ draft: { ...schedule().draft, radio_ids: null } });
  const page = await openBuild({
    [GET]: answered(none),
    [SAVE]: answered({ ...none, draft_version: 1 }),
    [PUBLISH]: answered(onAir(), 201),
  });
  await until(() => expect(text()).toContain('Missing: radio IDs'));
  expect(text()).not.toContain('Ready');
  await press('Put on air without radio IDs…');
  expect(dialog().textContent).toContain('Radio IDs every 10 minutes: None in the programme.');
  expect(page.sent(PUBLISH)).toHaveLength(0);
  await doing(() => {
    [...dialog().querySelectorAll('button')].at(-1)?.click();
  });
  await until(() => expect(page.sent(PUBLISH)).toHaveLength(1));
});

it('lets the customer hear it first, and does not make the station live', async () => {
  const waits = { waits_for_approval: true };
  const heard = schedule(
    { draft_version: 1, has_changes: false },
    { ...waits, is_on_air_here: true },
  );
  const page = await openBuild({
    [GET]: answered(schedule({}, waits)),
    [SAVE]: answered(schedule({ draft_version: 1 }, waits)),
  });
  await untilReady();
  expect(text()).toContain('The customer hears it first');
  page.answers[PUBLISH] = () => {
    page.answers[GET] = answered(heard);
    return answered(heard, 201)();
  };
  await press('Let the customer hear it');
  await until(() => expect(text()).toContain('The customer hears it now'));
  expect(page.sent(LIVE)).toHaveLength(0);
});

it('only makes the station live when its programme is published and approved', async () => {
  const approved = schedule({ draft_version: 1, has_changes: false }, { is_on_air_here: true });
  const page = await openBuild({ [GET]: answered(approved) });
  await untilReady();
  await press('Put on air');
  await until(() => expect(page.sent(LIVE)).toHaveLength(1));
  expect(page.sent(PUBLISH)).toHaveLength(0);
});

it('offers what mends a broken rule, and cannot air until then', async () => {
  const problem = {
    code: 'title_repeats',
    message: '“All day music” would repeat a title.',
    field: 'separation.title_hours',
    playlist_id: USUAL,
    mends: [
      {
        message: 'Hours until a title airs again: 2.',
        change: { field: 'separation.title_hours', value: 2 },
      },
    ],
  };
  const page = await openBuild({ [PREVIEW]: answered({ ...preview, problems: [problem] }) });
  await until(() => expect(text()).toContain('It cannot air like this yet'));
  expect(pressable('Put on air').hasAttribute('disabled')).toBe(true);
  page.answers[PREVIEW] = answered(preview);
  await press('Do this');
  await untilReady();
});

it('checks again after a failure, and keeps or drops the changes of an admin who leaves', async () => {
  const detail = 'A newer preview was asked for.';
  const page = await openBuild({ [PREVIEW]: refused(409, 'preview_superseded', detail) });
  await until(() => expect(text()).toContain(detail));
  page.answers[PREVIEW] = answered(preview);
  await press('Check again');
  await untilReady();
  expect(isThere('Save draft')).toBe(false);

  page.answers[SAVE] = answered(schedule({ draft_version: 1 }));
  await press('Change the music of All day');
  await press('Remove All day music');
  expect(text()).toContain('The music is not complete.');
  await press('Undo changes');
  await untilReady();
  expect(isThere('Save draft')).toBe(false);
});

it('says which failure kept it from the air', async () => {
  const detail = 'Another admin has changed this schedule meanwhile.';
  await openBuild({
    [SAVE]: answered(schedule({ draft_version: 1 })),
    [PUBLISH]: refused(409, 'schedule_changed', detail),
  });
  await untilReady();
  await press('Put on air');
  await until(() => expect(text()).toContain(detail));
  expect(isThere('Load the newest version')).toBe(true);
});

it('leads to the library when there is no music', async () => {
  await openBuild({ 'GET /v1/admin/library/playlists': listed([]) });
  await until(() => expect(text()).toContain('No playlists yet'));
  expect(pressable('Add music').getAttribute('href')).toBe('/admin/library/add');
  expect(pressable('Put on air').hasAttribute('disabled')).toBe(true);
});
