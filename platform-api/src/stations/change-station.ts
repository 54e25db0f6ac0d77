import type { Knex } from 'knex';
import { raw, UniqueViolationError } from 'objection';
import { SOURCE_FIELDS, type StationChange } from '../../contract/admin/customers.ts';
import { EDITABLE_STATION_STATUSES, MAX_SLUG_CHANGES } from '../../contract/stations/values.ts';
import { isReservedSlug, isSlug } from '../../contract/stations/slug.ts';
import type { SlugRefusal } from '../../contract/stations/schemas.ts';
import { lockMember } from '../accounts/user.ts';
import { isTaken } from '../db/errors.ts';
import { AppError, type FieldFault } from '../errors.ts';
import { notifyAdmin } from '../messages/notify-admin.ts';
import { RadioStation } from './station.ts';
import { wishedLook } from './wished-look.ts';

/**
 * Changes the slug of a member's station, at most `MAX_SLUG_CHANGES` times (specification §5). One guarded
 * update checks every limit, so concurrent requests cannot exceed them. A trigger keeps the former slug
 * (migration `create_former_slugs`).
 *
 * @param slug lower-cased
 * @throws `no_station`; `slug_invalid`; `slug_reserved`; `slug_taken`; `slug_held`; `slug_unchanged`; `slug_limit_reached`; `session_ended`
 *   where the account was deleted meanwhile
 */
export async function changeSlug(db: Knex, userId: string, slug: string): Promise<RadioStation> {
  requireSlug(slug);
  const changed = await updateSlug(db, userId, slug);
  if (changed) return changed;

  const station = await RadioStation.requireOwn(db, userId);
  const isSpent = station.slug_changes >= MAX_SLUG_CHANGES;
  // With changes left, only the same slug matches no row, even if another request has just set it.
  throw isSpent && station.station_slug !== slug
    ? new AppError('slug_limit_reached')
    : new AppError('slug_unchanged');
}

async function updateSlug(
  db: Knex,
  userId: string,
  slug: string,
): Promise<RadioStation | undefined> {
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
      if (changed) {
        await notifyAdmin(trx, {
          user_id: userId,
          kind: 'change',
          what: 'address',
          lines: [`Address of the station: ${slug}`],
        });
      }
      return changed;
    });
  } catch (error) {
    throw slugFailure(error);
  }
}

/**
 * Changes what listeners see of a member's station. Open pages, screens and players learn of it as of any other change.
 *
 * @throws `no_station`
 */
export async function changeAppearance(
  db: Knex,
  userId: string,
  change: Pick<RadioStation, 'accent_colour' | 'theme'> | Pick<RadioStation, 'wall_message'>,
): Promise<RadioStation> {
  const [changed] = await RadioStation.query(db)
    .patch(change)
    .where({ user_id: userId })
    .whereNot({ status: 'payment_pending' })
    .returning('*');
  if (!changed) throw new AppError('no_station');
  return changed;
}

/** The constraint by which the database keeps a former slug for its station (migration `hold_former_slugs`). */
const HELD = 'former_slugs_held';

/** The failure of a statement that writes a slug. */
function slugFailure(error: unknown): unknown {
  if (!isTaken(error)) return error;
  const isHeld = error instanceof UniqueViolationError && error.constraint === HELD;
  return new AppError(isHeld ? 'slug_held' : 'slug_taken', { cause: error });
}

/** @throws `slug_invalid`; `slug_reserved` */
function requireSlug(slug: string): void {
  if (!isSlug(slug)) throw new AppError('slug_invalid');
  if (isReservedSlug(slug)) throw new AppError('slug_reserved');
}

/**
 * Why a station cannot have a slug at this moment; null when it can.
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
  if (holder) return 'slug_taken';
  const held = await db('former_slugs')
    .where({ station_slug: slug })
    .whereNot({ station_id: station.id })
    .where('held_until', '>', db.fn.now())
    .first('station_id');
  return held ? 'slug_held' : null;
}

type ChangedFields = Partial<Pick<RadioStation, keyof StationChange>>;

/**
 * Changes a station as an admin does: the slug without counting, the status only while the station is paid
 * for. The first time it goes live is kept for good. The caller holds the station's row.
 *
 * @returns the updated station
 * @throws `status_locked`; `slug_invalid`; `slug_reserved`; `slug_taken`; `slug_held`; `on_air_here`; `validation_failed`
 */
export async function changeStation(
  trx: Knex,
  station: RadioStation,
  change: StationChange,
): Promise<RadioStation> {
  const changed = changedFields(station, change);
  const { status, station_slug } = changed;
  if (Object.keys(changed).length === 0) return station;
  if (station_slug !== undefined) requireSlug(station_slug);
  if (status !== undefined && !isEditable(station)) throw new AppError('status_locked');
  if (station.is_on_air_here && SOURCE_FIELDS.some((field) => changed[field] !== undefined)) {
    throw new AppError('on_air_here');
  }
  requireLinks({ ...station, ...changed });
  const isFirstTime = status === 'active' && station.setup_completed_at === null;
  try {
    return await RadioStation.query(trx).patchAndFetchById(station.id, {
      ...(isFirstTime && {
        ...(await wishedLook(trx, station)),
        setup_completed_at: raw('now()'),
      }),
      ...changed,
      ...(changed.station_name !== undefined && {
        is_name_operators: changed.station_name !== null,
      }),
    });
  } catch (error) {
    throw station_slug === undefined ? error : slugFailure(error);
  }
}

type Deliveries = Pick<
  RadioStation,
  'website_state' | 'website_url' | 'apps_state' | 'app_store_url' | 'google_play_url'
>;

/** @throws `validation_failed` for a website or apps that are delivered without a link */
function requireLinks(station: Deliveries): void {
  const fields: FieldFault[] = [];
  const refuse = (field: string, message: string) =>
    fields.push({ field: `station.${field}`, code: 'invalid_value', message });
  if (station.website_state === 'delivered' && station.website_url === null) {
    refuse('website_url', 'Enter the link of the website that was delivered.');
  }
  const hasApp = station.app_store_url !== null || station.google_play_url !== null;
  if (station.apps_state === 'delivered' && !hasApp) {
    refuse('app_store_url', 'Enter the link of an app that was delivered.');
  }
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
}

/** Keeps only the fields that differ. An empty text clears its column; an empty slug is invalid. */
function changedFields(station: RadioStation, change: StationChange): ChangedFields {
  const { station_slug = station.station_slug, ...fields } = change;
  const cleared = Object.entries(fields).map(([field, value]) => [
    field,
    value === '' ? null : value,
  ]);
  const wanted: ChangedFields = { ...Object.fromEntries(cleared), station_slug };
  // The contract's field names are columns.
  const names = Object.keys(wanted) as (keyof ChangedFields)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== station[name]).map((name) => [name, wanted[name]]),
  );
}

/** An unpaid station is off air, whatever the admin sets. */
const isEditable = ({ status }: RadioStation): boolean =>
  EDITABLE_STATION_STATUSES.some((one) => one === status);
