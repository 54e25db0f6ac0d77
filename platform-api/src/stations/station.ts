// The stations room: the row, its public face, and what listeners' pages hear of it live.
import type { Knex } from 'knex';
import { Model } from 'objection';
import { isSlug } from '../../contract/slug.ts';
import type { PackageName, StationStatus } from '../../contract/limits.ts';

/** A customer's station (specification §3). */
export class RadioStation extends Model {
  static override tableName = 'radio_stations';

  declare id: string;
  declare user_id: string;
  declare status: StationStatus;
  declare station_name: string | null;
  declare station_slug: string;
  declare station_url: string | null;
  declare station_logo_url: string | null;
  declare stream_url: string | null;
  declare radio_player_embed: string | null;
  declare setup_notes: string | null;
  declare current_track_data: string | null;
  declare previous_track_data: string | null;
  declare next_track_data: string | null;
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
  /** What it comes back as once it is paid for; null: it was not suspended. */
  declare status_before_suspension: 'setup_pending' | 'active' | null;
  declare created_at: Date;
  declare updated_at: Date;

  /**
   * The station that listeners may hear at this address. Only an active one is shown (specification
   * §5), and a text that could never be a slug is not even looked up.
   */
  static async findOnAir(db: Knex, slug: string): Promise<RadioStation | undefined> {
    if (!isSlug(slug)) return undefined;
    return RadioStation.query(db).findOne({ station_slug: slug, status: 'active' });
  }

  /** The station on air that had this address before, unless another one took it (API document, Slugs). */
  static async findOnAirFormerly(db: Knex, slug: string): Promise<RadioStation | undefined> {
    if (!isSlug(slug)) return undefined;
    const ids = db('former_slugs').select('station_id').where({ station_slug: slug });
    return RadioStation.query(db).findOne({ status: 'active' }).whereIn('id', ids);
  }

  /** A member's station. One whose payment is still pending is not it yet (specification §4). */
  static async findOwn(db: Knex, userId: string): Promise<RadioStation | undefined> {
    return RadioStation.query(db)
      .findOne({ user_id: userId })
      .whereNot({ status: 'payment_pending' });
  }
}
