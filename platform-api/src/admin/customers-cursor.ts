import { z } from 'zod';
import type { CustomerSort } from '../../contract/limits.ts';
import { ValidationFailed } from '../errors.ts';
import { strangeTexts } from '../http/validation.ts';
import type { Customer } from './customer.ts';

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
export function cursorBehind(customer: Customer, { sort, order }: CustomersOrder): string {
  const place = [sort, order, customer[SORTED_BY[sort].column], customer.user_id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws ValidationFailed for a cursor that is none of ours, or of another order */
export function readCursor(cursor: string, { sort, order }: CustomersOrder): CustomersPlace {
  const ours = z.tuple([
    z.literal(sort),
    z.literal(order),
    SORTED_BY[sort].value.nullable(),
    z.uuid(),
  ]);
  const read = ours.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success || strangeTexts(read.data).length > 0) {
    throw ValidationFailed([
      { field: 'cursor', code: 'invalid_format', message: 'This is no cursor of this list.' },
    ]);
  }
  const [, , value, user_id] = read.data;
  return { value, user_id };
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
