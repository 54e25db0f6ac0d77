import { describe, expect, it, vi } from 'vitest';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import {
  loopStation,
  serveBroadcast,
  storedItem,
  testBroadcast,
  testFolder,
} from '../../test/broadcast.ts';
import { loopTimeline } from '../../test/loop-stations.ts';
import { RESERVE_PIECE_UNITS, STREAM_UNIT_BYTES } from '../../contract/broadcast/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { unitAt } from '../timeline/airing.ts';
import type { OnAirStation } from './on-air.ts';

const PUBLIC_URL = 'http://radio.example.com';
const START = Date.UTC(2026, 0, 1, 12);

interface Answer {
  now: number;
  session: string | null;
  version: string;
  programme: {
    slots: { starts_unit: number; ends_unit: number; pieces: string[] }[];
    tracks: Track[];
  } | null;
}

/** A station of three items over HTTP. */
async function onAir(change: (station: OnAirStation) => Partial<OnAirStation> = () => ({})) {
  const storage = createDiskStorage(await testFolder());
  const items = await Promise.all(
    [400, 150, 310].map((units, index) => storedItem(storage, index + 1, { units })),
  );
  const air = { at: START, station: loopStation(items) };
  Object.assign(air.station, change(air.station));
  const audience = {
    begin: () => null,
    end: () => undefined,
    issue: () => 'a-session',
    reload: async () => true,
    reloadKnown: () => false,
    report: vi.fn<(token: string, told: object) => Promise<boolean>>(
      async (token) => token === 'a-session',
    ),
    takeSound: async () => undefined,
  };
  const broadcast = await testBroadcast({
    onAir: {
      find: async (name) => (name === 'cafe' ? air.station : null),
      known: () => null,
    },
    storage,
    audience,
    publicUrl: PUBLIC_URL,
    now: () => air.at,
  });
  const url = await serveBroadcast(broadcast, PUBLIC_URL);
  const ask = async (query = ''): Promise<Answer> =>
    (await fetch(`${url}/reserve/cafe/programme${query}`)).json() as Promise<Answer>;
  return { air, items, audience, broadcast, url, ask };
}

/** Each piece with its units. */
const piecesOf = ({ programme }: Answer) =>
  (programme?.slots ?? []).flatMap(({ starts_unit, ends_unit, pieces }) =>
    pieces.map((name, at) => ({
      name,
      from: starts_unit + at * RESERVE_PIECE_UNITS,
      to: Math.min(starts_unit + (at + 1) * RESERVE_PIECE_UNITS, ends_unit),
    })),
  );

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the reserve of a station', () => {
  it('lists pieces without gaps from a minute ago to an hour ahead, with the titles', async () => {
    const { ask } = await onAir();
    const answer = await ask();
    const pieces = piecesOf(answer);
    expect(answer.now).toBe(START);
    expect(pieces[0]?.from).toBeLessThanOrEqual(unitAt(START - 60_000));
    expect(pieces.at(-1)?.to).toBeGreaterThan(unitAt(START + 3_600_000) - RESERVE_PIECE_UNITS);
    expect(pieces.at(-1)?.to).toBeLessThanOrEqual(unitAt(START + 3_600_000));
    for (const [at, piece] of pieces.slice(1).entries()) expect(piece.from).toBe(pieces[at]?.to);
    expect(
      answer.programme?.tracks
        .slice(0, 3)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Title 1', 'Title 2', 'Title 3']);
  });

  it('has the bytes that the stream sends', async () => {
    const { ask, url, air } = await onAir();
    const pieces = piecesOf(await ask()).slice(2, 8);
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) throw new Error('There are no pieces.');
    const kept = await Promise.all(
      pieces.map(async ({ from, to, name }) => {
        const answer = await fetch(`${url}/reserve/cafe/${from}-${to}/${name}.mp3`);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        const bytes = await bytesOf(answer);
        expect(bytes).toHaveLength((to - from) * STREAM_UNIT_BYTES);
        return bytes;
      }),
    );
    const all = Buffer.concat(kept);
    const segments = Math.floor(last.to / 30) - Math.ceil(first.from / 30);
    for (let index = 0; index < segments; index += 1) {
      const number = Math.ceil(first.from / 30) + index;
      air.at = number * 30 * 192 + 1_000;
      const segment = await bytesOf(await fetch(`${url}/hls/cafe/mp3_128/${number}.mp3`));
      const at = (number * 30 - first.from) * STREAM_UNIT_BYTES;
      const sound = segment.subarray(segment.length - 30 * STREAM_UNIT_BYTES);
      expect(sound.equals(all.subarray(at, at + 30 * STREAM_UNIT_BYTES))).toBe(true);
    }
  });

  it('names the pieces of an item the same when it airs later', async () => {
    const { ask, air, items } = await onAir();
    const before = await ask();
    const { timeline } = loopStation(items, {
      timeline: {
        itemsBetween: (from, to) =>
          loopTimeline(items)
            .itemsBetween(from - 7, to - 7)
            .map((one) => ({
              ...one,
              starts_unit: one.starts_unit + 7,
              ends_unit: one.ends_unit + 7,
            })),
      },
    });
    air.station = { ...air.station, timeline };
    const after = await ask();
    expect(after.version).not.toBe(before.version);
    const names = new Set(piecesOf(before).map(({ name }) => name));
    expect(piecesOf(after).filter(({ name }) => !names.has(name))).toEqual([]);
  });

  it('sends nothing while the player has the programme', async () => {
    const { ask, air } = await onAir();
    const { version } = await ask();
    expect(await ask(`?known=${version}`)).toMatchObject({ version, programme: null });
    air.at += 60_000;
    expect((await ask(`?known=${version}`)).programme).not.toBeNull();
  });

  it('counts the listener, also for an hour with the line cut', async () => {
    const { ask, audience } = await onAir();
    expect((await ask()).session).toBe('a-session');
    await ask('?session=a-session&played=3600');
    expect(audience.report.mock.calls[0]).toMatchObject([
      'a-session',
      { seconds: 3_600, isEnd: false, addsMs: 65 * 60_000 },
    ]);
    expect((await ask('?session=foreign&played=1')).session).toBe('a-session');
  });

  it('takes no new listeners once the hours are used up', async () => {
    const { url } = await onAir(() => ({ isFull: true }));
    const refused = await fetch(`${url}/reserve/cafe/programme`);
    expect(await refused.json()).toMatchObject({ code: 'listening_hours_used' });
    const kept = await fetch(`${url}/reserve/cafe/programme?session=a-session&played=5`);
    expect(kept.status).toBe(200);
  });

  it('refuses pieces of another name, time or length, and unknown stations', async () => {
    const { ask, url } = await onAir();
    const [piece] = piecesOf(await ask()).slice(4);
    if (!piece) throw new Error('There is no piece.');
    const { from, to, name } = piece;
    for (const path of [
      `cafe/${from}-${to}/another12345.mp3`,
      `cafe/${from}-${to + 1}/${name}.mp3`,
      `cafe/${to}-${from}/${name}.mp3`,
      `cafe/${from}-${from + 40_000}/${name}.mp3`,
      `cafe/${from - 400_000}-${to - 400_000}/${name}.mp3`,
      `cafe/x-y/${name}.mp3`,
      `absent/${from}-${to}/${name}.mp3`,
      'absent/programme',
    ]) {
      expect([path, (await fetch(`${url}/reserve/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('sends a piece whose sound is missing only when it is about to air', async () => {
    const { ask, url, air, items } = await onAir();
    const [first] = items;
    if (first) first.renditions = { mp3_128: { key: 'library/prepared/absent.mp3' } };
    const missing = piecesOf(await ask());
    const statuses = new Set<number>();
    for (const { from, to, name } of missing.slice(6, 12))
      statuses.add((await fetch(`${url}/reserve/cafe/${from}-${to}/${name}.mp3`)).status);
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const [soon] = missing.slice(6);
    if (!soon) throw new Error('There is no piece.');
    air.at = soon.from * 192 - 10_000;
    const sent = await fetch(`${url}/reserve/cafe/${soon.from}-${soon.to}/${soon.name}.mp3`);
    expect(sent.status).toBe(200);
  });
});
