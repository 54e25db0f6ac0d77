// @vitest-environment jsdom
import { NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type {
  Playlist,
  ProgrammeItem,
  PromiseFigures,
  ScheduleDraft,
  StationSchedule,
} from '@stationhouse/sdk/client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answered, listed, refused } from '../../api/test/answers.ts';
import {
  dialog,
  doing,
  find,
  isThere,
  press,
  pressable,
  text,
  type,
  until,
} from '../../ui/test/draw.tsx';
import { ada, GET_CUSTOMER, openAdmin } from '../test/open-admin-dialog.tsx';
import { Schedule } from './Schedule.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const STATION = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12';
const CALM = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2c01';
const API = `/v1/admin/stations/${STATION}`;
const GET = `GET ${API}/schedule`;
const SAVE = `PUT ${API}/schedule/draft`;
const PREVIEW = `POST ${API}/schedule/preview`;
const CHANGES = `GET ${API}/schedule/changes`;
const PUBLISH = `POST ${API}/schedule/revisions`;
const PROGRAMME = `GET ${API}/programme`;
const RATED = `GET ${API}/rated-tracks`;
const INSERTIONS = `GET ${API}/insertions`;

const draft: ScheduleDraft = {
  zone: 'Europe/London',
  playlists: [{ playlist_id: CALM, weight: 1 }],
  day_parts: [],
  separation: { title_hours: 3, artist_tracks: 4 },
  radio_ids: null,
  breaks: null,
  fixed_items: [],
  opening_hours: null,
};

const schedule = (more: Partial<StationSchedule> = {}): StationSchedule => ({
  station: {
    id: STATION,
    user_id: ada.user.id,
    station_slug: 'counting-house',
    station_name: 'Counting House Radio',
    status: 'active',
    package_name: 'Starter',
    is_on_air_here: true,
    starter_since: null,
    waits_for_approval: false,
  },
  draft,
  draft_version: 4,
  changed_at: null,
  changed_by: null,
  newest: {
    number: 7,
    cause: 'admin',
    restored_from: null,
    note: null,
    published_at: '2026-11-24T08:00:00.000Z',
    published_by: 'grace@example.com',
  },
  has_changes: false,
  lacking: null,
  problems: [],
  held: null,
  assets: [],
  ...more,
});

const playlist: Playlist = {
  id: CALM,
  name: 'Calm',
  notes: null,
  is_in_order: false,
  is_renewed: false,
  starter_for: [],
  system_station: null,
  starter_findings: [],
  is_due: false,
  archived_at: null,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  newest: {
    number: 1,
    rule: null,
    track_count: 200,
    artist_count: 60,
    duration_seconds: 40_000,
    created_at: '2026-11-20T09:30:00.000Z',
    created_by: null,
  },
} as unknown as Playlist; // The page reads no other fields.

const item: ProgrammeItem = {
  starts_at: '2026-11-24T09:30:00.000Z',
  ends_at: '2026-11-24T09:33:00.000Z',
  kind: 'music',
  item_id: 'i1',
  title: 'So What',
  artist: 'Miles Davis',
  is_cut: false,
  is_over_music: false,
  segue_seconds: 0,
  rule: 'music',
  reason: 'Music, from the playlist “Calm”.',
  due_at: null,
  day_part: 'Mornings',
  cover_url: null,
};

const figures: PromiseFigures = {
  radio_ids: null,
  breaks: null,
  shortest_repeat_minutes: 240,
  broken_separations: 0,
  music_minutes_per_hour: 60,
  speech_minutes_per_hour: 0,
  spot_minutes_per_hour: 0,
};

const preview = (problems: StationSchedule['problems'] = []) => ({
  from: item.starts_at,
  to: item.ends_at,
  items: [],
  missed: [],
  audio_urls: {},
  figures,
  problems,
});

type Answers = Parameters<typeof openAdmin>[1];

/** Opens the schedule of Ada's station, and waits until it is there. */
async function openSchedule(answers: Answers = {}) {
  const page = await openAdmin(
    `/admin?customer=${ada.user.id}`,
    {
      [GET]: answered(schedule()),
      'GET /v1/admin/library/playlists': listed([playlist]),
      [PREVIEW]: answered(preview()),
      [PROGRAMME]: answered({ ...preview(), zone: 'Europe/London', now: item, next: null }),
      [INSERTIONS]: answered({ data: [] }),
      [RATED]: listed([]),
      [CHANGES]: answered({ changes: [] }),
      ...answers,
    },
    <Schedule />,
  );
  await until(() => expect(text()).toContain('Add a block'));
  return page;
}

/** The last draft that was sent with a call. */
const sentDraft = (page: Awaited<ReturnType<typeof openSchedule>>, call: string) =>
  Object(page.sent(call).at(-1)?.body).draft as ScheduleDraft;

const choose = (label: string, value: string) =>
  doing(() => {
    const select = find(HTMLSelectElement, `select[aria-label="${label}"]`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

/** The field of this label in the open dialog. */
function fieldIn(label: string): HTMLInputElement {
  const named = [...dialog().querySelectorAll('label')].find((each) =>
    each.textContent?.startsWith(label),
  );
  if (!(named?.control instanceof HTMLInputElement))
    throw new Error(`No field is called ${label}.`);
  return named.control;
}

/** A press in the open dialog, whose button may be called like one behind it. */
const pressIn = (name: string) =>
  doing(() => {
    const found = [...dialog().querySelectorAll('button')].find((each) => {
      const [shown = each] = each.querySelectorAll<HTMLElement>('span > span:not(.invisible)');
      return shown.textContent === name;
    });
    if (!found) throw new Error(`No button is called ${name}.`);
    found.click();
  });

const moreHours = () => press('Hours until a title airs again: more hours');

describe('the week', () => {
  /** A day of the grid is 24 pixels high, a pixel for each hour. */
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
      () => ({ top: 0, height: 24 }) as DOMRect, // The grid reads nothing else.
    );
    onTestFinished(() => void vi.restoreAllMocks());
  });

  async function draw(day: string, from: number, to: number, pointerType = 'mouse') {
    const column = find(HTMLElement, `[data-day="${day}"]`);
    for (const [name, clientY] of [
      ['pointerdown', from],
      ['pointermove', to],
      ['pointerup', to],
    ] as const) {
      const event = new MouseEvent(name, { bubbles: true, clientY, button: 0 });
      Object.defineProperty(event, 'pointerType', { value: pointerType });
      await doing(() => column.dispatchEvent(event));
    }
  }

  it('gives hours to the chosen block by drawing, and takes them back with the default', async () => {
    const page = await openSchedule({ [SAVE]: answered(schedule({ draft_version: 5 })) });
    await press('Add a block');
    expect(text()).toContain('No hours yet: it is not saved.');
    await draw('mon', 6, 10.5);
    expect(text()).toContain('Mon 06:00–11:00');
    await draw('tue', 6, 10.5, 'touch');
    expect(text()).not.toContain('Mon, Tue');
    await press('Default');
    await draw('mon', 8, 8.5);
    expect(text()).toContain('Mon 06:00–08:00; Mon 09:00–11:00');
    expect(text()).toContain('Not saved');
    await press('Save draft');
    await until(() => expect(page.sent(SAVE)).toHaveLength(1));
    expect(page.sent(SAVE)[0]?.body).toMatchObject({ draft_version: 4 });
    expect(sentDraft(page, SAVE).day_parts.map(({ days, from, to }) => [days, from, to])).toEqual([
      [['mon'], '06:00', '08:00'],
      [['mon'], '09:00', '11:00'],
    ]);
  });

  it('sets the same hours by the keyboard, on several days and past midnight', async () => {
    await openSchedule();
    await press('Add a block');
    await press('Set hours');
    await until(() => expect(dialog().textContent).toContain('Hours of Block 1'));
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Sun']) {
      await doing(() => fieldIn(day).click());
    }
    await type(fieldIn('From'), '22:00');
    await type(fieldIn('To'), '02:00');
    await pressIn('Set hours');
    expect(text()).toContain('Fri, Sat 22:00–24:00');
    expect(text()).toContain('Sat, Sun 00:00–02:00');
  });

  it('copies a day to others from its menu', async () => {
    await openSchedule();
    await press('Add a block');
    await draw('mon', 9, 11.5);
    await press('Copy Mon');
    await until(() => expect(document.querySelectorAll('[role="menuitem"]')).toHaveLength(3));
    const [, , weekend] = document.querySelectorAll<HTMLElement>('[role="menuitem"]');
    await doing(() => weekend?.click());
    await until(() => expect(text()).toContain('Mon, Sat, Sun 09:00–12:00'));
  });

  it('is filled for an industry with the default playlists, and emptied by “Undo changes”', async () => {
    const page = await openSchedule();
    await choose('Fill the week for an industry', 'Café');
    expect(text()).toContain('Every day 06:00–11:00');
    await until(() => expect(sentDraft(page, PREVIEW).day_parts).toHaveLength(4));
    expect(sentDraft(page, PREVIEW).day_parts[1]).toMatchObject({
      name: 'Morning',
      playlists: draft.playlists,
    });
    await press('Undo changes');
    expect(text()).not.toContain('Every day 06:00–11:00');
    expect(text()).not.toContain('Not saved');
  });
});

describe('the wishes of the customer', () => {
  const music_wishes = {
    ...NO_WISHES,
    moods: ['warm' as const],
    never_play: ['Wham!'],
    opening_hours: [{ days: ['mon' as const], from: '07:00', to: '19:00' }],
  };
  const beside = (heading: string) =>
    [...document.querySelectorAll('section')]
      .find((each) => each.querySelector('h2')?.textContent === heading)
      ?.querySelector('[aria-label="The customer asked for"]')?.textContent;

  it('are beside the fields that answer them', async () => {
    const profile = { ...ada.profile, music_wishes, setup_form_submitted: true };
    await openSchedule({ [GET_CUSTOMER]: answered({ ...ada, profile }) });
    expect(beside('Music')).toBe('The customer asked forMoodsWarmNever playWham!');
    expect(pressable('Wham!').getAttribute('href')).toBe('/admin/library?search=Wham%21');
    expect(beside('Opening hours')).toBe('The customer asked forOpening hoursMon 07:00 to 19:00');
    expect(beside('Radio IDs')).toBe('The customer asked forRadio IDsEvery 10 minutes');
    expect(beside('Breaks')).toBeUndefined();
  });

  it('have the songs that the customer rated below them', async () => {
    const song = { title: 'Second Cup', artist: 'Nora Field', rated_at: item.starts_at };
    await openSchedule({ [RATED]: listed([{ track_id: 't1', ...song, rating: 'less' }]) });
    await until(() => expect(text()).toContain('Songs that the customer rated (1)'));
    expect(text()).toContain('Nora Field – Second CupLess of this');
  });

  it('are not there before the setup form', async () => {
    const profile = { ...ada.profile, music_wishes };
    await openSchedule({ [GET_CUSTOMER]: answered({ ...ada, profile }) });
    expect(text()).not.toContain('The customer asked for');
  });
});

describe('the preview', () => {
  it('names each problem with what mends it, and mends it at a press', async () => {
    const problem = {
      code: 'title_repeats',
      message: 'The playlist “Calm” would repeat a title within 3 hours.',
      field: 'separation.title_hours',
      playlist_id: CALM,
      mends: [
        { message: 'Add 14 tracks to “Calm”.', change: null },
        {
          message: 'Hours until a title airs again: 2.',
          change: { field: 'separation.title_hours', value: 2 },
        },
      ],
    };
    let hours = 3;
    const page = await openSchedule({
      [PREVIEW]: () => Response.json(preview(hours === 3 ? [problem] : [])),
    });
    await until(() => expect(text()).toContain(problem.message));
    expect(text()).toContain('Add 14 tracks to “Calm”.');
    hours = 2;
    await press('Do this');
    await until(() => expect(text()).toContain('All rules hold for 60 days.'));
    expect(sentDraft(page, PREVIEW).separation.title_hours).toBe(2);
    expect(text()).toContain('Not saved');
  });

  it('says why it failed', async () => {
    await openSchedule({ [PREVIEW]: refused(503, 'unavailable', 'Please try again soon.') });
    await until(() => expect(text()).toContain('Please try again soon.'));
  });
});

describe('a draft without music', () => {
  const NONE = '00000000-0000-4000-8000-000000000000';
  const lacking = {
    message: 'No playlist is enough for this station. “Calm” has 41 of about 64 songs.',
    nearly: [
      {
        playlist_id: CALM,
        name: 'Calm',
        songs: 41,
        needed_songs: 64,
        separation: { title_hours: 2, artist_tracks: 3 },
      },
    ],
  };
  const station = { ...schedule().station, is_on_air_here: false };
  const proposed = schedule({
    station,
    lacking,
    newest: null,
    draft_version: 0,
    draft: { ...draft, playlists: [{ playlist_id: NONE, weight: 1 }] },
  });

  it('names the fields that need a playlist, leads to them, and can’t be published until then', async () => {
    const page = await openSchedule({ [GET]: answered(proposed) });
    await choose('Fill the week for an industry', 'Café');
    const sentence =
      'Choose a playlist for Default playlists, Night, Morning, Midday and Afternoon.';
    expect(text()).toContain(sentence);
    expect(text()).not.toContain('listed under errors');
    expect(page.sent(PREVIEW)).toEqual([]);
    const button = pressable('Put on air…');
    expect(button).toHaveProperty('disabled', true);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe(sentence);
    const led = () => document.activeElement?.closest('div')?.textContent;
    await doing(() => [...(reason?.querySelectorAll('button') ?? [])].at(2)?.click());
    // The block of the morning is open, and its choice has the focus and is marked.
    expect(find(HTMLElement, '[aria-pressed="true"]').textContent).toBe('Morning');
    expect(document.activeElement?.tagName).toBe('SELECT');
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(led()).toContain('Choose a playlist');
    await doing(() => reason?.querySelector('button')?.click());
    expect(document.activeElement?.tagName).toBe('SELECT');
  });

  it('offers the playlists that nearly keep the rules, with what they can keep', async () => {
    const page = await openSchedule({
      [GET]: answered(proposed),
      [SAVE]: answered(schedule({ draft_version: 1 })),
    });
    expect(text()).toContain(lacking.message);
    expect(text()).toContain('41 songs; a title again after 2 hours, an artist after 3 tracks');
    await choose('Fill the week for an industry', 'Café');
    await press('Use “Calm”');
    expect(text()).not.toContain('Choose a playlist for');
    await press('Save draft');
    await until(() => expect(page.sent(SAVE)).toHaveLength(1));
    expect(sentDraft(page, SAVE)).toMatchObject({
      playlists: [{ playlist_id: CALM, weight: 1 }],
      separation: { title_hours: 2, artist_tracks: 3 },
    });
    expect(text()).not.toContain(lacking.message);
  });

  it('offers no music of the program to a customer’s station', async () => {
    const demo = { ...playlist, id: NONE.replace(/0$/, '1'), name: 'The Demo' };
    await openSchedule({
      'GET /v1/admin/library/playlists': listed([playlist, { ...demo, system_station: 'demo' }]),
    });
    expect(text()).toContain('Calm');
    expect(text()).not.toContain('The Demo');
  });
});

describe('what the customer asked for', () => {
  const asked = (more: object = {}) => ({
    [GET_CUSTOMER]: answered({
      ...ada,
      profile: { ...ada.profile, setup_form_submitted: true, radio_id_frequency: 10, ...more },
    }),
  });
  const RADIO_IDS = `GET /v1/admin/customers/${ada.user.id}/radio-ids`;
  const line = (n: number, more: object = {}) => ({
    id: `019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2d0${n}`,
    script: `Line ${n}`,
    spoken_text: `Line ${n}`,
    is_outdated: false,
    take: null,
    accepted: null,
    ...more,
  });
  const take = { id: CALM, state: 'ready', message: null };

  it('is compared with the draft: radio IDs that are missing are spoken in place, and air', async () => {
    const lines = [line(1), line(2)];
    const speech = ({ id }: { id: string }) =>
      `POST /v1/admin/customers/${ada.user.id}/radio-ids/${id}/speech`;
    const acceptance = ({ id }: { id: string }) =>
      `POST /v1/admin/customers/${ada.user.id}/radio-ids/${id}/acceptance`;
    let spoken = 0;
    const page = await openSchedule({
      ...asked(),
      [GET]: answered(schedule({ station: { ...schedule().station, is_on_air_here: false } })),
      [RADIO_IDS]: () =>
        Response.json({
          data: spoken < 2 ? lines : lines.map((each) => ({ ...each, take })),
          has_more: false,
          next_cursor: null,
          default_voice_id: 'flite:slt',
        }),
      ...Object.fromEntries(
        lines.flatMap((each) => [
          [
            speech(each),
            () => {
              spoken += 1;
              return Response.json({ ...each, take: { ...take, state: 'getting_ready' } });
            },
          ],
          [acceptance(each), answered({ ...each, take })],
        ]),
      ),
    });
    await until(() => expect(text()).toContain('Radio IDs: none in the programme'));
    expect(text()).toContain('Ready to publish, without all that was asked for');
    expect(text()).toContain('The customer asked for radio IDs every 10 minutes.');
    expect(isThere('Put on air without radio IDs…')).toBe(true);
    await press('Speak both lines (about 20 s)');
    await until(() => expect(isThere('Put on air…')).toBe(true));
    for (const each of lines) {
      expect(page.sent(speech(each))[0]?.body).toEqual({
        text: each.spoken_text,
        voice_id: 'flite:slt',
      });
      expect(page.sent(acceptance(each))[0]?.body).toEqual({ take_id: take.id });
    }
    await until(() =>
      expect(sentDraft(page, PREVIEW).radio_ids).toEqual({ items: 'all', every_minutes: 10 }),
    );
  });

  it('lacks a radio ID as long as one of its lines is not spoken', async () => {
    await openSchedule({
      ...asked(),
      [GET]: answered(
        schedule({ draft: { ...draft, radio_ids: { items: 'all', every_minutes: 10 } } }),
      ),
      [RADIO_IDS]: () =>
        Response.json({
          data: [line(1, { accepted: { take_id: CALM } }), line(2)],
          has_more: false,
          next_cursor: null,
          default_voice_id: 'flite:slt',
        }),
    });
    await until(() => expect(text()).toContain('Radio IDs: 1 of 2 lines is not spoken.'));
    expect(text()).not.toContain('Ready to publishAll rules hold');
    expect(isThere('Speak the line (about 10 s)')).toBe(true);
  });

  it('is put into the draft at a press where its sound is there', async () => {
    const asset = (kind: 'radio_id' | 'commercial', airs_as: 'radio_id' | 'commercial_spot') => ({
      id: kind,
      kind,
      airs_as,
      file_name: `${kind}.mp3`,
      duration_seconds: 6,
      is_ready: true,
    });
    await openSchedule({
      ...asked({ announcement_frequency: 30, commercial_spots_per_break: 2 }),
      [GET]: answered(
        schedule({
          assets: [asset('radio_id', 'radio_id'), asset('commercial', 'commercial_spot')],
          draft: { ...draft, radio_ids: { items: 'all', every_minutes: 30 } },
        }),
      ),
    });
    await until(() => expect(text()).toContain('Radio IDs: every 30 minutes in the programme'));
    expect(text()).toContain('Commercial spots: none in the programme');
    await press('Air them every 30 minutes');
    await press('Air them every 10 minutes');
    await until(() => expect(text()).toContain('Ready to publishAll rules hold'));
  });
});

describe('publishing', () => {
  const saved = schedule({
    draft: { ...draft, separation: { ...draft.separation, title_hours: 4 } },
    draft_version: 5,
    has_changes: true,
  });
  const changes = {
    [CHANGES]: answered({
      changes: [
        {
          field: 'separation.title_hours',
          message: 'Hours until a title airs again: 3 → 4.',
        },
      ],
    }),
  };

  it('saves the draft, shows what changes on air, and publishes that', async () => {
    const page = await openSchedule({
      ...changes,
      [SAVE]: answered(saved),
      [PUBLISH]: answered(schedule({ ...saved, has_changes: false }), 201),
    });
    await moreHours();
    await press('Publish…');
    await until(() => expect(dialog().textContent).toContain('3 → 4'));
    await type(fieldIn('Note'), 'Christmas hours');
    await pressIn('Publish');
    await until(() => expect(page.toasts[0]?.title).toBe('Published'));
    expect(page.sent(SAVE).map(({ body }) => body)).toEqual([
      { draft_version: 4, draft: saved.draft },
    ]);
    expect(page.sent(PUBLISH).map(({ body }) => body)).toEqual([
      { draft_version: 5, newest: 7, note: 'Christmas hours' },
    ]);
  });

  it('says beforehand that the customer has to say yes, and does not try to make the station live', async () => {
    const station = {
      ...schedule().station,
      status: 'setup_pending' as const,
      is_on_air_here: false,
    };
    const waiting = schedule({ station: { ...station, waits_for_approval: true }, newest: null });
    const page = await openSchedule({
      ...changes,
      [GET]: answered(waiting),
      [PUBLISH]: answered(waiting, 201),
    });
    await press('Put on air…');
    await until(() => expect(dialog().textContent).toContain('The customer hears it first'));
    expect(dialog().textContent).not.toContain('Make the station live for listeners');
    await pressIn('Put on air');
    await until(() => expect(page.toasts[0]?.title).toBe('Published'));
    expect(page.sent(PUBLISH)).toHaveLength(1);
  });

  it('is kindly refused when another admin was first, and loses nothing that was typed', async () => {
    let now = schedule();
    const page = await openSchedule({
      ...changes,
      [GET]: () => Response.json(now),
      [SAVE]: () => Response.json((now = saved)),
      [PUBLISH]: refused(409, 'schedule_changed', 'Someone else has published this schedule.'),
    });
    await moreHours();
    await press('Publish…');
    await until(() => expect(dialog().textContent).toContain('3 → 4'));
    await type(fieldIn('Note'), 'Christmas hours');
    await pressIn('Publish');
    await until(() => expect(dialog().textContent).toContain('Someone else has published'));
    expect(dialog().textContent).toContain('Your changes stay.');
    expect(fieldIn('Note').value).toBe('Christmas hours');

    const newest = { ...schedule().newest, number: 8 } as StationSchedule['newest'];
    now = { ...saved, newest };
    page.answers[PUBLISH] = answered({ ...now, has_changes: false }, 201);
    await pressIn('Load the newest version');
    await until(() => expect(dialog().textContent).not.toContain('Someone else'));
    expect(fieldIn('Note').value).toBe('Christmas hours');
    await pressIn('Publish');
    await until(() => expect(page.toasts[0]?.title).toBe('Published'));
    expect(page.sent(PUBLISH).at(-1)?.body).toEqual({
      draft_version: 5,
      newest: 8,
      note: 'Christmas hours',
    });
  });

  it('shows the problems that a check of 60 days found', async () => {
    await openSchedule({
      ...changes,
      [SAVE]: answered(saved),
      [PUBLISH]: refused(422, 'schedule_refused', 'Nothing was published.'),
    });
    await moreHours();
    await press('Publish…');
    await until(() => expect(dialog().textContent).toContain('3 → 4'));
    await pressIn('Publish');
    await until(() => expect(dialog().textContent).toContain('Nothing was published.'));
  });
});

describe('a draft that another admin has saved meanwhile', () => {
  it('is loaded with the changes of this page on top', async () => {
    let now = schedule();
    const theirs = schedule({ draft: { ...draft, zone: 'Europe/Paris' }, draft_version: 5 });
    const page = await openSchedule({
      [GET]: () => Response.json(now),
      [SAVE]: refused(409, 'schedule_changed', 'Someone else has changed this schedule.'),
    });
    await moreHours();
    await press('Save draft');
    await until(() => expect(text()).toContain('Someone else has changed this schedule.'));
    expect(text()).toContain('Not saved');
    now = theirs;
    await press('Load the newest version');
    await until(() => expect(text()).not.toContain('Someone else'));
    expect(text()).toContain('Not saved');
    page.answers[SAVE] = answered(theirs);
    await press('Save draft');
    await until(() =>
      expect(page.sent(SAVE).at(-1)?.body).toEqual({
        draft_version: 5,
        draft: {
          ...draft,
          zone: 'Europe/Paris',
          separation: { ...draft.separation, title_hours: 4 },
        },
      }),
    );
  });
});

describe('unsaved changes', () => {
  const answering = (answer: boolean) => {
    const asked = vi.fn(() => answer);
    vi.stubGlobal('confirm', asked);
    return asked;
  };

  it('are asked about before they are lost', async () => {
    const page = await openSchedule();
    await moreHours();
    const no = answering(false);
    await page.goTo('/members');
    expect(no).toHaveBeenCalledTimes(1);
    expect(page.address()).toContain('/admin?customer=');
    expect(text()).toContain('Not saved');
    answering(true);
    await page.goTo('/members');
    await until(() => expect(page.address()).toBe('/members'));
  });

  it('do not hold back an admin who has made none, or changes the tab', async () => {
    const page = await openSchedule({
      [`GET ${API}/schedule/revisions`]: listed([]),
    });
    const asked = answering(false);
    await moreHours();
    await doing(() => find(HTMLElement, '[role="tab"]:last-of-type').click());
    await until(() => expect(text()).toContain('Nothing was published yet'));
    expect(text()).toContain('Not saved');
    await press('Undo changes');
    await page.goTo('/members');
    await until(() => expect(page.address()).toBe('/members'));
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('an item that is put in by hand', () => {
  const waiting = {
    id: 'n1',
    kind: 'item',
    item_id: 'i2',
    title: 'Closing soon',
    wanted_at: null,
    is_over_music: false,
    made_at: item.starts_at,
    made_by: 'grace@example.com',
    withdrawn_at: null,
    airs_at: item.ends_at,
  };

  it('airs after this song, or over it', async () => {
    const asset = {
      id: 'i2',
      kind: 'commercial' as const,
      airs_as: 'commercial_spot' as const,
      file_name: 'Closing soon.mp3',
      duration_seconds: 6,
      is_ready: true,
    };
    const page = await openSchedule({
      [GET]: answered(schedule({ assets: [asset] })),
      [`POST ${API}/insertions`]: answered(waiting, 201),
    });
    await until(() => expect(isThere('Air it over this song')).toBe(true));
    for (const [button, title] of [
      ['Air it after this song', 'It airs after this song'],
      ['Air it over this song', 'It airs over this song'],
    ] as const) {
      await choose('An item of the customer', 'i2');
      await press(button);
      await until(() => expect(page.toasts.map((toast) => toast.title)).toContain(title));
    }
    expect(page.sent(`POST ${API}/insertions`).map(({ body }) => body)).toEqual([
      { item_id: 'i2', over_music: false },
      { item_id: 'i2', over_music: true },
    ]);
  });

  it('can be withdrawn until it airs', async () => {
    const page = await openSchedule({
      [INSERTIONS]: answered({ data: [waiting] }),
      [`DELETE ${API}/insertions/n1`]: answered({ ...waiting, airs_at: null }),
    });
    await until(() => expect(text()).toContain('Closing soon, by grace@example.com'));
    page.answers[INSERTIONS] = answered({ data: [{ ...waiting, airs_at: null }] });
    await press('Withdraw Closing soon');
    await until(() => expect(page.toasts[0]?.title).toBe('Withdrawn'));
    expect(page.sent(`DELETE ${API}/insertions/n1`)).toHaveLength(1);
    await until(() => expect(isThere('Withdraw Closing soon')).toBe(false));
  });
});
