import { Model } from 'objection';
import type { Customer as ListedCustomer } from '../../contract/customers.ts';
import {
  CURRENCY,
  type PackageName,
  type StationStatus,
  type UserRole,
} from '../../contract/limits.ts';

/**
 * A row of the desk's table: one for everybody who has not left. The database keeps it (migration
 * `create_customers`); nobody else writes to it.
 */
export class Customer extends Model {
  static override tableName = 'customers';
  static override idColumn = 'user_id';

  declare user_id: string;
  declare role: UserRole;
  declare first_name: string;
  declare last_name: string;
  declare email: string | null;
  declare company_name: string | null;
  declare package_name: PackageName | null;
  declare status: StationStatus | null;
  declare station_name: string | null;
  declare station_slug: string | null;
  /** In cents. */
  declare total_amount: number | null;
  declare purchased_at: Date | null;
  declare setup_form_submitted_at: Date | null;
  declare created_at: Date;
  /** The last name, then the first, as they are sorted; null: there is neither. */
  declare sort_name: string | null;
  /** Null: there is no company. */
  declare sort_company: string | null;
}

/** The only way out of a row of the desk's table. */
export function presentCustomer(customer: Customer): ListedCustomer {
  return {
    user_id: customer.user_id,
    role: customer.role,
    first_name: customer.first_name,
    last_name: customer.last_name,
    email: customer.email,
    company_name: customer.company_name,
    package_name: customer.package_name,
    status: customer.status,
    station_name: customer.station_name,
    station_slug: customer.station_slug,
    total_amount: customer.total_amount,
    currency: CURRENCY,
    purchased_at: customer.purchased_at?.toISOString() ?? null,
    setup_form_submitted_at: customer.setup_form_submitted_at?.toISOString() ?? null,
    created_at: customer.created_at.toISOString(),
  };
}
