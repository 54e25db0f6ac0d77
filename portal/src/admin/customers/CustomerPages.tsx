import { ADMIN_LIST } from '@stationhouse/platform-api/contract/limits';
import type { Customer } from '@stationhouse/sdk/client';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { ButtonLink } from '../../ui/Button.tsx';
import type { DeskFilters } from '../desk-address.ts';
import { toCustomers } from './customers-place.ts';

/** A page of customers, as the API answers it. */
export interface CustomerPage {
  data: readonly Customer[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * How many they are, or which of them these are: '12 accounts', 'Accounts 51 to 100'. Admins are among them,
 * whom the count of customers above leaves out.
 */
export function countWords({ data, has_more }: CustomerPage, { pagesBefore }: DeskFilters): string {
  const { length } = data;
  const accounts = length === 1 ? '1 account' : `${length} accounts`;
  if (!pagesBefore) return `${accounts} on this page`;
  if (length === 0 || (pagesBefore.length === 0 && !has_more)) return accounts;
  const first = pagesBefore.length * ADMIN_LIST.default + 1;
  return length === 1 ? `Account ${first}` : `Accounts ${first} to ${first + length - 1}`;
}

interface CustomerPagesProps {
  page: CustomerPage;
  desk: DeskFilters;
  /** The page that was asked for is still on its way. */
  isOld: boolean;
}

/** To the page before and the next one; nothing where there is one page only. */
export function CustomerPages({ page: { next_cursor }, desk, isOld }: CustomerPagesProps) {
  const { cursor, pagesBefore, pageLink } = desk;
  if (cursor === undefined && next_cursor === null) return null;
  const before = pagesBefore?.at(-1) ?? null;
  const style = { kind: 'secondary', size: 'small', onClick: toCustomers } as const;
  return (
    <nav
      aria-label="Pages of customers"
      inert={isOld}
      className="flex flex-wrap justify-between gap-3 border-t border-line pt-5"
    >
      {cursor === undefined ? null : (
        <ButtonLink {...style} {...pageLink(before, pagesBefore?.slice(0, -1))}>
          <ChevronLeft aria-hidden="true" />
          {pagesBefore ? 'Previous' : 'First Page'}
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
