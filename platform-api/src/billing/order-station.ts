import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { isReservedSlug, isSlug } from '../../contract/slug.ts';
import { RadioStation } from '../stations/station.ts';

/** So many addresses with a number are tried before one is drawn. */
const NUMBERED_TRIES = 20;
const DRAWN_TRIES = 5;

/** The longest label of a host name (RFC 1035), less what `-` and a number or a drawn end take. */
const MAX_STEM = 63 - 9;

/** Letters that Unicode takes for letters of their own rather than for one with a mark. */
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

/** A company's name as an address could begin. One without a letter that addresses have is `station`. */
export function slugStem(companyName: string): string {
  const plain = companyName
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELT_OUT[letter] ?? '')
    .normalize('NFKD')
    // Marks and apostrophes belong to the letter before them.
    .replace(/[\p{M}'’]/gu, '');
  const stem = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_STEM)
    .replace(/-$/, '');
  return isSlug(stem) ? stem : 'station';
}

/** The addresses to try, in turn: the name itself, `-2`, `-3` and on, then drawn ones. */
function* slugsFor(companyName: string): Generator<string> {
  const stem = slugStem(companyName);
  if (!isReservedSlug(stem)) yield stem;
  for (let number = 2; number < 2 + NUMBERED_TRIES; number += 1) yield `${stem}-${number}`;
  for (let n = 0; n < DRAWN_TRIES; n += 1) yield `${stem}-${randomBytes(4).toString('hex')}`;
}

/**
 * Adds the station that a purchase is for: named after the company, its address made from the name (API
 * document, Station status), and invisible until it is paid for.
 */
export async function addPendingStation(
  trx: Knex,
  owner: { user_id: string; companyName: string },
): Promise<string> {
  for (const station_slug of slugsFor(owner.companyName)) {
    const id = uuidv7();
    // Another member may take the address at this moment: then the row is simply not there.
    await RadioStation.query(trx)
      .insert({
        id,
        user_id: owner.user_id,
        status: 'payment_pending',
        station_name: owner.companyName,
        station_slug,
      })
      .onConflict('station_slug')
      .ignore();
    if (await RadioStation.query(trx).findById(id)) return id;
  }
  throw new Error('No free address was found for a station');
}

/** Throws a member's unpaid station away. */
export async function dropPendingStation(trx: Knex, userId: string): Promise<void> {
  await RadioStation.query(trx).delete().where({ user_id: userId, status: 'payment_pending' });
}
