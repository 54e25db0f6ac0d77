import type { PlayLog, Programme, ProgrammeItem } from '@stationhouse/sdk/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '@stationhouse/platform-api/contract/time';
import { openDashboard, press, problem, station, text, until } from './test/open-dashboard.tsx';

const ZONE = 'Asia/Kolkata';
const AHEAD_MS = 5.5 * 60 * 60 * 1_000;
const ITEM_MS = 6 * 60_000;

/** '14:06:00' in the station's zone, which is always five and a half hours ahead. */
const clock = (time: number) => new Date(time + AHEAD_MS).toISOString().slice(11, 19);
const midnight = (ahead = 0) =>
  Math.floor((Date.now() + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS + ahead * DAY_MS;

/** The item at a place of a day: each tenth is a radio ID. */
function itemAt(dayStart: number, place: number): ProgrammeItem {
  const starts = dayStart + place * ITEM_MS;
  const isId = place % 10 === 9;
  return {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + ITEM_MS).toISOString(),
    kind: isId ? 'radio_id' : 'music',
    item_id: `item-${place}`,
    title: isId ? 'Good day' : `Song ${place}`,
    artist: isId ? null : 'Nora Field',
    is_cut: false,
    is_over_music: false,
    segue_seconds: 0,
    rule: isId ? 'radio_id' : 'music',
    reason: isId ? 'A radio ID was due.' : 'Music, from the playlist “Calm”.',
    due_at: null,
    day_part: null,
    cover_url: null,
  };
}

/** The API's programme: items of six minutes, round the clock. */
function programme(_: RequestInit, { searchParams }: URL): { body: Programme } {
  const asked = searchParams.get('from');
  const from = asked === null ? midnight() : Date.parse(asked);
  const hours = Number(searchParams.get('hours') ?? 24);
  const today = midnight();
  const place = Math.floor((Date.now() - today) / ITEM_MS);
  return {
    body: {
      zone: ZONE,
      now: itemAt(today, place),
      next: itemAt(today, place + 1),
      from: new Date(from).toISOString(),
      to: new Date(from + hours * 60 * 60 * 1_000).toISOString(),
      items: Array.from({ length: hours * 10 }, (_, at) => itemAt(from, at)),
      missed: [],
    },
  };
}

const logOf = (data: ProgrammeItem[], next_cursor: string | null = null): { body: PlayLog } => ({
  body: { zone: ZONE, data, has_more: next_cursor !== null, next_cursor },
});

const here = { ...station, is_on_air_here: true };
const ON_AIR = {
  'GET /v1/me/station': { body: here },
  'GET /v1/me/station/programme': programme,
  'GET /v1/me/station/play-log': logOf([itemAt(midnight(), 0), itemAt(midnight(), 9)]),
};
const SOUND = '/members/sound';
const PAGE = '/members/programme';

const strip = () => document.querySelector<HTMLElement>('[aria-label^="Items;"]');

/** Each item of the strip is a closed rectangle in a path. */
const drawnItems = (): number =>
  Array.from(strip()?.querySelectorAll('path') ?? [])
    .map((path) => path.getAttribute('d')?.split('Z').length ?? 1)
    .reduce((sum, parts) => sum + parts - 1, 0);
const list = () =>
  [...document.querySelectorAll('ol[aria-label="Items"] > li')].map((row) => row.textContent);
const choose = (label: string, value: string) => {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  if (!select) throw new Error(`There is no choice of ${label}.`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};

describe('the page Sound', () => {
  it('lets a song air more often or never again, and takes that back', async () => {
    const RATED = '/v1/me/station/rated-tracks';
    const song = { ...itemAt(midnight(), 1), title: 'Second Cup' };
    let rated: object[] = [];
    const done = () => new Response(null, { status: 204 });
    const page = await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station/programme': (request, url) => ({
          body: { ...programme(request, url).body, now: song },
        }),
        [`GET ${RATED}`]: () => ({ body: { data: rated, has_more: false, next_cursor: null } }),
        [`PUT ${RATED}/${song.item_id}`]: (request) => {
          const { title, artist } = song;
          const { rating } = JSON.parse(String(request.body));
          rated = [{ track_id: song.item_id, title, artist, rating, rated_at: song.starts_at }];
          return done();
        },
        [`DELETE ${RATED}/${song.item_id}`]: () => {
          rated = [];
          return done();
        },
      },
      SOUND,
    );
    await until(() => press('More of this'));
    await until(() => expect(text()).toContain('Your songs (1)'));
    await until(() =>
      expect(document.querySelector('button[aria-pressed="true"]')?.textContent).toBe(
        'More of this',
      ),
    );
    press('Never play it again');
    await until(() =>
      expect(page.toasts).toMatchObject([{ title: 'More of this' }, { kind: 'good' }]),
    );
    expect(page.sent(`PUT ${RATED}/${song.item_id}`)).toEqual([
      { rating: 'more' },
      { rating: 'never' },
    ]);
    press('Undo Second Cup');
    await until(() => expect(text()).not.toContain('Your songs'));
  });

  it('closes the station for holidays, says what is wrong with the times, and opens it again', async () => {
    const PAUSES = '/v1/me/station/pauses';
    const soon = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1_000).toISOString();
    let pauses: object[] = [];
    let isRefused = true;
    const page = await openDashboard(
      {
        ...ON_AIR,
        [`GET ${PAUSES}`]: () => ({
          body: { data: pauses, has_more: false, next_cursor: null, zone: ZONE },
        }),
        [`POST ${PAUSES}`]: (request) => {
          if (isRefused) {
            const fault = {
              field: 'until',
              code: 'invalid_value',
              message: 'Choose a later time.',
            };
            const code = 'validation_failed';
            const words = { title: 'Not right', detail: 'Please correct it.', request_id: 'r1' };
            const body = { type: 'about:blank', status: 422, code, ...words, errors: [fault] };
            return { status: 422, body };
          }
          const sent = JSON.parse(String(request.body));
          const pause = {
            id: 'p1',
            from: soon(1),
            until: soon(2),
            message: sent.message ?? null,
            spoken: null,
            announcement_id: null,
            is_running: false,
          };
          pauses = [pause];
          return { status: 201, body: pause };
        },
        [`DELETE ${PAUSES}/p1`]: () => {
          pauses = [];
          return new Response(null, { status: 204 });
        },
      },
      SOUND,
    );
    await until(() => expect(text()).toContain('No pause is planned.'));
    press('Plan a pause');
    await until(() => press('Close for this time'));
    await until(() => expect(text()).toContain('Choose a later time.'));
    isRefused = false;
    press('Close for this time');
    await until(() =>
      expect(page.toasts).toMatchObject([{ title: 'Pause planned', kind: 'good' }]),
    );
    const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent);
    const remove = () => buttons().find((name) => name.startsWith('Remove the pause ')) ?? '';
    await until(() => expect(remove()).not.toBe(''));
    const [first] = page.sent(`POST ${PAUSES}`);
    const tomorrow = new Date(midnight(1) + AHEAD_MS).toISOString().slice(0, 10);
    expect(first).toMatchObject({ from: `${tomorrow}T00:00` });
    press(remove());
    await until(() => expect(text()).toContain('No pause is planned.'));
  });

  it('lets the member hear the station before the first air, and say yes or what to change', async () => {
    const APPROVAL = '/v1/me/station/approval';
    const approval = (state: string, changes: string | null = null) => ({
      body: {
        state,
        changes,
        answered_at: null,
        zone: ZONE,
        items: [itemAt(midnight(), 1)],
        radio_ids: [{ item_id: 'r1', title: 'This is Blue' }],
        audio_urls: { r1: '/r1.mp3', 'item-1': '/1.mp3' },
      },
    });
    const pending = { ...here, status: 'setup_pending', setup_completed_at: null };
    const page = await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station': { body: pending },
        [`GET ${APPROVAL}`]: approval('waiting'),
        [`PUT ${APPROVAL}`]: (request) => {
          const { changes } = JSON.parse(String(request.body));
          return approval(changes === null ? 'approved' : 'changes_wanted', changes);
        },
      },
      SOUND,
    );
    await until(() => expect(text()).toContain('Hear it first'));
    expect(text()).toContain('This is Blue');
    press('Change something');
    await until(() => expect(text()).toContain('What should we change?'));
    press('Send');
    await until(() => expect(text()).toContain('Our team is changing it'));
    press('Yes, put it on air');
    await until(() => expect(text()).toContain('You said yes'));
    expect(page.sent(`PUT ${APPROVAL}`)).toEqual([{ changes: '' }, { changes: null }]);
    expect(text()).not.toContain('Change something');
  });

  it('skips the song that is on air, once', async () => {
    const SKIP = 'POST /v1/me/station/skips';
    const skipped = { cut_at: new Date().toISOString(), skips_left: 5 };
    const asked = { ...ON_AIR, [SKIP]: { status: 201, body: skipped } };
    // Each tenth item is a radio ID, which can't be skipped.
    asked['GET /v1/me/station/programme'] = (request: RequestInit, url: URL) => {
      const { body } = programme(request, url);
      return { body: { ...body, now: { ...itemAt(midnight(), 1), title: 'Second Cup' } } };
    };
    const page = await openDashboard(asked, SOUND);
    await until(() => press('Skip this song'));
    await until(() => expect(text()).toContain('You can skip 5 more this hour.'));
    expect(page.sent(SKIP)).toEqual([{ starts_at: itemAt(midnight(), 1).starts_at }]);
    expect(page.toasts).toEqual([]);
  });

  it('has today’s programme of a station on air here, and leads to all of it', async () => {
    const page = await openDashboard(ON_AIR, SOUND);
    await until(() => expect(drawnItems()).toBeGreaterThan(200));
    expect(strip()?.querySelector('[data-now]')).not.toBeNull();
    press('Open the programme');
    await until(() => expect(page.address()).toBe(PAGE));
  });

  it('has none of a station with an outside stream', async () => {
    const page = await openDashboard({ 'GET /v1/me/station': { body: station } }, SOUND);
    await until(() => expect(text()).toContain('Station management'));
    expect(text()).not.toContain('Open the programme');
    expect(page.timesAsked('GET /v1/me/station/programme')).toBe(0);
  });

  it('says of a suspended station that nothing airs, and asks for nothing', async () => {
    const suspended = { body: { ...here, status: 'suspended' } };
    const page = await openDashboard({ ...ON_AIR, 'GET /v1/me/station': suspended }, SOUND);
    await until(() => expect(text()).toContain('Nothing airs while your station is off air.'));
    expect(page.timesAsked('GET /v1/me/station/programme')).toBe(0);
  });
});

describe('the programme of a station on air here', () => {
  it('names what is on air now and next, and lists what follows, in the time of the station', async () => {
    await openDashboard(ON_AIR, PAGE);
    await until(() => expect(list().length).toBeGreaterThan(0));
    const place = Math.floor((Date.now() - midnight()) / ITEM_MS);
    const [first] = list();
    expect(first).toContain(clock(midnight() + place * ITEM_MS));
    expect(text()).toContain(`Now, ${clock(midnight() + place * ITEM_MS)}`);
    expect(text()).toContain(`Next, ${clock(midnight() + (place + 1) * ITEM_MS)}`);
    expect(text()).toContain('Music, from the playlist “Calm”.');
    expect(text()).toContain('Times are in Asia/Kolkata');
  });

  it('shows another day from its midnight, and an hour of it', async () => {
    const asked: string[] = [];
    await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station/programme': (request, url) => {
          asked.push(url.search);
          return programme(request, url);
        },
      },
      PAGE,
    );
    await until(() => expect(list().length).toBeGreaterThan(0));
    choose('Day', '2');
    await until(() => expect(list()[0]).toContain('00:00:00'));
    const from = new Date(midnight(2)).toISOString();
    expect(asked).toContain(`?${new URLSearchParams({ from })}`);
    expect(strip()?.querySelector('[data-now]')).toBeNull();
    choose('Zoom', '1');
    await until(() => expect(drawnItems()).toBe(10));
    press('Later');
    await until(() => expect(list()[0]).toContain('01:00:00'));
    press('Earlier');
    await until(() => expect(list()[0]).toContain('00:00:00'));
  });

  it('puts the items of the strip into words by the arrow keys', async () => {
    await openDashboard(ON_AIR, PAGE);
    await until(() => expect(strip()).not.toBeNull());
    choose('Day', '1');
    await until(() => expect(list()[0]).toContain('00:00:00'));
    const key = (name: string) =>
      strip()?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    key('ArrowRight');
    await until(() => expect(text()).toContain('00:00:00–00:06:00 Music: Nora Field – Song 0'));
    key('ArrowRight');
    await until(() => expect(text()).toContain('00:06:00–00:12:00 Music: Nora Field – Song 1'));
    key('ArrowLeft');
    await until(() => expect(text()).toContain('00:00:00–00:06:00 Music: Nora Field – Song 0'));
  });

  it('puts what the mouse points at into words: a short item also from beside it', async () => {
    // A pixel for each minute of the day.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
      () => ({ left: 0, width: 24 * 60 }) as DOMRect, // The strip reads nothing else.
    );
    onTestFinished(() => void vi.restoreAllMocks());
    await openDashboard(ON_AIR, PAGE);
    await until(() => expect(strip()).not.toBeNull());
    choose('Day', '1');
    await until(() => expect(list()[0]).toContain('00:00:00'));
    const point = (clientX: number) =>
      strip()?.dispatchEvent(new MouseEvent('pointermove', { clientX, bubbles: true }));
    point(20);
    await until(() => expect(text()).toContain('00:18:00–00:24:00 Music: Nora Field – Song 3'));
    point(51);
    await until(() => expect(text()).toContain('00:54:00–01:00:00 Radio ID: Good day'));
    expect(text()).toContain('A radio ID was due.');
  });

  it('says why it could not be loaded, and loads it on the next try', async () => {
    let isDown = true;
    const answer = problem(500, 'internal_error', 'Broken', 'Please try again.');
    await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station/programme': (request, url) =>
          isDown ? answer : programme(request, url),
      },
      PAGE,
    );
    await until(() => expect(text()).toContain('Failed to load the programme'));
    isDown = false;
    press('Try again');
    await until(() => expect(list().length).toBeGreaterThan(0));
  });

  it('is explained to a member whose stream comes from elsewhere', async () => {
    await openDashboard({ 'GET /v1/me/station': { body: station } }, PAGE);
    await until(() => expect(text()).toContain('No programme here'));
  });

  it('says before the launch that listeners do not hear it yet', async () => {
    const pending = { body: { ...here, status: 'setup_pending' } };
    await openDashboard({ ...ON_AIR, 'GET /v1/me/station': pending }, PAGE);
    await until(() => expect(text()).toContain('Your station is not live yet'));
  });
});

describe('the play log of a member', () => {
  const LOG = `${PAGE}?tab=log`;
  const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');

  it('has the rule of each item, more on demand, by search', async () => {
    const asked: URLSearchParams[] = [];
    const more = [itemAt(midnight(), 10)];
    await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station/play-log': (_, { searchParams }) => {
          asked.push(searchParams);
          if (searchParams.has('search')) return logOf([]);
          return searchParams.has('cursor')
            ? logOf(more)
            : logOf([itemAt(midnight(), 0), itemAt(midnight(), 9)], 'c1');
        },
      },
      LOG,
    );
    await until(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toContain('00:00:00');
    expect(rows()[1]).toContain('Radio ID');
    expect(rows()[1]).toContain('A radio ID was due.');
    press('Show more');
    await until(() => expect(rows()).toHaveLength(3));
    const search = document.querySelector<HTMLInputElement>('input[type="search"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      search,
      'waltz',
    );
    search?.dispatchEvent(new Event('input', { bubbles: true }));
    await until(() => expect(text()).toContain('Nothing aired'));
    expect(asked.at(-1)?.get('search')).toBe('waltz');
  });

  it('keeps what is there when the next page fails, and says so', async () => {
    let isDown = true;
    await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station/play-log': (_, { searchParams }) => {
          if (!searchParams.has('cursor')) return logOf([itemAt(midnight(), 0)], 'c1');
          if (isDown) return problem(500, 'internal_error', 'Broken', 'Please try again.');
          return logOf([itemAt(midnight(), 1)]);
        },
      },
      LOG,
    );
    await until(() => expect(rows()).toHaveLength(1));
    press('Show more');
    await until(() => expect(text()).toContain('Failed to load more. Please try again.'));
    expect(rows()).toHaveLength(1);
    isDown = false;
    press('Show more');
    await until(() => expect(rows()).toHaveLength(2));
  });

  it('is saved as CSV, and is still there while the station is suspended', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const suspended = { body: { ...here, status: 'suspended' } };
    const page = await openDashboard(
      {
        ...ON_AIR,
        'GET /v1/me/station': suspended,
        'GET /v1/me/station/programme': (request, url) => {
          const { body } = programme(request, url);
          return { body: { ...body, now: null, next: null, items: [] } };
        },
        'GET /v1/me/station/play-log.csv': () => new Response('starts_at\r\n'),
      },
      LOG,
    );
    await until(() => expect(rows()).toHaveLength(2));
    expect(text()).toContain('Your station is off air, because a payment is missing.');
    press('Export as CSV');
    await until(() => expect(page.timesAsked('GET /v1/me/station/play-log.csv')).toBe(1));
    await until(() => expect(saved).toEqual([expect.stringMatching(/^play-log-.*\.csv$/)]));
  });
});
