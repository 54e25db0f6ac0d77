import type { CustomerSort } from '@stationhouse/platform-api/contract/limits';
import type { Customer, CustomerFilters } from '@stationhouse/sdk/client';
import { Badge } from '../../ui/Badge.tsx';
import { formatDate } from '../../ui/dates.ts';
import { Amount } from '../../ui/Money.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerLink } from '../CustomerLink.tsx';
import type { FilterChange } from '../desk-address.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { orderIn, pressedOrder } from './customer-sorts.ts';
import { RowMenu } from './RowMenu.tsx';

interface CustomerTableProps {
  customers: readonly Customer[];
  filters: CustomerFilters;
  onFilter: (change: FilterChange) => void;
}

/** Customers with the columns that the specification names (§2, Admin dashboard). */
export function CustomerTable({ customers, filters, onFilter }: CustomerTableProps) {
  return (
    <Table
      caption="All customers"
      wide
      columns={columnsOf(filters, onFilter)}
      rows={customers}
      rowKey={({ user_id }) => user_id}
    />
  );
}

const columnsOf = (
  filters: CustomerFilters,
  onFilter: CustomerTableProps['onFilter'],
): readonly Column<Customer>[] => {
  const now = orderIn(filters);
  const by = (sort: CustomerSort) => ({
    direction: now.sort === sort ? (`${now.order}ending` as const) : undefined,
    onSort: () => onFilter(pressedOrder(sort, filters)),
  });
  return [
    {
      header: 'Customer',
      free: true,
      cell: (customer) => <Who customer={customer} />,
      sort: by('name'),
    },
    {
      header: 'Company',
      free: true,
      cell: (customer) => <Where customer={customer} />,
      sort: by('company_name'),
    },
    { header: 'Package', cell: ({ package_name }) => package_name ?? '–' },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Revenue',
      numeric: true,
      cell: ({ total_amount: cents, currency }) =>
        cents === null ? '–' : <Amount cents={cents} currency={currency} />,
      sort: by('total_amount'),
    },
    {
      header: 'Joined',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="tabular whitespace-nowrap">
          {formatDate(created_at)}
        </time>
      ),
      sort: by('created_at'),
    },
    { header: 'Actions', acts: true, cell: (customer) => <RowMenu customer={customer} /> },
  ];
};

function Who({ customer }: { customer: Customer }) {
  const { user_id, role, email } = customer;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CustomerLink user_id={user_id} className="link font-semibold">
          {customerName(customer)}
        </CustomerLink>
        {role === 'admin' ? <Badge>Admin</Badge> : null}
      </span>
      <span className="block text-small font-normal text-muted">{email}</span>
    </>
  );
}

function Where({ customer: { company_name, station_slug } }: { customer: Customer }) {
  return (
    <>
      {company_name ?? '–'}
      {station_slug === null ? null : (
        <span className="block text-small text-muted">/{station_slug}</span>
      )}
    </>
  );
}
