import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Programme } from '../../contract/schedule/programme.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { buildPlaylist, buildReadyAsset, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** A member's phone fetches the strip of a day within this, in bytes as they are sent. */
const MOST_BYTES = 30_000;

/** Words of two to four syllables, different for each seed, which compress like English ones. */
function words(seed: number, count: number): string {
  const bytes = createHash('sha256').update(String(seed)).digest();
  const syllable = (n: number) => {
    const byte = bytes[n] ?? 0;
    return `${'bcdfghklmnprstvw'[byte % 16]}${'aeiou'[(byte >> 4) % 5]}`;
  };
  const word = (n: number) =>
    Array.from({ length: 2 + ((bytes[20 + n] ?? 0) % 3) }, (_, at) => syllable(4 * n + at)).join(
      '',
    );
  return Array.from({ length: count }, (_, n) => word(n)).join(' ');
}

/** The whole of tomorrow as a member's browser fetches it. */
async function fetchDay(): Promise<{ sent: Buffer; text: string }> {
  const app = await startApp(database);
  const { id: user_id, access_token } = await signedInUser(app);
  const station = await buildStation(knex, { user_id, package_name: 'Professional' });
  const { id, track_ids } = await buildPlaylist(knex, { tracks: 500 });
  for (const [n, id] of track_ids.entries()) {
    // A library has several songs of each artist.
    const names = { title: words(n, 3), artist: words(100_000 + (n % 180), 2) };
    await knex('library_tracks').where({ id }).update(names);
  }
  // Three minutes, a few seconds more or less.
  await knex('prepared_files').update({ units: knex.raw('900 + units % 80') });
  for (let n = 0; n < 4; n += 1) {
    await buildReadyAsset(knex, { user_id, file_name: `Good morning ${n}.mp3` });
    await buildReadyAsset(knex, { user_id, kind: 'commercial', file_name: `Offer ${n}.mp3` });
  }
  await putOnAir(
    knex,
    station,
    draftWith(id, {
      zone: 'UTC',
      radio_ids: { items: 'all', every_minutes: 10 },
      breaks: { items: 'all', every_minutes: 30, spots: 2 },
    }),
  );
  const day = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const url = `${app.url}/v1/me/station/programme?from=${day}T00:00:00.000Z`;
  const headers = {
    Authorization: `Bearer ${access_token}`,
    'Accept-Encoding': 'gzip, deflate, br',
  };
  const sent = await new Promise<Buffer>((resolve, reject) => {
    get(url, { headers }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject);
  });
  return { sent, text: brotliDecompressSync(sent).toString() };
}

it('sends a full day of three-minute songs in under 30 KB', async () => {
  const { sent, text } = await fetchDay();
  // The assertions check the type.
  const { items } = JSON.parse(text) as Programme;
  expect(items.length).toBeGreaterThan(600);
  expect(sent.length).toBeLessThan(MOST_BYTES);
});
