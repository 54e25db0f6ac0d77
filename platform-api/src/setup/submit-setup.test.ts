import { describe, expect, it, vi } from 'vitest';
import type { Profile as PublicProfile } from '../../contract/accounts/calls.ts';
import { ERRORS } from '../../contract/errors.ts';
import { PACKAGE_NAMES, PACKAGES, type PackageName } from '../../contract/billing/prices.ts';
import type { Problem } from '../../contract/problem.ts';
import { NO_WISHES, type MusicWishes } from '../../contract/setup/music-wishes.ts';
import { StationSetup, submitSetup } from '../../contract/setup/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp, WIDE_LIMITS } from '../../test/server.ts';
import { workOff } from '../../test/work-off.ts';
import { changeSlug } from '../stations/change-station.ts';
import type { RadioStation } from '../stations/station.ts';
import { submitSetup as submit } from './submit-setup.ts';

const database = testDatabase();
const { knex } = database;

const SETUP = {
  station_name_request: 'Counting House Radio',
  voice_preference: 'female',
  radio_id_texts: ['You are listening to Counting House Radio.'],
  radio_id_frequency: 15,
};

/** The fields that are read of an answer, a profile or a problem. */
type Answered = PublicProfile & Pick<Problem, 'code' | 'title' | 'detail' | 'errors'>;

/** A member whose station waits for its setup, and the setup to send. */
async function startMember(
  given: { package_name?: PackageName | null; status?: RadioStation['status'] } = {},
) {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, {
    user_id: member.id,
    package_name: 'Starter',
    status: 'setup_pending',
    ...given,
  });
  const token = member.access_token;
  async function submit(body: unknown) {
    const answer = await send(app, submitSetup, { token, body });
    return { status: answer.status, body: await json<Answered>(answer) };
  }
  const row = () => knex('profiles').where({ user_id: member.id }).first();
  return { app, member, station, token, submit, row };
}

const told = (app: Awaited<ReturnType<typeof startApp>>) =>
  app.sent.mails.map(({ text }) => text.split('\n'));

describe('a setup', () => {
  it('is stored in the profile with its time', async () => {
    const { submit, row, member, station } = await startMember();
    const before = await row();
    const { status, body } = await submit(SETUP);
    expect(status).toBe(200);
    const kept = {
      ...SETUP,
      announcement_frequency: null,
      commercial_spots_per_break: null,
      setup_form_submitted: true,
    };
    expect(body).toMatchObject({ ...kept, user_id: member.id });
    const after = await row();
    const times = { setup_form_submitted_at: expect.any(Date), updated_at: expect.any(Date) };
    expect(after).toEqual({ ...before, ...kept, ...times });
    expect(after.setup_form_submitted_at.toISOString()).toBe(body.setup_form_submitted_at);
    // Its starter programme has been asked for.
    const asked = { starter_asked_at: expect.any(Date), updated_at: expect.any(Date) };
    expect(await knex('radio_stations').first()).toEqual({ ...station, ...asked });
  });

  it('replaces an earlier one, with a new time', async () => {
    const { submit } = await startMember();
    const first = await submit({ ...SETUP, radio_id_texts: ['One', 'Two', 'Three'] });
    const second = await submit({ station_name_request: 'Another' });
    expect(second.body).toMatchObject({
      station_name_request: 'Another',
      voice_preference: 'male',
      radio_id_texts: [],
      radio_id_frequency: 10,
    });
    const times = [first, second].map(({ body }) => String(body.setup_form_submitted_at));
    expect(times).toEqual([...new Set(times)].toSorted());
  });

  it('is refused without a paid station', async () => {
    for (const status of ['none', 'payment_pending'] as const) {
      const { submit, row, station } = await startMember();
      const stations = knex('radio_stations').where({ id: station.id });
      await (status === 'none' ? stations.delete() : stations.update({ status }));
      const before = await row();
      const { title, detail } = ERRORS.no_station;
      expect(await submit(SETUP)).toMatchObject({
        status: 404,
        body: { code: 'no_station', title, detail },
      });
      expect(await row()).toEqual(before);
    }
    expect(await knex('member_news')).toEqual([]);
  });

  it('creates a missing profile', async () => {
    const { submit, row } = await startMember();
    await knex('profiles').delete();
    expect(await submit(SETUP)).toMatchObject({ status: 200, body: { first_name: 'User' } });
    expect(await row()).toMatchObject(SETUP);
  });

  it('and a change of address are refused while the account is being deleted', async () => {
    const { member, row, station } = await startMember();
    const before = await row();
    await knex('users').where({ id: member.id }).update({ departed_at: knex.fn.now() });
    for (const late of [
      () => submit(knex, member.id, StationSetup.parse(SETUP)),
      () => changeSlug(knex, member.id, 'blue'),
    ]) {
      await expect(late()).rejects.toMatchObject({ kind: 'session_ended' });
    }
    expect(await row()).toEqual(before);
    expect(await knex('radio_stations').first()).toEqual({ ...station });
  });

  it('of two parallel requests is the later one, as a whole', async () => {
    const { submit, row } = await startMember();
    const bodies = ['One', 'Two'].map((name) => ({
      ...SETUP,
      station_name_request: name,
      radio_id_texts: [`This is ${name}.`],
    }));
    const holder = await knex.transaction();
    await holder('profiles').update({ first_name: 'Ada' });
    const answers = bodies.map(submit);
    await vi.waitFor(async () => {
      const waiting = await knex('pg_stat_activity').where({ wait_event_type: 'Lock' });
      expect(waiting).toHaveLength(2);
    }, 20_000);
    await holder.commit();
    const submitted = (await Promise.all(answers)).map(({ body }) => body);
    const [, later] = submitted.toSorted((one, other) =>
      String(one.setup_form_submitted_at) < String(other.setup_form_submitted_at) ? -1 : 1,
    );
    const { station_name_request, radio_id_texts, setup_form_submitted_at } = await row();
    expect({ station_name_request, radio_id_texts }).toEqual({
      station_name_request: later?.station_name_request,
      radio_id_texts: later?.radio_id_texts,
    });
    expect(setup_form_submitted_at.toISOString()).toBe(later?.setup_form_submitted_at);
    expect(radio_id_texts).toEqual([`This is ${station_name_request}.`]);
  });

  it('is rate limited', async () => {
    const { member } = await startMember();
    const setup = { ...WIDE_LIMITS.setup, points: 0 };
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, setup } };
    const full = await startApp(database, { limits });
    const answer = await send(full, submitSetup, { token: member.access_token, body: SETUP });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringContaining('"setup"'),
    ]);
  });
});

describe('a setup without a name', () => {
  it.each([undefined, '', '   ', '\n\t', null, 7, {}])(
    'such as %j returns missing_information',
    async (name) => {
      const { submit, row } = await startMember();
      const before = await row();
      expect(
        await submit({ ...SETUP, radio_id_frequency: 0, station_name_request: name }),
      ).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          title: 'Missing information',
          detail: 'Please fill in all required fields',
        },
      });
      expect(await row()).toEqual(before);
    },
  );
});

describe('a setup names each field that is out of bounds', () => {
  it.each<[string, unknown, string]>([
    ['station_name_request', 'a'.repeat(201), 'Please use fewer characters.'],
    ['voice_preference', 'robot', 'Invalid option: expected one of "male"|"female"'],
    ['radio_id_texts.0', [' '], 'Please enter a text.'],
    ['radio_id_texts.0', ['a'.repeat(501)], 'Please use fewer characters.'],
    ['radio_id_texts', Array(9).fill('a'), 'Your package has fewer radio IDs.'],
    ['radio_id_frequency', 0, 'Please choose 1 to 60.'],
    ['radio_id_frequency', 61, 'Please choose 1 to 60.'],
    ['radio_id_frequency', 1.5, 'Please choose 1 to 60.'],
    ['radio_id_frequency', '10', 'Please choose 1 to 60.'],
    ['announcement_frequency', 0, 'Please choose 1 to 120.'],
    ['announcement_frequency', 121, 'Please choose 1 to 120.'],
    ['commercial_spots_per_break', 0, 'Please choose 1 to 10.'],
    ['commercial_spots_per_break', 11, 'Please choose 1 to 10.'],
  ])('%s', async (field, value, message) => {
    const { submit, row } = await startMember({ package_name: 'Enterprise' });
    const before = await row();
    const { status, body } = await submit({ ...SETUP, [field.split('.')[0] ?? '']: value });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field, message })]]);
    expect(await row()).toEqual(before);
  });
});

const WISHES: MusicWishes = {
  moods: ['warm', 'cool'],
  day: [
    { from: '07:00', to: '11:00', energy: 'calm' },
    { from: '22:00', to: '02:00', energy: 'late' },
  ],
  guests: 'Parents with prams',
  opening_hours: [{ days: ['mon', 'tue'], from: '07:00', to: '24:00' }],
  zone: 'Europe/Berlin',
  never_play: ['Last Christmas', 'Wham!'],
  explicit_songs: false,
};

describe('wishes for the music', () => {
  it('are stored with the setup, and removed by a setup without them', async () => {
    const { submit, row } = await startMember();
    expect((await submit({ ...SETUP, music_wishes: WISHES })).body.music_wishes).toEqual(WISHES);
    expect((await row()).music_wishes).toEqual(WISHES);
    expect((await submit(SETUP)).body.music_wishes).toBeNull();
  });

  it('are mailed to the operator in words, then only their differences', async () => {
    const { app, submit } = await startMember();
    await submit({ ...SETUP, music_wishes: WISHES });
    await workOff(app);
    await submit({ ...SETUP, music_wishes: { ...WISHES, moods: ['bright'] } });
    await workOff(app);
    const [first, second] = told(app);
    for (const line of [
      'Moods: Warm, Cool',
      'Day: 07:00 to 11:00 calm, 22:00 to 02:00 late',
      'Guests: Parents with prams',
      'Opening hours: Mon, Tue 07:00 to 24:00',
      'Time zone: Europe/Berlin',
      'Never play: Last Christmas, Wham!',
      'Explicit songs: No',
    ]) {
      expect(first).toContain(line);
    }
    expect(second?.filter((line) => line.includes('→'))).toEqual(['Moods: Warm, Cool → Bright']);
  });

  it('can be left out one by one', async () => {
    const { app, submit } = await startMember();
    expect((await submit({ ...SETUP, music_wishes: NO_WISHES })).status).toBe(200);
    await workOff(app);
    expect(told(app)[0]?.join('\n')).not.toMatch(/Moods|Explicit songs/);
  });

  it.each<[string, object, string]>([
    ['moods', { moods: ['warm', 'bright', 'calm', 'cool'] }, 'Choose at most 3 moods.'],
    ['moods', { moods: ['warm', 'warm'] }, 'List each mood only once.'],
    [
      'moods.0',
      { moods: ['angry'] },
      'Invalid option: expected one of "warm"|"bright"|"calm"|"dreamy"|"cool"|"driving"',
    ],
    [
      'day.0.from',
      { day: [{ ...WISHES.day[0], from: '7' }] },
      'Please enter a time, such as 09:30.',
    ],
    ['day', { day: Array(7).fill(WISHES.day[0]) }, 'A day has at most 6 parts.'],
    ['guests', { guests: 'a'.repeat(201) }, 'Please use fewer characters.'],
    [
      'opening_hours.0.days',
      { opening_hours: [{ days: [], from: '07:00', to: '24:00' }] },
      'Choose at least one day.',
    ],
    ['zone', { zone: 'Mars' }, 'Please choose a time zone, such as Europe/London.'],
    ['never_play.0', { never_play: [' '] }, 'Please enter an artist or a word.'],
    ['never_play', { never_play: ['A', 'A'] }, 'List each only once.'],
  ])('are refused for %s in %j', async (field, wrong, message) => {
    const { submit, row } = await startMember();
    const before = await row();
    const { status, body } = await submit({ ...SETUP, music_wishes: { ...WISHES, ...wrong } });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: `music_wishes.${field}`, message })],
    ]);
    expect(await row()).toEqual(before);
  });
});

const texts = (count: number) => Array.from({ length: count }, (_, n) => `Text ${n + 1}`);

describe.each(PACKAGES)('a setup of $name', ({ name: package_name, limits }) => {
  it(`has at most ${limits.radio_ids} radio ID texts`, async () => {
    const { submit } = await startMember({ package_name });
    const most = await submit({ ...SETUP, radio_id_texts: texts(limits.radio_ids) });
    expect(most.body.radio_id_texts).toEqual(texts(limits.radio_ids));
    const { status, body } = await submit({
      ...SETUP,
      radio_id_texts: texts(limits.radio_ids + 1),
    });
    const message =
      package_name === 'Enterprise'
        ? 'Your package has fewer radio IDs.'
        : `Your package has room for ${limits.radio_ids} radio IDs.`;
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'radio_id_texts', message })],
    ]);
  });
});

describe.each(PACKAGES.filter(({ limits }) => limits.commercial_spots > 0))(
  'a setup of $name',
  ({ name: package_name, limits }) => {
    it(`has 1 to ${limits.commercial_spots} commercial spots in a break, and its usual figures where none are sent`, async () => {
      const { submit } = await startMember({ package_name });
      expect((await submit(SETUP)).body).toMatchObject({
        announcement_frequency: 30,
        commercial_spots_per_break: 1,
      });
      const most = {
        announcement_frequency: 120,
        commercial_spots_per_break: limits.commercial_spots,
      };
      expect((await submit({ ...SETUP, ...most })).body).toMatchObject(most);
      const tooMany = { commercial_spots_per_break: limits.commercial_spots + 1 };
      const { status, body } = await submit({ ...SETUP, ...tooMany });
      expect([status, body.errors]).toEqual([
        422,
        [
          expect.objectContaining({
            field: 'commercial_spots_per_break',
            message: `Please choose 1 to ${limits.commercial_spots}.`,
          }),
        ],
      ]);
    });
  },
);

describe('a setup of Starter', () => {
  it.each([
    { announcement_frequency: 30 },
    { commercial_spots_per_break: 1 },
    { announcement_frequency: 30, commercial_spots_per_break: 1, radio_id_texts: texts(4) },
  ])('has no announcements and no commercial spots: %j', async (sent) => {
    const { submit, row } = await startMember();
    const before = await row();
    expect(await submit({ ...SETUP, ...sent })).toMatchObject({
      status: 403,
      body: {
        code: 'feature_not_in_package',
        title: 'Feature not available',
        detail:
          'Announcement and commercial settings are not available in your Starter package. Please upgrade to Professional or Enterprise.',
      },
    });
    expect(await row()).toEqual(before);
  });
});

it('a station without a package has the limits of the smallest one', async () => {
  const { submit } = await startMember({ package_name: null });
  expect(await submit({ ...SETUP, announcement_frequency: 30 })).toMatchObject({ status: 403 });
  expect(await submit({ ...SETUP, radio_id_texts: ['1', '2', '3', '4'] })).toMatchObject({
    status: 422,
  });
  expect(await submit(SETUP)).toMatchObject({ status: 200 });
});

it('a smaller package removes the announcements with the next setup', async () => {
  const { submit, station } = await startMember({ package_name: 'Enterprise' });
  await submit({ ...SETUP, announcement_frequency: 45, commercial_spots_per_break: 4 });
  await knex('radio_stations').where({ id: station.id }).update({ package_name: PACKAGE_NAMES[0] });
  expect((await submit(SETUP)).body).toMatchObject({
    announcement_frequency: null,
    commercial_spots_per_break: null,
  });
});

describe('the operator', () => {
  it('gets all of the first setup, then the differences', async () => {
    const { app, submit } = await startMember({ package_name: 'Professional' });
    await submit({ ...SETUP, radio_id_texts: ['One', 'Two'] });
    await workOff(app);
    await submit({ ...SETUP, radio_id_texts: ['One'], announcement_frequency: 45 });
    await workOff(app);
    const [first, second] = told(app);
    for (const line of [
      'Station name: Counting House Radio',
      'Voice: female',
      'Radio ID text 1: One',
      'Radio ID text 2: Two',
      'Radio IDs: every 15 minutes',
      'Announcements: every 30 minutes',
      'Commercial spots per break: 1',
    ]) {
      expect(first).toContain(line);
    }
    expect(second?.filter((line) => line.includes('→'))).toEqual([
      'Announcements: every 30 minutes → every 45 minutes',
      'Radio ID text 2: Two → none',
    ]);
    expect(second?.join('\n')).not.toContain('Voice');
  });

  it('gets no mail about an unchanged or refused setup', async () => {
    const { app, submit } = await startMember();
    await submit(SETUP);
    await workOff(app);
    await submit(SETUP);
    await submit({ ...SETUP, radio_id_frequency: 99 });
    await submit({ ...SETUP, commercial_spots_per_break: 3 });
    await workOff(app);
    expect(app.sent.mails).toHaveLength(1);
  });

  it('gets no mail about a setup that was rolled back', async () => {
    const { app, submit, row } = await startMember();
    const before = await row();
    await knex.raw(`
      create function refuse_setup() returns trigger language plpgsql
        as $$ begin raise exception 'the change failed'; end $$;
      create constraint trigger refuse_setup after update on profiles
        deferrable initially deferred for each row execute function refuse_setup()`);
    expect((await submit(SETUP)).status).toBe(500);
    await knex.raw('drop function refuse_setup cascade');
    expect(await row()).toEqual(before);
    expect(await knex('member_news')).toEqual([]);
    await submit(SETUP);
    await workOff(app);
    expect(app.sent.mails).toHaveLength(1);
  });

  it('gets a mail about a setup, or the setup is rolled back', async () => {
    const { submit, row } = await startMember();
    const before = await row();
    await knex.raw('alter table member_news rename to member_news_gone');
    expect((await submit(SETUP)).status).toBe(500);
    await knex.raw('alter table member_news_gone rename to member_news');
    expect(await row()).toEqual(before);
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });
});
