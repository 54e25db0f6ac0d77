import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { isReservedSlug, isSlug } from '../../contract/stations/slug.ts';
import { isTaken } from '../db/errors.ts';
import { RadioStation } from '../stations/station.ts';

/** Number of attempts with a numbered slug, and then with a random one. */
const NUMBERED_TRIES = 20;
const RANDOM_TRIES = 5;

/** The longest label of a host name (RFC 1035), minus space for `-` and a number or a random suffix. */
const MAX_STEM = 63 - 9;

/** Letters that Unicode normalisation does not decompose. */
const SPELT_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A slug from a company's name; `station` for a name without Latin letters or digits. */
export function slugStem(companyName: string): string {
  const plain = companyName
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELT_OUT[letter] ?? '')
    .normalize('NFKD')
    // Removes diacritics and apostrophes without adding a hyphen.
    .replace(/[\p{M}'’]/gu, '');
  const stem = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_STEM)
    .replace(/-$/, '');
  return isSlug(stem) ? stem : 'station';
}

/** The slugs to try: the name, then `-2`, `-3` and so on, then random suffixes. */
function* slugsFor(companyName: string): Generator<string> {
  const stem = slugStem(companyName);
  if (!isReservedSlug(stem)) yield stem;
  for (let number = 2; number < 2 + NUMBERED_TRIES; number += 1) yield `${stem}-${number}`;
  for (let n = 0; n < RANDOM_TRIES; n += 1) yield `${stem}-${randomBytes(4).toString('hex')}`;
}

/** The slug of an order that is not paid for, which holds no address that a customer could want. */
const ORDER_SLUG = /^order-[0-9a-f]{16}$/;

/** Creates the station of a purchase, with its name from the company. It is hidden until it is paid. */
export async function addPendingStation(
  trx: Knex,
  owner: { userId: string; companyName: string },
): Promise<string> {
  const { id } = await RadioStation.add(trx, {
    user_id: owner.userId,
    status: 'payment_pending',
    station_name: owner.companyName,
    station_slug: `order-${randomBytes(8).toString('hex')}`,
  });
  return id;
}

/** Gives a pending station that is being paid a slug from the company, unless an admin has set one. */
export async function giveSlug(
  trx: Knex,
  station: RadioStation,
  companyName: string,
): Promise<void> {
  const { station_slug } = station;
  const present = ORDER_SLUG.test(station_slug) ? [] : [station_slug];
  for (const slug of [...present, ...slugsFor(companyName)]) {
    try {
      // A savepoint: a slug that is taken must not abort the transaction.
      await trx.transaction(async (savepoint) => {
        await station.$query(savepoint).patch({ station_slug: slug });
      });
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error('No free slug was found for a station');
}
