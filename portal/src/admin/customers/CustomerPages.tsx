import { ADMIN_LIST } from '@stationhouse/platform-api/contract/admin/values';
import type { Customer } from '@stationhouse/sdk/client';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { ButtonLink } from '../../ui/Button.tsx';
import { type CustomerList, focusCustomers } from '../admin-address.ts';

/** A page of customers from the API. */
export interface CustomerPage {
  data: readonly Customer[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Counts the rows: '12 accounts', 'Accounts 51 to 100'. It says accounts because the list includes admins,
 * unlike the 'Total customers' figure.
 */
export function countWords(
  { data, has_more }: CustomerPage,
  { pagesBefore }: CustomerList,
): string {
  const { length } = data;
  const accounts = length === 1 ? '1 account' : `${length} accounts`;
  if (!pagesBefore) return `${accounts} on this page`;
  if (length === 0 || (pagesBefore.length === 0 && !has_more)) return accounts;
  const first = pagesBefore.length * ADMIN_LIST.default + 1;
  return length === 1 ? `Account ${first}` : `Accounts ${first} to ${first + length - 1}`;
}

interface CustomerPagesProps {
  page: CustomerPage;
  list: CustomerList;
  /** The next rows are loading. */
  isOld: boolean;
}

/** Links to the previous and next page; nothing if there is only one page. */
export function CustomerPages({ page: { next_cursor }, list, isOld }: CustomerPagesProps) {
  const { cursor, pagesBefore, pageLink } = list;
  if (cursor === undefined && next_cursor === null) return null;
  const before = pagesBefore?.at(-1) ?? null;
  const style = { kind: 'secondary', size: 'small', onClick: focusCustomers } as const;
  return (
    <nav
      aria-label="Pages of customers"
      inert={isOld}
      className="flex flex-wrap justify-between gap-3 border-t border-line pt-5"
    >
      {cursor === undefined ? null : (
        <ButtonLink {...style} {...pageLink(before, pagesBefore?.slice(0, -1))}>
          <ChevronLeft aria-hidden="true" />
          {pagesBefore ? 'Previous' : 'First page'}
        </ButtonLink>
      )}
      {next_cursor === null ? null : (
        <ButtonLink
          {...style}
          {...pageLink(next_cursor, pagesBefore && [...pagesBefore, cursor ?? null])}
          className="ms-auto"
        >
          Next
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  );
}
