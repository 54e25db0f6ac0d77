import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { createTrackFeeds } from './feed-turns.ts';
import type { ShownTracks } from './present-track.ts';

const { knex } = testDatabase();
const feeds = createTrackFeeds(knex);
const URL = 'https://radio.example/now?key=secret';

const tracks = (title: string): ShownTracks => ({
  current: { title, artist: 'Nora Field', cover: 'https://art.example/1.jpg' },
  next: null,
});
const makeDue = () => knex('track_feeds').update({ next_attempt_at: knex.fn.now() });

it('gives the claim to one of many concurrent readers', async () => {
  for (let round = 0; round < 5; round += 1) {
    const claims = await Promise.all(Array.from({ length: 50 }, () => feeds.claim(URL)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    await makeDue();
  }
});

it('shares the tracks that one reader stored', async () => {
  const claim = await feeds.claim(URL);
  expect(claim?.feed).toMatchObject({ tracks: null, age: null, failures: 0, isBeingRead: true });
  await claim?.succeeded(tracks('Slow Morning'));
  const feed = await feeds.find(URL);
  expect(feed).toMatchObject({ tracks: tracks('Slow Morning'), failures: 0, isBeingRead: false });
  expect(feed?.age).toBeLessThan(5_000);
  expect(feed?.dueIn).toBeGreaterThan(5_000);
  expect(feed?.dueIn).toBeLessThanOrEqual(10_000);
});

it('treats URLs that differ only in the fragment as different sources', async () => {
  expect(await feeds.claim(`${URL}#/live`)).not.toBeNull();
  expect(await feeds.claim(`${URL}#/talk`)).not.toBeNull();
  expect(await feeds.find(URL)).toBeNull();
});

it('counts failures, and resets the count after a success', async () => {
  await (await feeds.claim(URL))?.succeeded(tracks('Slow Morning'));
  await makeDue();
  await (await feeds.claim(URL))?.failed();
  expect(await feeds.find(URL)).toMatchObject({ tracks: tracks('Slow Morning'), failures: 1 });
  await makeDue();
  await (await feeds.claim(URL))?.succeeded(tracks('Second Cup'));
  expect(await feeds.find(URL)).toMatchObject({ tracks: tracks('Second Cup'), failures: 0 });
});

it('rejects the late answer of a replica that lost its claim', async () => {
  const frozen = await feeds.claim(URL);
  await makeDue();
  await (await feeds.claim(URL))?.succeeded(tracks('Second Cup'));
  await frozen?.succeeded(tracks('Slow Morning'));
  await frozen?.failed();
  expect(await feeds.find(URL)).toMatchObject({ tracks: tracks('Second Cup'), failures: 0 });
});

it('lets the next replica fetch after one died while fetching', async () => {
  await feeds.claim(URL);
  expect(await feeds.claim(URL)).toBeNull();
  await makeDue();
  expect(await feeds.claim(URL)).not.toBeNull();
});

it('treats a row in an unknown format as empty', async () => {
  await (await feeds.claim(URL))?.succeeded(tracks('Slow Morning'));
  await knex('track_feeds').update({ tracks: JSON.stringify({ current: { name: 'x' } }) });
  expect(await feeds.find(URL)).toMatchObject({ tracks: null, age: null });
});

it('deletes only sources unused for a day', async () => {
  await feeds.claim(URL);
  await knex('track_feeds').update({ next_attempt_at: knex.raw("now() - interval '25 hours'") });
  await feeds.claim('https://radio.example/other');
  await feeds.removeUnused();
  expect(await feeds.find(URL)).toBeNull();
  expect(await feeds.find('https://radio.example/other')).not.toBeNull();
});

it('does not store the URL, which may contain a key', async () => {
  await feeds.claim(URL);
  const [row] = await knex('track_feeds').select(knex.raw('track_feeds::text as text'));
  expect(row.text).not.toContain('secret');
});
