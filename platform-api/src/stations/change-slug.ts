import type { Knex } from 'knex';
import { raw } from 'objection';
import { MAX_SLUG_CHANGES } from '../../contract/limits.ts';
import { isReservedSlug, isSlug } from '../../contract/slug.ts';
import type { SlugRefusal } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import { lockMember } from '../accounts/lock-member.ts';
import { isTaken } from '../db/is-taken.ts';
import { notifyOperator } from '../notifications/notify-operator.ts';
import { RadioStation } from './station.ts';

/**
 * Gives a member's station another address, at most `MAX_SLUG_CHANGES` times (specification §5). What
 * limits it stands in the one statement that does it, so that no two requests can pass each other. Its
 * former address is kept by the database (migration `create_former_slugs`).
 *
 * @param slug lower-cased
 * @throws `no_station`; `slug_invalid`; `slug_reserved`; `slug_taken`; `slug_unchanged`; `slug_limit_reached`; `session_ended`
 *   where the member has left meanwhile
 */
export async function changeSlug(db: Knex, userId: string, slug: string): Promise<RadioStation> {
  requireSlug(slug);
  const changed = await takeSlug(db, userId, slug);
  if (changed) return changed;

  const station = await RadioStation.findOwn(db, userId);
  if (!station) throw new AppError('no_station');
  const isSpent = station.slug_changes >= MAX_SLUG_CHANGES;
  // With changes left it was the station's own address, if only a moment ago.
  throw isSpent && station.station_slug !== slug
    ? new AppError('slug_limit_reached')
    : new AppError('slug_unchanged');
}

async function takeSlug(db: Knex, userId: string, slug: string): Promise<RadioStation | undefined> {
  try {
    return await db.transaction(async (trx) => {
      if (!(await lockMember(trx, userId))) throw new AppError('session_ended');
      const [changed] = await RadioStation.query(trx)
        .patch({ station_slug: slug, slug_changes: raw('slug_changes + 1') })
        .where({ user_id: userId })
        .whereNot({ status: 'payment_pending' })
        .whereNot({ station_slug: slug })
        .where('slug_changes', '<', MAX_SLUG_CHANGES)
        .returning('*');
      if (changed) await tellOfAddress(trx, userId, slug);
      return changed;
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('slug_taken') : error;
  }
}

const tellOfAddress = (trx: Knex, user_id: string, slug: string): Promise<void> =>
  notifyOperator(trx, {
    user_id,
    kind: 'change',
    object: 'station_slug',
    what: 'address',
    lines: [`Address of the station: ${slug}`],
  });

/** What no station may be called. @throws `slug_invalid`; `slug_reserved` */
export function requireSlug(slug: string): void {
  if (!isSlug(slug)) throw new AppError('slug_invalid');
  if (isReservedSlug(slug)) throw new AppError('slug_reserved');
}

/**
 * Why a station can't have an address at this moment; null: it can.
 *
 * @param slug lower-cased
 */
export async function slugRefusal(
  db: Knex,
  station: RadioStation,
  slug: string,
): Promise<SlugRefusal | null> {
  if (!isSlug(slug)) return 'slug_invalid';
  if (slug === station.station_slug) return 'slug_unchanged';
  if (isReservedSlug(slug)) return 'slug_reserved';
  const holder = await RadioStation.query(db).findOne({ station_slug: slug }).select('id');
  return holder ? 'slug_taken' : null;
}
