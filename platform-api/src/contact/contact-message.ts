// The contact room: what visitors write to the operator.
import { Model } from 'objection';

/** A message that a visitor wrote in the contact form (specification §3). */
export class ContactMessage extends Model {
  static override tableName = 'contact_messages';

  declare id: string;
  declare name: string;
  declare email: string;
  declare company: string | null;
  declare subject: string;
  declare message: string;
  declare created_at: Date;
}
