import type { CustomerSort } from '@stationhouse/platform-api/contract/admin/values';
import type { Customer, CustomerFilters } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Code from 'lucide-react/icons/code';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Headset from 'lucide-react/icons/headset';
import History from 'lucide-react/icons/history';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import ScanEye from 'lucide-react/icons/scan-eye';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import Smartphone from 'lucide-react/icons/smartphone';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonStyle } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/dates.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Amount } from '../../ui/Money.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { type FilterChange, useAdminDialog } from '../admin-address.ts';
import { CustomerLink, customerName } from '../Customer.tsx';
import { ROLE_NAMES } from '../field-names.ts';
import { useIsAdmin } from '../queries.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { agoWords } from '../time-words.ts';
import { orderIn, pressedOrder } from './customer-sorts.ts';

interface CustomerTableProps {
  customers: readonly Customer[];
  filters: CustomerFilters;
  onFilter: (change: FilterChange) => void;
}

/** The customer table (specification §2, Admin dashboard). */
export function CustomerTable({ customers, filters, onFilter }: CustomerTableProps) {
  return (
    <Table
      caption="All customers"
      wide
      compact
      dense
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
      card: 'title',
      free: true,
      cell: (customer) => <NameCell customer={customer} />,
      sort: by('name'),
    },
    {
      header: 'Company',
      card: 'text',
      free: true,
      cell: (customer) => <CompanyCell customer={customer} />,
      sort: by('company_name'),
    },
    { header: 'Package', cell: ({ package_name }) => package_name ?? '–' },
    { header: 'Status', card: 'text-value', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Revenue',
      card: 'title-value',
      numeric: true,
      cell: ({ total_amount: cents, currency }) =>
        cents === null ? '–' : <Amount cents={cents} currency={currency} />,
      sort: by('total_amount'),
    },
    {
      header: 'Joined',
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={formatDate(created_at)} className="tabular">
          {agoWords(created_at, Date.now())}
        </time>
      ),
      sort: by('created_at'),
    },
    {
      header: 'Actions',
      acts: true,
      cell: (customer) => (
        <IfOpen
          customer={customer}
          then={
            <span className="flex items-center justify-end">
              <EditLink customer={customer} />
              <RowMenu customer={customer} />
            </span>
          }
        />
      ),
    },
  ];
};

/** Shows what opens a customer, unless support may not: admins and other support are closed to it (specification §4). */
function IfOpen({
  customer,
  then,
  otherwise = null,
}: {
  customer: Customer;
  then: ReactNode;
  otherwise?: ReactNode;
}) {
  const isByAdmin = useIsAdmin();
  return isByAdmin || customer.role === 'user' ? then : otherwise;
}

function NameCell({ customer }: { customer: Customer }) {
  const { user_id, role, email } = customer;
  return (
    <>
      <span className="flex items-baseline gap-x-2">
        <IfOpen
          customer={customer}
          then={
            // On a card, the whole card opens the customer: a finger misses a word.
            <CustomerLink
              userId={user_id}
              className="link font-semibold carded:truncate carded:after:absolute carded:after:inset-0"
            >
              {customerName(customer)}
            </CustomerLink>
          }
          otherwise={
            <span className="font-semibold carded:truncate">{customerName(customer)}</span>
          }
        />
        {role === 'user' ? null : <Badge>{ROLE_NAMES[role]}</Badge>}
        <span className="min-w-0 truncate text-small font-normal text-muted carded:hidden">
          {email}
        </span>
      </span>
    </>
  );
}

function CompanyCell({ customer: { company_name, station_slug } }: { customer: Customer }) {
  return (
    <>
      {company_name ?? '–'}
      {station_slug === null ? null : (
        <span className="text-small text-muted carded:hidden"> /{station_slug}</span>
      )}
    </>
  );
}

interface RoleItemsProps {
  role: Customer['role'];
  /** The admin's own row. */
  isOwn: boolean;
  open: (dialog: 'role' | 'support-role' | 'delete') => void;
}

/** The actions that only admins may do. */
const roleItems = ({ role, isOwn, open }: RoleItemsProps): MenuItem[] => [
  {
    label: role === 'admin' ? 'Remove admin' : 'Make admin',
    icon: role === 'admin' ? <ShieldOff /> : <ShieldCheck />,
    onSelect: () => open('role'),
  },
  {
    label: role === 'support' ? 'Remove support' : 'Make support',
    icon: <Headset />,
    onSelect: () => open('support-role'),
    disabled: isOwn,
  },
  {
    label: 'Delete',
    icon: <Trash />,
    onSelect: () => open('delete'),
    danger: true,
    // Admins delete their own account in Account settings.
    disabled: isOwn,
  },
];

/** Edits by one press, or by E in the list. */
function EditLink({ customer }: { customer: Customer }) {
  return (
    <CustomerLink
      userId={customer.user_id}
      dialog="edit"
      keys="E"
      className={clsx(buttonStyle({ kind: 'quiet', size: 'small' }), 'carded:hidden')}
    >
      <Pencil aria-hidden="true" />
      <span className="sr-only">Edit {customerName(customer)}</span>
    </CustomerLink>
  );
}

/** The actions for one customer. */
function RowMenu({ customer }: { customer: Customer }) {
  const { open } = useAdminDialog();
  const { data: me } = useQuery(meQuery);
  const { user_id, role, email } = customer;
  const isByAdmin = useIsAdmin();
  const isOwn = user_id === me?.user.id;
  const items: MenuItem[] = [
    { label: 'View', icon: <Eye />, onSelect: () => open('view', user_id) },
    { label: 'View as customer', icon: <ScanEye />, onSelect: () => open('view-as', user_id) },
    { label: 'Edit', icon: <Pencil />, onSelect: () => open('edit', user_id) },
    { label: 'History', icon: <History />, onSelect: () => open('audit', user_id) },
    {
      label: 'Send password reset',
      icon: <KeyRound />,
      onSelect: () => open('reset', user_id),
      // Customers who signed up by phone have no email address.
      disabled: email === null,
    },
    {
      label: 'Remove second factor',
      icon: <Smartphone />,
      onSelect: () => open('factor', user_id),
    },
    { label: 'API keys', icon: <Code />, onSelect: () => open('api-keys', user_id) },
    ...(isByAdmin ? roleItems({ role, isOwn, open: (dialog) => open(dialog, user_id) }) : []),
  ];
  return (
    <Menu
      items={items}
      trigger={
        <Button
          kind="quiet"
          size="small"
          className="-me-2 md:pointer-fine:-me-3.5"
          aria-label={`Actions for ${customerName(customer)}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
