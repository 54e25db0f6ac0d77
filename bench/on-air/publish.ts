/** How long after a publish another replica sends what was published. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LISTENER_START_SECONDS } from '@stationhouse/platform-api/contract/broadcast/values';
import type { Knex } from 'knex';
import { createDiskStorage } from '../../platform-api/src/assets/storage/disk-storage.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from '../../platform-api/src/broadcast/renditions.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { cleanUp } from '../../platform-api/test/cleanup.ts';
import { addVersion, putOnAir } from '../../platform-api/test/on-air-stations.ts';
import {
  buildToneStation,
  hearTones,
  type ToneStation,
} from '../../platform-api/test/tone-station.ts';
import { median, skipped, spread, type Figure } from '../figure.ts';
import { databaseUrl, startProduct } from '../product.ts';
import { missing } from '../programs.ts';

const NAME = 'From a publish until it is heard on another replica';

const ROUNDS = 3;
const LISTEN_MS = 42_000;
const GOAL = { min: 30, max: 40 };

/** Short, so that the wait for the end of an item hardly counts: half of them are in each version. */
const TRACKS = [2.1, 2.5, 1.9, 2.3, 2.2, 2.4, 2.6, 2, 1.8, 2.7];

/** Takes about three minutes. */
export async function publishFigures(): Promise<Figure[]> {
  const reason = missing('ffmpeg');
  if (reason !== null) return [skipped(NAME, reason)];
  const first = await startProduct();
  const url = await databaseUrl(first);
  const second = await startProduct({
    env: { DATABASE_URL: url, PUBLIC_URL: first.url, DATA_DIR: first.dataDir },
  });
  const db = connect(url, createLogger('silent'));
  try {
    const tones = await buildToneStation(db, createDiskStorage(join(first.dataDir, 'storage')), {
      music: TRACKS,
      radio_ids: [],
      spots: [],
    });
    return [await measure(db, tones, second.url)];
  } finally {
    await db.destroy();
    await cleanUp();
    await second.stop();
    await first.stop();
  }
}

async function measure(db: Knex, tones: ToneStation, url: string): Promise<Figure> {
  const { station, draft, playlist_id, frequencies } = tones;
  const playlist = await db('playlist_versions').where({ playlist_id }).first('track_ids');
  const track_ids = playlist?.track_ids;
  if (!track_ids) throw new Error('the playlist has no version');
  const all = [...frequencies.values()];
  const half = TRACKS.length / 2;
  const halves = [all.slice(0, half), all.slice(half)];
  let version = 1;
  const publish = async () => {
    version += 1;
    const which = version % 2;
    await addVersion(db, playlist_id, track_ids.slice(which * half, (which + 1) * half), version);
    await putOnAir(db, station, draft);
    return { committed: Date.now(), tones: halves[which] ?? [] };
  };
  await publish();
  await db.raw('alter table schedule_revisions disable trigger user');
  await db('schedule_revisions').update({ committed_at: new Date(Date.now() - 3_600_000) });
  await db.raw('alter table schedule_revisions enable trigger user');

  const sent: number[] = [];
  const heard: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const stream = await listen(`${url}/stream/${station.station_slug}`);
    const { committed, tones: published } = await publish();
    await delay(LISTEN_MS);
    const { startsAt, bytes, arrivalOf } = stream.stop();
    const found = await hearTones(bytes, all);
    const change = found.find(({ frequency }) => published.includes(frequency));
    if (!change) throw new Error('the published tracks were not heard');
    sent.push((arrivalOf(change.from * MP3_128_FRAME_BYTES) - committed) / 1_000);
    const airs = startsAt + change.from * MP3_FRAME_MS;
    heard.push((airs - committed) / 1_000 + LISTENER_START_SECONDS);
  }
  return {
    name: NAME,
    ours: `sent after ${spread(sent, 1)} s, heard after ${spread(heard, 1)} s by a listener who starts ${LISTENER_START_SECONDS} s back`,
    peer: '–',
    ratio: '–',
    goal: `${GOAL.min} to ${GOAL.max} s`,
    ok: median(heard) >= GOAL.min && Math.max(...heard) <= GOAL.max,
  };
}

/** Records a stream, with the times at which it arrived. */
async function listen(url: string) {
  const request = get(url, { agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`the stream answered ${response?.statusCode}`);
  const chunks: { at: number; bytes: Buffer }[] = [];
  response.on('data', (bytes: Buffer) => chunks.push({ at: Date.now(), bytes }));
  response.on('error', () => undefined);
  return {
    stop() {
      request.destroy();
      const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes));
      return {
        startsAt: Number(response.headers['programme-start']),
        bytes: bytes.subarray(0, bytes.length - (bytes.length % MP3_128_FRAME_BYTES)),
        arrivalOf(byte: number): number {
          let seen = 0;
          return chunks.find((chunk) => (seen += chunk.bytes.length) > byte)?.at ?? NaN;
        },
      };
    },
  };
}
