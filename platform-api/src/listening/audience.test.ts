import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Knex } from 'knex';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { serveBroadcast, testBroadcast } from '../../test/broadcast.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { bytesOf, listenTo } from '../../test/listener.ts';
import { loopStations } from '../../test/loop-stations.ts';
import { startApp } from '../../test/server.ts';
import { loadOwnStations, ownAudioFolder } from '../broadcast/own-stations.ts';
import { Audience } from './audience.ts';
import { RECOMPUTED_DAYS } from './ledger.ts';
import { countNow } from './live-counts.ts';
import type { Session } from './session.ts';

const database = testDatabase();
const { knex: db } = database;
const log = pino({ level: 'silent' });
const secrets = ['the secret of the tests, which nobody else has'];

/** Replicas with one clock, which a test moves. */
function replicas(count: number, start = Date.UTC(2026, 10, 24, 9, 59)) {
  let time = start;
  const now = () => time;
  const audiences = Array.from({ length: count }, () => new Audience({ db, secrets, now, log }));
  for (const audience of audiences) onCleanup(() => audience.close());
  return {
    audiences,
    now,
    pass(seconds: number) {
      time += seconds * 1_000;
    },
  };
}

async function secondsOf(station_id: string): Promise<number> {
  const row = await db('listening_hours').where({ station_id }).sum('seconds as seconds').first();
  return Number(row?.['seconds'] ?? 0);
}

const about = (station_id: string) => ({ station_id, player: 'page', country: '' }) as const;

describe('A connection', () => {
  it('counts the sound that left, never more than the time that passed', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    let taken = 5;
    const session = audience.begin(about(id), { takenSeconds: () => taken });
    // Five seconds come at once; then as many as pass.
    for (let second = 0; second < 30; second += 1) {
      pass(1);
      taken += 1;
    }
    await audience.write();
    expect(await secondsOf(id)).toBe(30);
    // It takes nothing more.
    pass(20);
    if (session) audience.end(session);
    await audience.write();
    expect(await secondsOf(id)).toBe(35);
    expect(await db('listening_sessions').first()).toMatchObject({ has_ended: true, total: 35 });
  });

  it('is written in every fifth write of its process once it counts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onCleanup(() => void vi.useRealTimers());
    const { id } = await buildStation(db);
    const { audiences, pass, now } = replicas(1);
    const began = now();
    audiences[0]?.begin(about(id), { takenSeconds: () => (now() - began) / 1_000 });
    const totals: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      pass(8);
      vi.advanceTimersByTime(8_000);
      // Waits for the write that has begun, and adds nothing.
      await audiences[0]?.write(new Set());
      totals.push((await db('listening_sessions').first())?.total);
    }
    expect(totals).toEqual([8, 16, 16, 16, 16, 16, 56, 56]);
  });

  it('is written again after the database was away, to the hours in which it was heard', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    let taken = 0;
    const session = audience.begin(about(id), { takenSeconds: () => taken });
    await db.raw('alter table listening_sessions rename to away');
    for (const seconds of [40, 60, 20]) {
      pass(seconds);
      taken += seconds;
      await audience.write();
    }
    await db.raw('alter table away rename to listening_sessions');
    if (session) audience.end(session);
    await audience.write();
    const rows = await db('listening_hours').orderBy('hour').select('seconds', 'sessions');
    expect(rows).toEqual([
      { seconds: 60, sessions: 1 },
      { seconds: 60, sessions: 0 },
    ]);
  });

  it('is counted live over two replicas, and in the peak of the hour', async () => {
    const { id } = await buildStation(db);
    const { audiences, now, pass } = replicas(2);
    const sessions = audiences.map((audience) =>
      audience.begin(about(id), { takenSeconds: () => 1 }),
    );
    for (const audience of audiences) await audience.write(new Set([id]));
    expect(await countNow(db, [id], now())).toEqual(new Map([[id, 2]]));
    const [first] = sessions;
    if (first) audiences[0]?.end(first);
    for (const audience of audiences) await audience.write(new Set([id]));
    expect(await countNow(db, [id], now())).toEqual(new Map([[id, 1]]));
    expect(await db('listening_peaks').first()).toMatchObject({ listeners: 2 });
    // A replica that died is forgotten.
    pass(21);
    expect((await countNow(db, [id], now())).get(id)).toBeUndefined();
  });
});

describe('Our player, when it connects again', () => {
  /** Players of a station at one replica, each with the sound that it is sent: five seconds ahead, then as time passes. */
  async function players() {
    const { id } = await buildStation(db);
    const { audiences, now, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const connect = (playback: number | null) => {
      const began = now();
      const takenSeconds = () => 5 + (now() - began) / 1_000;
      const session = audience.begin(about(id), { takenSeconds }, playback);
      return () => session && audience.end(session, playback);
    };
    const sessions = async (): Promise<number[]> => {
      await audience.write();
      const rows = await db('listening_sessions')
        .where({ station_id: id })
        .groupBy('session_id')
        .max('total as total')
        .orderBy('total');
      return rows.map((row) => Number(Object(row).total));
    };
    return { id, audience, pass, connect, sessions };
  }

  it('continues its session within 30 s, without the seconds of the break', async () => {
    const { id, audience, pass, connect, sessions } = await players();
    let leave = connect(1);
    for (const pause of [3, 30, 30]) {
      pass(20);
      leave();
      await audience.write();
      pass(pause);
      leave = connect(1);
    }
    pass(20);
    leave();
    expect(await sessions()).toEqual([80]);
    expect(await secondsOf(id)).toBe(80);
    // The third minute is in the next hour of the clock.
    expect(await db('listening_hours').sum('sessions as sessions').first()).toEqual({
      sessions: 1,
    });
    pass(31);
    connect(1);
    pass(15);
    expect(await sessions()).toEqual([15, 80]);
    const ended = await db('listening_sessions')
      .where({ has_ended: true })
      .count('* as rows')
      .first();
    expect(Number(ended?.['rows'])).toBeGreaterThan(0);
  });

  it('is never taken for another one, however many are behind one address', async () => {
    const { pass, connect, sessions } = await players();
    const fifty = Array.from({ length: 50 }, (_, index) => connect(index + 1));
    pass(20);
    // The power fails; every second one comes back, and the rest are other players.
    for (const leave of fifty) leave();
    pass(10);
    fifty.forEach((_, index) => connect(index % 2 ? index + 1 : index + 101));
    pass(30);
    const expected = [20, 30, 50].flatMap((total) => Array.from({ length: 25 }, () => total));
    expect(await sessions()).toEqual(expected);
  });

  it('has two sessions while both connections are open, or without a name', async () => {
    const { pass, connect, sessions } = await players();
    const leave = [connect(1), connect(1), connect(null)];
    pass(20);
    for (const one of leave) one();
    connect(null);
    pass(15);
    expect(await sessions()).toEqual([15, 20, 20, 20]);
  });
});

describe('A player of HLS', () => {
  const HOME = '198.51.100.7';

  it('counts only while its network takes sound, not for playlists alone', async () => {
    const { id } = await buildStation(db);
    const { audiences, now, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const [idle, hearing] = [1, 2].map(() => audience.issue({ ...about(id), player: 'hls' }, HOME));
    for (let reload = 0; reload < 60; reload += 1) {
      for (const token of [idle, hearing])
        await audience.reload(token ?? '', id, { network: HOME });
      const segment = { network: HOME, segment: reload };
      if (reload < 30 && reload % 10 === 0) await audience.takeSound(hearing ?? '', id, segment);
      pass(6);
    }
    await audience.write();
    const rows = await db('listening_sessions').where({ station_id: id }).max('total as total');
    expect(await countNow(db, [id], now())).toEqual(new Map());
    // Two minutes until its last segment, and 75 s after it.
    expect(Number(Object(rows[0]).total)).toBe(120 + 72);
    expect(await secondsOf(id)).toBe(120 + 72);
  });

  it('is one of 500 listeners of its address, as streams are', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const tokens = Array.from({ length: 501 }, () =>
      audience.issue({ ...about(id), player: 'hls' }, HOME),
    );
    const last = tokens.pop() ?? '';
    const full = { kind: 'too_many_streams' };
    for (const token of tokens) await audience.reload(token, id, { network: HOME });
    await expect(audience.reload(last, id, { network: HOME })).rejects.toMatchObject(full);
    await expect(
      audience.report(audience.issue(about(id)), { seconds: 1, isEnd: false, network: HOME }),
    ).rejects.toMatchObject(full);
    // Listeners elsewhere, and those after them, are not affected.
    expect(await audience.reload(last, id, { network: '203.0.113.9' })).toBe(true);
    pass(76);
    await audience.write();
    expect(await audience.reload(last, id, { network: HOME })).toBe(true);
  });

  it('is one session over two replicas, and a pause adds nothing', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(2);
    const token = audiences[0]?.issue({ ...about(id), player: 'hls' }) ?? '';
    let segment = 0;
    async function play(seconds: number): Promise<void> {
      for (let passed = 0; passed < seconds; passed += 6) {
        pass(6);
        // All of its sound comes from one of them.
        if (passed % 60 === 0)
          await audiences[1]?.takeSound(token, id, { segment: (segment += 1) });
        const audience = audiences[(passed / 6) % 2];
        expect(await audience?.reload(token, id)).toBe(true);
        await audience?.write();
      }
    }
    await play(120);
    expect(await secondsOf(id)).toBe(120);
    pass(600);
    await play(60);
    // Its first reload after the pause begins the time, at each replica.
    expect(await secondsOf(id)).toBeGreaterThanOrEqual(120 + 48);
    expect(await secondsOf(id)).toBeLessThanOrEqual(120 + 60);
    expect(await db('listening_sessions').countDistinct('session_id').first()).toEqual({
      count: 1,
    });
  });

  it('continues at another replica when its own dies', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(2);
    const [dying, other] = audiences as [Audience, Audience];
    const token = dying.issue({ ...about(id), player: 'hls' });
    for (let reload = 0; reload < 10; reload += 1) {
      pass(6);
      await dying.takeSound(token, id, { segment: reload });
      await dying.reload(token, id);
      if (reload < 9) await dying.write();
    }
    for (let reload = 0; reload < 10; reload += 1) {
      pass(6);
      await other.takeSound(token, id, { segment: 10 + reload });
      await other.reload(token, id);
    }
    await other.write();
    expect(await secondsOf(id)).toBe(120);
  });

  it('with a forged session, or one of another station, gets a new one', async () => {
    const [one, two] = [await buildStation(db), await buildStation(db)];
    const [audience] = replicas(1).audiences as [Audience];
    const token = audience.issue({ ...about(one.id), player: 'hls' });
    expect(await audience.reload(token, one.id)).toBe(true);
    expect(await audience.reload(token, two.id)).toBe(false);
    const parts = token.split('.');
    for (const [at, change] of [
      [0, '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'],
      [1, two.id],
      [2, '0'],
      [3, 'page'],
      [4, 'GB'],
      [5, parts[5]?.slice(1)],
      [5, ''],
    ] as const) {
      const forged = parts.map((part, index) => (index === at ? change : part)).join('.');
      expect([forged, await audience.reload(forged, one.id)]).toEqual([forged, false]);
    }
    expect(await audience.reload('', one.id)).toBe(false);
  });
});

describe('An address of HLS that is shared', () => {
  const HOME = '198.51.100.7';

  /** Players reload in turn under one token for a minute, each every six seconds, at one of the replicas. */
  async function share(networks: readonly string[], count = 1) {
    const { id } = await buildStation(db);
    const { audiences, now, pass } = replicas(count);
    const token = audiences[0]?.issue({ ...about(id), player: 'hls' }, HOME) ?? '';
    for (let reload = 0; reload <= 10; reload += 1) {
      for (const [index, network] of networks.entries()) {
        const audience = audiences[(reload + index) % count];
        await audience?.takeSound(token, id, { network, segment: reload });
        expect(await audience?.reload(token, id, { network })).toBe(true);
        await audience?.write();
      }
      if (reload < 10) pass(6);
    }
    return { id, token, audiences, now, pass };
  }

  it.each([1, 2])('counts once for each network, over %i replicas', async (count) => {
    const { id, now } = await share([HOME, '203.0.113.9', '2001:db8::'], count);
    expect(await secondsOf(id)).toBe(3 * 60);
    expect((await countNow(db, [id], now())).get(id)).toBe(3);
  });

  it('counts once for a player that moves to another network', async () => {
    const { id, token, audiences, pass } = await share([HOME]);
    for (let reload = 0; reload < 10; reload += 1) {
      pass(6);
      await audiences[0]?.reload(token, id, { network: '203.0.113.9' });
      await audiences[0]?.takeSound(token, id, { network: '203.0.113.9', segment: 11 + reload });
    }
    await audiences[0]?.write();
    // The seconds between the last reload there and the first one here are lost.
    expect(await secondsOf(id)).toBe(120 - 6);
  });

  it('counts once for a player that alternates between two networks', async () => {
    const { id, token, audiences, pass } = await share([HOME]);
    for (let reload = 0; reload < 20; reload += 1) {
      pass(6);
      const network = reload % 2 === 0 ? '203.0.113.9' : HOME;
      await audiences[0]?.takeSound(token, id, { network: HOME, segment: 11 + reload });
      await audiences[0]?.reload(token, id, { network });
    }
    await audiences[0]?.write();
    expect(await secondsOf(id)).toBe(60 + 120);
  });

  it('lets no new listeners in once a station takes none', async () => {
    const { id, token, audiences, pass } = await share([HOME, '203.0.113.9']);
    pass(6);
    const reload = (network: string) =>
      audiences[0]?.reload(token, id, { network, mayJoin: false });
    expect(await reload(HOME)).toBe(true);
    expect(await reload('203.0.113.9')).toBe(true);
    expect(await reload('192.0.2.44')).toBe(false);
  });

  it('tells nothing about the address', async () => {
    const { id } = await buildStation(db);
    const [audience] = replicas(1).audiences as [Audience];
    const [one, two] = [1, 2].map(() => audience.issue({ ...about(id), player: 'hls' }, HOME));
    const markOf = (token = '') => token.split('.')[5];
    expect(markOf(one)).toHaveLength(8);
    expect(markOf(one)).not.toBe(markOf(two));
    expect(await db('listening_sessions').where({ station_id: id })).toEqual([]);
  });
});

describe('An outside stream', () => {
  it('counts the highest total of its player, whatever is lost, doubled or late', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(2);
    const token = audiences[0]?.issue(about(id)) ?? '';
    const report = (replica: number, seconds: number, isEnd = false) =>
      audiences[replica]?.report(token, { seconds, isEnd });
    pass(60);
    expect(await report(0, 58)).toBe(true);
    // Its report of the next minute is lost.
    pass(120);
    await report(1, 170);
    await report(1, 170);
    await report(0, 110);
    pass(20);
    await report(0, 190, true);
    for (const audience of audiences) await audience.write();
    expect(await secondsOf(id)).toBe(190);
    // The hour ended after a minute.
    const rows = await db('listening_hours').orderBy('hour').select('seconds');
    expect(rows).toEqual([{ seconds: 58 }, { seconds: 132 }]);
  });

  it('cannot claim more than the time since the server began its session', async () => {
    const { id } = await buildStation(db);
    const { audiences, now, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const token = audience.issue(about(id));
    pass(60);
    await audience.report(token, { seconds: 1e9, isEnd: false });
    await audience.write();
    expect(await secondsOf(id)).toBe(60);
    // Replayed hours later and at another replica, it changes nothing.
    for (let hour = 0; hour < 5; hour += 1) {
      pass(3_600);
      const other = new Audience({ db, secrets, now, log });
      await other.report(token, { seconds: 30 + hour, isEnd: false });
      await other.close();
    }
    expect(await secondsOf(id)).toBe(60);
  });

  it('cannot begin a session so late that it changes final hours', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const [played, kept] = [audience.issue(about(id)), audience.issue(about(id))];
    pass(60);
    await audience.report(played, { seconds: 60, isEnd: false });
    await audience.write();
    // Its sessions are deleted, its hours are not.
    await db('listening_sessions').delete();
    pass((RECOMPUTED_DAYS + 1) * 86_400);
    expect(await audience.report(kept, { seconds: 1e9, isEnd: false })).toBe(true);
    await audience.write();
    expect(await secondsOf(id)).toBe(60);
    expect(await db('listening_sessions')).toEqual([]);
  });
});

describe('Tokens that one address has kept', () => {
  it('count from their first report on, when it comes later than two intervals', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(2);
    const [audience, other] = audiences as [Audience, Audience];
    const token = audience.issue(about(id));
    pass(10 * 3_600);
    await audience.report(token, { seconds: 36_000, isEnd: false });
    await audience.write();
    expect(await secondsOf(id)).toBe(0);
    for (const minute of [1, 2]) {
      pass(60);
      await audience.report(token, { seconds: 36_000 + 60 * minute, isEnd: false });
    }
    await audience.write();
    expect(await secondsOf(id)).toBe(120);
    // A second report, hours later, claims no more than two intervals, wherever it comes.
    pass(10 * 3_600);
    await other.report(token, { seconds: 72_120, isEnd: true });
    await other.write();
    expect(await secondsOf(id)).toBe(120 + 135);
  });

  it('cannot fill the memory, however many report at once', async () => {
    const { id } = await buildStation(db);
    const { audiences, pass } = replicas(1);
    const [audience] = audiences as [Audience];
    const network = '198.51.100.7';
    const tokens = Array.from({ length: 2_000 }, () => audience.issue(about(id)));
    pass(3_600);
    const told = { seconds: 3_600, isEnd: true, network };
    const answers = await Promise.allSettled(tokens.map((token) => audience.report(token, told)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
  });
});

describe('A stream', () => {
  /** The demo on air under a station's id, over HTTP, with the real clock until it is moved. */
  async function onAir() {
    const { id } = await buildStation(db);
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const audience = new Audience({ db, secrets, now, log });
    onCleanup(() => audience.close());
    const own = await loadOwnStations(ownAudioFolder(), true);
    const demo = loopStations(own).get('demo');
    if (!demo) throw new Error('the demo is missing');
    const broadcast = await testBroadcast({
      onAir: { find: async () => ({ ...demo, id, slug: 'cafe' }), known: () => null },
      audience,
      listenerCountry: () => 'GB',
    });
    const url = await serveBroadcast(broadcast, 'http://radio.example.com');
    const pass = (seconds: number) => (ahead += seconds * 1_000);
    return { id, audience, url, pass };
  }

  it('is counted for as long as it was open, with its kind of player', async () => {
    const { id, audience, url, pass } = await onAir();
    const began = Date.now();
    const address = `${url}/stream/cafe?player=embed&playback=0.1742630001`;
    const listeners = async () => {
      await audience.write(new Set([id]));
      return (await audience.countNow([id])).get(id) ?? 0;
    };
    const earlier = await listenTo(address);
    expect(await listeners()).toBe(1);
    earlier.leave();
    await expect.poll(listeners, { timeout: 5_000 }).toBe(0);
    const listener = await listenTo(address);
    await listener.hears(bytesOf(5));
    await delay(1_500);
    expect(await listeners()).toBe(1);
    listener.leave();
    await expect.poll(listeners, { timeout: 5_000 }).toBe(0);
    const passed = (Date.now() - began) / 1_000;
    pass(31);
    await audience.write();
    const sessions = await db('listening_sessions').select();
    expect(sessions).toMatchObject([{ player: 'embed', country: 'GB', has_ended: true }]);
    const total = sessions[0]?.total;
    expect(total).toBeGreaterThanOrEqual(1);
    expect(total).toBeLessThanOrEqual(passed);
  });

  it.each([
    ['a HEAD request', { method: 'HEAD' }],
    [
      'our own check',
      { headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Stationhouse stream check)' } },
    ],
    ['a monitor', { headers: { 'User-Agent': 'Uptime-Kuma/1.23' } }],
  ])('is not counted for %s', async (_, init) => {
    const { id, audience, url } = await onAir();
    const leaving = new AbortController();
    await fetch(`${url}/stream/cafe`, { ...init, signal: leaving.signal });
    await audience.write(new Set([id]));
    expect(await audience.countNow([id])).toEqual(new Map());
    leaving.abort();
  });
});

describe('HLS over HTTP', () => {
  it('has a session in each playlist, and leads players without one to theirs', async () => {
    const app = await startApp(database);
    const master = await app.get('/hls/demo/master.m3u8');
    const [variant = ''] = /mp3_128\.m3u8\?session=\S+/.exec(await master.text()) ?? [];
    const playlist = await app.get(`/hls/demo/${variant}`);
    expect(playlist.status).toBe(200);
    expect(playlist.headers.get('cache-control')).toBe('no-store');
    expect(playlist.headers.get('access-control-allow-origin')).toBe('*');
    const text = await playlist.text();
    expect(text).toMatch(/\nmp3_128\/\d+\.mp3/);
    const [, session = ''] = variant.split('session=');
    const segments = text.split('\n').filter((line) => line.startsWith('mp3_128/'));
    // The first segments of a player name its session, so that no cache answers them.
    expect(segments.every((line) => line.endsWith(`?session=${session}`))).toBe(true);
    const sound = await app.get(`/hls/demo/${segments.at(-1)}`);
    expect(sound.headers.get('cache-control')).toBe('no-store');
    const shared = await app.get(`/hls/demo/${segments.at(-1)?.split('?')[0]}`);
    expect(shared.headers.get('cache-control')).toMatch('immutable');
    expect(Buffer.from(await sound.arrayBuffer())).toEqual(Buffer.from(await shared.arrayBuffer()));

    for (const path of ['/hls/demo/mp3_128.m3u8', `/hls/demo/${variant}x`]) {
      const led = await app.get(path);
      expect(led.status).toBe(302);
      expect(led.headers.get('location')).toMatch(/^mp3_128\.m3u8\?session=/);
    }
    const bot = { headers: { 'User-Agent': 'Googlebot/2.1' } };
    expect((await app.get('/hls/demo/mp3_128.m3u8', bot)).status).toBe(200);
    expect((await app.get(`/hls/absent/${variant}`)).status).toBe(404);
  });
});

/** A database that a killed process no longer reaches. */
function mortal(): { db: Knex; kill: () => void } {
  let isDead = false;
  const alive = <Value>(value: Value): Value => {
    if (isDead) throw new Error('killed');
    return value;
  };
  return {
    db: new Proxy(db, {
      get: (target, name) => alive(Reflect.get(target, name)),
      apply: (target, self, args) => alive(Reflect.apply(target, self, args)),
    }),
    kill: () => (isDead = true),
  };
}

describe('Replicas that die', () => {
  const WRITE_SECONDS = 8;
  const events = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('join', 'leave') },
      { weight: 1, arbitrary: fc.constant('kill') },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 120 }) },
    ),
    { minLength: 5, maxLength: 40 },
  );

  it('lose at most ten seconds of each of their sessions, and never add any', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.infiniteStream(fc.nat()), async (course, chance) => {
        const { id } = await buildStation(db);
        let time = Date.UTC(2026, 10, 30, 23, 57);
        const begin = () => {
          const { db: own, kill } = mortal();
          return { kill, audience: new Audience({ db: own, secrets, now: () => time, log }) };
        };
        const living = [begin(), begin()];
        const open: { at: number; session: Session; began: number }[] = [];
        let [least, most] = [0, 0];
        /** Its seconds, of which a part may be lost. */
        function close(began: number, lost: number): void {
          const seconds = (time - began) / 1_000;
          if (seconds >= 10) most += seconds;
          if (seconds - lost >= 10) least += seconds - lost;
        }
        const draw = (below: number) => (chance.next().value ?? 0) % below;
        for (const event of course) {
          const at = draw(living.length);
          const replica = living[at];
          if (!replica) continue;
          if (event === 'join') {
            const began = time;
            const reader = { takenSeconds: () => 5 + (time - began) / 1_000 };
            const session = replica.audience.begin(about(id), reader);
            if (session) open.push({ at, session, began });
          } else if (event === 'leave') {
            const [left] = open.splice(draw(Math.max(1, open.length)), 1);
            if (!left) continue;
            living[left.at]?.audience.end(left.session);
            close(left.began, 0);
          } else if (event === 'kill') {
            // A write that has begun reaches the database.
            await replica.audience.write();
            const passed = draw(WRITE_SECONDS);
            time += passed * 1_000;
            replica.kill();
            for (const one of open.splice(0)) {
              if (one.at === at) close(one.began, passed);
              else open.push(one);
            }
            living[at] = begin();
          } else if (typeof event === 'number') {
            time += event * 1_000;
            for (const { audience } of living) await audience.write();
          }
        }
        for (const { at, session, began } of open) {
          living[at]?.audience.end(session);
          close(began, 0);
        }
        for (const { audience } of living) await audience.close();
        const stored = await secondsOf(id);
        expect(stored).toBeGreaterThanOrEqual(least);
        expect(stored).toBeLessThanOrEqual(most);
        await db('radio_stations').where({ id }).delete();
      }),
      { numRuns: process.env['FULL'] ? 200 : 8 },
    );
  });
});
