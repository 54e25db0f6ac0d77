import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NowPlaying, type Track } from '../../contract/stations/schemas.ts';
import { testDatabase } from '../../test/database.ts';
import { startEvilServer, type EvilBehaviour } from '../../test/evil-servers.ts';
import { startTrackApi, type TrackApi } from '../../test/track-api.ts';
import { connect } from '../db/connection.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import { sleevesFeature } from '../sleeves/feature.ts';
import { createNowPlayingReader, type OwnTracks, type TrackSources } from './now-playing.ts';

const PUBLIC_URL = 'https://station.example';
const STATION = { id: '019a9c3e-7b1f-7d40-9f0e-5a8c2b1d3e4f', accent_colour: '#7a2e1d' };
const sleeves = sleevesFeature({ secrets: ['the secret of this test'], publicUrl: PUBLIC_URL });
/** A track without a cover, with the sleeve of the station. */
const dressed = (title: string, artist: string): Track =>
  sleeves.dress({ title, artist, cover: `${PUBLIC_URL}/sdk/placeholder-cover.svg` }, STATION);
const UNKNOWN = dressed('Unknown Title', 'Unknown Artist');

const database = testDatabase();
const silent = pino({ level: 'silent' });
const otherKnex = connect(database.url, silent);
const guarded = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 500 });
afterAll(async () => {
  await guarded.close();
  await otherKnex.destroy();
});

/** The time until a source may be fetched again, in seconds, with a small margin. */
const INTERVAL = 10.1;

/** How far the clocks have been moved forward, in ms. */
let passed: number;
beforeEach(() => {
  passed = 0;
});
const now = () => Date.now() + passed;

/** Moves all clocks forward: those of the processes, and the database's by changing its rows. */
async function pass(seconds: number): Promise<void> {
  passed += seconds * 1000;
  const earlier = (column: string) =>
    database.knex.raw(`?? - ? * interval '1 second'`, [column, seconds]);
  await database.knex('track_feeds').update({
    read_at: earlier('read_at'),
    claimed_at: earlier('claimed_at'),
    settled_at: earlier('settled_at'),
    next_attempt_at: earlier('next_attempt_at'),
  });
}

const noOwnTracks: OwnTracks = { read: async () => null, played: async () => null };

function replica(given: { knex?: Knex; ownTracks?: OwnTracks; log?: pino.Logger } = {}) {
  const reader = createNowPlayingReader({
    knex: given.knex ?? database.knex,
    fetchJson: guarded.fetchJson,
    ownTracks: given.ownTracks ?? noOwnTracks,
    sleeves,
    publicUrl: PUBLIC_URL,
    now,
    log: given.log ?? silent,
  });
  return {
    read: (of: TrackSources) => reader.read({ ...STATION, ...of }),
    played: (of: TrackSources) => reader.played({ ...STATION, ...of }),
  };
}

const openApis: TrackApi[] = [];
afterEach(() => Promise.all(openApis.splice(0).map((api) => api.close())));

async function trackApi(answer?: unknown): Promise<TrackApi> {
  const api = await startTrackApi(answer);
  openApis.push(api);
  return api;
}

const sources = (given: Partial<TrackSources>): TrackSources => ({
  previous_track_data: null,
  current_track_data: null,
  next_track_data: null,
  ...given,
});
const current = (url: string) => sources({ current_track_data: url });
const titled = (title: string, artist = 'Nora Field'): Track => dressed(title, artist);

describe('the three tracks', () => {
  it('come from three URLs, one track each', async () => {
    const api = await trackApi();
    const answer = await replica().read({
      previous_track_data: `${api.url}/previous`,
      current_track_data: ` ${api.url}/current `,
      next_track_data: `${api.url}/next`,
    });
    expect(answer.now_playing).toMatchObject({
      previous: titled('Slow Morning'),
      current: titled('Slow Morning'),
      next: titled('Slow Morning'),
      stale: false,
    });
    expect(NowPlaying.safeParse(answer.now_playing).error).toBeUndefined();
    expect(api.requests.toSorted()).toEqual(['/now/current', '/now/next', '/now/previous']);
  });

  it('can come from one document, which is fetched once', async () => {
    const api = await trackApi({
      previous: 'Ann & Bob - Less Is More',
      current: { title: 'Slow Morning', artist: 'Nora Field', cover: '/1.jpg' },
      next: null,
    });
    const { now_playing } = await replica().read({
      previous_track_data: api.url,
      current_track_data: api.url,
      next_track_data: api.url,
    });
    expect(now_playing).toMatchObject({
      previous: titled('Less Is More', 'Ann & Bob'),
      current: { title: 'Slow Morning', cover: new URL('/1.jpg', api.url).href },
      next: null,
    });
    expect(api.requests).toHaveLength(1);
  });

  it('are empty without a source, and not stale', async () => {
    const asked = now();
    const { now_playing, valid_until } = await replica().read(sources({ next_track_data: '  ' }));
    expect(now_playing).toEqual({
      previous: null,
      current: null,
      next: null,
      updated_at: expect.any(String),
      stale: false,
    });
    expect(valid_until).toBeGreaterThanOrEqual(asked + 10_000);
  });

  it('are empty when the document does not mention them', async () => {
    const api = await trackApi({ songtitle: 'Nora Field - Slow Morning', nexttitle: '' });
    const { now_playing } = await replica().read({
      previous_track_data: api.url,
      current_track_data: api.url,
      next_track_data: api.url,
    });
    expect(now_playing).toMatchObject({
      previous: null,
      current: titled('Slow Morning'),
      next: null,
      stale: false,
    });
  });
});

describe('how often a source is fetched', () => {
  it('5,000 requests on two replicas cause one fetch per interval', async () => {
    const api = await trackApi();
    const replicas = [replica(), replica({ knex: otherKnex })];
    const askAll = () =>
      Promise.all(
        Array.from({ length: 5_000 }, (_, index) =>
          replicas[index % 2]?.read({
            previous_track_data: api.url,
            current_track_data: api.url,
            next_track_data: api.url,
          }),
        ),
      );

    for (let interval = 1; interval <= 3; interval += 1) {
      const first = await askAll();
      const again = await askAll();
      expect(api.requests).toHaveLength(interval);
      const titles = new Set(
        [...first, ...again].map((answer) => answer?.now_playing.current?.title),
      );
      expect(titles).toEqual(new Set(['Slow Morning']));
      await pass(INTERVAL);
    }
  });

  it('a minute of polling makes at most seven requests', async () => {
    const api = await trackApi();
    const replicas = [replica(), replica({ knex: otherKnex })];
    for (let second = 0; second <= 60; second += 1) {
      await Promise.all(replicas.map((one) => one.read(current(api.url))));
      await pass(1);
    }
    expect(api.requests.length).toBeGreaterThanOrEqual(6);
    expect(api.requests.length).toBeLessThanOrEqual(7);
  });

  it('each answer says when to ask again, and new data is available then', async () => {
    const api = await trackApi();
    const reader = replica();
    const { valid_until } = await reader.read(current(api.url));
    api.answer = { title: 'Second Cup', artist: 'The Counters' };
    await pass((valid_until - now()) / 1000 + 0.001);
    const { now_playing } = await reader.read(current(api.url));
    expect(now_playing.current).toEqual(titled('Second Cup', 'The Counters'));
  });

  it('a replica without tracks waits for the replica that is fetching', async () => {
    const api = await trackApi();
    let answerNow = () => undefined as void;
    api.ready = new Promise((resolve) => {
      answerNow = resolve;
    });
    const first = replica().read(current(api.url));
    await vi.waitFor(() => expect(api.requests).toHaveLength(1));
    const found = new Promise<void>((resolve) => {
      otherKnex.on('query-response', (_, { sql }: { sql: string }) => {
        if (sql.startsWith('select')) resolve();
      });
    });
    const second = replica({ knex: otherKnex }).read(current(api.url));
    await found;
    answerNow();
    for (const { now_playing } of await Promise.all([first, second])) {
      expect(now_playing).toMatchObject({ current: titled('Slow Morning'), stale: false });
    }
    expect(api.requests).toHaveLength(1);
  });

  it('a replica with an old answer shows it while another fetches, then the new one', async () => {
    const api = await trackApi();
    const [one, other] = [replica(), replica({ knex: otherKnex })];
    await Promise.all([one.read(current(api.url)), other.read(current(api.url))]);
    await pass(INTERVAL);
    let answerNow = () => undefined as void;
    api.ready = new Promise((resolve) => {
      answerNow = resolve;
    });
    api.answer = { title: 'Second Cup', artist: 'The Counters' };

    const asking = one.read(current(api.url));
    await vi.waitFor(() => expect(api.requests).toHaveLength(2));
    const meanwhile = await other.read(current(api.url));
    expect(meanwhile.now_playing.current).toEqual(titled('Slow Morning'));
    expect(meanwhile.valid_until - now()).toBeLessThan(1_000);

    answerNow();
    await asking;
    await setTimeout(meanwhile.valid_until - now());
    const { now_playing } = await other.read(current(api.url));
    expect(now_playing.current).toEqual(titled('Second Cup', 'The Counters'));
    expect(api.requests).toHaveLength(2);
  });
});

describe('a source that fails', () => {
  it('keeps its last good answer, marked as stale, until it recovers', async () => {
    const api = await trackApi();
    const reader = replica();
    const good = await reader.read(current(api.url));
    api.status = 500;
    await pass(INTERVAL);
    const stale = await reader.read(current(api.url));
    expect(stale.now_playing).toMatchObject({ current: titled('Slow Morning'), stale: true });
    const age = Date.parse(stale.now_playing.updated_at) - Date.parse(good.now_playing.updated_at);
    expect(Math.abs(age)).toBeLessThan(1_000);

    api.status = 200;
    api.answer = { title: 'Second Cup', artist: 'The Counters' };
    await pass(INTERVAL);
    expect((await reader.read(current(api.url))).now_playing).toMatchObject({
      current: titled('Second Cup', 'The Counters'),
      stale: false,
    });
  });

  it('shows an unknown track after 60 seconds', async () => {
    const api = await trackApi();
    const replicas = [replica(), replica({ knex: otherKnex })];
    await Promise.all(replicas.map((one) => one.read(current(api.url))));
    api.status = 500;
    const titlesAfter = async (seconds: number) => {
      await pass(seconds);
      const answers = await Promise.all(replicas.map((one) => one.read(current(api.url))));
      return answers.map(({ now_playing }) => now_playing.current?.title);
    };
    for (let second = 0; second < 55; second += 5) {
      expect(await titlesAfter(5)).toEqual(['Slow Morning', 'Slow Morning']);
    }
    expect(await titlesAfter(5.1)).toEqual(['Unknown Title', 'Unknown Title']);
    expect(await titlesAfter(3600)).toEqual(['Unknown Title', 'Unknown Title']);
  });

  it('says to ask again when its last good answer expires', async () => {
    const api = await trackApi();
    const reader = replica();
    await reader.read(current(api.url));
    const readAt = now();
    api.status = 500;
    await pass(58);
    const { now_playing, valid_until } = await reader.read(current(api.url));
    expect(now_playing.current).toEqual(titled('Slow Morning'));
    // The two clocks are read a few ms apart.
    expect(valid_until).toBeLessThan(readAt + 60_500);
  });

  it('is not fetched by any replica for 30 seconds after five consecutive failures', async () => {
    const api = await trackApi();
    api.status = 500;
    const replicas = [replica(), replica({ knex: otherKnex })];
    const ask = () => Promise.all(replicas.map((one) => one.read(current(api.url))));
    for (let failure = 1; failure <= 5; failure += 1) {
      for (const { now_playing } of await ask()) {
        expect(now_playing).toMatchObject({ current: UNKNOWN, stale: true });
      }
      expect(api.requests).toHaveLength(failure);
      await pass(INTERVAL);
    }
    await pass(19);
    await ask();
    expect(api.requests).toHaveLength(5);
    await pass(1);
    await ask();
    expect(api.requests).toHaveLength(6);
    await pass(29);
    await ask();
    expect(api.requests).toHaveLength(6);

    api.status = 200;
    await pass(1);
    await ask();
    await pass(INTERVAL);
    const [one] = await ask();
    expect(one?.now_playing).toMatchObject({ current: titled('Slow Morning'), stale: false });
    expect(api.requests).toHaveLength(8);
  });

  it('does not affect the other tracks', async () => {
    const [good, bad] = [await trackApi(), await trackApi({ error: 'no such station' })];
    const { now_playing } = await replica().read(
      sources({ current_track_data: good.url, next_track_data: bad.url }),
    );
    expect(now_playing).toMatchObject({
      previous: null,
      current: titled('Slow Morning'),
      next: UNKNOWN,
      stale: true,
    });
  });

  it.each([
    'nonsense',
    '//127.0.0.1:1/x',
    '../../etc/passwd',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:secret@127.0.0.1/',
  ])('with an unusable URL shows an unknown track: %s', async (address) => {
    const { now_playing } = await replica().read(current(address));
    expect(now_playing).toMatchObject({ current: UNKNOWN, stale: true });
  });

  it.each<EvilBehaviour>([
    'hangs-before-headers',
    'hangs-in-body',
    'trickle',
    'hundred-megabytes',
    'gzip-bomb',
    'truncated-gzip',
    'says-it-is-longer',
    'audio',
    'html-with-scripts',
    'html-called-json',
    'invalid-json',
    'truncated',
    'nul-bytes',
    'empty',
    'no-content',
    'server-error',
    'redirect-to-metadata',
    'not-http',
    'a-megabyte-of-headers',
    'hangs-up',
    'nested-deeply',
  ])('with a hostile answer shows an unknown track: %s', async (behaviour) => {
    const server = await startEvilServer();
    const { now_playing } = await replica().read(current(server.url(behaviour)));
    expect(now_playing).toMatchObject({ current: UNKNOWN, stale: true });
    await server.close();
  });

  it('with markup and numbers in its title shows them as text', async () => {
    const server = await startEvilServer();
    const shown = await Promise.all(
      (['script-in-title', 'huge-numbers'] as const).map(
        async (behaviour) => (await replica().read(current(server.url(behaviour)))).now_playing,
      ),
    );
    expect(shown.map(({ current }) => current?.title)).toEqual([
      '<script>alert(1)</script>',
      'Infinity',
    ]);
    await server.close();
  });

  it('is logged by host only, and its URL is not stored', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const api = await trackApi();
    api.status = 500;
    const reader = replica({ log });
    await reader.read(current(`${api.url}/secret-path?key=secret-key#secret-part`));
    const rows = await database.knex('track_feeds').select();

    expect(lines.join('')).toContain(new URL(api.url).host);
    expect(lines.join('') + JSON.stringify(rows)).not.toMatch(/secret/);
  });
});

describe('without the database', () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/none', silent);
  afterAll(() => nowhere.destroy());

  it('a replica fetches on its own at the same interval, with the same result', async () => {
    const api = await trackApi();
    const reader = replica({ knex: nowhere });
    const ask = () =>
      Promise.all(Array.from({ length: 1_000 }, () => reader.read(current(api.url))));
    for (const { now_playing } of await ask()) {
      expect(now_playing).toMatchObject({ current: titled('Slow Morning'), stale: false });
    }
    await ask();
    expect(api.requests).toHaveLength(1);

    api.status = 500;
    passed += INTERVAL * 1000;
    expect((await reader.read(current(api.url))).now_playing.stale).toBe(true);
    for (let failure = 2; failure <= 5; failure += 1) {
      passed += INTERVAL * 1000;
      await reader.read(current(api.url));
    }
    expect(api.requests).toHaveLength(6);
    passed += 29_000;
    expect((await reader.read(current(api.url))).now_playing.current).toEqual(UNKNOWN);
    expect(api.requests).toHaveLength(6);
  });

  it('does not wait for the database on every request', async () => {
    const api = await trackApi();
    const reader = replica({ knex: nowhere });
    await reader.read(current(`${api.url}/1`));
    const started = performance.now();
    for (let station = 2; station < 50; station += 1) {
      await reader.read(current(`${api.url}/${station}`));
    }
    // Each wait for the pool would take two seconds.
    expect(performance.now() - started).toBeLessThan(1_900);
  });

  it('an answer that cannot be stored is still shown', async () => {
    const api = await trackApi();
    const knex = connect(database.url, silent);
    let answerNow = () => undefined as void;
    api.ready = new Promise((resolve) => {
      answerNow = resolve;
    });
    const answer = replica({ knex }).read(current(api.url));
    await vi.waitFor(() => expect(api.requests).toHaveLength(1));
    await knex.destroy();
    answerNow();
    expect((await answer).now_playing.current).toEqual(titled('Slow Morning'));
    expect(api.requests).toHaveLength(1);
  });

  it('a replica keeps its answer when a crash has emptied the table', async () => {
    const api = await trackApi();
    const reader = replica();
    await reader.read(current(api.url));
    await database.knex('track_feeds').delete();
    api.status = 500;
    await pass(INTERVAL);
    expect((await reader.read(current(api.url))).now_playing).toMatchObject({
      current: titled('Slow Morning'),
      stale: true,
    });
  });
});

describe('our own stations', () => {
  const own: OwnTracks = {
    read: async (url) =>
      url.pathname === '/stream/demo/tracks/current'
        ? {
            track: { ...UNKNOWN, title: 'Own', cover: '/stream/demo/1.jpg' },
            valid_until: now() + 3,
          }
        : null,
    played: async () => null,
  };

  it.each(['/stream/demo/tracks/current', `${PUBLIC_URL}/stream/demo/tracks/current?x=1`])(
    'are read in the process: %s',
    async (address) => {
      const { now_playing, valid_until } = await replica({ ownTracks: own }).read(current(address));
      expect(now_playing).toMatchObject({
        current: { title: 'Own', cover: `${PUBLIC_URL}/stream/demo/1.jpg` },
        stale: false,
      });
      expect(valid_until - now()).toBeLessThanOrEqual(3);
      expect(await database.knex('track_feeds').select()).toEqual([]);
    },
  );

  it.each(['/stream/gone/tracks/current', '/v1/packages'])(
    'are never fetched over HTTP: %s',
    async (address) => {
      const { now_playing } = await replica({ ownTracks: own }).read(current(address));
      expect(now_playing).toMatchObject({ current: UNKNOWN, stale: true });
      expect(await database.knex('track_feeds').select()).toEqual([]);
    },
  );

  it('are not confused with the same paths on another server', async () => {
    const api = await trackApi();
    const address = new URL('/stream/demo/tracks/current', api.url).href;
    const { now_playing } = await replica({ ownTracks: own }).read(current(address));
    expect(now_playing.current).toEqual(titled('Slow Morning'));
  });
});
