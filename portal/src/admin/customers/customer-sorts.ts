import type { CustomerSort } from '@stationhouse/platform-api/contract/limits';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import type { FilterChange } from '../desk-address.ts';

/** An order of the customers: by what, and which way. */
export interface Order {
  sort: CustomerSort;
  order: 'asc' | 'desc';
}

/** The order unless one asks for another (specification §4: all ordered by created_at, descending). */
export const orderIn = ({ sort = 'created_at', order = 'desc' }: CustomerFilters): Order => ({
  sort,
  order,
});

/** Which way a list begins: what is read from A, and what is wanted large or new. */
const FIRST: Record<CustomerSort, Order['order']> = {
  created_at: 'desc',
  purchased_at: 'asc',
  name: 'asc',
  company_name: 'asc',
  total_amount: 'desc',
};

/** What a press on the head of a column asks for: that order, or the other way round. */
export function pressedOrder(sort: CustomerSort, filters: CustomerFilters): FilterChange {
  const now = orderIn(filters);
  if (now.sort !== sort) return { sort, order: FIRST[sort] };
  return { sort, order: now.order === 'asc' ? 'desc' : 'asc' };
}

/** All orders to choose from, where the table has no head: value and words. */
export const ORDER_CHOICES = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'created_at asc', label: 'Oldest first' },
  { value: 'purchased_at asc', label: 'Purchase, oldest first' },
  { value: 'purchased_at desc', label: 'Purchase, newest first' },
  { value: 'name asc', label: 'Name, A to Z' },
  { value: 'name desc', label: 'Name, Z to A' },
  { value: 'company_name asc', label: 'Company, A to Z' },
  { value: 'company_name desc', label: 'Company, Z to A' },
  { value: 'total_amount desc', label: 'Revenue, highest first' },
  { value: 'total_amount asc', label: 'Revenue, lowest first' },
] as const satisfies readonly { value: `${CustomerSort} ${Order['order']}`; label: string }[];
