import { describe, expect, test } from 'vitest';
import { isSlug, PORTAL_PATHS } from '../../contract/slug.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { RadioStation } from '../stations/station.ts';
import { addPendingStation, slugStem } from './pending-station.ts';

const { knex } = testDatabase();

test.each([
  ['The Counting House', 'the-counting-house'],
  ['  Café  Müller & Söhne GmbH ', 'cafe-muller-sohne-gmbh'],
  ['Ada’s Gym', 'adas-gym'],
  ['Straße Łódź Æther Ørsted', 'strasse-lodz-aether-orsted'],
  ['--7--', '7'],
  ['xn--caf', 'xn-caf'],
  ['Καφενείο', 'station'],
  ['!?', 'station'],
  ['a'.repeat(200), 'a'.repeat(54)],
  [`${'a'.repeat(53)}-bcd`, 'a'.repeat(53)],
])('the slug of %j starts with %s', (name, stem) => {
  expect(slugStem(name)).toBe(stem);
  expect(isSlug(stem)).toBe(true);
});

describe('a pending station', () => {
  const add = async (companyName: string) => {
    const { id: userId } = await buildUser(knex);
    const id = await addPendingStation(knex, { userId, companyName });
    return RadioStation.query(knex).findById(id).throwIfNotFound();
  };

  test('is named after the company and hidden from its owner', async () => {
    const station = await add('Café Müller');
    expect(station).toMatchObject({
      status: 'payment_pending',
      station_name: 'Café Müller',
      station_slug: 'cafe-muller',
      purchased_at: null,
      total_amount: null,
    });
    expect(await RadioStation.findOwn(knex, station.user_id)).toBeUndefined();
  });

  test('gets the next number when the slug is taken', async () => {
    await buildStation(knex, { station_slug: 'blue' });
    const slugs = [await add('Blue'), await add('blue!'), await add('BLUE')];
    expect(slugs.map(({ station_slug }) => station_slug)).toEqual(['blue-2', 'blue-3', 'blue-4']);
  });

  test.each([...PORTAL_PATHS, 'v1'])('never gets the reserved slug %s', async (word) => {
    expect((await add(word)).station_slug).toBe(`${word}-2`);
  });

  test('gets a random suffix when too many slugs are taken', async () => {
    await buildStation(knex, { station_slug: 'blue' });
    for (let number = 2; number < 22; number += 1) {
      await buildStation(knex, { station_slug: `blue-${number}` });
    }
    expect((await add('Blue')).station_slug).toMatch(/^blue-[0-9a-f]{8}$/);
  });

  test('gets a unique slug when fifteen companies with one name order concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => add('Blue Note')));
    expect(new Set(all.map(({ station_slug }) => station_slug)).size).toBe(15);
  });
});
