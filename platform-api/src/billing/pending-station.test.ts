import { describe, expect, test } from 'vitest';
import { isSlug, PORTAL_PATHS } from '../../contract/stations/slug.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { RadioStation } from '../stations/station.ts';
import { addPendingStation, giveSlug, slugStem } from './pending-station.ts';

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

/** A station whose payment is pending. */
async function order(companyName: string): Promise<RadioStation> {
  const { id: userId } = await buildUser(knex);
  const id = await addPendingStation(knex, { userId, companyName });
  return RadioStation.query(knex).findById(id).throwIfNotFound();
}

/** The slug that an order's station gets once it is paid. */
async function pay(
  station: RadioStation,
  companyName = station.station_name ?? '',
): Promise<string> {
  await knex.transaction(async (trx) => {
    await giveSlug(trx, station, companyName);
    await station.$query(trx).patch({ status: 'setup_pending' });
  });
  return (await station.$query(knex)).station_slug;
}

const buy = async (companyName: string) => pay(await order(companyName));

describe('a pending station', () => {
  test('has the company’s name, holds no slug of it, and is hidden from its owner', async () => {
    const station = await order('Café Müller');
    expect(station).toMatchObject({
      status: 'payment_pending',
      station_name: 'Café Müller',
      station_slug: expect.stringMatching(/^order-[0-9a-f]{16}$/),
      purchased_at: null,
      total_amount: null,
    });
    expect(await RadioStation.findOwn(knex, station.user_id)).toBeUndefined();
  });
});

describe('a paid station', () => {
  test('gets its slug from the company’s name', async () => {
    expect(await buy('Café Müller')).toBe('cafe-muller');
  });

  test('gets the name before a customer who ordered earlier and pays later', async () => {
    const [first, second] = [await order('Blue'), await order('Blue')];
    expect(await pay(second)).toBe('blue');
    expect(await pay(first)).toBe('blue-2');
  });

  test('keeps the slug that an admin has set', async () => {
    const station = await order('Blue');
    await station.$query(knex).patch({ station_slug: 'red' });
    expect(await pay(station)).toBe('red');
  });

  test('gets the next number when the slug is taken', async () => {
    await buildStation(knex, { station_slug: 'blue' });
    expect([await buy('Blue'), await buy('blue!'), await buy('BLUE')]).toEqual([
      'blue-2',
      'blue-3',
      'blue-4',
    ]);
  });

  test.each([...PORTAL_PATHS, 'v1'])('never gets the reserved slug %s', async (word) => {
    expect(await buy(word)).toBe(`${word}-2`);
  });

  test('gets a random suffix when too many slugs are taken', async () => {
    await buildStation(knex, { station_slug: 'blue' });
    for (let number = 2; number < 22; number += 1) {
      await buildStation(knex, { station_slug: `blue-${number}` });
    }
    expect(await buy('Blue')).toMatch(/^blue-[0-9a-f]{8}$/);
  });

  test('gets a unique slug when fifteen companies with one name pay concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => buy('Blue Note')));
    expect(new Set(all).size).toBe(15);
  });
});
