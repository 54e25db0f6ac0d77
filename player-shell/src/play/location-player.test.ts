import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keptValues } from './kept-values.ts';
import { createLocationPlayer } from './location-player.ts';

const PAIRING = {
  pairing_code: 'K7M3XA',
  code_expires_at: '2026-11-21T12:15:00Z',
  pair_url: 'https://radio.example/members/locations?code=K7M3XA',
};
const LOCATION = {
  public_id: 'loc_019aa5d47f3a7c1e9d550b6f3f1c2a10',
  name: 'High Street',
  is_open: true,
  changes_at: null as string | null,
  needs_pin: true,
};
const UNKNOWN = () => Response.json({ code: 'player_unknown' }, { status: 404 });

let answer: (path: string, body: Record<string, unknown>) => Response;
let asked: [string, Record<string, unknown>][];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  localStorage.clear();
  asked = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const [path, sent] = [new URL(url).pathname, JSON.parse(body) as Record<string, unknown>];
    asked.push([path, sent]);
    return answer(path, sent);
  });
});
afterEach(() => {
  reserve = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How much each player keeps, in seconds. */
let reserve = 0;

const open = (storage: Storage | null = localStorage) =>
  createLocationPlayer({
    apiBase: 'https://radio.example',
    station: 'demo',
    kept: keptValues(['st_1', 'demo'], storage),
    now: () => performance.now(),
    reserveSeconds: () => reserve,
    changed: () => undefined,
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const paired = () => Response.json({ location: LOCATION, pairing: null });

/** The server of a player that is paired after its second question. */
function pairing(): void {
  let reports = 0;
  answer = (path) => {
    if (path === '/v1/location-players')
      return Response.json({ ...PAIRING, player_key: 'shp_one' }, { status: 201 });
    reports += 1;
    return reports > 2 ? paired() : Response.json({ location: null, pairing: PAIRING });
  };
}

describe('a location player', () => {
  test('shows a code, asks every three seconds, and keeps its key', async () => {
    pairing();
    const player = open();
    await pass(10);
    expect(player.pairing()?.pairing_code).toBe('K7M3XA');
    await pass(9_100);
    expect(player.location()?.name).toBe('High Street');
    expect(player.isOpen()).toBe(true);
    expect(asked.map(([path]) => path)).toEqual([
      '/v1/location-players',
      ...Array.from({ length: 3 }, () => '/v1/location-players/report'),
    ]);
    const other = open();
    await pass(10);
    expect(other.location()?.name).toBe('High Street');
  });

  test('reports a change at once, and its status every 30 seconds', async () => {
    pairing();
    const player = open();
    await pass(9_200);
    asked = [];
    player.setStatus('playing');
    await pass(600);
    expect(asked[0]?.[1]).toMatchObject({ player_key: 'shp_one', status: 'playing' });
    await pass(30_100);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.[1]).toMatchObject({ status: 'playing', changes: [] });
  });

  test('puts a report right that told of too little reserve, once', async () => {
    pairing();
    const player = open();
    await pass(9_200);
    asked = [];
    player.look();
    await pass(100);
    expect(asked).toHaveLength(0);
    reserve = 1_700;
    player.look();
    await pass(100);
    expect(asked.map(([, sent]) => sent)).toMatchObject([{ reserve_seconds: 1_700 }]);
    reserve = 1_800;
    player.look();
    await pass(1_000);
    expect(asked).toHaveLength(1);
  });

  test('tells afterwards what happened while the server did not answer', async () => {
    pairing();
    const player = open();
    await pass(9_200);
    player.setStatus('playing');
    await pass(600);
    answer = () => Response.json({ code: 'unavailable' }, { status: 503 });
    player.setStatus('reserve');
    await pass(20_000);
    player.setStatus('playing');
    expect(player.isReached()).toBe(false);
    asked = [];
    answer = paired;
    await pass(8_000);
    expect(asked[0]?.[1]).toMatchObject({
      status: 'playing',
      changes: [{ status: 'reserve' }, { status: 'playing' }],
    });
    expect(player.isReached()).toBe(true);
  });

  test('forgets its key once it is removed, and shows another code', async () => {
    localStorage.setItem('location-player key st_1', 'shp_removed');
    pairing();
    const begin = answer;
    answer = (path, body) => (body['player_key'] === 'shp_removed' ? UNKNOWN() : begin(path, body));
    const player = open();
    await pass(100);
    expect(player.pairing()?.pairing_code).toBe('K7M3XA');
    expect(localStorage.getItem('location-player key st_1')).toBe('shp_one');
  });

  test('keeps its key in memory where storage is forbidden', async () => {
    pairing();
    const kept = keptValues(['demo'], null);
    kept.set('key', 'shp_one');
    expect([kept.get('key'), kept.isKept()]).toEqual(['shp_one', false]);
    const full = { ...localStorage, getItem: () => null, setItem: vi.fn<() => void>() };
    full.setItem.mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const tight = keptValues(['demo'], full);
    tight.set('key', 'shp_one');
    expect([tight.get('key'), tight.isKept()]).toEqual(['shp_one', false]);
  });

  test('knows when its location closes, also without the server', async () => {
    localStorage.setItem('location-player key demo', 'shp_one');
    const changes_at = new Date(Date.now() + 60_000).toISOString();
    answer = () => Response.json({ location: { ...LOCATION, changes_at }, pairing: null });
    const player = open();
    await pass(100);
    answer = () => Response.error();
    expect(player.isOpen()).toBe(true);
    await pass(61_000);
    expect(player.isOpen()).toBe(false);
  });

  test('is unpaired at its screen with the right PIN', async () => {
    localStorage.setItem('location-player key demo', 'shp_one');
    answer = (path, { pin }) => {
      if (path.endsWith('/leave') && pin !== '4071')
        return Response.json({ code: 'wrong_leave_pin' }, { status: 403 });
      if (path.endsWith('/leave')) return new Response(null, { status: 204 });
      if (path.endsWith('/report')) return paired();
      return Response.json({ ...PAIRING, player_key: 'shp_two' }, { status: 201 });
    };
    const player = open();
    await pass(100);
    await expect(player.leave('1111')).rejects.toMatchObject({ code: 'wrong_leave_pin' });
    expect(player.location()).not.toBeNull();
    await player.leave('4071');
    await pass(100);
    expect([player.location(), player.pairing()?.pairing_code]).toEqual([null, 'K7M3XA']);
  });
});
