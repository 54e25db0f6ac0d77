import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentAac } from '../../test/audio-folder.ts';
import {
  loopStation,
  serveBroadcast,
  storeSound,
  testBroadcast,
  testFolder,
} from '../../test/broadcast.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { bytesOf, listenTo } from '../../test/listener.ts';
import { parseIcy } from '../../test/parse-icy.ts';
import { Problem } from '../../contract/problem.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import { readAdtsHeader } from '../audio/adts-header.ts';
import { timeOfUnit, unitAt, type Item, type ItemKind } from '../timeline/airing.ts';
import { TICK_MS } from './live-stream.ts';
import type { AiredItem, OnAirStation } from './on-air.ts';
import { loadOwnStations, ownAudioFolder } from './own-stations.ts';

const PUBLIC_URL = 'https://radio.example.com';
const START = Date.UTC(2026, 0, 1, 12) + 7;

/** Units of each airing, all of them cut: two segments of HLS have a seam at least. */
const AIRING_UNITS = 23;

/** The kinds of one item after the other. */
const KINDS: readonly ItemKind[] = [
  'music',
  'radio_id',
  'music',
  'commercial_spot',
  'announcement',
];

/** A station on air that is not one of the package's, over real HTTP. */
async function cafeOnAir(
  given: Partial<OnAirStation> = {},
  services: Parameters<typeof testBroadcast>[0] = {},
) {
  let clock = START;
  const own = await loadOwnStations(ownAudioFolder(), true);
  const itemAt = (index: number): Item => ({
    ...own.emergency,
    id: `item-${index}`,
    kind: KINDS[index % KINDS.length] ?? 'music',
    title: `Title ${index}`,
    artist: `Artist ${index}`,
    cover_key: `library/covers/track-${index}.jpg`,
  });
  const airing = (index: number): AiredItem => ({
    item: itemAt(index),
    starts_unit: index * AIRING_UNITS,
    ends_unit: (index + 1) * AIRING_UNITS,
  });
  const timeline = {
    itemsBetween(from: number, to: number) {
      const first = Math.floor(from / AIRING_UNITS);
      const count = Math.ceil(to / AIRING_UNITS) - first;
      return Array.from({ length: count }, (_, index) => airing(first + index));
    },
  };
  const station = { ...loopStation([own.emergency]), timeline, ...given };
  const stations = new Map<string, OnAirStation | Error>([['cafe', station]]);
  const broadcast = await testBroadcast({
    publicUrl: PUBLIC_URL,
    ...services,
    now: () => clock,
    onAir: {
      async find(slug) {
        const found = stations.get(slug) ?? null;
        if (found instanceof Error) throw found;
        return found;
      },
      known: () => null,
    },
  });
  const url = await serveBroadcast(broadcast, PUBLIC_URL);
  return {
    broadcast,
    url,
    station,
    stations,
    clock: () => clock,
    leap: (ms: number) => void (clock += ms),
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds * 1_000; passed += TICK_MS) {
        clock += TICK_MS;
        vi.advanceTimersByTime(TICK_MS);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    /** The start of the next airing of this kind, in ms. */
    next(kind: ItemKind): number {
      let index = Math.ceil(unitAt(clock) / AIRING_UNITS);
      while (itemAt(index).kind !== kind) index += 1;
      return timeOfUnit(index * AIRING_UNITS);
    },
  };
}

const ENTERPRISE = { renditions: ['mp3_128', 'mp3_192', 'aac_64'] } as const;

/** An item of silence that exists as AAC, and takes few bytes. */
async function aacItem(storage: Storage, units: number): Promise<Item> {
  const bytes = silentAac(units);
  const key = await storeSound(storage, bytes, 'aac');
  const offsets_key = key.replace(/aac$/, 'offsets');
  const offsets = Uint32Array.from({ length: units }, (_, n) => (n * bytes.length) / units);
  const path = join(await testFolder(), 'offsets');
  await writeFile(path, offsets);
  const size_bytes = offsets.byteLength;
  await storage.put(offsets_key, { path, size_bytes, content_type: 'application/octet-stream' });
  return {
    id: String(units),
    kind: 'music',
    title: `Title ${units}`,
    artist: null,
    album: null,
    cover_key: null,
    units,
    renditions: { aac_64: { key, offsets_key } },
  };
}

async function problemOf(answer: Response) {
  return { status: answer.status, code: Problem.parse(await answer.json()).code };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a station on air', () => {
  it('streams in the qualities of its package', async () => {
    const { url } = await cafeOnAir(ENTERPRISE);
    for (const [path, type, frameBytes] of [
      ['cafe', 'audio/mpeg', 384],
      ['CAFE.mp3', 'audio/mpeg', 384],
      ['cafe.mp3?quality=128', 'audio/mpeg', 384],
      ['cafe.mp3?quality=192', 'audio/mpeg', 576],
    ] as const) {
      const listener = await listenTo(`${url}/stream/${path}`);
      expect(listener.headers['content-type']).toBe(type);
      const sound = await listener.hears(bytesOf(5));
      const header = sound.readUInt32BE(0);
      expect(header >>> 21).toBe(0x7ff);
      expect(sound.readUInt32BE(frameBytes)).toBe(header);
      listener.leave();
    }
    const aac = await listenTo(`${url}/stream/cafe.aac`, { 'Icy-MetaData': '1' });
    expect(aac.headers['content-type']).toBe('audio/aac');
    expect(aac.headers).not.toHaveProperty('icy-metaint');
    expect(aac.startFrame % 8).toBe(0);
    expect(readAdtsHeader(await aac.hears(20_000))).toMatchObject({ sampleRate: 48_000 });
  });

  it.each(['cafe.aac', 'cafe.mp3?quality=192', 'cafe.mp3?quality=320', 'cafe?quality=64'])(
    'says that its package has no %s',
    async (path) => {
      const { url } = await cafeOnAir();
      const answer = await fetch(`${url}/stream/${path}`);
      expect(await problemOf(answer)).toEqual({ status: 404, code: 'quality_not_available' });
    },
  );

  it('has playlists for internet radios', async () => {
    const { url } = await cafeOnAir({ name: 'Blue\nCafé' });
    const m3u = await fetch(`${url}/stream/cafe.m3u`);
    expect(m3u.headers.get('content-type')).toMatch('audio/x-mpegurl');
    expect(await m3u.text()).toBe(`#EXTM3U\n#EXTINF:-1,Blue Café\n${PUBLIC_URL}/stream/cafe\n`);
    const pls = await fetch(`${url}/stream/cafe.pls`);
    expect(pls.headers.get('content-type')).toMatch('audio/x-scpls');
    expect(await pls.text()).toContain(`File1=${PUBLIC_URL}/stream/cafe\nTitle1=Blue Café\n`);
    expect((await fetch(`${url}/stream/other.m3u`)).status).toBe(404);
    expect((await fetch(`${url}/stream/cafe.ogg`)).status).toBe(404);
  });

  it('shows its own name to ICY players while no song plays', async () => {
    const { url, pass, next, leap, clock } = await cafeOnAir();
    leap(next('radio_id') - clock() + 1_000);
    const listener = await listenTo(`${url}/stream/cafe`, { 'Icy-MetaData': '1' });
    await pass(30);
    await listener.hears(bytesOf(30));
    const { texts } = parseIcy(listener.heard(), Number(listener.headers['icy-metaint']));
    const titles = texts.filter((text) => text !== '');
    expect(titles[0]).toMatch(/^StreamTitle='Artist \d+ - Title \d+';$/);
    expect(titles[1]).toBe("StreamTitle='Blue Café';");
    expect(titles[2]).toMatch(/^StreamTitle='Artist \d+ - Title \d+';$/);
    expect(Buffer.from(listener.headers['icy-name'] as string, 'latin1').toString()).toBe(
      'Blue Café',
    );
  });

  it('follows its timeline while it plays, and ends when it goes off air', async () => {
    const { url, pass, stations, station, broadcast } = await cafeOnAir();
    const listener = await listenTo(`${url}/stream/cafe`);
    await pass(5);
    await listener.hears(bytesOf(9));
    stations.set('cafe', { ...station, name: 'Red Café' });
    await pass(12);
    await vi.waitFor(() => expect(broadcast.listeners('cafe')).toBe(1));
    stations.delete('cafe');
    await pass(12);
    expect(await listener.ended()).toBe(true);
    expect(broadcast.listeners('cafe')).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('plays on while the database is away', async () => {
    const { url, pass, stations, broadcast } = await cafeOnAir();
    const listener = await listenTo(`${url}/stream/cafe`);
    stations.set('cafe', new AppError('unavailable'));
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await pass(60);
      await listener.hears(bytesOf(60 * (minutes + 1)));
    }
    expect(broadcast.listeners('cafe')).toBe(1);
    expect((await fetch(`${url}/stream/cafe`)).status).toBe(503);
  });

  it('plays its own sound through an hour without the storage, and after a longer outage again', async () => {
    let clock = START;
    const folder = await testFolder();
    const storage = failingStorage(createDiskStorage(join(folder, 'storage')));
    const stored: Item[] = [];
    // Three minutes each, of different lengths, so of different bytes.
    for (let units = 935; units < 965; units += 1) stored.push(await aacItem(storage, units));
    const soundCache = { folder: join(folder, 'cache'), maxBytes: 1_000_000_000 };
    const station = loopStation(stored, ENTERPRISE);
    const broadcast = await testBroadcast({
      storage,
      soundCache,
      now: () => clock,
      onAir: { find: async () => station, known: () => null },
    });
    /** Asks for a segment every half minute. @returns those with the built-in item */
    async function listen(minutes: number): Promise<number> {
      let replaced = 0;
      for (let step = 0; step < 2 * minutes; step += 1) {
        clock += 30_000;
        const file = `${Math.floor(clock / 5_760)}.aac`;
        const { isFinal } = await broadcast.segment('cafe', 'aac_64', file);
        replaced += isFinal ? 0 : 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return replaced;
    }
    expect(await listen(15)).toBe(0);
    // Sound and offsets of each item of the hour.
    await vi.waitFor(async () =>
      expect((await readdir(soundCache.folder)).length).toBeGreaterThanOrEqual(50),
    );
    storage.fail('open', 'down', Infinity);
    expect(await listen(58)).toBe(0);
    expect(await listen(15)).toBeGreaterThan(10);
    storage.heal();
    await vi.waitFor(async () => expect(await listen(1)).toBe(0), { timeout: 5_000 });
    expect(await listen(15)).toBe(0);
  });

  it('plays the built-in item when its timeline fails', async () => {
    const timeline = {
      itemsBetween: () => {
        throw new Error('as planned');
      },
    };
    const { url, pass } = await cafeOnAir({ timeline });
    const listener = await listenTo(`${url}/stream/cafe`, { 'Icy-MetaData': '1' });
    await pass(10);
    await listener.hears(bytesOf(14));
    const { texts } = parseIcy(listener.heard(), Number(listener.headers['icy-metaint']));
    expect(texts[0]).toBe("StreamTitle='Blue Café';");
  });
});

describe('the tracks of a station on air', () => {
  it('are songs before and after, and the item that plays now', async () => {
    const { broadcast, next, clock, leap } = await cafeOnAir();
    const starts = next('radio_id');
    leap(starts - clock() + 10);
    const { previous, current, next: following, valid_until } = await broadcast.tracks('cafe');
    expect(current).toEqual({
      title: 'Blue Café',
      artist: 'Back in a moment',
      cover: `${PUBLIC_URL}/sdk/placeholder-cover.svg`,
      started_at: new Date(starts).toISOString(),
      kind: 'radio_id',
    });
    expect(previous?.title).toMatch(/^Title /);
    expect(previous).not.toHaveProperty('kind');
    expect(following?.started_at).toBe(new Date(valid_until).toISOString());
    leap(valid_until - clock());
    expect((await broadcast.tracks('cafe')).current).toEqual(following);
    expect((await broadcast.tracks('cafe')).previous).toEqual(previous);
  });

  it('leave out several other items in a row', async () => {
    const { broadcast, next, clock, leap } = await cafeOnAir();
    leap(next('commercial_spot') - clock() + 10);
    const during = await broadcast.tracks('cafe');
    expect(during.current?.kind).toBe('commercial_spot');
    leap(during.valid_until - clock());
    const { current, previous, next: following } = await broadcast.tracks('cafe');
    expect(current?.kind).toBe('announcement');
    expect(previous).toEqual(during.previous);
    expect(following).toEqual(during.next);
  });

  it('are unknown where the timeline knows nothing', async () => {
    const { url } = await cafeOnAir({ timeline: { itemsBetween: () => [] } });
    for (const slot of ['previous', 'current', 'next']) {
      const answer = await fetch(`${url}/stream/cafe/tracks/${slot}`);
      expect(answer.headers.get('content-type')).toMatch('application/json');
      expect(await answer.json()).toBeNull();
    }
  });
});

describe('HLS', () => {
  const SEGMENT_MS = 5_760;
  const current = (ms: number) => Math.floor(ms / SEGMENT_MS);

  it('lists the renditions of the package, AAC first, with their codecs', async () => {
    const { url } = await cafeOnAir(ENTERPRISE);
    const answer = await fetch(`${url}/hls/cafe/master.m3u8`);
    expect(answer.headers.get('content-type')).toMatch('application/vnd.apple.mpegurl');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const lines = (await answer.text()).split('\n');
    expect(lines.filter((line) => line.includes('.m3u8'))).toEqual([
      'aac_64.m3u8?session=session-1',
      'mp3_128.m3u8?session=session-1',
      'mp3_192.m3u8?session=session-1',
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const codecs = lines.flatMap((line) => /CODECS="([^"]+)"/.exec(line)?.[1] ?? []);
    expect(codecs).toEqual(['mp4a.40.2', 'mp4a.40.34', 'mp4a.40.34']);
    const { url: basic } = await cafeOnAir();
    expect(await (await fetch(`${basic}/hls/cafe/master.m3u8`)).text()).not.toContain('aac');
    expect((await fetch(`${basic}/hls/cafe/aac_64.m3u8`)).status).toBe(404);
    expect((await fetch(`${basic}/hls/other/master.m3u8`)).status).toBe(404);
  });

  it('of a location names it at each address, and other segments than the shared ones only where it speaks', async () => {
    const location = 'loc_019aa5d47f3a7c1e9d550b6f3f1c2a10';
    const { url, clock } = await cafeOnAir();
    const read = async (path: string) => (await fetch(`${url}/hls/cafe/${path}`)).text();
    expect(await read(`master.m3u8?location=${location}`)).toContain(
      `mp3_128.m3u8?session=session-1&location=${location}\n`,
    );
    const list = await read(`mp3_128.m3u8?session=session-1&location=${location}`);
    expect(list).toContain(`mp3_128/${current(clock())}.mp3?location=${location}`);
    const segment = `mp3_128/${current(clock())}.mp3`;
    expect(await read(`${segment}?location=${location}`)).toBe(await read(segment));
    expect((await fetch(`${url}/hls/cafe/${segment}?location=1`)).status).toBe(400);
  });

  it('of a location that the station does not have is not found', async () => {
    const { url } = await cafeOnAir({}, { hasLocation: async () => false });
    const query = '?location=loc_019aa5d47f3a7c1e9d550b6f3f1c2a10';
    expect((await fetch(`${url}/hls/cafe/master.m3u8${query}`)).status).toBe(404);
    expect((await fetch(`${url}/stream/cafe${query}`)).status).toBe(404);
  });

  it('lists the last minute of segments with their times, the same on every replica', async () => {
    const { url, clock, leap } = await cafeOnAir();
    const read = async () => (await fetch(`${url}/hls/cafe/mp3_128.m3u8`)).text();
    const text = await read();
    const last = current(clock());
    expect(text).toContain(`#EXT-X-MEDIA-SEQUENCE:${last - 9}\n`);
    expect(text).toContain('#EXT-X-TARGETDURATION:6\n');
    expect(text).not.toContain('DISCONTINUITY');
    const time = new Date(last * SEGMENT_MS).toISOString();
    expect(text).toContain(
      `#EXT-X-PROGRAM-DATE-TIME:${time}\n#EXTINF:5.76,\nmp3_128/${last}.mp3\n`,
    );
    leap((last + 1) * SEGMENT_MS - clock() - 1);
    expect(await read()).toBe(text);
    leap(1);
    expect(await read()).toContain(`mp3_128/${last + 1}.mp3`);
  });

  it('names each item with the moment from which it is heard', async () => {
    const { url, clock, next, leap } = await cafeOnAir({ name: 'Blue "Café"' });
    leap(next('radio_id') - clock() + 5_000);
    const text = await (await fetch(`${url}/hls/cafe/mp3_128.m3u8`)).text();
    const ranges = text.split('\n').filter((line) => line.startsWith('#EXT-X-DATERANGE'));
    const start = unitAt(clock() - 5_000);
    const at = (unit: number) => `START-DATE="${new Date(timeOfUnit(unit)).toISOString()}"`;
    const song = ranges.find((line) => line.includes(`ID="${start - AIRING_UNITS}"`));
    expect(song).toContain(`CLASS="title",${at(start - AIRING_UNITS)},END-ON-NEXT=YES`);
    expect(song).toMatch(/,X-TITLE="Title (\d+)",X-ARTIST="Artist \1"$/);
    expect(ranges).toContain(
      `#EXT-X-DATERANGE:ID="${start}",CLASS="title",${at(start)},END-ON-NEXT=YES,X-TITLE="Blue ”Café”"`,
    );
  });

  it('has segments of the same sound as the stream, each for ever the same', async () => {
    const { url, clock, pass } = await cafeOnAir();
    await pass(7);
    const number = current(clock()) - 2;
    const answer = await fetch(`${url}/hls/cafe/mp3_128/${number}.mp3`);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const segment = Buffer.from(await answer.arrayBuffer());
    const sound = segment.subarray(-30 * 8 * 384);
    const listener = await listenTo(`${url}/stream/cafe?from=${number * SEGMENT_MS}`);
    expect((await listener.hears(sound.length)).equals(sound)).toBe(true);

    const tag = segment.subarray(0, -sound.length);
    expect(tag.toString('latin1', 0, 3)).toBe('ID3');
    const at = tag.indexOf('com.apple.streaming.transportStreamTimestamp\0') + 45;
    const ticks = (BigInt(number) * 518_400n) % 2n ** 33n;
    expect(tag.readBigUInt64BE(at)).toBe(ticks);
    expect(tag.toString()).toMatch(/TIT2.*Title \d+|TIT2.*Blue Café/s);
  });

  it('serves segments from shortly before they begin until ten minutes later', async () => {
    const { url, clock } = await cafeOnAir(ENTERPRISE);
    const now = current(clock());
    const statusOf = async (name: string) => (await fetch(`${url}/hls/cafe/${name}`)).status;
    expect(await statusOf(`mp3_128/${now}.mp3`)).toBe(200);
    expect(await statusOf(`mp3_128/${now + 2}.mp3`)).toBe(404);
    expect(await statusOf(`mp3_128/${now - 104}.mp3`)).toBe(200);
    expect(await statusOf(`mp3_128/${now - 106}.mp3`)).toBe(404);
    expect(await statusOf(`aac_64/${now}.mp3`)).toBe(404);
    expect(await statusOf(`mp3_128/0x1.mp3`)).toBe(404);
    expect(await statusOf(`ogg/${now}.ogg`)).toBe(404);
    const refused = await fetch(`${url}/hls/cafe/mp3_128/${now + 2}.mp3`);
    expect(refused.headers.get('cache-control') ?? '').not.toMatch('immutable');
  });

  it('is kept neither here nor by caches where the emergency item played', async () => {
    const other = await cafeOnAir();
    const { itemsBetween } = other.station.timeline;
    const timeline: OnAirStation['timeline'] = { itemsBetween: () => [] };
    const { url, clock } = await cafeOnAir({ timeline });
    const path = `/hls/cafe/mp3_128/${current(clock())}.mp3`;
    const answer = await fetch(url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toMatch(/TIT2.*Blue Café/s);
    timeline.itemsBetween = itemsBetween;
    const again = await fetch(url + path);
    expect(again.headers.get('cache-control')).toMatch('immutable');
    const same = await fetch(other.url + path);
    expect(await again.text()).toBe(await same.text());
  });

  it('is cut once for all who ask for it', async () => {
    const { url, clock, station } = await cafeOnAir();
    const itemsBetween = vi.spyOn(station.timeline, 'itemsBetween');
    const read = async () =>
      (await fetch(`${url}/hls/cafe/mp3_128/${current(clock())}.mp3`)).text();
    const first = await read();
    const asked = itemsBetween.mock.calls.length;
    expect(asked).toBeGreaterThan(0);
    expect(await Promise.all([read(), read()])).toEqual([first, first]);
    expect(itemsBetween).toHaveBeenCalledTimes(asked);
  });

  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

  it.each(['mp3_128', 'mp3_192', 'aac_64'])(
    'is played by ffmpeg without a warning, over cut items: %s',
    async (name) => {
      if (!hasFfmpeg) return;
      const { url } = await cafeOnAir(ENTERPRISE);
      const ffmpeg = spawn('ffmpeg', [
        ...'-v warning -nostdin -live_start_index 0'.split(' '),
        '-i',
        `${url}/hls/cafe/${name}.m3u8`,
        ...'-t 50 -ac 1 -f s16le pipe:1'.split(' '),
      ]);
      let complaints = '';
      let bytes = 0;
      ffmpeg.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)));
      ffmpeg.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
      await once(ffmpeg, 'close');
      // It keeps the first title, and says so.
      const others = complaints.replace(/.*Changing ID3 metadata in HLS.*\n/g, '');
      expect(others).toBe('');
      expect(bytes).toBe(50 * 48_000 * 2);
    },
  );
});
