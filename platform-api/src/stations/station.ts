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
   * The stations that listeners may hear at these addresses. Only active ones are shown (specification
   * §5), and a text that could never be a slug is not even looked up.
   */
  static async findOnAir(db: Knex, slugs: string[]): Promise<RadioStation[]> {
    const possible = slugs.filter(isSlug);
    if (possible.length === 0) return [];
    return RadioStation.query(db).whereIn('station_slug', possible).where({ status: 'active' });
  }

  /** The station on air that had this address before, unless another one took it (API document, Slugs). */
  static async findOnAirFormerly(db: Knex, slug: string): Promise<RadioStation | undefined> {
    if (!isSlug(slug)) return undefined;
    const ids = db('former_slugs').select('station_id').where({ station_slug: slug });
    return RadioStation.query(db).findOne({ status: 'active' }).whereIn('id', ids);
  }

  /** A member's station. One whose payment is still pending is not it yet (specification §4). */
  static async findOwn(db: Knex, userId: string): Promise<RadioStation | undefined> {
    const [own] = await RadioStation.findOwnOfEach(db, [userId]);
    return own;
  }

  /** The same for many members: one row at most for each, in any order. */
  static async findOwnOfEach(db: Knex, userIds: string[]): Promise<RadioStation[]> {
    return RadioStation.query(db)
      .whereIn('user_id', userIds)
      .whereNot({ status: 'payment_pending' });
  }
}
