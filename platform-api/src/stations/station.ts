// Stations: the row, how each reader sees it, and live updates of it.
import type { Knex } from 'knex';
import { Model, raw, type PartialModelObject } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AdminStation, StarterNote } from '../../contract/admin/customers.ts';
import {
  DEFAULT_STATION_NAME,
  DEMO_STATION_SLUG,
  MAX_SLUG_CHANGES,
  TONES_STATION_SLUG,
  type DeliveryState,
  type StationStatus,
  type WaitingFor,
} from '../../contract/stations/values.ts';
import { type ListeningPolicy } from '../../contract/listening/values.ts';
import type { DarkLogo, LogoShape, StationTheme } from '../../contract/site/colours.ts';
import { domainOrigin } from '../../contract/domains/calls.ts';
import { CURRENCY, isWhiteLabel, type PackageName } from '../../contract/billing/prices.ts';
import { isSlug, publicStationId, stationIdIn } from '../../contract/stations/slug.ts';
import type { PublicStation, Station, WallMessage } from '../../contract/stations/schemas.ts';
import { AppError } from '../errors.ts';
import type { Table } from '../table.ts';

/** The account that owns a station of this package. `.example` is reserved (RFC 2606), so no customer has it. */
export const ownStationEmail = (slug: string): string => `${slug}@stationhouse.example`;

export const OWN_STATION_EMAILS: readonly string[] = [DEMO_STATION_SLUG, TONES_STATION_SLUG].map(
  ownStationEmail,
);

/** The name of a station as it is shown. */
export const displayName = ({ station_name }: { station_name: string | null }): string =>
  station_name?.trim() || DEFAULT_STATION_NAME;

/** A member's station (specification §3). */
export class RadioStation extends Model {
  static override tableName = 'radio_stations';
  static override jsonAttributes = ['wall_message', 'starter_note', 'logo_shape', 'dark_logo'];

  declare id: string;
  declare user_id: string;
  declare status: StationStatus;
  declare station_name: string | null;
  declare station_slug: string;
  declare station_url: string | null;
  declare station_logo_url: string | null;
  /** Of the logo; null: no logo, or not measured yet. */
  declare logo_shape: LogoShape | null;
  /** In place of the logo on dark grounds. */
  declare dark_logo: DarkLogo | null;
  /** The member's own domain while it works (domains). */
  declare own_domain: string | null;
  declare accent_colour: string | null;
  declare theme: StationTheme | null;
  /** Changes with the picture. */
  declare background_url: string | null;
  /**
   * Of its newest published schedule; before the first, of the draft, else of the setup form (migration
   * `follow_published_zone`).
   */
  declare zone: string | null;
  declare wall_message: WallMessage | null;
  declare stream_url: string | null;
  /** Its schedule sets the stream and the track addresses. */
  declare is_on_air_here: boolean;
  declare radio_player_embed: string | null;
  declare setup_notes: string | null;
  declare current_track_data: string | null;
  declare previous_track_data: string | null;
  declare next_track_data: string | null;
  declare website_state: DeliveryState;
  declare website_url: string | null;
  declare apps_state: DeliveryState;
  declare app_store_url: string | null;
  declare google_play_url: string | null;
  /** The policy for a month whose listening hours are used up. */
  declare listening_policy: ListeningPolicy;
  declare package_name: PackageName | null;
  declare package_price: number | null;
  declare vat_amount: number | null;
  declare total_amount: number | null;
  declare currency: string;
  declare purchased_at: Date | null;
  declare setup_completed_at: Date | null;
  declare admin_uploaded_ids: string[];
  declare admin_uploaded_commercials: string[];
  declare slug_changes: number;
  /** Plays its starter programme since then, until the team has built its own one; null: it has none. */
  declare starter_since: Date | null;
  /** When its starter programme was asked for: payment and setup form were both there. Null: never. */
  declare starter_asked_at: Date | null;
  /** Why its starter programme is not on air, or how it gives way; null: nothing to say. */
  declare starter_note: StarterNote | null;
  /** An admin has chosen the name, so the setup form does not replace it. */
  declare is_name_operators: boolean;
  /** The status it returns to once it is paid for; null: it is not suspended. */
  declare status_before_suspension: 'setup_pending' | 'active' | null;
  declare created_at: Date;
  declare updated_at: Date;

  /** The stations on air at these slugs: only active ones are public (specification §5). */
  static async findOnAir(db: Knex, slugs: string[]): Promise<RadioStation[]> {
    const possible = slugs.filter(isSlug);
    if (possible.length === 0) return [];
    return RadioStation.query(db).whereIn('station_slug', possible).where({ status: 'active' });
  }

  /** The stations on air with these ids. */
  static async findOnAirById(db: Knex, ids: string[]): Promise<RadioStation[]> {
    return RadioStation.query(db).whereIn('id', ids).where({ status: 'active' });
  }

  /** The station on air that had this slug before, unless another one took it since. */
  static async findOnAirFormerly(db: Knex, slug: string): Promise<RadioStation | undefined> {
    if (!isSlug(slug)) return undefined;
    const ids = db('former_slugs').select('station_id').where({ station_slug: slug });
    return RadioStation.query(db).findOne({ status: 'active' }).whereIn('id', ids);
  }

  /** The paid station of this name that is being built and was never on air. */
  static async findComing(db: Knex, name: string): Promise<RadioStation | undefined> {
    const key = keyOfStation(name);
    return key && RadioStation.query(db).findOne({ ...key, status: 'setup_pending' });
  }

  /** A member's station; not one whose payment is still pending (specification §4). */
  static async findOwn(db: Knex, userId: string): Promise<RadioStation | undefined> {
    const [own] = await RadioStation.findOwnOfEach(db, [userId]);
    return own;
  }

  /** @throws `no_station` */
  static async requireOwn(db: Knex, userId: string): Promise<RadioStation> {
    const own = await RadioStation.findOwn(db, userId);
    if (!own) throw new AppError('no_station');
    return own;
  }

  /** The same as `findOwn` for many members: at most one row each, in any order. */
  static async findOwnOfEach(db: Knex, userIds: string[]): Promise<RadioStation[]> {
    return RadioStation.query(db)
      .whereIn('user_id', userIds)
      .whereNot({ status: 'payment_pending' });
  }

  /** A station that is not waiting for its first payment. */
  static async findBought(db: Knex, id: string): Promise<RadioStation | undefined> {
    return RadioStation.query(db).findById(id).whereNot({ status: 'payment_pending' });
  }

  /** A customer's station. One with a pending payment counts only when there is no other. */
  static async findOfCustomer(db: Knex, userId: string): Promise<RadioStation | undefined> {
    return RadioStation.query(db)
      .where({ user_id: userId })
      .orderByRaw(`status = 'payment_pending'`)
      .first();
  }

  /** A member's station whose first payment is pending. */
  static async findPending(db: Knex, userId: string): Promise<RadioStation | undefined> {
    return RadioStation.query(db).findOne({ user_id: userId, status: 'payment_pending' });
  }

  /** @param key its id or its slug */
  static async findByKey(db: Knex, key: StationKey): Promise<RadioStation | undefined> {
    return RadioStation.query(db).findOne(key);
  }

  /** Any station with this id. */
  static async read(db: Knex, id: string): Promise<RadioStation> {
    return RadioStation.query(db).findById(id).throwIfNotFound();
  }

  /** Locks a station's row until the transaction ends. */
  static async lock(trx: Knex, id: string): Promise<RadioStation | undefined> {
    return RadioStation.query(trx).findById(id).forUpdate();
  }

  /** Keeps other transactions from changing a station. Unlike `lock`, it lets them add rows that refer to it. */
  static async hold(trx: Knex, id: string): Promise<RadioStation | undefined> {
    return RadioStation.query(trx).findById(id).forNoKeyUpdate();
  }

  /** Locks a member's stations until the transaction ends. */
  static async lockOfMember(trx: Knex, userId: string): Promise<void> {
    await RadioStation.query(trx).where({ user_id: userId }).forUpdate();
  }

  static async add(
    trx: Knex,
    columns: PartialModelObject<RadioStation> & Pick<RadioStation, 'user_id' | 'station_slug'>,
  ): Promise<RadioStation> {
    return RadioStation.query(trx).insert({ id: uuidv7(), ...columns });
  }

  /** Changes columns of a station. */
  static async change(
    trx: Knex,
    id: string,
    columns: PartialModelObject<RadioStation>,
  ): Promise<void> {
    await RadioStation.query(trx).findById(id).patch(columns);
  }

  /** Changes columns of a member's stations. */
  static async changeOfMember(
    trx: Knex,
    userId: string,
    columns: PartialModelObject<RadioStation>,
  ): Promise<void> {
    await RadioStation.query(trx).where({ user_id: userId }).patch(columns);
  }

  /** Deletes a member's station that was never paid for. */
  static async deletePending(trx: Knex, userId: string): Promise<void> {
    await RadioStation.query(trx).delete().where({ user_id: userId, status: 'payment_pending' });
  }

  /** Takes a station off air until it is paid for. @returns whether it was in use */
  static async suspend(trx: Knex, userId: string): Promise<boolean> {
    const changed = await RadioStation.query(trx)
      .where({ user_id: userId })
      .whereIn('status', ['active', 'setup_pending'])
      .patch({ status: 'suspended', status_before_suspension: raw('status') });
    return changed > 0;
  }

  /** Gives a suspended station its status back. @returns whether it was suspended */
  static async restore(trx: Knex, userId: string): Promise<boolean> {
    const changed = await RadioStation.query(trx)
      .where({ user_id: userId, status: 'suspended' })
      .whereNotNull('status_before_suspension')
      .patch({ status: raw('status_before_suspension'), status_before_suspension: null });
    return changed > 0;
  }

  /** Takes a member's station off air, whatever its status; a payment does not bring it back. */
  static async takeOffAir(trx: Knex, userId: string): Promise<void> {
    await RadioStation.query(trx)
      .where({ user_id: userId })
      .patch({ status: 'inactive', status_before_suspension: null });
  }
}

declare module 'knex/types/tables.js' {
  interface Tables {
    radio_stations: Table<RadioStation>;
  }
}

/** The column and value by which a station is found. */
export type StationKey = { id: string } | { station_slug: string };

/** Its id or its slug. Undefined: the name can be neither. */
export function keyOfStation(name: string): StationKey | undefined {
  const id = stationIdIn(name);
  if (id !== null) return { id };
  return isSlug(name) ? { station_slug: name } : undefined;
}

/** Makes an address absolute; null unless it is an http or https URL. */
function webAddress(text: string | null, publicUrl: string): string | null {
  if (!text || !URL.canParse(text, publicUrl)) return null;
  const url = new URL(text, publicUrl);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** When the station began: on air, or when it was bought or created. */
const beganAt = ({ setup_completed_at, purchased_at, created_at }: RadioStation): Date =>
  setup_completed_at ?? purchased_at ?? created_at;

/** A station as everybody may see it. Without a stream it plays the demo's (specification §3). */
export function presentPublicStation(station: RadioStation, publicUrl: string): PublicStation {
  const { accent_colour, theme, zone, wall_message, app_store_url, google_play_url, own_domain } =
    station;
  const { logo_shape, dark_logo } = station;
  const background_url = webAddress(station.background_url, publicUrl);
  const own_url = own_domain === null ? undefined : domainOrigin(own_domain, publicUrl);
  return {
    public_id: publicStationId(station.id),
    station_slug: station.station_slug,
    station_name: displayName(station),
    station_logo_url: webAddress(station.station_logo_url, publicUrl),
    ...(logo_shape && { logo_shape }),
    ...(dark_logo && station.station_logo_url && { dark_logo }),
    station_url:
      own_url ??
      webAddress(station.station_url, publicUrl) ??
      `${publicUrl}/${station.station_slug}`,
    ...(own_url !== undefined && { own_url }),
    stream_url:
      webAddress(station.stream_url, publicUrl) ?? `${publicUrl}/stream/${DEMO_STATION_SLUG}`,
    ...(accent_colour && { accent_colour }),
    ...(theme && { theme }),
    ...(background_url && { background_url }),
    ...(zone && { zone }),
    ...(wall_message && { wall_message }),
    first_year: beganAt(station).getUTCFullYear(),
    ...(isWhiteLabel(station.package_name) && { is_white_label: true }),
    ...(app_store_url && { app_store_url }),
    ...(google_play_url && { google_play_url }),
  };
}

/** A station as a mail about it shows it. @param station as it is after what the mail tells */
export function presentMailedStation(
  station: RadioStation,
  publicUrl: string,
): Pick<PublicStation, 'station_url' | 'station_name' | 'station_logo_url'> &
  Pick<RadioStation, 'accent_colour' | 'logo_shape' | 'dark_logo'> & { is_on_air: boolean } {
  const { station_url, station_name, station_logo_url } = presentPublicStation(station, publicUrl);
  const { accent_colour, logo_shape, dark_logo } = station;
  const is_on_air = station.status === 'active';
  const about = { station_url, station_name, station_logo_url, is_on_air };
  return { ...about, accent_colour, logo_shape, dark_logo };
}

/** The reason why a paid station is not on air yet, and since when; both null: it waits for nothing. */
export type Waiting =
  { waiting_for: WaitingFor; waiting_since: Date } | { waiting_for: null; waiting_since: null };

/** A station as its member sees it: no setup notes, no track addresses, which may contain keys. */
export function presentMyStation(
  station: RadioStation,
  publicUrl: string,
  waiting: Waiting,
): z.input<typeof Station> {
  return {
    ...station,
    ...waiting,
    ...presentPublicStation(station, publicUrl),
    has_music: station.is_on_air_here || station.stream_url !== null,
    currency: CURRENCY,
    slug_changes_left: Math.max(0, MAX_SLUG_CHANGES - station.slug_changes),
  };
}

/** A station as an admin sees it: names and addresses as they were entered. */
export function presentAdminStation(
  station: RadioStation,
  publicUrl: string,
  waiting: Waiting,
): z.input<typeof AdminStation> {
  return {
    ...presentMyStation(station, publicUrl, waiting),
    station_name: station.station_name,
    stream_url: station.stream_url,
    is_on_air_here: station.is_on_air_here,
    setup_notes: station.setup_notes,
    current_track_data: station.current_track_data,
    previous_track_data: station.previous_track_data,
    next_track_data: station.next_track_data,
    website_state: station.website_state,
    website_url: station.website_url,
    apps_state: station.apps_state,
    app_store_url: station.app_store_url,
    google_play_url: station.google_play_url,
    listening_policy: station.listening_policy,
    created_at: station.created_at,
  };
}
