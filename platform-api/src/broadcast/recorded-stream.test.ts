import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import * as programme from '../../contract/schedule/programme.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { listenTo } from '../../test/listener.ts';
import { putOnAir } from '../../test/on-air-stations.ts';
import { parseIcy } from '../../test/parse-icy.ts';
import { json, startApp } from '../../test/server.ts';
import { buildToneStation, expectPlanned, expectTitles } from '../../test/tone-station.ts';
import { TICK_MS } from './live-stream.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from './renditions.ts';

const database = testDatabase();
const { knex } = database;

const RECORDED_MS = 250 * TICK_MS;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

it('sends each item where the programme said, to the frame, and its titles change with the sound', async (context) => {
  if (!hasFfmpeg) return context.skip('ffmpeg is not installed');
  let time: number | null = null;
  const app = await startApp(database, { now: () => time ?? Date.now() });
  const { access_token: token } = await signedInUser(app, { role: 'admin' });
  const { station, draft, frequencies } = await buildToneStation(knex, app.services.storage, {
    music: [17, 23, 31, 19, 27, 21],
    radio_ids: [4, 3],
    spots: [5, 6, 4],
  });
  await putOnAir(knex, station, draft);
  await knex.raw('alter table schedule_revisions disable trigger user');
  await knex('schedule_revisions').update({ committed_at: new Date(Date.now() - 3_600_000) });
  await knex.raw('alter table schedule_revisions enable trigger user');
  time = Date.now();
  const query = { from: new Date(time - 60_000).toISOString(), hours: '1' };
  const params = { station_id: station.id };
  const planned = await json<programme.Programme>(
    await send(app, programme.getProgramme, { token, params, query }),
  );

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const url = `${app.url}/stream/${station.station_slug}`;
    const listener = await listenTo(url, { 'Icy-MetaData': '1' });
    const metaint = Number(listener.headers['icy-metaint']);
    const startsAt = listener.startFrame * MP3_FRAME_MS;
    const from = time;
    while (time < from + RECORDED_MS) {
      for (let tick = 0; tick < 10; tick += 1) {
        time += TICK_MS;
        vi.advanceTimersByTime(TICK_MS);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const due = Math.floor((time - startsAt) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES;
      await listener.hears(due);
    }
    const { audio, texts } = parseIcy(listener.heard(), metaint);
    const mp3 = audio.subarray(0, audio.length - (audio.length % MP3_128_FRAME_BYTES));
    const { items, distances } = await expectPlanned({ mp3, startsAt }, planned.items, frequencies);
    expect(distances.length).toBeGreaterThan(25);
    const kinds = new Set(items.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['commercial_spot', 'music', 'radio_id']);
    expectTitles({ texts, metaint, startsAt }, planned.items, station);
  } finally {
    vi.useRealTimers();
  }
});
