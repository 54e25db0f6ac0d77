import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from './fixtures.ts';
import { putOnAir } from './on-air.ts';
import { radio } from './radio.ts';

test.describe.configure({ timeout: 300_000 });

/** Radios, and the time between two that join, in ms: they are at different places between two writes. */
const RADIOS = 12;
const JOINS_EVERY = 2_300;

/** A process that dies loses less than this of an open connection, in seconds (docs: listening hours). */
const MOST_LOST = 50;

test('a process that is killed loses under 50 s of each open connection, and adds none', async ({
  browser,
  stationhouse,
}) => {
  const slug = 'killed-cafe';
  await putOnAir(browser, stationhouse, { slug, name: 'Killed Café Radio' });
  const joined: number[] = [];
  for (let count = 0; count < RADIOS; count += 1) {
    await radio(stationhouse.port, slug);
    joined.push(Date.now());
    await delay(JOINS_EVERY);
  }
  // Longer than the time between two writes of a connection.
  await delay(57_000);
  const killed = Date.now();
  await stationhouse.kill();
  await stationhouse.restart();

  const client = new pg.Client(await stationhouse.connection());
  await client.connect();
  const { rows } = await client.query<{ total: number }>(
    `select max(total) as total from listening_sessions
     join radio_stations s on s.id = station_id where station_slug = $1
     group by session_id order by min(began_at)`,
    [slug],
  );
  await client.end();
  expect(rows).toHaveLength(RADIOS);
  for (const [index, { total }] of rows.entries()) {
    const heard = (killed - (joined[index] ?? 0)) / 1_000;
    expect(total).toBeGreaterThanOrEqual(Math.floor(heard) - MOST_LOST);
    // The answer to the radio comes a moment after its session has begun.
    expect(total).toBeLessThanOrEqual(Math.ceil(heard) + 1);
  }
  await stationhouse.setStatus(slug, 'inactive');
});
