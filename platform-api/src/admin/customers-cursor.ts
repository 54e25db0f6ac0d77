import { z } from 'zod';
import type { CustomerSort } from '../../contract/limits.ts';
import type { Customer } from './customer.ts';
import { cursorAt, readCursorAs } from './list-cursor.ts';

/** A place in the customers' table: behind this value and, where several have it, behind this id. */
export interface CustomersPlace {
  /** What is sorted by; null: nothing stands there. */
  value: string | number | Date | null;
  user_id: string;
}

/** How the table is sorted. */
export interface CustomersOrder {
  sort: CustomerSort;
  order: 'asc' | 'desc';
}

const time = z.iso.datetime().pipe(z.coerce.date());

/** The column of each sort, and what stands in it on its way through a cursor. */
export const SORTED_BY = {
  created_at: { column: 'created_at', value: time },
  purchased_at: { column: 'purchased_at', value: time },
  name: { column: 'sort_name', value: z.string() },
  company_name: { column: 'sort_company', value: z.string() },
  total_amount: { column: 'total_amount', value: z.int32() },
} as const satisfies Record<CustomerSort, { column: keyof Customer; value: z.ZodType }>;

/** A cursor to behind this customer. The order is told too, for in another one it would lead astray. */
export const cursorBehind = (customer: Customer, { sort, order }: CustomersOrder): string =>
  cursorAt([sort, order, customer[SORTED_BY[sort].column], customer.user_id]);

/** @throws `validation_failed` for a cursor that is none of ours, or of another order */
export function readCursor(cursor: string, { sort, order }: CustomersOrder): CustomersPlace {
  const [, , value, user_id] = readCursorAs(
    cursor,
    z.tuple([z.literal(sort), z.literal(order), SORTED_BY[sort].value.nullable(), z.uuid()]),
  );
  return { value, user_id };
}
