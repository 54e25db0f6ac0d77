import { STATION_STATUSES } from '@stationhouse/platform-api/contract/stations/values';
import { PACKAGE_NAMES } from '@stationhouse/platform-api/contract/billing/prices';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { CustomerList } from '../admin-address.ts';
import { FilterBar } from '../FilterBar.tsx';
import { statusWord } from '../StatusBadge.tsx';
import { ORDER_CHOICES, orderIn } from './customer-sorts.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** Search and filters for the customer table. */
export const CustomerFilterBar = ({ filters, filter }: CustomerList) => (
  <FilterBar
    label="Customers"
    search={filters.search ?? ''}
    onSearch={(search) => filter({ search }, { replace: true })}
    placeholder="Name, company, email or station"
    // The same breakpoint as the table, which has no sortable header on narrow screens.
    wide
    className="sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] tabled:grid-cols-[repeat(4,9.5rem)]"
  >
    <CustomerFilterFields filters={filters} onFilter={filter} />
  </FilterBar>
);

const ANY = { value: '', label: 'Any' };
const STATUS_CHOICES = [
  ANY,
  ...STATION_STATUSES.map((value) => ({
    value,
    // The table shows suspended stations as inactive. The filter tells them apart.
    label: value === 'suspended' ? 'Inactive, unpaid' : statusWord(value),
  })),
];
const PACKAGE_CHOICES = [ANY, ...PACKAGE_NAMES.map((name) => ({ value: name, label: name }))];

interface FilterFieldsProps {
  filters: CustomerFilters;
  onFilter: CustomerList['filter'];
}

/** Station status, package, date joined and order. */
function CustomerFilterFields({ filters, onFilter }: FilterFieldsProps) {
  return (
    <>
      <Field label="Status">
        <Select
          choices={STATUS_CHOICES}
          value={filters.status ?? ''}
          onChange={({ target }) => onFilter({ status: target.value })}
        />
      </Field>
      <Field label="Package">
        <Select
          choices={PACKAGE_CHOICES}
          value={filters.package_name ?? ''}
          onChange={({ target }) => onFilter({ package_name: target.value })}
        />
      </Field>
      <DayField label="Joined from" name="created_from" filters={filters} onFilter={onFilter} />
      <DayField label="Joined to" name="created_to" filters={filters} onFilter={onFilter} />
      <OrderField filters={filters} onFilter={onFilter} />
    </>
  );
}

interface DayFieldProps extends FilterFieldsProps {
  label: string;
  name: 'created_from' | 'created_to';
}

/** A date, which people type part by part. */
function DayField({ label, name, filters, onFilter }: DayFieldProps) {
  const day = useDebouncedInput(filters[name] ?? '', (typed) =>
    onFilter({ [name]: typed }, { replace: true }),
  );
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={day.value}
        onChange={({ target }) => day.onChange(target.value)}
        onBlur={() => day.flush(day.value)}
        // Without a maximum the browser allows years of six digits.
        max="9999-12-31"
      />
    </Field>
  );
}

/** For narrow screens, where rows are cards. Wide screens sort by the table header. */
function OrderField({ filters, onFilter }: FilterFieldsProps) {
  const { sort, order } = orderIn(filters);
  return (
    <Field label="Sorted by" className="sm:col-span-2 tabled:hidden">
      <Select
        choices={ORDER_CHOICES}
        value={`${sort} ${order}`}
        onChange={({ target }) => {
          const [by = '', way = ''] = target.value.split(' ');
          onFilter({ sort: by, order: way });
        }}
      />
    </Field>
  );
}
