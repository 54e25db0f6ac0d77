import type { CustomerSort } from '@stationhouse/platform-api/contract/admin/values';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import type { FilterChange } from '../admin-address.ts';

/** A sort column and its direction. */
export interface Order {
  sort: CustomerSort;
  order: 'asc' | 'desc';
}

/** The order in the filters, or the default: newest first (specification §7). */
export const orderIn = ({ sort = 'created_at', order = 'desc' }: CustomerFilters): Order => ({
  sort,
  order,
});

/** The direction of a column when it is sorted first: text from A, amounts and dates from the top. */
const FIRST: Record<CustomerSort, Order['order']> = {
  created_at: 'desc',
  purchased_at: 'asc',
  setup_form_submitted_at: 'asc',
  name: 'asc',
  company_name: 'asc',
  total_amount: 'desc',
};

/** The order after a press on a column header: that column, or its other direction. */
export function pressedOrder(sort: CustomerSort, filters: CustomerFilters): FilterChange {
  const now = orderIn(filters);
  if (now.sort !== sort) return { sort, order: FIRST[sort] };
  return { sort, order: now.order === 'asc' ? 'desc' : 'asc' };
}

/** The choices of the 'Sorted by' field. */
export const ORDER_CHOICES = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'created_at asc', label: 'Oldest first' },
  { value: 'purchased_at asc', label: 'Purchase, oldest first' },
  { value: 'purchased_at desc', label: 'Purchase, newest first' },
  { value: 'setup_form_submitted_at asc', label: 'Setup form, oldest first' },
  { value: 'setup_form_submitted_at desc', label: 'Setup form, newest first' },
  { value: 'name asc', label: 'Name, A to Z' },
  { value: 'name desc', label: 'Name, Z to A' },
  { value: 'company_name asc', label: 'Company, A to Z' },
  { value: 'company_name desc', label: 'Company, Z to A' },
  { value: 'total_amount desc', label: 'Revenue, highest first' },
  { value: 'total_amount asc', label: 'Revenue, lowest first' },
] as const satisfies readonly { value: `${CustomerSort} ${Order['order']}`; label: string }[];
