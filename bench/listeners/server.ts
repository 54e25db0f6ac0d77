/**
 * The broadcast alone on an HTTP server, in a process of its own. Sends its port first.
 * Its argument: how many stations play from a storage, `station-0`, `station-1`, …; or, as JSON, the database that counts
 * the demo's listeners under a station's id.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage } from '../../platform-api/src/assets/storage/disk-storage.ts';
import { Broadcast } from '../../platform-api/src/broadcast/broadcast.ts';
import type { OnAirStation } from '../../platform-api/src/broadcast/on-air.ts';
import { loadOwnStations, ownAudioFolder } from '../../platform-api/src/broadcast/own-stations.ts';
import { AddressCap } from '../../platform-api/src/http/client-address.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { Audience } from '../../platform-api/src/listening/audience.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import type { Item } from '../../platform-api/src/timeline/airing.ts';
import { loopStations, loopTimeline, uncounted } from '../../platform-api/test/loop-stations.ts';

/** Prepared files of about four minutes: three of the demo's tracks in a row. */
const FILES = 40;
const TRACKS_IN_FILE = 3;
const UNIT_BYTES = 3_072;

const folder = mkdtempSync(join(tmpdir(), 'bench-listeners-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const storage = createDiskStorage(join(folder, 'storage'));
const own = await loadOwnStations(ownAudioFolder(), false);

/** The demo as a loop, and those from the storage. */
const stations: Map<string, OnAirStation> = loopStations(own);
const [argument = '0'] = process.argv.slice(2);
const counting: { databaseUrl: string; station_id: string } | null = argument.startsWith('{')
  ? JSON.parse(argument)
  : null;
const demo = stations.get('demo');
if (counting && demo) stations.set('demo', { ...demo, id: counting.station_id });
const wanted = counting ? 0 : Number(argument);
const items = wanted > 0 ? await storeItems() : [];
for (let index = 0; index < wanted; index += 1) {
  const slug = `station-${index}`;
  // Each begins at another item, so that files are in use all over the storage.
  const turned = items.map((_, at) => items[(at + index * 7) % items.length]);
  const timeline = loopTimeline(turned.filter((item) => item !== undefined));
  stations.set(slug, { id: slug, slug, name: slug, timeline, renditions: ['mp3_128'] });
}

const log = createLogger('warn');
const broadcast = new Broadcast({
  own,
  onAir: { find: async (slug) => stations.get(slug) ?? null, known: () => null },
  audience: counting ? countedBy(counting.databaseUrl) : uncounted,
  storage,
  soundCache: { folder: join(folder, 'sound-cache'), maxBytes: 2_000_000_000 },
  publicUrl: 'http://localhost',
  now: Date.now,
  maxListeners: 20_000,
  // All come from one machine.
  addressCap: new AddressCap(20_000, log),
  trustProxy: 0,
  log,
});

const server = createServer((req, res) => {
  const slug = req.url?.replace('/stream/', '') ?? '';
  void broadcast.listen(slug, '', req, res);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});

// The bench ends this process by closing the channel.
process.once('disconnect', () => process.exit(0));

function countedBy(databaseUrl: string) {
  const log = createLogger('warn');
  const db = connect(databaseUrl, log);
  const secrets = ['the secret of the bench, which is private'];
  return new Audience({ db, secrets, now: Date.now, log });
}

async function storeItems(): Promise<Item[]> {
  const tracks = [...own.sounds.values()].filter((bytes) => bytes.length % UNIT_BYTES === 0);
  const stored: Item[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const parts = Array.from(
      { length: TRACKS_IN_FILE },
      (_, part) => tracks[(index + part * (1 + (index % 5))) % tracks.length] ?? Buffer.alloc(0),
    );
    // A different last unit, so that each file has a hash of its own.
    const bytes = Buffer.concat([
      ...parts,
      ...Array(index).fill(parts[0]?.subarray(0, UNIT_BYTES)),
    ]);
    const key = `library/prepared/${createHash('sha256').update(bytes).digest('hex')}.mp3`;
    const path = join(folder, 'one');
    writeFileSync(path, bytes);
    await storage.put(key, { path, size_bytes: bytes.length, content_type: 'audio/mpeg' });
    stored.push({
      id: String(index),
      kind: 'music',
      title: `Title ${index}`,
      artist: 'Artist',
      album: null,
      cover_key: null,
      units: bytes.length / UNIT_BYTES,
      renditions: { mp3_128: { key } },
    });
  }
  return stored;
}
