import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import pino from 'pino';
import type { Storage } from '../src/assets/storage/storage.ts';
import { createDiskStorage } from '../src/assets/storage/disk-storage.ts';
import { Broadcast, type BroadcastServices } from '../src/broadcast/broadcast.ts';
import { broadcastRoutes } from '../src/broadcast/feature.ts';
import { problemAnswers } from '../src/http/problem-answers.ts';
import { createProgramme, type Programme } from '../src/broadcast/cut-programme.ts';
import { createMixes, type Mixer } from '../src/broadcast/mixes.ts';
import { createSoundFiles } from '../src/broadcast/sound-files.ts';
import { createSounds } from '../src/broadcast/sounds.ts';
import type { Logger } from '../src/process/log.ts';
import type { OnAirStation } from '../src/broadcast/on-air.ts';
import {
  loadOwnStations,
  ownAudioFolder,
  type OwnStations,
} from '../src/broadcast/own-stations.ts';
import { MP3_128_FRAME_BYTES, UNIT_MP3_FRAMES } from '../src/broadcast/renditions.ts';
import type { Item } from '../src/timeline/airing.ts';
import { numberedFrames } from './audio-folder.ts';
import { onCleanup } from './cleanup.ts';
import { loopStations, loopTimeline, uncounted } from './loop-stations.ts';
import { sleevesFeature } from '../src/sleeves/feature.ts';

/** A new folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-broadcast-'));
  onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A broadcast of `demo` and `tones` as loops, with an empty storage by default, closed after the test. */
export async function testBroadcast(
  given: Partial<BroadcastServices> & { audioFolder?: URL } = {},
): Promise<Broadcast> {
  const { audioFolder = ownAudioFolder(), ...services } = given;
  const folder = await testFolder();
  const own = await loadOwnStations(audioFolder, true);
  const loops = loopStations(own);
  const broadcast = new Broadcast({
    own,
    onAir: { find: async (slug) => loops.get(slug) ?? null, known: () => null },
    audience: uncounted,
    storage: createDiskStorage(join(folder, 'storage')),
    soundCache: { folder: join(folder, 'sound-cache'), maxBytes: 1_000_000_000 },
    publicUrl: 'http://radio.example.com',
    now: Date.now,
    maxListeners: 100,
    trustProxy: 0,
    log: pino({ level: 'silent' }),
    ...services,
  });
  onCleanup(() => broadcast.close());
  return broadcast;
}

/** Cuts what stations air, with an empty cache by default. */
export async function testProgramme(
  own: OwnStations,
  given: Partial<{ storage: Storage; log: Logger; mixer: Mixer; patienceMs: number }> = {},
): Promise<Programme> {
  const folder = await testFolder();
  const log = given.log ?? pino({ level: 'silent' });
  const files = createSoundFiles({
    folder: join(folder, 'sound-cache'),
    maxBytes: 100_000_000,
    storage: given.storage ?? createDiskStorage(join(folder, 'storage')),
    log,
    firstRetryMs: 20,
    patienceMs: given.patienceMs ?? 200,
  });
  onCleanup(() => files.close());
  const { emergency } = own;
  const sounds = createSounds(files, own.sounds);
  const { mixer = null, patienceMs = 1_000 } = given;
  const mixes = createMixes({ mixer, sounds, now: Date.now, log, patienceMs });
  onCleanup(() => mixes.close());
  return createProgramme({ sounds, mixes, emergency, log });
}

/** Serves a broadcast over HTTP. @returns its origin */
export async function serveBroadcast(broadcast: Broadcast, publicUrl: string): Promise<string> {
  const app = new Koa();
  // Otherwise Koa prints an error for each listener that disconnects.
  app.silent = true;
  app.use(problemAnswers(pino({ level: 'silent' }), publicUrl));
  app.use(
    broadcastRoutes({
      broadcast,
      publicUrl,
      sleeves: sleevesFeature({ secrets: ['a secret'], publicUrl }),
    }).routes(),
  );
  const server = app.listen(0, '127.0.0.1');
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** The frames that a loop of the package's tracks airs. */
export function framesOf({ stations, sounds }: OwnStations, slug: string) {
  const station = stations.find((one) => one.slug === slug);
  if (!station) throw new Error(`there is no station ${slug}`);
  const loop = station.tracks.map(
    ({ item }) => sounds.get(item.renditions.mp3_128?.key ?? '') ?? Buffer.alloc(0),
  );
  const bytes = Buffer.concat(loop);
  const frameOf = (frame: number) => {
    const at = (frame % (bytes.length / MP3_128_FRAME_BYTES)) * MP3_128_FRAME_BYTES;
    return bytes.subarray(at, at + MP3_128_FRAME_BYTES);
  };
  return (from: number, to: number): Buffer =>
    Buffer.concat(Array.from({ length: to - from }, (_, index) => frameOf(from + index)));
}

/** Stores bytes under their hash, as preparation does. @returns the key */
export async function storeSound(
  storage: Storage,
  bytes: Buffer,
  extension: 'mp3' | 'aac' = 'mp3',
): Promise<string> {
  const folder = await testFolder();
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = `library/prepared/${hash}.${extension}`;
  const path = join(folder, hash);
  await writeFile(path, bytes);
  await storage.put(key, { path, size_bytes: bytes.length, content_type: 'audio/mpeg' });
  return key;
}

/** An item of numbered frames. */
export function numberedSound(number: number, units: number): Buffer {
  return numberedFrames(number * 1_000_000, units * UNIT_MP3_FRAMES);
}

/** An item whose sound is stored. */
export async function storedItem(
  storage: Storage,
  number: number,
  given: Partial<Item> = {},
): Promise<Item> {
  const units = given.units ?? 50;
  return {
    id: `item-${number}`,
    kind: 'music',
    title: `Title ${number}`,
    artist: `Artist ${number}`,
    album: null,
    cover_key: null,
    units,
    renditions: { mp3_128: { key: await storeSound(storage, numberedSound(number, units)) } },
    ...given,
  };
}

/** A station that plays these items in an endless loop. */
export function loopStation(
  items: readonly Item[],
  given: Partial<OnAirStation> = {},
): OnAirStation {
  return {
    id: 'station-1',
    slug: 'cafe',
    name: 'Blue Café',
    timeline: loopTimeline(items),
    renditions: ['mp3_128'],
    ...given,
  };
}
